"""The clause tree as an auditor reads it: every node with its words, why it stands where it stands, and what was found about it.

Numbered clauses have the words that ``clauses.jsonl`` gives them. Unnumbered headings, the Overview and asides stand among them
where they are read. A node wants a look where a finding names it or one of its lines, where its words were not found on their
page, or where its place was decided by little.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pipeline.audit.view import Leaf, Spot
from pipeline.geometry import rounded
from pipeline.model import Clause, Finding, Line, NodeKind, Record, Result, Severity, Span
from pipeline.places import span_box
from pipeline.store.make import make_clause_rows
from pipeline.store.rows import ClauseRow
from pipeline.wording import Lexicon, hash_words, join_spans, join_title, make_lexicon

LOW = 0.75
"""Confidence below which a label's place is looked at: 3 of 999, 11 of 1,068 and 1 of 278 clauses of three documents lie below,
and the next ones lie at 0.8 and more."""


class Sources(Record, frozen=True):
    """What leaves are made of: lines and rows of clauses by id, findings by clause and by line, printed rows by page and number.

    ``grave`` are the findings that want a look, ``tabled`` the lines that tables took, ``lost`` those not found on their page.
    """

    family: str
    lines: Mapping[str, Line]
    printed: Mapping[tuple[int, int], str]
    rows: Mapping[str, ClauseRow]
    by_clause: Mapping[str, tuple[int, ...]]
    by_line: Mapping[str, tuple[int, ...]]
    grave: frozenset[int]
    tabled: frozenset[str]
    lost: frozenset[str]
    lexicon: Lexicon


def make_leaves(result: Result) -> Iterator[Leaf]:
    """The nodes in reading order."""
    sources = _gather(result)
    depths: dict[str, int] = {}
    for clause in result.clauses.clauses:
        depths[clause.id] = depths.get(clause.parent, 0) + 1
        yield _make_leaf(clause, depths[clause.id], sources)


def hash_of(title: str, text: str) -> str:
    """What a verdict on a clause goes by: a hash of its title and its words, that line and page breaks don't change."""
    return hash_words(f"{title}\n{text}")


def _gather(result: Result) -> Sources:
    findings = result.findings
    lines = {line.id: line for page in result.document.pages for line in page.lines}
    printed: dict[tuple[int, int], str] = {}
    for line in lines.values():
        at = (line.page, line.row)
        printed[at] = f"{printed[at]} {line.text}" if at in printed else line.text
    return Sources(
        family=result.document.identity.family,
        lines=lines,
        printed=printed,
        rows={row.id: row for row in make_clause_rows(result)},
        by_clause=_index((finding.clause_id,) if finding.clause_id else () for finding in findings),
        by_line=_index(() if finding.clause_id else finding.line_ids for finding in findings),
        grave=frozenset(at for at, finding in enumerate(findings) if _wants_look(finding)),
        tabled=frozenset(line_id for table in result.tables.tables for line_id in table.line_ids),
        lost=frozenset(_find_lost(result)),
        lexicon=make_lexicon(result.document),
    )


def _wants_look(finding: Finding) -> bool:
    """Every finding about labels, and what is graver than a note: that a table was kept whole is no doubt."""
    return finding.severity is not Severity.NOTE or finding.code.startswith("NUM")


def _index(named: Iterator[Collection[str]]) -> dict[str, tuple[int, ...]]:
    """The places of findings by each name that they bear."""
    found: dict[str, tuple[int, ...]] = {}
    for at, names in enumerate(named):
        for name in names:
            found[name] = (*found.get(name, ()), at)
    return found


def _find_lost(result: Result) -> Iterator[str]:
    """The lines of chunk places that the check did not find on their page."""
    for chunk, checks in zip(result.chunks.chunks, result.checks.places, strict=True):
        for place, check in zip(chunk.places, checks, strict=True):
            if not check.verified:
                yield from (piece.line_id for piece in place.pieces)


def _make_leaf(clause: Clause, depth: int, sources: Sources) -> Leaf:
    row = sources.rows.get(clause.id)
    title = row.title if row else join_title(clause.title_spans, sources.lines, sources.lexicon) or clause.title
    text = row.text if row else join_spans(_free((*clause.own, *clause.tail), sources), sources.lines, sources.lexicon)
    spans = _free(_spans(clause), sources)
    line_ids = list(dict.fromkeys(span.line_id for span in spans))
    named = {*sources.by_clause.get(clause.id, ()), *(at for line_id in line_ids for at in sources.by_line.get(line_id, ()))}
    verified = sources.lost.isdisjoint(line_ids)
    doubtful = clause.kind is NodeKind.CLAUSE and clause.confidence < LOW
    return Leaf(
        id=clause.id,
        key=f"{sources.family}/{clause.id}",
        hash=hash_of(title, text),
        kind=clause.kind.value,
        parent=clause.parent,
        depth=depth,
        label=clause.label.printed if clause.label else "",
        title=title,
        text=text,
        row=_row(spans, sources),
        page=clause.page,
        spots=tuple(_spots(spans, sources.lines)),
        confidence=round(clause.confidence, 2),
        rule=clause.reason.rule,
        evidence=clause.reason.evidence,
        near=tuple((reason.rule, reason.evidence) for reason in clause.alternatives),
        findings=tuple(sorted(named)),
        verified=verified,
        asked=clause.kind is NodeKind.CLAUSE or bool(text.strip()),
        look=not verified or doubtful or not named.isdisjoint(sources.grave),
    )


def _free(spans: Iterable[Span], sources: Sources) -> list[Span]:
    """What no table took."""
    return [span for span in spans if span.line_id not in sources.tabled]


def _row(spans: Sequence[Span], sources: Sources) -> str:
    """What the row says in which it begins, from there on: what an overrule names it by."""
    if not spans:
        return ""
    first = sources.lines[spans[0].line_id]
    row = sources.printed[first.page, first.row]
    return row[max(0, row.find(first.text)) :]


def _spans(clause: Clause) -> Iterator[Span]:
    if clause.label_span:
        yield clause.label_span
    yield from (*clause.title_spans, *clause.own, *clause.tail)


def _spots(spans: Iterable[Span], lines: Mapping[str, Line]) -> Iterator[Spot]:
    """Where words stand, a box for each stretch of a line."""
    for span in spans:
        line = lines[span.line_id]
        x0, top, x1, bottom = rounded(span_box(line, span.start, span.end))
        yield (line.page, x0, top, x1, bottom)
