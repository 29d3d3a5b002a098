"""A table as it is compared: heads, rows, and where each cell stands, however it was set.

A list set in several blocks beside each other under the same heads is one list. A table that one version prints in pieces, by
pages or by columns, is one table where the other version has it as one. Nothing is joined that is not so in the other version.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from pipeline.config.diff import DiffSettings
from pipeline.diff.records import Spot
from pipeline.diff.units import make_spot, make_spots
from pipeline.diff.words import make_key
from pipeline.store.rows import TableRow

Cells = tuple[str, ...]
Boxes = tuple[tuple[Spot, ...], ...]


class Grid(NamedTuple):
    """``keys`` are the cells of each row as they are compared, ``boxes`` where each stands; ``entries`` counts keys of cells."""

    id: str
    caption: str
    page: int
    spots: tuple[Spot, ...]
    dimensions: dict[str, str]
    header: Cells
    labels: int
    rows: tuple[Cells, ...]
    boxes: tuple[Boxes, ...]
    keys: tuple[Cells, ...]
    entries: Counter[str]

    @property
    def width(self) -> int:
        """Columns."""
        return max((len(self.header), *map(len, self.rows)))


def make_grid(table: TableRow) -> Grid:
    """The table, its blocks under each other."""
    blocks = _count_blocks(table.header)
    width = len(table.header) // blocks if table.header else 0
    rows, boxes = [tuple(row) for row in table.cells], [_spots(row) for row in table.cell_boxes]
    if blocks > 1:
        rows, boxes = _unfold(rows, width), _unfold(boxes, width)
    kept = [(row, at) for row, at in zip(rows, _filled(boxes, rows), strict=True) if blocks == 1 or any(row)]
    return _grid(table, tuple(table.header[:width]), kept)


def _grid(table: TableRow, header: Cells, kept: Sequence[tuple[Cells, Boxes]]) -> Grid:
    rows = tuple(row for row, _ in kept)
    keys = tuple(tuple(map(make_key, row)) for row in rows)
    return Grid(
        id=table.id,
        caption=table.caption,
        page=table.pages[0] if table.pages else 0,
        spots=make_spots(table.bboxes),
        dimensions={each.name: each.value for each in table.dimensions},
        header=header,
        labels=max(1, min(table.row_labels, len(header) or table.row_labels)),
        rows=rows,
        boxes=tuple(at for _, at in kept),
        keys=keys,
        entries=_count(header, keys),
    )


def _count(header: Cells, keys: Sequence[Cells]) -> Counter[str]:
    return Counter(filter(None, chain(map(make_key, header), *keys)))


def _count_blocks(header: Sequence[str]) -> int:
    """How often the same heads stand beside each other: "No., Item, No., Item" twice. A head alone is no block."""
    keys = list(map(make_key, header))
    for blocks in range(len(keys) // 2, 1, -1):
        width = len(keys) // blocks
        if width * blocks == len(keys) and all(keys) and keys[:width] * blocks == keys:
            return blocks
    return 1


def _unfold(rows: Sequence[tuple[object, ...]], width: int) -> list[tuple]:  # type: ignore[type-arg]
    most = max(map(len, rows), default=0)
    return [row[at : at + width] for at in range(0, most, width) for row in rows]


def _spots(row: Sequence[Sequence[float]]) -> Boxes:
    return tuple((make_spot(int(box[0]), box[1:]),) if box else () for box in row)


def _filled(boxes: Sequence[Boxes], rows: Sequence[Cells]) -> Iterator[Boxes]:
    """Boxes for each row; a table copied by hand has none."""
    for index in range(len(rows)):
        yield boxes[index] if index < len(boxes) else ()


def count_common(mine: Counter[str], theirs: Counter[str]) -> int:
    """How many entries both have; much faster than the intersection of counters, which counts what is in neither."""
    return sum([min(count, theirs[key]) for key, count in mine.items() if key in theirs])


def join_pieces(whole: Sequence[Grid], pieces: Sequence[Grid], settings: DiffSettings) -> list[Grid]:
    """``pieces`` with those joined that together are one of ``whole``, in the order of its rows; each where its first one stood."""
    found = list(pieces)
    for grid in whole:
        parts = [each for each in found if _is_piece(each, grid, settings)]
        if len(parts) > 1 and _joined_is_nearer(parts, grid):
            place = found.index(parts[0])
            found = [each for each in found if each not in parts]
            found.insert(place, _join(parts, grid))
    return found


def _is_piece(piece: Grid, whole: Grid, settings: DiffSettings) -> bool:
    if len(piece.rows) >= len(whole.rows) or piece.width != whole.width or not _one_header(piece, whole):
        return False
    return count_common(piece.entries, whole.entries) >= settings.table_piece * piece.entries.total()


def _one_header(piece: Grid, whole: Grid) -> bool:
    return not any(piece.header) or not any(whole.header) or list(map(make_key, piece.header)) == list(map(make_key, whole.header))


def _joined_is_nearer(parts: Sequence[Grid], grid: Grid) -> bool:
    """Whether all parts together are more like the whole than the best of them; two copies of one table are not."""
    keys = [key for part in parts for key in part.keys]
    return _agreement(keys, grid.keys) > max(_agreement(part.keys, grid.keys) for part in parts)


def _agreement(mine: Sequence[Cells], theirs: Sequence[Cells]) -> float:
    both = (Counter(mine) & Counter(theirs)).total()
    return 2 * both / max(1, len(mine) + len(theirs))


def _join(parts: Sequence[Grid], whole: Grid) -> Grid:
    """One grid of the pieces, its rows in the order of the whole: which piece came first on the page says nothing."""
    places = {key: float(index) for index, key in reversed(list(enumerate(whole.keys)))}
    ordered = sorted(_placed(parts, places), key=lambda each: each[0])
    keys = tuple(part.keys[at] for _, part, at in ordered)
    first = ordered[0][1]
    header = next((part.header for part in parts if any(part.header)), ())
    return first._replace(
        id="+".join(dict.fromkeys(part.id for _, part, _ in ordered)),
        caption=next((part.caption for part in (first, *parts) if part.caption), ""),
        spots=tuple(chain.from_iterable(part.spots for part in parts)),
        header=header,
        rows=tuple(part.rows[at] for _, part, at in ordered),
        boxes=tuple(part.boxes[at] for _, part, at in ordered),
        keys=keys,
        entries=_count(header, keys),
    )


def _placed(parts: Sequence[Grid], places: dict[Cells, float]) -> Iterator[tuple[float, Grid, int]]:
    """Every row with its place in the whole; what the whole does not have stands behind the row ahead of it."""
    for part in parts:
        place = -0.5
        for at, key in enumerate(part.keys):
            place = places.get(key, place + SMALL_STEP)
            yield place, part, at


SMALL_STEP = 1e-4
"""Of a place: less than any row of the whole is from the next."""
