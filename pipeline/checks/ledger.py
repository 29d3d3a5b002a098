"""The ledger: what became of every line, added up.

Each line has exactly one fate: set aside with its mark, taken by a table, or words of nodes of the clause tree, whose pieces must
cover its letters once. Letters and digits are summed by fate and compared, page by page, with PDFium's own count. Whatever is wrong
(LED001) is a fault of the program, not of the document.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, repeat

from pipeline.checks.faults import Fault, gaps_between, has_letters, overlap_in
from pipeline.model import (
    Boilerplate,
    Clause,
    ClauseTree,
    Document,
    Entry,
    Fate,
    Finding,
    Ledger,
    Line,
    MarkKind,
    NodeKind,
    Page,
    Reason,
    Record,
    Severity,
    Stage,
    TableAction,
    Tables,
    index_lines,
)
from pipeline.wording import count_letters

CODE = "LED001"
FATES = {
    MarkKind.WATERMARK: Fate.WATERMARK,
    MarkKind.CONTENTS: Fate.CONTENTS,
    MarkKind.HIDDEN: Fate.HIDDEN,
    MarkKind.GARBLED: Fate.GARBLED,
    MarkKind.LEFT_OUT: Fate.LEFT_OUT,
}
"""All other marks are furniture."""
NO_FATE = Reason("no fate", "no stage says what became of the line")
PRECEDENCE = (Fate.BODY, Fate.ASIDE, Fate.HEADING)
"""Which fate a line has that several nodes share: the first of these that one gives it."""


class Share(Record, frozen=True):
    """A stretch of a line that a node of the tree has, and what that makes of the line."""

    start: int
    end: int
    node: Clause
    fate: Fate


Shares = Mapping[str, list[Share]]
Entries = Mapping[str, Sequence[Entry]]
End = tuple[Fate, str, Reason]
"""What became of a line, who has it, and why."""


def make_ledger(
    document: Document, boilerplate: Boilerplate, shares: Shares, tables: Tables
) -> tuple[Ledger, list[Fault], list[Finding]]:
    """The ledger of the document, the lines whose fate is not one, and the pages whose sums differ."""
    marked, taken = _enter_marks(boilerplate), _find_taken(tables)
    entries: list[Entry] = []
    faults: list[Fault] = []
    differences: list[Finding] = []
    sums: Counter[Fate] = Counter()
    for page in document.pages:
        of_page: list[Entry] = []
        ids = [line.id for line in page.lines]
        every = (map(of_stage.get, ids, repeat(())) for of_stage in (shares, taken, marked))
        for line, line_id, held, ends, marks in zip(page.lines, ids, *every, strict=True):
            # most lines of long documents are cells: one fate, and no other stage has them
            if len(ends) == 1 and not held and not marks:
                of_page.append(Entry(line_id, *ends[0]))
                continue
            fates = (*marks, *(Entry(line_id, *end) for end in ends), *_enter_node(line, held))
            if len(fates) != 1 or held:
                faults.extend(_find_faults(line, fates, held))
            of_page.append(fates[0] if fates else Entry(line_id, Fate.LEFT_OUT, "", NO_FATE))
        entries += of_page
        counts = _count_by_fate(page, of_page)
        sums.update(counts)
        differences.extend(_compare_sums(page.number, counts.total(), page.letters))
    faults.extend(_find_unknown(document, (marked, taken, shares)))
    by_reader = sum(page.letters for page in document.pages)
    ledger = Ledger(tuple(entries), tuple((fate, sums[fate]) for fate in Fate), sums.total(), by_reader)
    return ledger, faults, differences


def _count_by_fate(page: Page, entries: Sequence[Entry]) -> Counter[Fate]:
    """Letters and digits of the page's lines by fate; neighbours mostly share one and are counted together."""
    counts: Counter[Fate] = Counter()
    for fate, held in groupby(zip(entries, page.lines, strict=True), key=_fate_of):
        counts[fate] += count_letters("".join([line.text for _, line in held]))
    return counts


