"""pdfplumber's reading of the grid of one area, for the tables whose own grid is unsure.

Slower than the rest of a run by far, so the file is opened only when asked for, and a page's objects are let go at once. Never an
error: where pdfplumber sees no grid, or stumbles over the page, there is no second opinion.
"""

import io
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from pipeline.errors import STUMBLES
from pipeline.geometry import Box
from pipeline.stages.tables import Cell, Grid, GridReader

if TYPE_CHECKING:
    from pdfplumber.pdf import PDF

SAME_EDGE = 1.0
"""Points within which two edges are one: pdfplumber snaps lines to three, and its cells repeat an edge to a fraction of one."""
MARGIN = 2.0
"""Points of the page around an area that are looked at, so that a line drawn along its edge is seen whole."""


def make_grid_reader(content: bytes, password: str) -> GridReader:
    """A reader for the areas of the document in ``content``; it opens the document when it is first asked."""
    return partial(_read_grid, cache(partial(_open, content, password)))


def _open(content: bytes, password: str) -> "PDF":
    import pdfplumber

    return pdfplumber.open(io.BytesIO(content), password=password)


def _read_grid(opened: Callable[[], "PDF"], number: int, area: Box) -> Grid | None:
    from pdfminer.pdfexceptions import PDFException
    from pdfminer.psexceptions import PSException
    from pdfplumber.utils.exceptions import MalformedPDFException, PdfminerException

    try:
        page = opened().pages[number - 1]
        x0, top = page.cropbox[:2]
        wanted = (area[0] + x0 - MARGIN, area[1] + top - MARGIN, area[2] + x0 + MARGIN, area[3] + top + MARGIN)
        found = page.crop(wanted, strict=False).find_tables()
        boxes = [cell for table in found for cell in table.cells]
        page.close()
    except (PDFException, PSException, PdfminerException, MalformedPDFException, MemoryError, *STUMBLES):
        return None
    return _make_grid([(left - x0, above - top, right - x0, below - top) for left, above, right, below in boxes])


def _make_grid(boxes: Sequence[Box]) -> Grid | None:
    """The grid of which ``boxes`` are the cells."""
    if not boxes:
        return None
    xs = _edges([edge for box in boxes for edge in (box[0], box[2])])
    ys = _edges([edge for box in boxes for edge in (box[1], box[3])])
    cells = sorted((_make_cell(box, xs, ys) for box in boxes), key=lambda cell: (cell.row, cell.col))
    return Grid(xs, ys, tuple(cells))


def _edges(found: list[float]) -> tuple[float, ...]:
    """Edges in ascending order, those that are nearly the same taken together."""
    edges: list[float] = []
    for edge in sorted(found):
        if not edges or edge - edges[-1] > SAME_EDGE:
            edges.append(edge)
    return tuple(edges)


def _make_cell(box: Box, xs: Sequence[float], ys: Sequence[float]) -> Cell:
    col, row = _nearest(box[0], xs), _nearest(box[1], ys)
    return Cell(row, col, max(1, _nearest(box[3], ys) - row), max(1, _nearest(box[2], xs) - col), box)


def _nearest(edge: float, edges: Sequence[float]) -> int:
    return min(range(len(edges)), key=lambda index: abs(edges[index] - edge))
