"""The cells of an area: its grid lines, and which of them are drawn between which cells.

Evidence in this order: a grid line that text runs across, or that is made of strokes shorter than a row, belongs to a picture
behind the table and is dropped; a rule between two cells parts them; a grid line drawn somewhere in the area parts only where
it is drawn, so that cells without a rule between them are one merged cell; a grid line drawn nowhere (an unruled table, or one
with level rules only) parts wherever no line of text runs across it. Never reads words: what stands in a cell plays no part in
where the cell is.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter

from pipeline.config.settings import TableSettings
from pipeline.geometry import Box
from pipeline.model import Area, Record
from pipeline.stages.tables.shapes import Cell, Grid

Stroke = tuple[float, float, float]
"""A rule seen from one side: where it lies, and from where to where it runs."""
ROWS_PARTED = 2
"""Cells that a rule which begins inside another one parts at least; bars of pictures end at no grid line or part fewer."""
DESCENT = 0.2
"""Share of the height of a line of text, above and below, that holds no letters: a rule there runs past the words, not across."""
WHERE = (itemgetter(0, 2), itemgetter(1, 3))
"""From where to where a box goes, by the side it is seen from."""
Walls = Sequence[Sequence[bool]]
"""Walls[i][k]: whether grid line i parts its two sides along the k-th interval of the other direction."""


class Texts:
    """Boxes of text seen along x (0) or along y (1): which of them run across grid lines. The cells of a row, and many of a column,
    go from one place to one other, and each such stretch is looked at once.
    """

    def __init__(self, boxes: Sequence[Box], side: int) -> None:
        self._boxes, self._side = boxes, side
        self._stretches = set(map(WHERE[side], boxes))

    def crossings(self, lines: Sequence[float], slack: float, bare: float = 0.0) -> Iterator[tuple[range, float]]:
        """For each box that runs across some of ``lines`` the indices of those, and its middle seen from the other side.

        ``bare`` is the share of its length at both ends that holds no letters.
        """
        found = {stretch: _lines_across(lines, stretch, slack, bare) for stretch in self._stretches}
        crossed = {stretch: across for stretch, across in found.items() if across}
        if not crossed:
            return
        side = self._side
        for box, middle in zip(self._boxes, self.middles(), strict=True):
            if across := crossed.get((box[side], box[side + 2])):
                yield across, middle

    def middles(self) -> Iterator[float]:
        """The middle of each box seen from the other side."""
        other = 1 - self._side
        return ((box[other] + box[other + 2]) / 2 for box in self._boxes)


def _lines_across(lines: Sequence[float], stretch: tuple[float, float], slack: float, bare: float) -> range:
    """Which of ``lines`` letters stand on both sides of, ``slack`` or more of them."""
    low, high = stretch
    empty = bare * (high - low) - slack
    if empty > 0:
        low, high = low + empty, high - empty
    return range(bisect_right(lines, low + slack), bisect_left(lines, high - slack))


class Frame(Record, frozen=True):
    """What rules alone make of grid lines: which of them stay, which of those are drawn, and the walls (``Walls``, frozen).

    ``grid`` are the cells, None where they hang on the text too, since some grid lines are only seen.
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    drawn_xs: frozenset[float]
    drawn_ys: frozenset[float]
    beside: tuple[tuple[bool, ...], ...]
    under: tuple[tuple[bool, ...], ...]
    grid: Grid | None


Frames = dict[tuple[tuple[float, ...], tuple[float, ...], tuple[Box, ...]], Frame]
"""The frames found, by the grid lines and rules that they come from: the pages of a chart of 200 have a dozen between them."""
FRAMES_KEPT = 64
GRIDS_KEPT = 8
"""Cells kept by the walls that they come from: pages of one chart follow on each other."""


def make_grid(area: Area, rules: tuple[Box, ...], texts: Sequence[Box], frames: Frames, settings: TableSettings) -> Grid:
    """The cells of ``area``. ``rules`` are the drawn lines in it, ``texts`` the boxes of its words or lines of words.

    Frames found before are taken from ``frames``, new ones entered.
    """
    across, along = Texts(texts, 0), Texts(texts, 1)
    upright, level = _strokes(rules)
    xs = tuple(_grid_lines(area.xs, upright, across, 0.0, settings))
    ys = tuple(_grid_lines(area.ys, level, along, DESCENT, settings))
    frame = frames.get((xs, ys, rules))
    if frame is None:
        if len(frames) >= FRAMES_KEPT:
            frames.clear()
        frame = frames[xs, ys, rules] = _find_frame(list(xs), list(ys), upright, level, settings)
    if frame.grid is not None:
        return frame.grid
    beside, under = list(map(list, frame.beside)), list(map(list, frame.under))
    _see_walls(beside, frame.xs, frame.ys, across, frame.drawn_xs, settings)
    _see_walls(under, frame.ys, frame.xs, along, frame.drawn_ys, settings)
    return Grid(frame.xs, frame.ys, _known_cells(frame.xs, frame.ys, tuple(map(tuple, beside)), tuple(map(tuple, under))))


