"""Clause trees in a line, for tests: ``clause("4.1", "(a)", line, parent="4")`` on lines that ``builders`` drew."""

from collections.abc import Sequence

from pipeline.geometry import Box
from pipeline.model import (
    Boilerplate,
    CellBox,
    Clause,
    ClauseTree,
    Document,
    Gap,
    Label,
    LabelStyle,
    Line,
    NodeKind,
    Origin,
    Reason,
    Span,
    Table,
    TableAction,
    TableKind,
    Tables,
)

BECAUSE = Reason("test", "made for a test")
NOTHING_ASIDE = Boilerplate((), Gap(0.0, "fallback", 0.0, 0.0))
NO_TABLES = Tables(())


def whole(line: Line) -> Span:
    """All of a line."""
    return Span(line.id, 0, len(line.text))


def clause(
    node_id: str,
    label: str,
    *lines: Line,
    parent: str = "",
    title: str = "",
    tail: Sequence[Line] = (),
    kind: NodeKind = NodeKind.CLAUSE,
) -> Clause:
    """A node whose first line begins with its label and title; what is left of it and the other lines are its own words."""
    spans = [whole(line) for line in lines]
    label_span, titles = None, ()
    if label:
        label_span = Span(lines[0].id, lines[0].text.index(label), lines[0].text.index(label) + len(label))
        spans[0] = Span(lines[0].id, label_span.end, len(lines[0].text))
    if title:
        start = lines[0].text.index(title)
        titles = (Span(lines[0].id, start, start + len(title)),)
        spans[0] = Span(lines[0].id, start + len(title), len(lines[0].text))
    own = tuple(span for span in spans if span.start < span.end)
    made = Label(label, label.strip("()."), LabelStyle.DECIMAL, 1) if label else None
    page = lines[0].page if lines else 1
    path = tuple(node_id.split(".")) if kind is NodeKind.CLAUSE else ()
    tails = tuple(whole(line) for line in tail)
    return Clause(node_id, kind, parent, path, 1, page, made, title, label_span, titles, own, tails, 1.0, BECAUSE)


def tree(*nodes: Clause) -> ClauseTree:
    """The nodes in reading order."""
    return ClauseTree(nodes)


def lines_of(document: Document) -> list[Line]:
    """All lines of a document in order."""
    return [line for page in document.pages for line in page.lines]


def table(
    cells: Sequence[Sequence[str]],
    boxes: Sequence[Sequence[Box]],
    lines: Sequence[Line],
    *,
    header: Sequence[str],
    caption: str = "",
    clause_id: str = "",
    page: int = 1,
    action: TableAction = TableAction.KEPT,
) -> Table:
    """A table on one page, its first column the label of its rows."""
    return Table(
        id="t1",
        pages=(page,),
        bboxes=((page, (0.0, 0.0, 595.0, 842.0)),),
        kind=TableKind.DATA,
        action=action,
        origin=Origin.EXTRACTED,
        caption=caption,
        dimensions=(),
        clause_id=clause_id,
        header=tuple(header),
        row_labels=1,
        cells=tuple(map(tuple, cells)),
        cell_boxes=tuple(tuple(CellBox(page, box) for box in row) for row in boxes),
        line_ids=tuple(line.id for line in lines),
        reason=BECAUSE,
    )
