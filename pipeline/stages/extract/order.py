"""Reading order: bands from the top down, columns from left to right in a band, cells from left to right in an area.

What crosses a gutter closes a band; its head, set in a column above it, is read behind the columns. A few rows at the top or the
bottom of the page make a band of their own: a header set over one column is not part of it. Rows are made in each column and each
cell apart. The order of the text layer plays no part: some store the right column first.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box, union
from pipeline.model import Record
from pipeline.stages.extract.areas import Grid, Locate
from pipeline.stages.extract.columns import Gutters
from pipeline.stages.extract.margins import find_margins
from pipeline.stages.extract.openers import find_opener
from pipeline.stages.extract.reader import RawPage
from pipeline.stages.extract.rows import Piece, Row, cut_piece, find_rows


class Placed(Record, frozen=True):
    """A row of pieces in reading order: its column (0 spans the page), its area (-1 for none), whether it stands aside."""

    pieces: Row
    column: int = 0
    area: int = -1
    side: bool = False


class Block(Record, frozen=True):
    """What is ordered as one: a row of a column, or an area whole."""

    bbox: Box
    rows: tuple[Placed, ...]


def place_pieces(
    free: Sequence[Piece], areas: Sequence[Block], raw: RawPage, gutters: Gutters, settings: ExtractSettings
) -> list[Placed]:
    """All pieces of a page, those outside areas and the areas, as rows in reading order."""
    if not gutters:
        return list(_flow(free, areas, 0, settings))
    placed = list(_in_columns(free, areas, raw, gutters, settings))
    if not gutters[-1].aside:
        return placed
    last = len(gutters) + 1
    return [Placed(row.pieces, row.column, row.area, row.column == last and row.area < 0) for row in placed]


def place_area(grid: Grid, locate: Locate, pieces: Sequence[Piece], index: int, settings: ExtractSettings) -> Block:
    """The rows of one area, cell by cell."""
    return Block(grid.bbox, tuple(_cells(pieces, locate, index, settings)))


def split_by_grids(
    raw: RawPage, pieces: Sequence[Piece], grids: Sequence[Grid]
) -> tuple[tuple[Piece, ...], tuple[tuple[Piece, ...], ...]]:
    """Pieces in no grid, and those of each grid, cut where they cross a rule or a grid's edge."""
    if not grids:
        return tuple(pieces), ()
    free: list[Piece] = []
    inside: list[list[Piece]] = [[] for _ in grids]
    boxes = list(enumerate(grid.bbox for grid in grids))
    for piece in pieces:
        x0, top, x1, bottom = piece.bbox
        y = (top + bottom) / 2
        at = -1
        for k, (left, above, right, below) in boxes:
            if above <= y <= below and x0 < right and x1 > left:
                at = k
                break
        if at < 0:
            free.append(piece)
            continue
        if len(piece.words) == 1:
            (inside[at] if left <= (x0 + x1) / 2 <= right else free).append(piece)
            continue
        grid = grids[at]
        for part in _cut_at_cells(raw, piece, grid):
            (inside[at] if grid.holds((part.bbox[0] + part.bbox[2]) / 2, part.middle) else free).append(part)
    return tuple(free), tuple(map(tuple, inside))


def _cut_at_cells(raw: RawPage, piece: Piece, grid: Grid) -> list[Piece]:
    x0s, x1s, y = raw.words.x0s, raw.words.x1s, piece.middle
    groups: list[list[int]] = []
    last: tuple[int, int] | None = None
    for word in piece.words:
        cell = grid.cell((x0s[word] + x1s[word]) / 2, y)
        if cell != last:
            groups.append([])
            last = cell
        groups[-1].append(word)
    return [piece] if len(groups) == 1 else cut_piece(raw, piece, groups)


def _cells(pieces: Sequence[Piece], locate: Locate, index: int, settings: ExtractSettings) -> Iterator[Placed]:
    cells = locate([piece.bbox for piece in pieces])
    if len(set(cells)) == len(cells):
        in_order = pieces if sorted(cells) == cells else [pieces[k] for k in sorted(range(len(cells)), key=cells.__getitem__)]
        yield from [Placed((piece,), 0, index) for piece in in_order]
        return
    by_cell: defaultdict[int, list[Piece]] = defaultdict(list)
    for piece, cell in zip(pieces, cells, strict=True):
        by_cell[cell].append(piece)
    for cell in sorted(by_cell):
        held = by_cell[cell]
        for row in find_rows(held, settings) if len(held) > 1 else (tuple(held),):
            yield Placed(row, 0, index)


