"""Gutters: the white space between columns of text, found on a page and believed over a run of pages.

On one page a gutter is only offered: a place where many pieces begin, with white space to their left that no piece crosses in a band
of rows, text of some width on both sides. Order of evidence: the band's height, how far the rows fill both sides (a table's cells and a
list's labels don't), then what the pages before and after offer at the same place. A page alone must show more than one among its like.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box, overlap
from pipeline.model import Record

Gutters = tuple["Gutter", ...]


class Gutter(Record, frozen=True):
    """White space from ``x0`` to ``x1``; ``height`` of the bands in points in which it has text on both sides."""

    x0: float
    x1: float
    height: float

    @property
    def middle(self) -> float:
        """Its middle."""
        return (self.x0 + self.x1) / 2


class Band(Record, frozen=True):
    """Boxes left and right of a gutter between two that cross it, from the top down."""

    left: tuple[Box, ...]
    right: tuple[Box, ...]


def offer_gutters(boxes: Sequence[Box], settings: ExtractSettings) -> Gutters:
    """The gutters that the pieces and areas of one page show, strongest first, no two over one another."""
    if len(boxes) < 2 * settings.column_rows:
        return ()
    ordered = sorted(boxes, key=lambda b: b[1])
    left, right = min(b[0] for b in boxes), max(b[2] for b in boxes)
    least = settings.column_share * (right - left)
    offers = []
    for start in _starts(boxes, settings):
        if left + least <= start <= right - least:
            gutter = _gutter(ordered, start, least, settings)
            if gutter is not None:
                offers.append(gutter)
    kept: list[Gutter] = []
    for offer in sorted(offers, key=lambda g: (-g.height, g.x0)):
        if not any(overlap(offer.x0, offer.x1, other.x0, other.x1) > 0 or abs(offer.x1 - other.x1) < least for other in kept):
            kept.append(offer)
    return tuple(kept)


def _starts(boxes: Sequence[Box], settings: ExtractSettings) -> list[float]:
    """Places where at least ``column_rows`` boxes begin, in points."""
    step = settings.align_near
    bins = Counter(round(box[0] / step) for box in boxes)
    found = []
    for place, count in bins.items():
        if count + max(bins.get(place - 1, 0), bins.get(place + 1, 0)) >= settings.column_rows:
            found.append(place * step - step)
    return sorted(found)


def _gutter(ordered: Sequence[Box], start: float, least: float, settings: ExtractSettings) -> Gutter | None:
    height, x0s, x1s = 0.0, [], []
    for band in _bands(ordered, start):
        shared = _shared(band)
        if shared > 0 and _both_filled(band, least, settings):
            height += shared
            x0s.append(max(box[2] for box in band.left))
            x1s.append(min(box[0] for box in band.right))
    if not x0s or min(x1s) - max(x0s) < settings.gutter:
        return None
    return Gutter(max(x0s), min(x1s), height)


def _bands(ordered: Sequence[Box], x: float) -> Iterator[Band]:
    left: list[Box] = []
    right: list[Box] = []
    for box in ordered:
        if box[2] <= x:
            left.append(box)
        elif box[0] >= x:
            right.append(box)
        else:
            if left and right:
                yield Band(tuple(left), tuple(right))
            left, right = [], []
    if left and right:
        yield Band(tuple(left), tuple(right))


def _shared(band: Band) -> float:
    """Height in points over which both sides have text."""
    top = max(min(b[1] for b in band.left), min(b[1] for b in band.right))
    bottom = min(max(b[3] for b in band.left), max(b[3] for b in band.right))
    return max(0.0, bottom - top)


def _both_filled(band: Band, least: float, settings: ExtractSettings) -> bool:
    return all(_filled(side, least, settings) for side in (band.left, band.right))


def _filled(side: Sequence[Box], least: float, settings: ExtractSettings) -> bool:
    """Whether rows of text fill a side: enough rows, wide enough, most of them most of its width."""
    rows = _row_extents(side)
    x0, x1 = min(b[0] for b in side), max(b[2] for b in side)
    if len(rows) < settings.column_rows or x1 - x0 < least:
        return False
    return median(b1 - b0 for b0, b1 in rows) >= settings.column_fill * (x1 - x0)


def _row_extents(side: Sequence[Box]) -> list[tuple[float, float]]:
    """From where to where the text of each row goes; ``side`` is ordered by top."""
    rows: list[list[float]] = []
    bottom = 0.0
    for x0, top, x1, low in side:
        if rows and (top + low) / 2 < bottom:
            rows[-1][0], rows[-1][1] = min(rows[-1][0], x0), max(rows[-1][1], x1)
        else:
            rows.append([x0, x1])
            bottom = low
    return [(x0, x1) for x0, x1 in rows]


def believe_gutters(offered: Sequence[Gutters], heights: Sequence[float], settings: ExtractSettings) -> list[Gutters]:
    """What holds on each page, by its own offers and those of the pages around it.

    An offer that is high enough holds by itself; any other where pages near by offer the same strongly enough together. A page that
    offers nothing has no columns, whatever its neighbours have.
    """
    believed = []
    for i, (own, high) in enumerate(zip(offered, heights, strict=True)):
        around = [g for page in offered[max(0, i - settings.column_run) : i + settings.column_run + 1] for g in page]
        held = []
        for gutter in own:
            support = sum(g.height for g in around if overlap(g.x0, g.x1, gutter.x0, gutter.x1) > 0)
            if max(gutter.height, support / 2) >= settings.column_height * high:
                held.append(gutter)
        believed.append(tuple(sorted(held, key=lambda g: g.x0)))
    return believed
