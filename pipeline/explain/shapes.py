"""What is to be drawn on the picture of a page: a shape for each thing that was decided about it, by the layer it belongs to.

The fate of a line is the ledger's: what a table took is drawn as table, not as clause; what was set aside is drawn as that. Nothing
here knows of colours or pictures.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from pipeline.geometry import Box
from pipeline.model import (
    Clause,
    Entry,
    Fate,
    Line,
    NodeKind,
    Page,
    Record,
    Rejected,
    Result,
    Span,
    Table,
    TableAction,
)
from pipeline.places import span_box

Thing = TypeVar("Thing")

STEP_BACK = 0.5
"""Share of a line's height by which the next line must stand above its top to begin a new run of the reading order."""


class Layer(StrEnum):
    """What a shape shows; drawn in this order."""

    COLUMN = "column"
    FURNITURE = "furniture"
    CONTENTS = "contents"
    UNSEEN = "watermark, hidden, garbled or left out"
    ASIDE = "aside"
    OVERVIEW = "before the first clause"
    HEADING = "heading without a number"
    UNDER_HEADING = "text under such a heading"
    CLAUSE = "clause"
    TITLE = "title"
    LABEL = "label"
    TABLE_KEPT = "table kept"
    TABLE_EXCLUDED = "table excluded"
    TABLE_RELEASED = "table released to the text"
    CELL_KEPT = "cell kept"
    CELL_EXCLUDED = "cell excluded"
    CELL_RELEASED = "cell released"
    REJECTED = "label rejected"
    RUN = "reading order"
    LINE = "line"


SET_ASIDE = {
    Fate.FURNITURE: Layer.FURNITURE,
    Fate.CONTENTS: Layer.CONTENTS,
    Fate.WATERMARK: Layer.UNSEEN,
    Fate.HIDDEN: Layer.UNSEEN,
    Fate.GARBLED: Layer.UNSEEN,
    Fate.LEFT_OUT: Layer.UNSEEN,
}
TABLED = (Fate.TABLE_KEPT, Fate.TABLE_EXCLUDED)
TEXT = (Fate.BODY, Fate.HEADING, Fate.ASIDE)
NODES = {
    NodeKind.CLAUSE: Layer.CLAUSE,
    NodeKind.HEADING: Layer.UNDER_HEADING,
    NodeKind.OVERVIEW: Layer.OVERVIEW,
    NodeKind.ASIDE: Layer.ASIDE,
}
TABLES = {
    TableAction.KEPT: (Layer.TABLE_KEPT, Layer.CELL_KEPT),
    TableAction.EXCLUDED: (Layer.TABLE_EXCLUDED, Layer.CELL_EXCLUDED),
    TableAction.RELEASED: (Layer.TABLE_RELEASED, Layer.CELL_RELEASED),
}


class Shape(Record, frozen=True):
    """A box on the page and what it shows. ``owner`` is a clause, table or line id; ``depth`` that of a clause, from 1, else 0.

    ``note`` is written beside the page, at the height of the box; "" where nothing is.
    """

    layer: Layer
    bbox: Box
    owner: str = ""
    depth: int = 0
    note: str = ""


class Standing(Record, frozen=True):
    """What stands on one page, out of the whole result: its lines and their fates by line id, and what has words or a box there."""

    page: Page
    lines: dict[str, Line]
    entries: dict[str, Entry]
    clauses: tuple[Clause, ...]
    tables: tuple[Table, ...]
    rejected: tuple[Rejected, ...]


def find_shapes(result: Result, number: int) -> tuple[Shape, ...]:
    """The shapes of page ``number`` (from 1), layer by layer; none where the document has no such page."""
    return next((_shapes_on(standing) for standing in _stand(result) if standing.page.number == number), ())


def find_all_shapes(result: Result) -> Iterator[tuple[Page, tuple[Shape, ...]]]:
    """Each page with its shapes, layer by layer."""
    return ((standing.page, _shapes_on(standing)) for standing in _stand(result))


def _stand(result: Result) -> Iterator[Standing]:
    """Everything sorted by the page that it stands on, once for all pages: a long document has lines by the hundred thousand."""
    page_of = {line.id: page.number for page in result.document.pages for line in page.lines}
    entries: dict[int, dict[str, Entry]] = defaultdict(dict)
    for entry in result.checks.ledger.entries:
        entries[page_of.get(entry.line_id, 0)][entry.line_id] = entry
    clauses = _by_page((_pages_of(clause, page_of), clause) for clause in result.clauses.clauses)
    tables = _by_page(({page for page, _ in table.bboxes} | set(table.pages), table) for table in result.tables.tables)
    rejected = _by_page(({page_of.get(one.line_id, 0)}, one) for one in result.clauses.rejected)
    for page in result.document.pages:
        at = page.number
        lines = {line.id: line for line in page.lines}
        yield Standing(page, lines, entries[at], tuple(clauses[at]), tuple(tables[at]), tuple(rejected[at]))


