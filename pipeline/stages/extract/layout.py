"""Raw page -> page: grids, columns, reading order, then lines. What a run of pages must say (gutters) is decided in between.

``sketch_page`` finds what one page shows alone; ``make_page`` lays it out with the gutters believed for it.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box, union
from pipeline.model import Area, Column, Line, Page, Record, Rule
from pipeline.stages.extract.aligned import find_aligned
from pipeline.stages.extract.areas import Grid, Locate, make_locate
from pipeline.stages.extract.columns import Gutters, offer_gutters
from pipeline.stages.extract.drawings import Drawing, FindDrawing
from pipeline.stages.extract.levelled import find_levelled
from pipeline.stages.extract.lines import make_lines
from pipeline.stages.extract.order import Placed, place_area, place_pieces, split_by_grids
from pipeline.stages.extract.raised import close_raised, seat_raised
from pipeline.stages.extract.reader import NO_PAGE, RawPage, Words
from pipeline.stages.extract.rows import Piece, find_pieces, find_rows
from pipeline.stages.extract.turned import divide_strips, find_turned, set_aside, turn_back

PACK, UNPACK = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(Words)


class Sketch(Record, frozen=True):
    """One page before its columns are known: its grids and what locates points in each, the pieces outside and in each, those
    beyond the page's edges, the boxes of what may stand in columns.

    ``words`` are those of ``wordless``, packed: every page of a document is sketched before the first is laid out, and its words
    would take 80 KB a page as they are. ``set_in`` counts the words in each of its styles.
    """

    number: int
    label: str
    wordless: RawPage
    words: bytes
    set_in: tuple[int, ...]
    drawing: Drawing
    grids: tuple[tuple[Grid, Locate], ...]
    free: tuple[Piece, ...]
    inside: tuple[tuple[Piece, ...], ...]
    beyond: tuple[Piece, ...]
    boxes: tuple[Box, ...]
    offered: Gutters

    @property
    def raw(self) -> RawPage:
        """The page with its words, unpacked anew each time."""
        return msgspec.structs.replace(self.wordless, words=UNPACK.decode(self.words))


def sketch_page(raw: RawPage, number: int, label: str, find_drawing: FindDrawing, settings: ExtractSettings) -> Sketch:
    """Pieces, grids and offered gutters of one page."""
    drawing = find_drawing(raw.drawn, raw.width, raw.height)
    raw = divide_strips(msgspec.structs.replace(raw, drawn=drawing.drawn))
    pieces = find_pieces(_upright(raw), settings)
    seated = seat_raised(raw, pieces, settings)
    if seated is not raw:
        raw, pieces = seated, find_pieces(_upright(seated), settings)
    shown = pieces if _are_shown(raw) else [piece for piece in pieces if _is_shown(piece.bbox, raw)]
    beyond = () if len(shown) == len(pieces) else tuple(piece for piece in pieces if not _is_shown(piece.bbox, raw))
    ruled = [grid for grid, _ in drawing.grids]
    levelled = find_levelled(drawing.edges, raw.height, shown, ruled, settings)
    located = [*drawing.grids, *((grid, make_locate(grid)) for grid in levelled)]
    located.sort(key=lambda pair: (pair[0].bbox[1], pair[0].bbox[0]))
    grids = tuple(grid for grid, _ in located)
    free, inside = split_by_grids(raw, shown, grids)
    boxes = (*(piece.bbox for piece in free), *(grid.bbox for grid in grids))
    return Sketch(
        number=number,
        label=label,
        wordless=msgspec.structs.replace(raw, words=NO_PAGE.words),
        words=PACK.encode(raw.words),
        set_in=tuple(map(raw.words.styles.count, range(len(raw.styles)))),
        drawing=drawing,
        grids=tuple(located),
        free=free,
        inside=inside,
        beyond=beyond,
        boxes=boxes,
        offered=offer_gutters(boxes, settings),
    )


def _upright(raw: RawPage) -> RawPage:
    if not any(style.rotation for style in raw.styles):
        return raw
    strips = tuple(s for s in raw.strips if not raw.styles[raw.words.styles[s.start]].rotation)
    return msgspec.structs.replace(raw, strips=strips)


def _are_shown(raw: RawPage) -> bool:
    """Whether every word, and so every piece, stands at least in part on the page."""
    words = raw.words
    if not words.texts:
        return True
    return min(words.x1s) > 0 and min(words.bottoms) > 0 and max(words.x0s) < raw.width and max(words.tops) < raw.height


def _is_shown(box: Box, raw: RawPage) -> bool:
    x0, top, x1, bottom = box
    return x1 > 0 and bottom > 0 and x0 < raw.width and top < raw.height


def make_page(sketch: Sketch, gutters: Gutters, settings: ExtractSettings) -> Page:
    """The page with its lines in reading order."""
    raw, number = sketch.raw, sketch.number
    held_by = zip(sketch.grids, sketch.inside, strict=True)
    areas = [place_area(grid, locate, held, k, settings) for k, ((grid, locate), held) in enumerate(held_by)]
    placed = place_pieces(sketch.free, areas, raw, gutters, settings)
    placed += [Placed(row) for row in find_rows(sketch.beyond, settings)]
    aligned, placed = find_aligned(raw, placed, len(sketch.grids), settings)
    lines = [close_raised(line, settings) if len(line.runs) > 1 else line for line in make_lines(raw, number, placed)]
    columns = _columns(placed, gutters)
    lines += set_aside(_turned_lines(raw, number, lines[-1].row + 1 if lines else 0, settings), lines, columns)
    rules = tuple(Rule(number, box) for edges in (sketch.drawing.rules.level, sketch.drawing.rules.upright) for box in edges)
    ruled = tuple(_area(grid, k, lines, settings) for k, (grid, _) in enumerate(sketch.grids))
    return Page(
        number=number,
        label=sketch.label,
        width=raw.width,
        height=raw.height,
        lines=tuple(lines),
        rules=rules,
        shades=sketch.drawing.shades,
        images=raw.images,
        areas=(*ruled, *aligned),
        columns=columns,
        letters=raw.letters,
    )


def _area(grid: Grid, index: int, lines: Sequence[Line], settings: ExtractSettings) -> Area:
    """The ruled area ``index`` of these lines; ``prose`` where few columns hold most letters in cells as long as a paragraph."""
    letters: Counter[tuple[int, int]] = Counter()
    if len(grid.xs) - 1 <= settings.prose_columns:
        for line in (line for line in lines if line.area == index):
            x0, top, x1, bottom = line.bbox
            letters[grid.cell((x0 + x1) / 2, (top + bottom) / 2)] += len(line.text)
    long = sum(count for count in letters.values() if count >= settings.prose_letters)
    prose = long > 0 and long >= settings.prose_share * letters.total()
    return Area(grid.bbox, grid.xs, grid.ys, ruled=True, prose=prose)


def _turned_lines(raw: RawPage, number: int, first_row: int, settings: ExtractSettings) -> list[Line]:
    lines = []
    for turned in find_turned(raw, settings):
        placed = [Placed(row) for row in turned.rows]
        made = make_lines(turned.raw, number, placed, first_row)
        for line in made:
            runs = tuple(msgspec.structs.replace(run, bbox=turn_back(run.bbox, turned.angle, raw)) for run in line.runs)
            lines.append(msgspec.structs.replace(line, bbox=turn_back(line.bbox, turned.angle, raw), runs=runs))
        first_row = made[-1].row + 1 if made else first_row
    return lines


def _columns(placed: Sequence[Placed], gutters: Gutters) -> tuple[Column, ...]:
    if not placed:
        return ()
    if not gutters:
        return (Column(union([piece.bbox for one in placed for piece in one.pieces])),)
    found = []
    for column in range(1, len(gutters) + 2):
        boxes = [piece.bbox for one in placed if one.column == column for piece in one.pieces]
        if boxes:
            found.append(Column(union(boxes)))
    return tuple(found)
