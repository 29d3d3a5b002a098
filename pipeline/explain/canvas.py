"""Pillow's side of the picture of a page: the page in the middle, notes in margins on both sides, a legend below.

Takes shapes in points of the page as shown, and draws them in pixels. Fills are translucent, so that the words stay readable.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw, ImageFont

from pipeline.explain.shapes import Layer, Shape
from pipeline.geometry import Box
from pipeline.model import Record

Ink = tuple[int, int, int]

GREY, BLACK, WHITE = (110, 110, 110), (20, 20, 20), (255, 255, 255)
DEPTHS: tuple[Ink, ...] = ((31, 90, 180), (0, 140, 130), (150, 70, 170), (200, 120, 0), (190, 40, 100), (80, 120, 20))
"""Of clauses from depth 1 on; then anew."""
INKS: dict[Layer, Ink] = {
    Layer.COLUMN: (90, 150, 220),
    Layer.FURNITURE: GREY,
    Layer.CONTENTS: (140, 110, 60),
    Layer.UNSEEN: (230, 0, 230),
    Layer.ASIDE: (120, 60, 220),
    Layer.OVERVIEW: (170, 170, 120),
    Layer.HEADING: BLACK,
    Layer.UNDER_HEADING: BLACK,
    Layer.TABLE_KEPT: (0, 150, 40),
    Layer.TABLE_EXCLUDED: (225, 90, 0),
    Layer.TABLE_RELEASED: (0, 160, 220),
    Layer.CELL_KEPT: (0, 150, 40),
    Layer.CELL_EXCLUDED: (225, 90, 0),
    Layer.CELL_RELEASED: (0, 160, 220),
    Layer.REJECTED: (215, 0, 0),
    Layer.RUN: (255, 200, 0),
    Layer.LINE: GREY,
}
FILLS = {
    Layer.FURNITURE: 110,
    Layer.CONTENTS: 80,
    Layer.UNSEEN: 60,
    Layer.ASIDE: 55,
    Layer.OVERVIEW: 60,
    Layer.HEADING: 40,
    Layer.UNDER_HEADING: 22,
    Layer.CLAUSE: 40,
    Layer.TITLE: 65,
    Layer.LABEL: 80,
    Layer.TABLE_KEPT: 30,
    Layer.TABLE_EXCLUDED: 40,
}
"""How much of the ink covers the page, of 255."""
OUTLINES = {
    Layer.HEADING: 1,
    Layer.LABEL: 1,
    Layer.TABLE_KEPT: 3,
    Layer.TABLE_EXCLUDED: 3,
    Layer.TABLE_RELEASED: 3,
    Layer.CELL_KEPT: 1,
    Layer.CELL_EXCLUDED: 1,
    Layer.CELL_RELEASED: 1,
    Layer.REJECTED: 2,
}
"""Pixels."""
TABLES = (Layer.TABLE_KEPT, Layer.TABLE_EXCLUDED, Layer.TABLE_RELEASED)
RIGHT_HAND = (*TABLES, Layer.REJECTED)
"""What is noted in the right margin wherever it stands; ids of clauses stand on the nearer side."""
NOT_IN_LEGEND = (Layer.TITLE, Layer.LABEL, Layer.CELL_KEPT, Layer.CELL_EXCLUDED, Layer.CELL_RELEASED, Layer.LINE)
MARGIN, GUTTER, TYPE, PITCH, DASH = 230, 8, 13, 15, 6
"""Pixels: a margin, what is left free in it, the type of notes, from one note to the next, a dash."""
TINY = 9
"""Pixels: the type of line ids."""
LONGEST = 31
"""Characters of a note."""
UNPRINTABLE = re.compile(r"[^\x20-\x7e]+")
"""What the built-in font has no signs for, once accents are taken off."""


class Sheet(Record, frozen=True):
    """Where the page lies on the canvas: ``scale`` in pixels a point, ``left`` the pixels before it; its size in pixels."""

    scale: float
    left: int
    width: int
    height: int

    def place(self, bbox: Box) -> tuple[float, float, float, float]:
        """A box of the page in pixels of the canvas."""
        x0, top, x1, bottom = (edge * self.scale for edge in bbox)
        return (x0 + self.left, top, x1 + self.left, bottom)


def draw_shapes(picture: Image.Image, scale: float, shapes: Sequence[Shape], heading: str, *, lines: bool) -> Image.Image:
    """The picture of a page (``scale`` pixels a point) with ``shapes`` on it, notes beside it and a legend under it.

    ``lines`` writes the number of each line before it.
    """
    sheet = Sheet(scale, MARGIN, picture.width, picture.height)
    legend = list(_legend_rows(shapes, heading, picture.width + 2 * MARGIN))
    canvas = Image.new("RGB", (picture.width + 2 * MARGIN, picture.height + PITCH * (len(legend) + 1)), WHITE)
    canvas.paste(picture, (MARGIN, 0))
    canvas = _fill(canvas, sheet, shapes)
    draw = ImageDraw.Draw(canvas)
    draw.rectangle((sheet.left, 0, sheet.left + sheet.width - 1, sheet.height - 1), outline=GREY)
    for shape in shapes:
        _outline(draw, sheet.place(shape.bbox), shape)
    for shape in shapes:
        if shape.layer is Layer.RUN:
            _number(draw, sheet.place(shape.bbox), shape.note)
        elif lines and shape.layer is Layer.LINE:
            x0, top, _, _ = sheet.place(shape.bbox)
            draw.text((x0 - 1, top), shape.owner.partition(".")[2], fill=INKS[Layer.REJECTED], font=_font(TINY), anchor="rt")
    for on_left in (True, False):
        _write_notes(
            draw, sheet, [shape for shape in shapes if _is_noted(shape) and _stands_left(shape, sheet) == on_left], on_left
        )
    for row, entries in enumerate(legend):
        _write_legend(draw, sheet.height + PITCH // 2 + PITCH * row, entries)
    return canvas


def ink_of(shape: Shape) -> Ink:
    """The colour of a shape: a clause's by its depth, others by their layer."""
    return DEPTHS[(shape.depth - 1) % len(DEPTHS)] if shape.depth else INKS.get(shape.layer, BLACK)


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _fill(canvas: Image.Image, sheet: Sheet, shapes: Sequence[Shape]) -> Image.Image:
    over = Image.new("RGBA", canvas.size, (*WHITE, 0))
    draw = ImageDraw.Draw(over)
    for shape in shapes:
        if shape.layer in FILLS:
            draw.rectangle(_upright(sheet.place(shape.bbox)), fill=(*ink_of(shape), FILLS[shape.layer]))
    return Image.alpha_composite(canvas.convert("RGBA"), over).convert("RGB")


