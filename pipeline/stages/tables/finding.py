"""The stage itself: ``find_tables``, the steps in their order."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain

from pipeline.config.settings import Overrule, OverruleKind, TableSettings
from pipeline.model import (
    Boilerplate,
    CellBox,
    Clause,
    ClauseTree,
    Document,
    Finding,
    Line,
    Origin,
    Reason,
    Record,
    Severity,
    Stage,
    Table,
    TableAction,
    TableKind,
    Tables,
)
from pipeline.stages.tables.announcing import find_announcer
from pipeline.stages.tables.areas import area_contents
from pipeline.stages.tables.boxes import headed_boxes
from pipeline.stages.tables.captions import Title, find_title, inherit_bands
from pipeline.stages.tables.dimensions import find_dimensions
from pipeline.stages.tables.findings import excluded_runs, pictures, unsure_grids, unsure_heads
from pipeline.stages.tables.groups import find_groups, find_notes
from pipeline.stages.tables.heads import make_draft, repeated_openings
from pipeline.stages.tables.joining import Seam, join_drafts
from pipeline.stages.tables.kinds import Verdict, decide, head_key, repeated_heads
from pipeline.stages.tables.lists import count_entry, with_sections
from pipeline.stages.tables.names import find_name, named_by_clause, split_bands, with_rows
from pipeline.stages.tables.parts import Grids, make_parts
from pipeline.stages.tables.places import Reading, clauses_before, letters_between, make_reading
from pipeline.stages.tables.shapes import Draft, GridReader, Part
from pipeline.stages.tables.stacking import unstacked
from pipeline.stages.tables.subheads import find_sections
from pipeline.wording import Lexicon, make_lexicon, squeeze


class Decided(Record, frozen=True):
    """A table with its name and what becomes of it; what is in doubt about its heads."""

    draft: Draft
    bands: tuple[str, ...]
    title: Title
    verdict: Verdict
    doubt: str = ""

    @property
    def action(self) -> TableAction:
        """What becomes of it."""
        return self.verdict.action


class Naming(Record, frozen=True):
    """What stands above a table: all of it, the title it has when it is kept, the bands above its heads."""

    title: Title
    called: Title
    bands: tuple[str, ...]


def find_tables(
    document: Document,
    boilerplate: Boilerplate,
    clauses: ClauseTree,
    settings: TableSettings,
    overrules: Sequence[Overrule] = (),
    *,
    second_grid: GridReader | None = None,
) -> Tables:
    """Every table of ``document`` in reading order, with what was decided and why.

    ``second_grid`` reads the grid of an area again where the stage's own is unsure. ``overrules`` of the kinds kept and excluded
    are heard here; one that matches no table is a finding.
    """
    reading = make_reading(document, {mark.line_id for mark in boilerplate.marks})
    decided, unheard = _overrule(_decide_parts(document, reading, settings, second_grid), overrules)
    kept = {i for i, one in enumerate(decided) if one.action is TableAction.KEPT}
    doubts = [(one.draft, one.doubt) for one in decided if one.doubt and one.action is TableAction.KEPT]
    unsure = (*unsure_grids([one.draft for one in decided], kept), *unsure_heads(doubts))
    tables = _make_tables(decided, reading, clauses, settings)
    return Tables(tuple(tables), (*unheard, *excluded_runs(tables), *pictures(document, settings), *unsure))


def _decide_parts(document: Document, reading: Reading, settings: TableSettings, second_grid: GridReader | None) -> list[Decided]:
    """The tables of the document before a person is heard."""
    lexicon = _lexicon(document, reading)
    parts = _find_parts(document, reading, lexicon, settings, second_grid)
    tabled = {line_id for part in parts for line_id in part.line_ids}
    repeated = repeated_openings(parts)
    drafts = [make_draft(part, settings, repeated) for part in parts]
    above = [_lines_above(part, reading, tabled, settings) for part in parts]
    titles = [find_title(part, lines, settings) for part, lines in zip(parts, above, strict=True)]
    body = _body_size(reading)
    called = [find_name(part, lines, body, settings) for part, lines in zip(parts, above, strict=True)]
    names = {id(p): Naming(t, c, bands) for p, t, c, bands in zip(parts, titles, called, inherit_bands(drafts), strict=True)}
    seams = [_seam(part, title, reading) for part, title in zip(parts, titles, strict=True)]
    parted = join_drafts(drafts, seams, letters_between(reading, tabled), lexicon, settings)
    joined = [with_sections(draft, settings) for draft in parted]
    return [one for whole in _decide_all(joined, names, settings) for one in _parted(whole, reading, settings)]


def _lexicon(document: Document, reading: Reading) -> Lexicon:
    """The document's words where a line ends in a hyphen; no other join asks for them."""
    cut = any(line.text.endswith("-") for line in reading.lines)
    return make_lexicon(document) if cut else Lexicon(frozenset(), frozenset())


