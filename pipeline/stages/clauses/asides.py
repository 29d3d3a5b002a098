"""Asides: margin notes, words on their side and footnotes, each under the clause that it is about.

A side column is cut where a note begins: at a gap, or at a bold row that stands alone ahead of plain words, which is its title. A
note belongs to the clause at whose height it begins, as a reader's eye goes; a footnote to the clause in which its mark stands, and
the notes of one clause on one page are one. What stands on its side names no clause. Nothing here changes the clauses.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from pipeline.config.settings import ClauseSettings
from pipeline.model import Boilerplate, Clause, Document, Line, NodeKind, Page, Reason, Record, Span
from pipeline.stages.clauses.notes import leading_mark, note_mark
from pipeline.stages.clauses.rows import Row, ends_sentence
from pipeline.wording import find_marks

ASIDE, FOOTNOTE = "aside", "footnote"
REASONS = {
    ASIDE: "stands beside the columns of text",
    FOOTNOTE: "smaller type at the foot of a page that has note marks, or at the end of a document",
}


class _Note(Record, frozen=True):
    """One aside: by which rule, its title's lines, its own, the id of its clause ("" for none)."""

    rule: str
    title: tuple[Line, ...]
    own: tuple[Line, ...]
    parent: str


class _Owned(Record, frozen=True):
    """A stretch of a line that a node has."""

    start: int
    end: int
    node: Clause


def make_asides(
    document: Document, boilerplate: Boilerplate, notes: Sequence[Row], clauses: Sequence[Clause], settings: ClauseSettings
) -> tuple[Clause, ...]:
    """A node for each note, by page, those beside the text first."""
    marked = {mark.line_id for mark in boilerplate.marks}
    footnotes: defaultdict[int, list[Row]] = defaultdict(list)
    for row in notes:
        footnotes[row.page].append(row)
    sides = {page.number: [line for line in page.lines if line.side and line.id not in marked] for page in document.pages}
    noted = [page for page in document.pages if sides[page.number] or footnotes[page.number]]
    owners = _owners(clauses) if noted else {}
    found: list[_Note] = []
    for page in noted:
        text = [line for line in page.lines if line.id in owners and not line.rotation]
        found += _beside(sides[page.number], text, owners, settings)
        found += _footnotes(footnotes[page.number], page, owners, settings)
    return tuple(_write(found, clauses))


def _owners(clauses: Iterable[Clause]) -> dict[str, list[_Owned]]:
    """Who has which stretch of each line, in the order in which the nodes open."""
    owners: dict[str, list[_Owned]] = defaultdict(list)
    for node in clauses:
        label = (node.label_span,) if node.label_span else ()
        for span in (*label, *node.title_spans, *node.own, *node.tail):
            owners[span.line_id].append(_Owned(span.start, span.end, node))
    return dict(owners)


def _named(node: Clause) -> str:
    """The id under which an aside may stand: words under no label and no heading name nothing."""
    return "" if node.kind is NodeKind.OVERVIEW else node.id


def _beside(
    side: Sequence[Line], text: Sequence[Line], owners: Mapping[str, Sequence[_Owned]], settings: ClauseSettings
) -> Iterator[_Note]:
    for _, lines in groupby(side, key=lambda line: line.rotation):
        for note in _parted(list(lines), settings):
            count = 1 if _opens(note, 0) else 0
            parent = "" if note[0].rotation or not text else _named(owners[_level_with(note[0], text).id][-1].node)
            yield _Note(ASIDE, tuple(note[:count]), tuple(note[count:]), parent)


def _parted(lines: Sequence[Line], settings: ClauseSettings) -> Iterator[list[Line]]:
    """The notes of a side column."""
    start = 0
    for at, (above, line) in enumerate(pairwise(lines), 1):
        apart = line.bbox[1] - above.bbox[3] > settings.aside_gap * (above.bbox[3] - above.bbox[1])
        if not line.rotation and line.row != above.row and (apart or _opens(lines, at)):
            yield list(lines[start:at])
            start = at
    yield list(lines[start:])