def _upright(box: Box) -> Box:
    """Pillow refuses a box whose edges are the wrong way round, as an empty line's may be."""
    x0, top, x1, bottom = box
    return (min(x0, x1), min(top, bottom), max(x0, x1), max(top, bottom))


def _outline(draw: ImageDraw.ImageDraw, box: Box, shape: Shape) -> None:
    ink = ink_of(shape)
    x0, top, x1, bottom = box = _upright(box)
    if shape.layer is Layer.COLUMN:
        _dash(draw, box, ink)
    elif shape.layer in OUTLINES:
        draw.rectangle(box, outline=ink, width=OUTLINES[shape.layer])
    if shape.layer is Layer.REJECTED:
        draw.line((x0, top, x1, bottom), fill=ink, width=OUTLINES[shape.layer])
        draw.line((x0, bottom, x1, top), fill=ink, width=OUTLINES[shape.layer])


def _dash(draw: ImageDraw.ImageDraw, box: Box, ink: Ink) -> None:
    x0, top, x1, bottom = map(int, box)
    for x in range(x0, x1, 2 * DASH):
        for y in (top, bottom):
            draw.line((x, y, min(x + DASH, x1), y), fill=ink)
    for y in range(top, bottom, 2 * DASH):
        for x in (x0, x1):
            draw.line((x, y, x, min(y + DASH, bottom)), fill=ink)


def _number(draw: ImageDraw.ImageDraw, box: Box, number: str) -> None:
    """The place of a run in the reading order, on a disc at its first line."""
    x, y = box[0] - 2 * PITCH, box[1]
    draw.ellipse((x - PITCH / 2, y - 1, x + PITCH / 2, y + PITCH - 1), fill=INKS[Layer.RUN], outline=BLACK)
    draw.text((x, y + PITCH / 2 - 1), number, fill=BLACK, font=_font(TINY + 1), anchor="mm")


def _is_noted(shape: Shape) -> bool:
    return bool(shape.note) and shape.layer is not Layer.RUN


def _stands_left(shape: Shape, sheet: Sheet) -> bool:
    return shape.layer not in RIGHT_HAND and shape.bbox[0] * sheet.scale < sheet.width / 2


