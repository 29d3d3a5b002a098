"""Text that stands on its side or slants: read in its own direction, after the upright text of the page.

Text turned by a quarter or a half is laid into rows as if the page were turned; what slants (a watermark) keeps the lines of the
text layer. What stands in the margin beside the columns is no part of the text. Boxes are of the page as shown, edges along the
reading direction.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

import msgspec

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box
from pipeline.model import Column, Line, Record
from pipeline.stages.extract.reader import RawPage, Strip, Words
from pipeline.stages.extract.rows import Piece, Row, find_pieces, find_rows

QUARTER, HALF_TURN, THREE_QUARTERS = 90, 180, 270


class Turned(Record, frozen=True):
    """A page turned so that the text of one angle is level, and its rows."""

    angle: int
    raw: RawPage
    rows: tuple[Row, ...]


def divide_strips(raw: RawPage) -> RawPage:
    """The page with its strips cut where the angle changes: a reader may give a turned head in one row with a figure beside it."""
    if not any(style.rotation for style in raw.styles):
        return raw
    strips = tuple(part for strip in raw.strips for part in _divide(strip, raw))
    return raw if len(strips) == len(raw.strips) else msgspec.structs.replace(raw, strips=strips)


def _divide(strip: Strip, raw: RawPage) -> Iterator[Strip]:
    angles = [raw.styles[style].rotation for style in raw.words.styles[strip.start : strip.end]]
    changes = [strip.start + at for at, (before, after) in enumerate(pairwise(angles), 1) if before != after]
    for start, end in pairwise([strip.start, *changes, strip.end]):
        yield Strip(start, end, strip.cut and end == strip.end)


def find_turned(raw: RawPage, settings: ExtractSettings) -> Iterator[Turned]:
    """Each angle but the upright one, quarter turns first."""
    angles = {style.rotation for style in raw.styles} - {0}
    for angle in sorted(angles, key=lambda a: (a % QUARTER != 0, a)):
        strips = [s for s in raw.strips if raw.styles[raw.words.styles[s.start]].rotation == angle]
        level = _level(raw, strips, angle)
        rows: list[Row] = [(piece,) for piece in _whole(level)]
        if strips and angle % QUARTER == 0:
            rows = find_rows(find_pieces(level, settings), settings)
        yield Turned(angle, level, tuple(rows))


def _level(raw: RawPage, strips: Sequence[Strip], angle: int) -> RawPage:
    """The page with the words of ``strips`` alone, so turned that they are level: of most pages they are a few of a thousand."""
    words, members = raw.words, [i for strip in strips for i in range(strip.start, strip.end)]
    boxes = [turn_box((words.x0s[i], words.tops[i], words.x1s[i], words.bottoms[i]), angle, raw) for i in members]
    x0s, tops, x1s, bottoms = zip(*boxes, strict=True) if boxes else ((), (), (), ())
    few = Words([words.texts[i] for i in members], x0s, tops, x1s, bottoms, [words.styles[i] for i in members])
    ends = accumulate(strip.end - strip.start for strip in strips)
    moved = tuple(Strip(end - strip.end + strip.start, end, strip.cut) for strip, end in zip(strips, ends, strict=True))
    return RawPage(raw.width, raw.height, few, moved, raw.styles, (), (), 0)


def _whole(level: RawPage) -> Iterator[Piece]:
    words = level.words
    for strip in level.strips:
        part = slice(strip.start, strip.end)
        box = (min(words.x0s[part]), min(words.tops[part]), max(words.x1s[part]), max(words.bottoms[part]))
        yield Piece(range(strip.start, strip.end), box, words.styles[strip.start], strip.cut)


def turn_box(box: Box, angle: int, raw: RawPage) -> Box:
    """The box on a page turned clockwise by ``angle``, so that text at that angle (counter-clockwise) is level."""
    x0, top, x1, bottom = box
    if angle == QUARTER:
        return (raw.height - bottom, x0, raw.height - top, x1)
    if angle == HALF_TURN:
        return (raw.width - x1, raw.height - bottom, raw.width - x0, raw.height - top)
    if angle == THREE_QUARTERS:
        return (top, raw.width - x1, bottom, raw.width - x0)
    return box


def turn_back(box: Box, angle: int, raw: RawPage) -> Box:
    """The box on the page as shown of one on the page turned by ``angle``."""
    x0, top, x1, bottom = box
    if angle == QUARTER:
        return (top, raw.height - x1, bottom, raw.height - x0)
    if angle == HALF_TURN:
        return turn_box(box, angle, raw)
    if angle == THREE_QUARTERS:
        return (raw.width - bottom, x0, raw.width - top, x1)
    return box


def set_aside(turned: Sequence[Line], upright: Sequence[Line], columns: Sequence[Column]) -> list[Line]:
    """The turned lines of a page, those that stand left or right of its columns marked ``side``: a code or a tab in the margin.

    None where most of the page's words are turned: there what is upright is in the margin.
    """
    if not turned or not columns or sum(len(line.text) for line in turned) > sum(len(line.text) for line in upright):
        return list(turned)
    left, right = min(column.bbox[0] for column in columns), max(column.bbox[2] for column in columns)
    is_beside = [line.area < 0 and (line.bbox[2] <= left or line.bbox[0] >= right) for line in turned]
    return [msgspec.structs.replace(ln, side=True) if aside else ln for ln, aside in zip(turned, is_beside, strict=True)]