def _opens(lines: Sequence[Line], at: int) -> bool:
    """Whether a bold row begins a note: alone, and plain words begin a paragraph below it."""
    if at + 1 >= len(lines) or not _is_bold(lines[at]) or ends_sentence(lines[at].text, early=True):
        return False
    below = lines[at + 1]
    begins = at == 0 or lines[at].paragraph
    return begins and below.row != lines[at].row and below.paragraph and not below.bold


def _is_bold(line: Line) -> bool:
    return all(run.bold for run in line.runs if line.text[run.start : run.end].strip())


def _level_with(first: Line, text: Sequence[Line]) -> Line:
    """The last row of the text that does not begin below the first row of a note; the first one where all do."""
    above = [line for line in text if (line.bbox[1] + line.bbox[3]) / 2 <= first.bbox[3]]
    return max(above, key=lambda line: line.bbox[1] + line.bbox[3]) if above else text[0]


def _footnotes(
    rows: Sequence[Row], page: Page, owners: Mapping[str, Sequence[_Owned]], settings: ClauseSettings
) -> Iterator[_Note]:
    """The footnotes of a page; a row that begins with no mark goes on with the note above."""
    places = _marks(page, owners, settings) if rows else {}
    parented: list[tuple[str, Row]] = []
    for row in rows:
        mark = note_mark(row)
        above = parented[-1][0] if parented else ""
        parented.append((places.get(mark, "") if mark else above, row))
    for parent, held in groupby(parented, key=lambda pair: pair[0]):
        yield _Note(FOOTNOTE, (), tuple(line for _, row in held for line in row.lines), parent)


def _marks(page: Page, owners: Mapping[str, Sequence[_Owned]], settings: ClauseSettings) -> dict[str, str]:
    """The clause in which each footnote mark of a page first stands, behind words before at the beginning of a row."""
    places: dict[str, str] = {}
    held = [(line, owners[line.id]) for line in page.lines if line.id in owners]
    for line, owned in held:
        for start, end in find_marks(line):
            node = next((one.node for one in owned if one.start <= start < one.end), owned[-1].node)
            places.setdefault(line.text[start:end], _named(node))
    for line, owned in held:
        mark = leading_mark(line, settings)
        if mark and not _is_label(line, owned):
            places.setdefault(mark, _named(owned[-1].node))
    return places


def _is_label(line: Line, owned: Sequence[_Owned]) -> bool:
    """Whether a row begins with the label of a clause: laws number their paragraphs with raised figures."""
    labels = (one.node.label_span for one in owned)
    return any(label is not None and (label.line_id, label.start) == (line.id, 0) for label in labels)


def _write(notes: Iterable[_Note], clauses: Sequence[Clause]) -> Iterator[Clause]:
    nodes = {node.id: node for node in clauses}
    taken = set(nodes)
    for note in notes:
        above = nodes.get(note.parent)
        name = _free(f"{note.parent}[aside]" if above else "aside", taken)
        taken.add(name)
        title = tuple(Span(line.id, 0, len(line.text)) for line in note.title)
        own = tuple(Span(line.id, 0, len(line.text)) for line in note.own)
        words = " ".join(line.text.strip() for line in note.title)
        path, level = (above.path, above.level + 1) if above else ((), 1)
        reason = Reason(note.rule, REASONS[note.rule])
        page = (*note.title, *note.own)[0].page
        yield Clause(name, NodeKind.ASIDE, note.parent, path, level, page, None, words, None, title, own, (), 1.0, reason)


def _free(name: str, taken: set[str]) -> str:
    """The name, with ~2, ~3, ... where it is taken."""
    times = 1
    while (name if times == 1 else f"{name}~{times}") in taken:
        times += 1
    return name if times == 1 else f"{name}~{times}"
