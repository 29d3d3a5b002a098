"""Where tables may stand, by geometry alone: connected grids of drawn rules, and in which of their cells a point lies.

Order of evidence: what is drawn as a line, as an edge of a box, as a shaded cell. A box around most of the page is a frame and a
grid of one column is a box with a heading: neither is a table. Cells merge where no rule is drawn between them. Nothing here looks
at words.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import WHOLE, Box, union
from pipeline.model import Record
from pipeline.stages.extract.reader import Drawn

OUTSIDE = (-1, -1)
OPEN = 3
"""Times ``rule_near`` by which rules must run on past the outermost one across them to hold another row or column."""
HOLLOW = 0.8
"""Share of the width of a frame that its inside has; the widest cell of a table over a whole page has a label beside it."""


class Grid(Record, frozen=True):
    """A grid of rules. ``walls`` holds (row, index into xs) where an upright rule is drawn beside a row, ``floors`` (index into ys,
    column) where a level one is drawn along a column.
    """

    bbox: Box
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    walls: frozenset[tuple[int, int]]
    floors: frozenset[tuple[int, int]]

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in the grid."""
        x0, top, x1, bottom = self.bbox
        return x0 <= x <= x1 and top <= y <= bottom

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """(row, column) of the first slot of the cell that a point lies in; (-1, -1) outside."""
        if not self.holds(x, y):
            return OUTSIDE
        row = min(bisect_right(self.ys, y), len(self.ys) - 1) - 1
        return self.first_slot(row, min(bisect_right(self.xs, x), len(self.xs) - 1) - 1)

    def first_slot(self, row: int, column: int) -> tuple[int, int]:
        """(row, column) of the first slot of the cell that a slot belongs to."""
        while column > 0 and (row, column) not in self.walls:
            column -= 1
        while row > 0 and (row, column) not in self.floors:
            row -= 1
        return row, column


Locate = Callable[[Iterable[Box]], list[int]]
"""For each box whose middle is in a grid, the number (row by row, from 0) of the first slot of the cell that it lies in."""


def make_locate(grid: Grid) -> Locate:
    """``grid.cell`` for many boxes, each slot of the grid looked at once."""
    inner_xs, inner_ys, columns = grid.xs[1:-1], grid.ys[1:-1], len(grid.xs) - 1
    firsts: dict[int, int] = {}

    def locate(boxes: Iterable[Box]) -> list[int]:
        places = [((x0 + x1) / 2, (top + bottom) / 2) for x0, top, x1, bottom in boxes]
        rows = {y: bisect_right(inner_ys, y) * columns for y in {y for _, y in places}}
        slots = [rows[y] + bisect_right(inner_xs, x) for x, y in places]
        if not firsts.keys() >= set(slots):
            for slot, place in zip(slots, places, strict=True):
                if slot not in firsts:
                    row, column = grid.first_slot(*divmod(slot, columns)) if grid.holds(*place) else OUTSIDE
                    firsts[slot] = row * columns + column
        return list(map(firsts.__getitem__, slots))

    return locate


class Edges(Record, frozen=True):
    """Level and upright rules, those in one line that touch made one."""

    level: tuple[Box, ...]
    upright: tuple[Box, ...]


def find_edges(drawn: Sequence[Drawn], settings: ExtractSettings) -> Edges:
    """The lines and box edges of all that is drawn."""
    level: list[tuple[float, float, float]] = []
    upright: list[tuple[float, float, float]] = []
    for thing in drawn:
        x0, top, x1, bottom = thing.bbox
        if x0 != x1:
            level.append((top, x0, x1))
            if top != bottom:
                level.append((bottom, x0, x1))
        if top != bottom:
            upright.append((x0, top, bottom))
            if x0 != x1:
                upright.append((x1, top, bottom))
    near = settings.rule_near
    return Edges(
        tuple((x0, y, x1, y) for y, x0, x1 in _straightened(level, near)),
        tuple((x, top, x, bottom) for x, top, bottom in _straightened(upright, near)),
    )


def _straightened(lines: Sequence[tuple[float, float, float]], near: float) -> list[tuple[float, float, float]]:
    """(place, from, to) of parallel lines, touching ones in one line made one; places nearer than half of ``near`` are one."""
    places = _merged([place for place, _, _ in lines], near / 2)
    found: list[tuple[float, float, float]] = []
    for place, low, high in sorted((places[_nearest(places, place)], low, high) for place, low, high in lines):
        if found and found[-1][0] == place and low <= found[-1][2] + near:
            found[-1] = (place, found[-1][1], max(high, found[-1][2]))
        else:
            found.append((place, low, high))
    return found


def inside_frames(drawn: Sequence[Drawn], page: float, settings: ExtractSettings) -> Sequence[Drawn]:
    """What is drawn on a page of ``page`` square points, without boxes round most of it."""
    large = settings.frame_share * page
    return [thing for thing in drawn if _size(thing.bbox) < large]