def _strokes(rules: Iterable[Box]) -> tuple[list[Stroke], list[Stroke]]:
    """The upright and the level ones, each once."""
    upright: list[Stroke] = []
    level: list[Stroke] = []
    for x0, top, x1, bottom in set(rules):
        if x1 - x0 <= bottom - top:
            upright.append((x0, top, bottom))
        else:
            level.append((top, x0, x1))
    return upright, level


def _find_frame(xs: list[float], ys: list[float], upright: list[Stroke], level: list[Stroke], settings: TableSettings) -> Frame:
    drawn_xs, drawn_ys = _drawn(xs, upright, settings.snap), _drawn(ys, level, settings.snap)
    ys = _parting(ys, xs, level, drawn_ys, settings)
    upright = _anchored(upright, xs, ys, settings.snap) + _hanging(upright, xs, ys, settings.snap)
    xs = _parting(xs, ys, upright, drawn_xs, settings)
    level = _anchored(level, ys, xs, settings.snap)
    ys, xs = _trimmed(ys, xs, level, drawn_ys, settings), _trimmed(xs, ys, upright, drawn_xs, settings)
    ys = _parting(ys, xs, level, drawn_ys, settings)
    beside, under = _walls(xs, ys, upright, settings), _walls(ys, xs, level, settings)
    seen = _only_seen(beside, xs, drawn_xs, settings) or _only_seen(under, ys, drawn_ys, settings)
    grid = None if seen else Grid(tuple(xs), tuple(ys), _cells(xs, ys, beside, under))
    return Frame(tuple(xs), tuple(ys), drawn_xs, drawn_ys, tuple(map(tuple, beside)), tuple(map(tuple, under)), grid)


def make_owners(grid: Grid) -> list[list[int]]:
    """For each row and column of the grid the index of the cell that covers it."""
    owners = [[-1] * (len(grid.xs) - 1) for _ in range(len(grid.ys) - 1)]
    for index, cell in enumerate(grid.cells):
        if cell.rows == cell.cols == 1:
            owners[cell.row][cell.col] = index
            continue
        for row in range(cell.row, cell.row + cell.rows):
            owners[row][cell.col : cell.col + cell.cols] = [index] * cell.cols
    return owners


def completed(grid: Grid) -> Grid:
    """``grid`` with a cell of its own wherever none of its cells lies."""
    xs, ys = grid.xs, grid.ys
    gaps = [
        Cell(row, col, 1, 1, (xs[col], ys[row], xs[col + 1], ys[row + 1]))
        for row, owners in enumerate(make_owners(grid))
        for col, owner in enumerate(owners)
        if owner < 0
    ]
    return Grid(xs, ys, (*grid.cells, *gaps))


def _grid_lines(
    lines: Sequence[float], strokes: Iterable[Stroke], texts: Texts, bare: float, settings: TableSettings
) -> list[float]:
    """``lines`` with near ones taken together and those of pictures left out; the outer two always stay. ``bare``: as of Texts."""
    merged: list[float] = []
    for at in lines:
        if not merged or at - merged[-1] > settings.snap:
            merged.append(at)
    longest = [0.0] * len(merged)
    reach: list[list[tuple[float, float]]] = [[] for _ in merged]
    for at, start, end in strokes:
        i = _nearest(merged, at)
        if abs(merged[i] - at) <= settings.snap:
            longest[i] = max(longest[i], end - start)
            reach[i].append((start, end))
    crossed = _crossed(merged, reach, texts, bare, settings)
    last = len(merged) - 1
    return [
        at
        for i, at in enumerate(merged)
        if i in (0, last) or not reach[i] or (longest[i] >= settings.shortest_rule and not crossed[i])
    ]


def _drawn(lines: Sequence[float], strokes: Iterable[Stroke], snap: float) -> frozenset[float]:
    """The grid lines along which anything is drawn; the others are only seen from the text."""
    return frozenset(lines[i] for i, _, _ in _bridged(lines, strokes, snap))


