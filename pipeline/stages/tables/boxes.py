"""Boxes with a heading: one column, a coloured cell over another one, outside the areas of tables.

A list in such a box ("Medical tests covered", then the tests) is a table of one column; prose in it is a layout. Which it is,
is decided later, as for any table; here only the two cells are found.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from pipeline.config.settings import TableSettings
from pipeline.geometry import Box, share_inside
from pipeline.model import Area, Line, Page, Shade
from pipeline.stages.tables.areas import AreaContent
from pipeline.stages.tables.reading import count_words

HALF = 0.5


def headed_boxes(page: Page, set_aside: Collection[str], settings: TableSettings) -> tuple[AreaContent, ...]:
    """Areas of two cells for the boxes with a heading on ``page``, counted on from its areas."""
    found: list[AreaContent] = []
    for head, body in _stacked(page.shades, settings.snap):
        box: Box = (head.bbox[0], head.bbox[1], head.bbox[2], body.bbox[3])
        if any(share_inside(box, area.bbox) > 0 or share_inside(area.bbox, box) > 0 for area in page.areas):
            continue
        lines = tuple(ln for ln in page.lines if ln.id not in set_aside and share_inside(ln.bbox, box) > HALF)
        over, under = _parted(lines, body.bbox[1])
        if over and under and sum(count_words(ln.text) for ln in over) <= settings.title_words:
            area = Area(box, (box[0], box[2]), (box[1], body.bbox[1], box[3]), ruled=True, prose=False)
            rule = (box[0], body.bbox[1], box[2], body.bbox[1])
            found.append(AreaContent(len(page.areas) + len(found), area, lines, (rule,), (head, body)))
    return tuple(found)


def _stacked(shades: Sequence[Shade], snap: float) -> Iterator[tuple[Shade, Shade]]:
    """Pairs of boxes of one width, one right under the other in another colour, the upper one lower in height."""
    ordered = sorted(shades, key=lambda s: (round(s.bbox[0]), round(s.bbox[2]), s.bbox[1]))
    for upper, lower in pairwise(ordered):
        (x0, top, x1, middle), (left, below, right, bottom) = upper.bbox, lower.bbox
        same_width = abs(x0 - left) <= snap and abs(x1 - right) <= snap
        if same_width and abs(middle - below) <= snap and upper.ink != lower.ink and middle - top < bottom - below:
            yield upper, lower


def _parted(lines: Sequence[Line], at: float) -> tuple[list[Line], list[Line]]:
    middles = [(line.bbox[1] + line.bbox[3]) / 2 for line in lines]
    over = [line for line, middle in zip(lines, middles, strict=True) if middle < at]
    return over, [line for line, middle in zip(lines, middles, strict=True) if middle >= at]