def find_grids(edges: Edges, page: float, settings: ExtractSettings) -> tuple[Grid, ...]:
    """Grids of at least two columns and of more than two cells on a page of ``page`` square points, from the top down."""
    near = settings.rule_near
    level = [edge for edge in edges.level if edge[2] - edge[0] > near]
    upright = [edge for edge in edges.upright if edge[3] - edge[1] > near]
    if not level or not upright:
        return ()
    found = [
        grid
        for grid in _unframed(level + upright, settings.frame_share * page, near)
        if len(grid.xs) > 2 and len(grid.ys) > 1 and (len(grid.xs) - 1) * (len(grid.ys) - 1) >= settings.grid_cells
    ]
    return tuple(sorted(_outermost(found), key=lambda g: (g.bbox[1], g.bbox[0])))


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _unframed(edges: Sequence[Box], large: float, near: float) -> Iterator[Grid]:
    """All grids; one that is a frame round most of the page is taken off, and what it held together is looked at again."""
    for group in _connected(edges, near):
        grid = _grid(group, near)
        hollow = _largest_cell(grid) if _size(grid.bbox) > large else WHOLE
        if _size(hollow) < large / 2 or hollow[2] - hollow[0] < HOLLOW * (grid.bbox[2] - grid.bbox[0]):
            yield grid
        else:
            rest = [edge for edge in group if not _bounds(edge, hollow, near)]
            yield from (_grid(part, near) for part in _connected(rest, near))


def _largest_cell(grid: Grid) -> Box:
    cells: dict[tuple[int, int], Box] = {}
    for (y0, y1), (x0, x1) in product(pairwise(grid.ys), pairwise(grid.xs)):
        cell = grid.cell((x0 + x1) / 2, (y0 + y1) / 2)
        cells[cell] = union((cells.get(cell, (x0, y0, x1, y1)), (x0, y0, x1, y1)))
    return max(cells.values(), key=_size, default=WHOLE)


def _bounds(edge: Box, cell: Box, near: float) -> bool:
    """Whether an edge is one of the four sides of a cell, or longer than one in its line."""
    if edge[1] == edge[3]:
        return min(abs(edge[1] - cell[1]), abs(edge[1] - cell[3])) <= near and 2 * (edge[2] - edge[0]) > cell[2] - cell[0]
    return min(abs(edge[0] - cell[0]), abs(edge[0] - cell[2])) <= near and 2 * (edge[3] - edge[1]) > cell[3] - cell[1]


def _connected(boxes: Sequence[Box], near: float) -> list[list[Box]]:
    """Groups of edges that touch, by a sweep from the top down over those still open."""
    parent = list(range(len(boxes)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    order = sorted(range(len(boxes)), key=lambda i: boxes[i][1])
    still: list[int] = []
    for i in order:
        x0, top, x1, _ = boxes[i]
        still = [j for j in still if boxes[j][3] >= top - near]
        for j in still:
            if boxes[j][0] <= x1 + near and boxes[j][2] >= x0 - near:
                parent[root(j)] = root(i)
        still.append(i)
    groups: dict[int, list[Box]] = {}
    for i in order:
        groups.setdefault(root(i), []).append(boxes[i])
    return list(groups.values())


def _grid(edges: Sequence[Box], near: float) -> Grid:
    """The grid that edges touching one another make; xs or ys are empty where none is upright or level."""
    level = [edge for edge in edges if edge[1] == edge[3]]
    upright = [edge for edge in edges if edge[0] == edge[2]]
    xs = _opened(_merged([edge[0] for edge in upright], near), [(e[0], e[2]) for e in level], near)
    ys = _opened(_merged([edge[1] for edge in level], near), [(e[1], e[3]) for e in upright], near)
    if len(xs) < 2 or len(ys) < 2:
        return Grid((0.0, 0.0, 0.0, 0.0), (), (), frozenset(), frozenset())
    walls = {(row, _nearest(xs, x)) for x, top, _, bottom in upright for row in _slots(ys, top, bottom, near)}
    floors = {(_nearest(ys, y), column) for x0, y, x1, _ in level for column in _slots(xs, x0, x1, near)}
    return Grid((xs[0], ys[0], xs[-1], ys[-1]), xs, ys, frozenset(walls), frozenset(floors))


def _merged(values: Sequence[float], near: float) -> tuple[float, ...]:
    """Sorted, values nearer than ``near`` taken together."""
    out: list[float] = []
    for value in sorted(values):
        if not out or value - out[-1] > near:
            out.append(value)
    return tuple(out)


def _opened(values: tuple[float, ...], across: Sequence[tuple[float, float]], near: float) -> tuple[float, ...]:
    """With the ends of the rules across added where two or more run on past the outermost: a table open at a side or a page end."""
    if not values:
        return values
    before = [low for low, _ in across if low < values[0] - OPEN * near]
    after = [high for _, high in across if high > values[-1] + OPEN * near]
    first = (min(before),) if len(before) > 1 else ()
    last = (max(after),) if len(after) > 1 else ()
    return (*first, *values, *last)


def _nearest(values: Sequence[float], value: float) -> int:
    """The index that ``value`` was merged into by ``_merged``."""
    return max(0, bisect_right(values, value) - 1)


def _slots(values: Sequence[float], low: float, high: float, near: float) -> range:
    """Indices of the slots between neighbouring ``values`` that [low, high] covers."""
    first = bisect_right(values, low + near) - 1
    last = bisect_right(values, high + near) - 1
    return range(max(0, first), min(last, len(values) - 1))


def _outermost(grids: Sequence[Grid]) -> list[Grid]:
    """Those that don't lie in another one: a table in a cell is part of the table around it."""
    kept: list[Grid] = []
    for grid in sorted(grids, key=lambda g: -_size(g.bbox)):
        x, y = (grid.bbox[0] + grid.bbox[2]) / 2, (grid.bbox[1] + grid.bbox[3]) / 2
        if not any(other.holds(x, y) for other in kept):
            kept.append(grid)
    return kept
