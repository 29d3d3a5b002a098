"""Words into cells: each line into the cell that its box stands in, a line over several cells word by word.

A cell's lines are joined from the top down (turned text along its own reading direction), with hyphens at line ends mended.
Counts the words that a grid line cuts through: the sign that the grid is not the table's.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import groupby

from pipeline.config.settings import TableSettings
from pipeline.geometry import Box, union
from pipeline.model import Line, Record, Shade
from pipeline.stages.tables.areas import AreaContent
from pipeline.stages.tables.grid import make_owners
from pipeline.stages.tables.shapes import NO_INK, Grid, Slot
from pipeline.wording import Lexicon, join_lines

QUARTER_TURNS = (90, 270)


class Piece(Record, frozen=True):
    """The words of one line that stand in one cell."""

    text: str
    bbox: Box
    bold: bool
    rotation: int
    line_id: str


class Filled(Record, frozen=True):
    """The slots of a grid, one a cell in the same order, and the share (0 to 1) of its words that a grid line cuts through."""

    slots: tuple[Slot, ...]
    owners: tuple[tuple[int, ...], ...]
    cut_share: float


def fill(grid: Grid, page: int, content: AreaContent, lexicon: Lexicon, settings: TableSettings) -> Filled:
    """The words and colours of an area in the cells of ``grid``."""
    owners = make_owners(grid)
    pieces: list[list[Piece]] = [[] for _ in grid.cells]
    words = cut = 0
    for line in content.lines:
        if not _stands_in(line, grid, settings.slack):
            continue
        row = owners[_interval(grid.ys, (line.bbox[1] + line.bbox[3]) / 2)]
        first = row[_interval(grid.xs, line.bbox[0] + settings.slack)]
        if line.rotation in QUARTER_TURNS or first == row[_interval(grid.xs, line.bbox[2] - settings.slack)]:
            middle = row[_interval(grid.xs, (line.bbox[0] + line.bbox[2]) / 2)]
            pieces[middle].append(Piece(line.text, line.bbox, line.bold, line.rotation, line.id))
        else:
            for owner, piece in _split(line, row, grid.xs):
                pieces[owner].append(piece)
            cut += _count_cut(line, row, grid.xs, settings.slack)
        words += len(line.edges)
    inks = _inks(grid, owners, content.shades)
    slots = tuple(_slot(page, cell.bbox, ink, held, lexicon) for cell, ink, held in zip(grid.cells, inks, pieces, strict=True))
    return Filled(slots, tuple(map(tuple, owners)), cut / words if words else 0.0)


def _stands_in(line: Line, grid: Grid, slack: float) -> bool:
    """Whether a line's middle lies between the outer grid lines."""
    x, y = (line.bbox[0] + line.bbox[2]) / 2, (line.bbox[1] + line.bbox[3]) / 2
    return grid.xs[0] - slack <= x <= grid.xs[-1] + slack and grid.ys[0] - slack <= y <= grid.ys[-1] + slack


def _inks(grid: Grid, owners: Sequence[Sequence[int]], shades: Sequence[Shade]) -> list[int]:
    """The colour of each cell: of the last box painted over its middle that is no small part of it."""
    inks = [NO_INK] * len(grid.cells)
    last_row, last_col = len(grid.ys) - 2, len(grid.xs) - 2
    for shade in shades:
        x0, top, x1, bottom = shade.bbox
        first = max(bisect_right(grid.ys, top) - 1, 0)
        for row in range(first, min(bisect_left(grid.ys, bottom) - 1, last_row) + 1):
            for owner in owners[row][max(bisect_right(grid.xs, x0) - 1, 0) : min(bisect_left(grid.xs, x1) - 1, last_col) + 1]:
                left, high, right, low = grid.cells[owner].bbox
                if min(x1, right) - max(x0, left) > (right - left) / 2 and min(bottom, low) - max(top, high) > (low - high) / 2:
                    inks[owner] = shade.ink
    return inks


def _interval(bounds: Sequence[float], at: float) -> int:
    return min(max(bisect_right(bounds, at) - 1, 0), len(bounds) - 2)


def _split(line: Line, row: Sequence[int], xs: Sequence[float]) -> list[tuple[int, Piece]]:
    """The line cut into runs of words whose middles stand in one cell."""
    words = line.text.split()
    owners = [row[_interval(xs, (x0 + x1) / 2)] for x0, x1 in line.edges]
    cut: list[tuple[int, Piece]] = []
    for owner, held in groupby(range(len(owners)), key=owners.__getitem__):
        places = list(held)
        bbox = (line.edges[places[0]][0], line.bbox[1], line.edges[places[-1]][1], line.bbox[3])
        cut.append((owner, Piece(" ".join(words[i] for i in places), bbox, line.bold, line.rotation, line.id)))
    return cut


def _count_cut(line: Line, row: Sequence[int], xs: Sequence[float], slack: float) -> int:
    return sum(row[_interval(xs, x0 + slack)] != row[_interval(xs, x1 - slack)] for x0, x1 in line.edges)


def _slot(page: int, cell: Box, ink: int, pieces: list[Piece], lexicon: Lexicon) -> Slot:
    if not pieces:
        return Slot(page, cell, "", ink=ink)
    if len(pieces) == 1:
        only = pieces[0]
        return Slot(page, only.bbox, only.text, only.bold, only.rotation in QUARTER_TURNS, ink, (only.line_id,))
    turned = all(piece.rotation in QUARTER_TURNS for piece in pieces)
    ordered = sorted(pieces, key=_turned_place) if turned else pieces
    text = join_lines(((piece.text, False) for piece in ordered), lexicon)
    letters = sum(len(piece.text) for piece in ordered)
    bold = 2 * sum(len(piece.text) for piece in ordered if piece.bold) > letters
    line_ids = tuple(dict.fromkeys(piece.line_id for piece in ordered))
    return Slot(page, union(piece.bbox for piece in ordered), text, bold, turned, ink, line_ids)


def _turned_place(piece: Piece) -> tuple[float, float]:
    """Turned lines follow each other from left to right where they are read upwards, else from right to left."""
    x0, top, x1, bottom = piece.bbox
    return (x0, -bottom) if piece.rotation == QUARTER_TURNS[0] else (-x1, top)