def _flow(pieces: Sequence[Piece], areas: Iterable[Block], column: int, settings: ExtractSettings) -> Iterator[Placed]:
    """Rows and areas of one column from the top down."""
    blocks = [Block(union(p.bbox for p in row), (Placed(row, column),)) for row in find_rows(pieces, settings)]
    for block in areas:
        moved = tuple(Placed(r.pieces, column, r.area) for r in block.rows) if column else block.rows
        blocks.append(Block(block.bbox, moved))
    for block in sorted(blocks, key=_falls):
        yield from block.rows


def _falls(block: Block) -> tuple[float, float]:
    """Where a block comes from the top down: a row by its middle, an area by its top edge."""
    _, top, _, bottom = block.bbox
    is_area = bool(block.rows) and block.rows[0].area >= 0
    return (top if is_area else (top + bottom) / 2, block.bbox[0])


def _in_columns(
    free: Sequence[Piece], areas: Sequence[Block], raw: RawPage, gutters: Gutters, settings: ExtractSettings
) -> Iterator[Placed]:
    units: list[Piece | Block] = [*free, *areas]
    within = [(u.bbox, column) for u in units if (column := _column(u.bbox, gutters))]
    high, low = find_margins([box for box, _ in within], [column for _, column in within], raw.height, settings)
    yield from _run([u for u in units if u.bbox[3] <= high], 0, settings)
    yield from _bands([u for u in units if u.bbox[3] > high and u.bbox[1] < low], raw, gutters, settings)
    yield from _run([u for u in units if u.bbox[1] >= low and u.bbox[3] > high], 0, settings)


def _column(box: Box, gutters: Gutters) -> int:
    """The column (from 1) in which a box stands, 0 where it spans a gutter; what hangs in one goes with the column at its right."""
    column = 1
    for gutter in gutters:
        if box[0] < gutter.x0 and box[2] > gutter.x1:
            return 0
        if box[0] >= gutter.x0 or (box[0] + box[2]) / 2 >= gutter.middle:
            column += 1
    return column


def _bands(units: Sequence[Piece | Block], raw: RawPage, gutters: Gutters, settings: ExtractSettings) -> Iterator[Placed]:
    spanning = [u for u in units if not _column(u.bbox, gutters)]
    within = [u for u in units if _column(u.bbox, gutters)]
    within.sort(key=lambda u: u.bbox[1])
    spanning.sort(key=lambda u: u.bbox[1])
    taken = 0
    pending: list[Piece | Block] = []
    for unit in spanning:
        limit = (unit.bbox[1] + unit.bbox[3]) / 2 if isinstance(unit, Piece) else unit.bbox[1]
        upto = taken
        while upto < len(within) and (within[upto].bbox[1] + within[upto].bbox[3]) / 2 <= limit:
            upto += 1
        if upto > taken:
            yield from _run(pending, 0, settings)
            pending = []
            above = within[taken:upto]
            opener = find_opener(above, [_column(u.bbox, gutters) for u in above], unit.bbox, raw.styles, settings)
            yield from _band([u for u in above if u not in opener], gutters, settings)
            yield from _band(opener, gutters, settings)
            taken = upto
        pending.append(unit)
    yield from _run(pending, 0, settings)
    yield from _band(within[taken:], gutters, settings)


def _band(units: Sequence[Piece | Block], gutters: Gutters, settings: ExtractSettings) -> Iterator[Placed]:
    columns = [_column(unit.bbox, gutters) for unit in units]
    for column in range(1, len(gutters) + 2):
        yield from _run([unit for unit, of in zip(units, columns, strict=True) if of == column], column, settings)


def _run(units: Iterable[Piece | Block], column: int, settings: ExtractSettings) -> Iterator[Placed]:
    members = list(units)
    pieces = [u for u in members if isinstance(u, Piece)]
    yield from _flow(pieces, [u for u in members if isinstance(u, Block)], column, settings)