def _find_parts(
    document: Document, reading: Reading, lexicon: Lexicon, settings: TableSettings, second: GridReader | None
) -> list[Part]:
    grids = Grids({}, second)
    parts = [
        part
        for page in document.pages
        if page.areas or page.shades
        for content in (*area_contents(page, reading.set_aside, settings), *headed_boxes(page, reading.set_aside, settings))
        for part in make_parts(page, content, reading.order, lexicon, settings, grids)
    ]
    return sorted(parts, key=lambda part: part.order)


def _seam(part: Part, title: Title, reading: Reading) -> Seam:
    lines = [reading.lines[reading.order[i]] for ids in title.line_ids for i in ids]
    return Seam(squeeze(" ".join(title.pieces)), sum(len(line.text) for line in lines), part.end)


def _decide_all(drafts: Sequence[Draft], names: Mapping[int, Naming], settings: TableSettings) -> list[Decided]:
    alike = repeated_heads(drafts)
    decided = []
    for draft in drafts:
        naming = names[id(draft.parts[0])]
        verdict = decide(draft, (*naming.title.pieces, *naming.bands), alike.get(head_key(draft), 0), settings)
        decided.append(_decided(draft, naming, verdict, settings))
    return decided


def _decided(draft: Draft, naming: Naming, verdict: Verdict, settings: TableSettings) -> Decided:
    """A table for look-ups has all that is said above it, and its grids under one another; one that is read has its title."""
    if verdict.kind is TableKind.RATES:
        return Decided(unstacked(draft, settings), naming.bands, naming.title, verdict)
    bands = draft.parts[0].bands
    titles, rows = split_bands(bands, settings)
    above = naming.bands[: len(naming.bands) - len(bands)]
    said = (*above, *(band.text for band in titles)) if titles or not rows else ()
    return Decided(with_rows(draft, rows), said, naming.called, verdict)


def _parted(one: Decided, reading: Reading, settings: TableSettings) -> list[Decided]:
    """A table that is read, parted at the heads inside it: each part is called as the whole is, and by the band above its head."""
    if one.verdict.kind is not TableKind.DATA:
        return [one]
    return [
        Decided(section.draft, (*one.bands, *filter(None, [section.band])), one.title, one.verdict, section.doubt)
        for section in find_sections(one.draft, reading.order, settings)
    ]


def _body_size(reading: Reading) -> float:
    """The size in points that most of the letters are set in."""
    letters: Counter[float] = Counter()
    by_size: defaultdict[float, int] = defaultdict(int)
    set_aside = reading.set_aside
    for line in reading.lines:
        if line.id not in set_aside:
            runs = line.runs
            by_size[runs[0].size if len(runs) == 1 else line.size] += len(line.text)
    for size, count in by_size.items():
        letters[round(size, 1)] += count
    return max(letters, key=lambda size: letters[size], default=0.0)


def _lines_above(part: Part, reading: Reading, tabled: set[str], settings: TableSettings) -> list[Line]:
    """The nearest lines of running text before ``part`` on its page."""
    above: list[Line] = []
    for line in reversed(reading.lines[max(part.order - settings.title_lines * 4, 0) : part.order]):
        if line.page != part.page or line.id in tabled or len(above) == settings.title_lines:
            break
        if line.id not in reading.set_aside:
            above.append(line)
    return above[::-1]


def _overrule(decided: Sequence[Decided], overrules: Sequence[Overrule]) -> tuple[list[Decided], list[Finding]]:
    """A person's word: the tables whose words contain the overrule's are kept or excluded."""
    wanted = [(rule, squeeze(rule.text)) for rule in overrules if rule.is_ in (OverruleKind.KEPT, OverruleKind.EXCLUDED)]
    if not wanted:
        return list(decided), []
    heard: set[int] = set()
    out = []
    for one in decided:
        words = _squeezed_words(one)
        pages = {part.page for part in one.draft.parts}
        for i, (rule, text) in enumerate(wanted):
            if rule.page in (0, *pages) and text in words:
                heard.add(i)
                one = _by_a_person(one, rule)
        out.append(one)
    unheard = [
        Finding("CFG001", Severity.ERROR, Stage.TABLES, f'overrule "{rule.text}" ({rule.is_.value}) matches no table', rule.page)
        for i, (rule, _) in enumerate(wanted)
        if i not in heard
    ]
    return out, unheard