def _write_notes(draw: ImageDraw.ImageDraw, sheet: Sheet, shapes: Sequence[Shape], on_left: bool) -> None:
    """Notes at the height of what they are about, moved apart where they would touch, each with a thin line that leads there.

    Of what has words on its right the line ends at the edge of the page, or it would strike them out.
    """
    ordered = sorted(shapes, key=lambda shape: (shape.bbox[1], shape.bbox[0]))
    heights = [sheet.place(shape.bbox)[1] for shape in ordered]
    edge = sheet.left - GUTTER if on_left else sheet.left + sheet.width + GUTTER
    for shape, y in zip(ordered, _apart(heights, sheet.height), strict=True):
        ink = ink_of(shape)
        draw.text((edge, y), _shown(shape), fill=ink, font=_font(TYPE), anchor="rt" if on_left else "lt")
        x0, top, x1, bottom = sheet.place(shape.bbox)
        over = shape.layer in TABLES
        ends = (edge + 2, x0 - 1) if on_left else (edge - 2, x1 + 1 if over else float(sheet.left + sheet.width))
        draw.line((ends[0], y + PITCH / 2, ends[1], (top + bottom) / 2 if bottom - top < 2 * PITCH else top), fill=ink)


def _apart(heights: Sequence[float], most: float) -> list[float]:
    """``heights``, ascending, moved down, and at the foot up, until each is a pitch from the next."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + PITCH if placed else 0.0))
    limit = most - PITCH
    for at in reversed(range(len(placed))):
        placed[at] = min(placed[at], limit)
        limit = placed[at] - PITCH
    return placed


def _shown(shape: Shape) -> str:
    """A note cut where it says least: an id before its end, a sentence behind its beginning."""
    words = _printable(shape.note)
    if len(words) <= LONGEST:
        return words
    return f"{words[:LONGEST]}.." if shape.layer in RIGHT_HAND else f"..{words[-LONGEST:]}"


def _printable(text: str) -> str:
    """The text in signs that the built-in font has: accents taken off, "①" as 1, other scripts as two dots."""
    plain = "".join(ch for ch in unicodedata.normalize("NFKD", text) if not unicodedata.combining(ch))
    return UNPRINTABLE.sub("..", plain)


Entry = tuple[str, Shape | None]


def _legend_rows(shapes: Sequence[Shape], heading: str, width: int) -> Iterator[list[Entry]]:
    """What the colours mean, of those on this page, in rows that fit."""
    found: dict[str, Shape] = {}
    for shape in shapes:
        if shape.depth:
            found.setdefault(f"clause, depth {shape.depth}", shape)
        elif shape.layer not in NOT_IN_LEGEND:
            found.setdefault(shape.layer.value, shape)
    yield [(_printable(heading), None)]
    row: list[Entry] = []
    used = 0.0
    order = list(Layer)
    for name, shape in sorted(found.items(), key=lambda entry: (order.index(_kind(entry[1])), entry[0])):
        long = _long(name)
        if row and used + long > width:
            yield row
            row, used = [], 0.0
        row.append((name, shape))
        used += long
    if row:
        yield row


def _kind(shape: Shape) -> Layer:
    """Under which layer a shape stands in the legend: labels and titles with their clauses."""
    return Layer.CLAUSE if shape.depth else shape.layer


def _long(name: str) -> float:
    return _font(TYPE).getlength(name) + 2 * PITCH + GUTTER


def _write_legend(draw: ImageDraw.ImageDraw, y: float, entries: Sequence[Entry]) -> None:
    x = float(GUTTER)
    for name, shape in entries:
        if shape is None:
            draw.text((x, y), name, fill=BLACK, font=_font(TYPE))
            continue
        swatch = (x, y + 2, x + PITCH, y + PITCH - 2)
        if shape.layer in FILLS or shape.layer is Layer.RUN:
            draw.rectangle(swatch, fill=_pale(ink_of(shape), FILLS.get(shape.layer, 255)))
        draw.rectangle(swatch, outline=ink_of(shape), width=OUTLINES.get(shape.layer, 1))
        draw.text((x + PITCH + GUTTER / 2, y), name, fill=BLACK, font=_font(TYPE))
        x += _long(name)


def _pale(ink: Ink, cover: int) -> Ink:
    """The ink as it looks on white paper where it covers ``cover`` of 255."""
    red, green, blue = (255 - (255 - part) * cover // 255 for part in ink)
    return (red, green, blue)