def _by_page(placed: Iterable[tuple[Collection[int], Thing]]) -> Mapping[int, list[Thing]]:
    found: dict[int, list[Thing]] = defaultdict(list)
    for pages, thing in placed:
        for page in pages:
            found[page].append(thing)
    return found


def _pages_of(clause: Clause, page_of: Mapping[str, int]) -> set[int]:
    label = (clause.label_span,) if clause.label_span else ()
    return {page_of.get(span.line_id, 0) for span in (*label, *clause.title_spans, *clause.own, *clause.tail)}


def _shapes_on(standing: Standing) -> tuple[Shape, ...]:
    page, lines, entries = standing.page, standing.lines, standing.entries
    shapes = [
        *(Shape(Layer.COLUMN, column.bbox) for column in page.columns),
        *_aside_shapes(page, entries),
        *_clause_shapes(standing.clauses, lines, entries, page.number),
        *(shape for table in standing.tables for shape in _table_shapes(table, page.number)),
        *_rejected_shapes(standing.rejected, lines),
        *_run_shapes(page, entries),
        *(Shape(Layer.LINE, line.bbox, line.id) for line in page.lines),
    ]
    order = {layer: at for at, layer in enumerate(Layer)}
    return tuple(sorted(shapes, key=lambda shape: order[shape.layer]))


def _aside_shapes(page: Page, entries: Mapping[str, Entry]) -> Iterator[Shape]:
    for line in page.lines:
        layer = SET_ASIDE.get(entries[line.id].fate) if line.id in entries else None
        if layer is not None:
            yield Shape(layer, line.bbox, line.id)


def _clause_shapes(
    clauses: Sequence[Clause], lines: Mapping[str, Line], entries: Mapping[str, Entry], number: int
) -> Iterator[Shape]:
    """A shape for each stretch of a line; the id stands beside the label, or in brackets beside the first line that goes on."""
    text = {line_id: line for line_id, line in lines.items() if line_id in entries and entries[line_id].fate in TEXT}
    for clause in clauses:
        layer, depth = NODES[clause.kind], len(clause.path) if clause.kind is NodeKind.CLAUSE else 0
        parts = (
            (Layer.LABEL if clause.label_span else layer, (clause.label_span,) if clause.label_span else ()),
            (Layer.TITLE if clause.kind is NodeKind.CLAUSE else Layer.HEADING, clause.title_spans),
            (layer, (*clause.own, *clause.tail)),
        )
        note = clause.id if clause.page == number else f"({clause.id})"
        for part, spans in parts:
            for span in spans:
                if span.line_id in text:
                    yield Shape(part, _box(span, text), clause.id, depth, note)
                    note = ""


def _box(span: Span, lines: Mapping[str, Line]) -> Box:
    return span_box(lines[span.line_id], span.start, span.end)


def _table_shapes(table: Table, number: int) -> Iterator[Shape]:
    around, inside = TABLES[table.action]
    for page, bbox in table.bboxes:
        if page == number:
            yield Shape(around, bbox, table.id, note=f"{table.id} {table.kind} {table.action}: {table.reason.rule}")
    cells = dict.fromkeys(cell.bbox for row in table.cell_boxes for cell in row if cell.page == number)
    yield from (Shape(inside, bbox, table.id) for bbox in cells if bbox[0] < bbox[2])


def _rejected_shapes(rejected: Sequence[Rejected], lines: Mapping[str, Line]) -> Iterator[Shape]:
    for one in rejected:
        if one.line_id in lines:
            line = lines[one.line_id]
            start = max(line.text.find(one.printed), 0)
            box = span_box(line, start, start + len(one.printed))
            yield Shape(Layer.REJECTED, box, line.id, note=f"not a label: {one.printed}")


def _run_shapes(page: Page, entries: Mapping[str, Entry]) -> Iterator[Shape]:
    """A shape where the reading goes on elsewhere than below or beside: in another column, or further up.

    Not inside a table, which is read cell by cell.
    """
    before: Line | None = None
    number = 0
    for line in page.lines:
        fate = entries[line.id].fate if line.id in entries else Fate.BODY
        if fate in SET_ASIDE:
            continue
        in_table = fate in TABLED and before is not None and line.area == before.area
        if before is None or (_jumps(before, line) and not in_table):
            number += 1
            yield Shape(Layer.RUN, line.bbox, line.id, note=str(number))
        before = line


def _jumps(before: Line, line: Line) -> bool:
    tall = before.bbox[3] - before.bbox[1]
    return before.column != line.column or line.bbox[1] < before.bbox[1] - STEP_BACK * tall
