"""The tables as an auditor reads them: cell by cell, each cell with the box of its words and a key by which it can be marked.

A cell's key is made of what names it, its row and its column, so that a row more or less in the next version moves no mark to
another cell. Beside a table that a person copied stands what was extracted: a cell that the copy has otherwise is there, with what
is said of it. Other tables that are not kept are named, with their place and size; their cells are in their CSV.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipeline.audit.view import Cell, Grid, Spot
from pipeline.geometry import Box, rounded
from pipeline.model import CellBox, Finding, Record, Result, Table, TableAction
from pipeline.stages.chunks.keys import make_slug
from pipeline.stages.tables.transcribing import EXTRACTED
from pipeline.wording import hash_words

NOWHERE: Spot = (0, 0.0, 0.0, 0.0, 0.0)
OVERVIEW = "overview"
"""Where a table stands that is ahead of the first clause, as in the keys of chunks."""
NO_FINDING = -1


class Told(Record, frozen=True):
    """The findings about tables, by page: the place of each among all findings, its box and the finding."""

    by_page: Mapping[int, tuple[tuple[int, Finding], ...]]


def make_grids(result: Result) -> Iterator[Grid]:
    """The tables in reading order."""
    told = _find_told(result.findings)
    keys = make_unique(_name(result.document.identity.family, table) for table in result.tables.tables)
    for table, key in zip(result.tables.tables, keys, strict=True):
        yield _make_grid(table, key, told)


def make_unique(names: Iterable[str]) -> Iterator[str]:
    """The names in order, one that is taken already with ``~2``, ``~3``, ... behind it."""
    taken: set[str] = set()
    for name in names:
        key, times = name, 1
        while key in taken:
            times += 1
            key = f"{name}~{times}"
        taken.add(key)
        yield key


def _name(family: str, table: Table) -> str:
    return f"{family}/{table.clause_id or OVERVIEW}/{make_slug(' '.join(table.caption.split()), otherwise='table')}"


def _find_told(findings: Sequence[Finding]) -> Told:
    found: dict[int, tuple[tuple[int, Finding], ...]] = {}
    for at, finding in enumerate(findings):
        if finding.code.startswith("TAB"):
            found[finding.page] = (*found.get(finding.page, ()), (at, finding))
    return Told(found)


def _make_grid(table: Table, key: str, told: Told) -> Grid:
    shown = table.action is TableAction.KEPT or table.id.endswith(EXTRACTED)
    about = [at for page in table.pages for at, finding in told.by_page.get(page, ()) if _is_about(finding, page, table)]
    words = "\n".join("\t".join(row) for row in (table.header, *table.cells))
    return Grid(
        id=table.id,
        key=key,
        hash=hash_words(f"{table.caption}\n{words}"),
        kind=table.kind.value,
        action=table.action.value,
        origin=table.origin.value,
        caption=" ".join(table.caption.split()),
        heads=" · ".join(dict.fromkeys(filter(None, table.header))),
        holds=next((" ".join(cell.split()) for row in (table.header, *table.cells) for cell in row if cell.strip()), ""),
        clause_id=table.clause_id,
        pages=table.pages,
        spots=tuple(_spot(page, bbox) for page, bbox in table.bboxes),
        header=table.header if shown else (),
        row_labels=table.row_labels,
        rows=tuple(_make_rows(table, key, told)) if shown else (),
        size=(len(table.cells), max(len(table.header), *(len(row) for row in table.cells), 0)),
        rule=table.reason.rule,
        evidence=table.reason.evidence,
        findings=tuple(dict.fromkeys(about)),
    )


def _is_about(finding: Finding, page: int, table: Table) -> bool:
    """Whether a finding's box lies in the table's on this page; one without a box is about all tables of its page."""
    return not finding.bbox or any(page == at and _meet(finding.bbox, bbox) for at, bbox in table.bboxes)


def _meet(one: Sequence[float], other: Sequence[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _make_rows(table: Table, key: str, told: Told) -> Iterator[tuple[Cell, ...]]:
    names = list(_cell_names(table))
    keys = iter(make_unique(f"{key}/{name}" for row in names for name in row))
    for cells, boxes in zip(table.cells, table.cell_boxes, strict=True):
        yield tuple(_make_cell(next(keys), text, box, told) for text, box in zip(cells, boxes, strict=True))


def _cell_names(table: Table) -> Iterator[list[str]]:
    """What names each cell: the labels of its row and the head of its column."""
    heads = [make_slug(head, otherwise=f"column-{at + 1}") for at, head in enumerate(table.header)]
    for row in table.cells:
        label = make_slug(" ".join(row[: max(1, table.row_labels)]), otherwise="row")
        yield [f"{label}/{heads[at] if at < len(heads) else f'column-{at + 1}'}" for at in range(len(row))]


def _make_cell(key: str, text: str, box: CellBox, told: Told) -> Cell:
    said = (at for at, finding in told.by_page.get(box.page, ()) if finding.bbox and _same(finding.bbox, box.bbox))
    return Cell(key, hash_words(text), text, _spot(box.page, box.bbox), next(said, NO_FINDING))


def _same(one: Sequence[float], other: Box) -> bool:
    return all(abs(edge - its) < 0.01 for edge, its in zip(one, other, strict=True))


def _spot(page: int, bbox: Box) -> Spot:
    x0, top, x1, bottom = rounded(bbox)
    return (page, x0, top, x1, bottom)