def _crossed(
    lines: Sequence[float], reach: Sequence[Sequence[tuple[float, float]]], texts: Texts, bare: float, settings: TableSettings
) -> list[bool]:
    """For each grid line whether, of the rows of text along its strokes, more than ``stray_texts`` run across it."""
    across: list[set[int]] = [set() for _ in lines]
    for crossing, middle in texts.crossings(lines, settings.slack, bare):
        for i in crossing:
            if any(start <= middle <= end for start, end in reach[i]):
                across[i].add(round(middle))
    return [
        bool(rows) and len(rows) > settings.stray_texts * len(_rows_along(strokes, texts))
        for rows, strokes in zip(across, reach, strict=True)
    ]


def _rows_along(strokes: Sequence[tuple[float, float]], texts: Texts) -> set[int]:
    return {round(middle) for middle in texts.middles() if any(start <= middle <= end for start, end in strokes)}


def _parting(
    lines: Sequence[float], along: Sequence[float], strokes: Sequence[Stroke], drawn: Collection[float], settings: TableSettings
) -> list[float]:
    """``lines`` without the inner ones that are drawn and yet part no two cells: strokes of a picture."""
    walls = _walls(lines, along, strokes, settings)
    last = len(lines) - 1
    if _is_open(walls, settings):
        return list(lines)
    return [at for i, at in enumerate(lines) if i in (0, last) or at not in drawn or any(walls[i])]


def _anchored(strokes: Sequence[Stroke], lines: Sequence[float], along: Sequence[float], snap: float) -> list[Stroke]:
    """The strokes that end on the grid lines ``along``, alone or bridged; a bar of a picture ends in the middle of a cell."""
    ends = [_ends_on(along, start, end, snap) for _, start, end in strokes]
    sure = [stroke for stroke, on in zip(strokes, ends, strict=True) if on]
    rest = [stroke for stroke, on in zip(strokes, ends, strict=True) if not on]
    return sure + [(lines[i], start, end) for i, start, end in _bridged(lines, rest, snap) if _ends_on(along, start, end, snap)]


def _hanging(strokes: Sequence[Stroke], lines: Sequence[float], along: Sequence[float], snap: float) -> list[Stroke]:
    """The upright strokes that begin inside a head and part the rows under it down to a grid line, begun at the top of the head."""
    bridged = ((lines[i], start, end) for i, start, end in _bridged(lines, strokes, snap))
    return [_grown(along, stroke, snap) for stroke in bridged if _parts_rows(along, stroke, snap)]


def _parts_rows(along: Sequence[float], stroke: Stroke, snap: float) -> bool:
    """Whether a stroke begins inside a cell and parts those under it, ``ROWS_PARTED`` or more, down to a grid line."""
    _, start, end = stroke
    inside = bisect_right(along, end + snap) - bisect_left(along, start - snap)
    return inside > ROWS_PARTED and _ends_on(along, end, end, snap) and not _ends_on(along, start, start, snap)


def _grown(along: Sequence[float], stroke: Stroke, snap: float) -> Stroke:
    """A stroke that begins inside a cell, begun at the top of it."""
    at, start, end = stroke
    return at, along[max(bisect_right(along, start) - 1, 0)], end


def _ends_on(along: Sequence[float], start: float, end: float, snap: float) -> bool:
    return all(not along[0] < at < along[-1] or abs(along[_nearest(along, at)] - at) <= snap for at in (start, end))


def _trimmed(
    lines: list[float], along: Sequence[float], strokes: Sequence[Stroke], drawn: Collection[float], settings: TableSettings
) -> list[float]:
    """``lines`` without outer ones drawn over a small part of the area's side: edges of something that touches the table."""
    if _is_open(_walls(lines, along, strokes, settings), settings):
        return lines
    lengths = [0.0] * len(lines)
    for i, start, end in _bridged(lines, strokes, settings.snap):
        lengths[i] += min(end, along[-1]) - max(start, along[0])
    least = settings.outer_share * (along[-1] - along[0])
    first, last = 0, len(lines) - 1
    while last - first > 1 and lines[first] in drawn and lengths[first] < least:
        first += 1
    while last - first > 1 and lines[last] in drawn and lengths[last] < least:
        last -= 1
    return lines[first : last + 1]