def _fate_of(entered: tuple[Entry, Line]) -> Fate:
    return entered[0].fate


def share_lines(clauses: ClauseTree, tables: Tables) -> Shares:
    """What the nodes of the tree have of each line, the lines that tables took left out."""
    taken = {line_id for table in tables.tables for line_id in table.line_ids}
    shares: dict[str, list[Share]] = defaultdict(list)
    for node in clauses.clauses:
        in_title, in_text = _fates_of(node)
        label = (node.label_span,) if node.label_span else ()
        for fate, spans in ((in_title, (*label, *node.title_spans)), (in_text, (*node.own, *node.tail))):
            for span in spans:
                line_id = span.line_id
                if line_id not in taken:
                    shares[line_id].append(Share(span.start, span.end, node, fate))
    return shares


def _fates_of(node: Clause) -> tuple[Fate, Fate]:
    """What the lines of a node's label and title are, and what those of its words are."""
    if node.kind is NodeKind.ASIDE:
        return Fate.ASIDE, Fate.ASIDE
    is_heading = node.kind is NodeKind.HEADING or (bool(node.title_spans) and not node.own)
    return Fate.HEADING if is_heading else Fate.BODY, Fate.BODY


def _enter_marks(boilerplate: Boilerplate) -> Entries:
    entries: dict[str, list[Entry]] = defaultdict(list)
    for mark in boilerplate.marks:
        entries[mark.line_id].append(Entry(mark.line_id, FATES.get(mark.kind, Fate.FURNITURE), mark.kind, mark.reason))
    return entries


def _find_taken(tables: Tables) -> Mapping[str, Sequence[End]]:
    """What the tables make of the lines that they took, by id: one object for all lines of a table."""
    taken: dict[str, tuple[End, ...]] = {}
    for table in tables.tables:
        end = (Fate.TABLE_KEPT if table.action is TableAction.KEPT else Fate.TABLE_EXCLUDED, table.id, table.reason)
        held = dict.fromkeys(table.line_ids, (end,))
        if len(held) == len(table.line_ids) and taken.keys().isdisjoint(held):
            taken |= held
            continue
        for line_id in table.line_ids:
            taken[line_id] = (*taken.get(line_id, ()), end)
    return taken


def _enter_node(line: Line, shares: Sequence[Share]) -> Sequence[Entry]:
    """The one entry of a line of the text, however many nodes share it."""
    if not shares:
        return ()
    share = shares[0] if len(shares) == 1 else min(shares, key=lambda share: PRECEDENCE.index(share.fate))
    return (Entry(line.id, share.fate, share.node.id, share.node.reason),)


def _find_faults(line: Line, fates: Sequence[Entry], shares: Sequence[Share]) -> Iterator[Fault]:
    if not fates and has_letters(line, [(0, len(line.text))]):
        yield Fault(CODE, "without a fate", line.id)
    if len(fates) > 1:
        yield Fault(CODE, f"with {len(fates)} fates ({', '.join(entry.fate for entry in fates)})", line.id)
    if not shares or (len(shares) == 1 and shares[0].start == 0 and shares[0].end == len(line.text)):
        return
    stretches = [(share.start, share.end) for share in shares]
    if has_letters(line, gaps_between(stretches, 0, len(line.text))):
        yield Fault(CODE, "with words that no clause has", line.id)
    if overlap_in(stretches):
        yield Fault(CODE, "with words that two clauses have", line.id)


def _compare_sums(page: int, counted: int, by_reader: int) -> Iterator[Finding]:
    if counted != by_reader:
        told = f"page {page}: its lines have {counted} letters and digits, the reader counts {by_reader} apart from them"
        yield Finding(CODE, Severity.ERROR, Stage.CHECKS, told, page)


def _find_unknown(document: Document, named: Sequence[Mapping[str, object]]) -> Iterator[Fault]:
    """Lines that a stage names and no page has."""
    known = index_lines(document).lines.keys()
    for ids in named:
        for line_id in ids if not known >= ids.keys() else ():
            if line_id not in known:
                yield Fault(CODE, "a line that no page has", line_id)
