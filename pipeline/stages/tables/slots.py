"""Words into cells: each line into the cell that its box stands in, a line over several cells word by word.

A cell's lines are joined from the top down (turned text along its own reading direction), with hyphens at line ends mended; a
figure that a narrow cell breaks over lines is one again.
Counts the words that a grid line cuts through: the sign that the grid is not the table's.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import groupby

from pipeline.config.settings import TableSettings
from pipeline.geometry import Box, union
from pipeline.model import Line, Record, Shade
from pipeline.stages.tables.areas import AreaContent
from pipeline.stages.tables.grid import make_owners
from pipeline.stages.tables.shapes import NO_INK, Grid, Slot
from pipeline.wording import MARK_CLOSES, MARK_OPENS, Lexicon, find_marks, join_lines, write_marks

QUARTER_TURNS = (90, 270)
WORD = re.compile(r"\S+")
GROUPED = re.compile(r"(?:[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}|[1-9]\d{0,2}(?:\.\d{3})+)(?:/-)?")
"""A figure with its groups whole: "12,50,000", "750,000", "3.000". No: "12,50", ",000", "2,50,00", "750,", "1000"."""
MARK_APART = f" {MARK_OPENS}"
"""A mark that is a word of its own: it is set against the word before it."""


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
    inner_xs, inner_ys = grid.xs[1:-1], grid.ys[1:-1]
    pieces: list[list[Piece | Line]] = [[] for _ in grid.cells]
    slack = settings.slack
    lines = _lines_in(grid, content, slack)
    words, cut = sum([len(line.edges) for line in lines]), 0
    for line in lines:
        x0, top, x1, bottom = line.bbox
        row = owners[bisect_right(inner_ys, (top + bottom) / 2)]
        first = row[bisect_right(inner_xs, x0 + slack)]
        if line.rotation and line.rotation in QUARTER_TURNS:
            first = row[bisect_right(inner_xs, (x0 + x1) / 2)]
        elif first != row[bisect_right(inner_xs, x1 - slack)]:
            for owner, piece in _split(line, row, inner_xs):
                pieces[owner].append(piece)
            cut += _count_cut(line, row, inner_xs, slack)
            first = -1
        if first >= 0:
            pieces[first].append(_whole(line) if len(line.runs) > 1 else line)
    inks = _inks(grid, owners, content.shades)
    slots = [_slot(page, cell.bbox, ink, held, lexicon) for cell, ink, held in zip(grid.cells, inks, pieces, strict=True)]
    return Filled(tuple(slots), tuple(map(tuple, owners)), cut / words if words else 0.0)


def _lines_in(grid: Grid, content: AreaContent, slack: float) -> Sequence[Line]:
    """The area's lines whose middles lie between the outer grid lines: all, unless something was trimmed off the area."""
    x0, top, x1, bottom = grid.xs[0] - slack, grid.ys[0] - slack, grid.xs[-1] + slack, grid.ys[-1] + slack
    area = content.area.bbox
    if x0 <= area[0] and top <= area[1] and x1 >= area[2] and bottom >= area[3]:
        return content.lines
    boxes = [line.bbox for line in content.lines]
    inside = [2 * x0 <= b[0] + b[2] <= 2 * x1 and 2 * top <= b[1] + b[3] <= 2 * bottom for b in boxes]
    return [line for line, is_in in zip(content.lines, inside, strict=True) if is_in]


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


def _split(line: Line, row: Sequence[int], inner_xs: Sequence[float]) -> list[tuple[int, Piece]]:
    """The line cut into runs of words whose middles stand in one cell."""
    words = _words_with_marks(line)
    owners = [row[bisect_right(inner_xs, (x0 + x1) / 2)] for x0, x1 in line.edges]
    cut: list[tuple[int, Piece]] = []
    for owner, held in groupby(range(len(owners)), key=owners.__getitem__):
        places = list(held)
        bbox = (line.edges[places[0]][0], line.bbox[1], line.edges[places[-1]][1], line.bbox[3])
        cut.append(
            (
                owner,
                Piece(" ".join(words[i] for i in places).replace(MARK_APART, MARK_OPENS), bbox, line.bold, line.rotation, line.id),
            )
        )
    return cut