def _walls(across: Sequence[float], along: Sequence[float], strokes: Iterable[Stroke], settings: TableSettings) -> list[list[bool]]:
    """Where strokes, small gaps between them bridged, cover nearly all of an interval of ``along``."""
    last = len(along) - 1
    walls = [[False] * last for _ in across]
    partly: dict[tuple[int, int], float] = {}
    for i, start, end in _bridged(across, strokes, settings.snap):
        first, beyond = bisect_left(along, start), bisect_right(along, end) - 1
        if first < beyond:
            walls[i][first:beyond] = [True] * (beyond - first)
        for k in {first - 1, beyond}:
            if 0 <= k < last and not walls[i][k]:
                length = partly.get((i, k), 0.0) + min(end, along[k + 1]) - max(start, along[k])
                partly[i, k] = length
                walls[i][k] = length >= settings.covered * (along[k + 1] - along[k])
    return walls


def _bridged(across: Sequence[float], strokes: Iterable[Stroke], snap: float) -> Iterator[tuple[int, float, float]]:
    """(index of the grid line, start, end) of each unbroken stroke."""
    by_line: dict[int, list[tuple[float, float]]] = {}
    for at, start, end in strokes:
        i = _nearest(across, at)
        if abs(across[i] - at) <= snap:
            by_line.setdefault(i, []).append((start, end))
    for i, stretches in by_line.items():
        stretches.sort()
        low, high = stretches[0]
        for start, end in stretches:
            if start > high + snap:
                yield i, low, high
                low, high = start, end
            elif end > high:
                high = end
        yield i, low, high


def _nearest(values: Sequence[float], at: float) -> int:
    i = bisect_left(values, at)
    return i if i == 0 or (i < len(values) and values[i] - at < at - values[i - 1]) else i - 1


def _is_open(walls: Walls, settings: TableSettings) -> bool:
    """Whether inner grid lines are drawn in few intervals: beside coloured heads alone, or nowhere."""
    inner = walls[1:-1]
    if not inner:
        return False
    drawn = [any(column) for column in zip(*inner, strict=True)]
    return sum(drawn) <= settings.open_share * len(drawn)


def _only_seen(walls: Walls, across: Sequence[float], drawn: Collection[float], settings: TableSettings) -> list[int]:
    """The inner grid lines that are not drawn, all of them in an open table."""
    is_open = _is_open(walls, settings)
    return [i for i in range(1, len(across) - 1) if is_open or across[i] not in drawn]


def _see_walls(
    walls: list[list[bool]],
    across: Sequence[float],
    along: Sequence[float],
    texts: Texts,
    drawn: Collection[float],
    settings: TableSettings,
) -> None:
    """Fill in the inner grid lines that are only seen: walls everywhere but where a text runs across. In an open table all are."""
    seen = _only_seen(walls, across, drawn, settings)
    if not seen:
        return
    for i in seen:
        walls[i] = [True] * (len(along) - 1)
    inner_along = along[1:-1]
    for crossing, middle in texts.crossings([across[i] for i in seen], settings.slack):
        for place in crossing:
            walls[seen[place]][bisect_right(inner_along, middle)] = False


def _cells(xs: Sequence[float], ys: Sequence[float], beside: Walls, under: Walls) -> tuple[Cell, ...]:
    """From the top left: as far right as no wall stands, then as far down as the same stretch stays open."""
    wide, high = len(xs) - 1, len(ys) - 1
    taken = [[False] * wide for _ in range(high)]
    cells: list[Cell] = []
    for row in range(high):
        col = 0
        while col < wide:
            if taken[row][col]:
                col += 1
                continue
            end = col + 1
            while end < wide and not beside[end][row] and not taken[row][end]:
                end += 1
            bottom = row + 1
            while bottom < high and _goes_on(beside, under, bottom, col, end):
                bottom += 1
            for r in range(row, bottom):
                taken[r][col:end] = [True] * (end - col)
            cells.append(Cell(row, col, bottom - row, end - col, (xs[col], ys[row], xs[end], ys[bottom])))
            col = end
    return tuple(cells)


_known_cells = lru_cache(GRIDS_KEPT)(_cells)


def _goes_on(beside: Walls, under: Walls, row: int, col: int, end: int) -> bool:
    """Whether the cell above, from column ``col`` to ``end``, goes on in ``row``: no rule between, the same walls at its sides."""
    if any(under[row][col:end]) or any(beside[i][row] for i in range(col + 1, end)):
        return False
    return (col == 0 or beside[col][row]) and (end == len(beside) - 1 or beside[end][row])