def _squeezed_words(one: Decided) -> str:
    """Words of the whole table, row by row, its names first; merged cells once."""
    slots = {id(slot): slot.text for part in one.draft.parts for row in part.rows for slot in row}
    return squeeze(" ".join((*one.title.pieces, *one.bands, *slots.values())))


def _by_a_person(one: Decided, rule: Overrule) -> Decided:
    kept = rule.is_ is OverruleKind.KEPT
    kind = TableKind.DATA if kept else TableKind.RATES
    reason = Reason("overruled", f"{rule.reason} (was {one.verdict.kind.value}: {one.verdict.reason.rule})")
    return Decided(
        one.draft, one.bands, one.title, Verdict(kind, reason, TableAction.KEPT if kept else TableAction.EXCLUDED), one.doubt
    )


def _make_tables(decided: list[Decided], reading: Reading, clauses: ClauseTree, settings: TableSettings) -> list[Table]:
    """The tables as they are handed on. Takes each out of ``decided`` when its turn comes: all cells in both forms, side by side,
    would be the most memory that a run takes.
    """
    lone = _lone_titles(decided, reading, settings)
    taken = {i for one in decided if one.action is not TableAction.RELEASED for part in one.draft.parts for i in part.line_ids}
    taken |= lone
    before = clauses_before(reading, clauses, taken)
    nodes = {clause.id: clause for clause in clauses.clauses}
    tables: list[Table] = []
    last = -1
    decided.reverse()
    for number in range(1, len(decided) + 1):
        one = decided.pop()
        at = one.draft.parts[0].order
        clause_id = find_announcer(before.last(at), at, nodes, reading, last)
        if one.action is not TableAction.RELEASED:
            last = max(last, at)
        title = _clause_title(nodes.get(clause_id), one, reading, settings)
        tables.append(_make_table(f"t{number}", one, clause_id, title, lone, settings))
    return tables


def _clause_title(clause: Clause | None, one: Decided, reading: Reading, settings: TableSettings) -> str:
    spans = (*clause.own, *clause.title_spans) if clause else ()
    first = one.draft.parts[0]
    places = (reading.order[span.line_id] for span in spans)
    return named_by_clause(clause, first.page, [reading.lines[at].page for at in places if at < first.order], settings)


def _lone_titles(decided: Sequence[Decided], reading: Reading, settings: TableSettings) -> set[str]:
    """Title lines of excluded tables on pages that hold next to nothing else: in the text they would be chunks without content."""
    taken = {i for one in decided if one.action is TableAction.EXCLUDED for part in one.draft.parts for i in part.line_ids}
    titled = (one for one in decided if one.action is TableAction.EXCLUDED and any(one.title.line_ids))
    free: dict[int, int] = {one.draft.parts[0].page: 0 for one in titled}
    for line in reading.lines:
        if line.page in free and line.id not in taken and line.id not in reading.set_aside:
            free[line.page] += len(line.text)
    lone: set[str] = set()
    for one in decided:
        if one.action is TableAction.EXCLUDED and free.get(one.draft.parts[0].page, 0) <= settings.lone_letters:
            lone.update(i for ids in one.title.line_ids for i in ids)
    return lone


def _make_table(table_id: str, one: Decided, clause_id: str, clause_title: str, lone: set[str], settings: TableSettings) -> Table:
    draft = one.draft
    released = one.action is TableAction.RELEASED
    pieces = tuple(dict.fromkeys((*one.title.pieces, *one.bands)))
    caption = " | ".join(pieces) or clause_title
    lines = () if released else tuple(dict.fromkeys(chain.from_iterable(part.line_ids for part in draft.parts)))
    titles = tuple(i for ids in one.title.line_ids for i in ids if i in lone)
    rows = () if released else draft.rows
    is_read = one.action is TableAction.KEPT
    entry = count_entry(draft) if is_read else 0
    return Table(
        id=table_id,
        pages=tuple(dict.fromkeys(part.page for part in draft.parts)),
        bboxes=tuple((part.page, part.bbox) for part in draft.parts),
        kind=one.verdict.kind,
        action=one.action,
        origin=Origin.EXTRACTED,
        caption=caption,
        dimensions=find_dimensions(pieces, settings),
        clause_id=clause_id,
        header=() if released else draft.header,
        row_labels=draft.labels,
        cells=tuple([tuple([slot.text for slot in row]) for row in rows]),
        cell_boxes=tuple([tuple([CellBox(slot.page, slot.bbox) for slot in row]) for row in rows]),
        line_ids=(*titles, *lines) if not released else (),
        reason=one.verdict.reason,
        entry=entry,
        groups=find_groups(draft, settings) if is_read and not entry else (),
        notes=find_notes(draft, settings) if is_read else (),
    )