def _words_with_marks(line: Line) -> list[str]:
    """The words of a line, one for each of its edges, with the footnote marks in them as texts carry them."""
    words = list(WORD.finditer(line.text))
    marks = find_marks(line) if len(line.runs) > 1 else []
    written = []
    for word in words:
        text, at = "", word.start()
        for start, end in marks:
            if word.start() <= start and end <= word.end():
                text += f"{line.text[at:start]}{MARK_OPENS}{line.text[start:end]}{MARK_CLOSES}"
                at = end
        written.append(text + line.text[at : word.end()])
    return written


def _count_cut(line: Line, row: Sequence[int], inner_xs: Sequence[float], slack: float) -> int:
    return sum(row[bisect_right(inner_xs, x0 + slack)] != row[bisect_right(inner_xs, x1 - slack)] for x0, x1 in line.edges)


def _whole(line: Line) -> Piece:
    return Piece(write_marks(line) if len(line.runs) > 1 else line.text, line.bbox, line.bold, line.rotation, line.id)


def _slot(page: int, cell: Box, ink: int, held: Sequence[Piece | Line], lexicon: Lexicon) -> Slot:
    """The cell with what it holds; a line that stands in it whole and in one style is its own piece."""
    if not held:
        return Slot(page, cell, "", ink=ink)
    if len(held) == 1 and isinstance(held[0], Line):
        line = held[0]
        return Slot(page, line.bbox, line.text, line.bold, line.rotation in QUARTER_TURNS, ink, (line.id,))
    pieces = [_whole(piece) if isinstance(piece, Line) else piece for piece in held]
    if len(pieces) == 1:
        only = pieces[0]
        return Slot(page, only.bbox, only.text, only.bold, only.rotation in QUARTER_TURNS, ink, (only.line_id,))
    turned = all(piece.rotation in QUARTER_TURNS for piece in pieces)
    ordered = _in_turned_order(pieces) if turned else pieces
    text = _mended_figure(ordered) or join_lines(((piece.text, False) for piece in ordered), lexicon)
    letters = sum(len(piece.text) for piece in ordered)
    bold = 2 * sum(len(piece.text) for piece in ordered if piece.bold) > letters
    line_ids = tuple(dict.fromkeys(piece.line_id for piece in ordered))
    return Slot(page, union(piece.bbox for piece in ordered), text, bold, turned, ink, line_ids)


def _mended_figure(pieces: Sequence[Piece]) -> str:
    """The one figure that the lines of a cell make, where not each is a figure by itself; "" where they don't."""
    text = "".join(piece.text.strip() for piece in pieces)
    if not GROUPED.fullmatch(text):
        return ""
    parts = [piece.text.strip() for piece in pieces]
    return "" if all(GROUPED.fullmatch(part) or (part.isdigit() and part[0] != "0") for part in parts) else text


def _in_turned_order(pieces: Sequence[Piece]) -> list[Piece]:
    """Turned pieces as they are read: lines from left to right and each upwards, or from right to left and each downwards."""
    upwards = pieces[0].rotation == QUARTER_TURNS[0]
    across = sorted(pieces, key=lambda piece: piece.bbox[0] + piece.bbox[2], reverse=not upwards)
    lines: list[list[Piece]] = []
    for piece in across:
        first = lines[-1][0].bbox if lines else piece.bbox
        if not lines or not first[0] < (piece.bbox[0] + piece.bbox[2]) / 2 < first[2]:
            lines.append([])
        lines[-1].append(piece)
    return [piece for line in lines for piece in sorted(line, key=lambda piece: -piece.bbox[3] if upwards else piece.bbox[1])]
