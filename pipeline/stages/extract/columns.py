"""Gutters: the white space between columns of text, found on a page and believed over a run of pages.

On one page a gutter is only offered: a place that little text crosses, white in a band of rows with text of some width on both
sides. Order of evidence: the band's height, how far the rows fill both sides (a table's cells and a list's labels don't), then what
the pages before and after offer at the same place. A page alone must show more than one among its like.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box, overlap
from pipeline.model import Record

Gutters = tuple["Gutter", ...]

OUTLIERS = 20
"""One box in so many may stand outside a column's text: labels in the margin, a folio."""
SAME_ROW = 0.1
"""Share of the height of a label by which the middle of its text's row may be off: both are set on one baseline in one size."""


class Gutter(Record, frozen=True):
    """White space from ``x0`` to ``x1``; ``height`` of the bands in points in which it has text on both sides.

    ``aside`` where what is right of it is a side column, much narrower than the text.
    """

    x0: float
    x1: float
    height: float
    aside: bool = False

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
    for place in _thin_places(boxes, left + least, right - least, settings):
        gutter = _gutter(ordered, place, least, settings)
        if gutter is not None:
            offers.append(gutter)
    kept: list[Gutter] = []
    for offer in sorted(offers, key=lambda g: (-g.height, g.x0)):
        if not any(_rivals(offer, other, least) for other in kept):
            rivals = [g for g in offers if _rivals(g, offer, least) and g.height >= settings.gutter_rival * offer.height]
            kept.append(_before_labels(rivals, ordered))
    return tuple(kept)


def _rivals(one: Gutter, other: Gutter, least: float) -> bool:
    """Whether no column fits between two gutters."""
    return overlap(one.x0, one.x1, other.x0, other.x1) > 0 or abs(one.x1 - other.x1) < least


def _before_labels(rivals: Sequence[Gutter], boxes: Sequence[Box]) -> Gutter:
    """Of gutters about as high with no column between them, the one left of the labels of the right column's text.

    Labels in a hanging indent leave white space on both sides. They stand on the rows of the text that they number; what
    stands rather on the rows of the left column (its figures, set at its right edge) has its gutter at its right.
    """
    first, *others = sorted(rivals, key=lambda g: g.x0)
    for other in others:
        strip = [box for box in boxes if first.x1 <= box[0] and box[2] <= other.x0]
        lefts = [box for box in boxes if box[2] <= first.x0]
        rights = [box for box in boxes if box[0] >= other.x1]
        if _count_beside(strip, lefts) > _count_beside(strip, rights):
            first = other
    return first


def _count_beside(boxes: Sequence[Box], others: Sequence[Box]) -> int:
    """How many boxes have one of ``others`` on their row, to a tenth of their height."""
    middles = sorted((other[1] + other[3]) / 2 for other in others)
    found = 0
    for box in boxes:
        near, middle = SAME_ROW * (box[3] - box[1]), (box[1] + box[3]) / 2
        at = bisect_left(middles, middle - near)
        found += at < len(middles) and middles[at] <= middle + near
    return found


def _thin_places(boxes: Sequence[Box], low: float, high: float, settings: ExtractSettings) -> list[float]:
    """The middles of the stretches between ``low`` and ``high`` that least text crosses, enough of it on both sides."""
    step = settings.gutter / 2
    bins = max(0, int((high - low) / step)) + 1
    crossing, before, after = [0.0] * (bins + 1), [0.0] * (bins + 1), [0.0] * (bins + 1)
    total = 0.0
    for x0, top, x1, bottom in boxes:
        begins, ends = int((x0 - low) / step) + 1, int((x1 - low) / step) + 1
        # comparisons cost a third of calls of min and max
        begins = 0 if begins < 0 else bins if begins > bins else begins
        ends = 0 if ends < 0 else bins if ends > bins else ends
        tall = bottom - top
        total += tall
        crossing[begins] += tall
        crossing[ends] -= tall
        before[ends] += tall
        after[begins] += tall
    cross, left, right = (list(accumulate(values)) for values in (crossing, before, after))
    enough = settings.column_rows * total / len(boxes)
    sides = [min(left[i], total - right[i]) for i in range(bins)]
    found: list[tuple[float, float]] = []
    heights = [round(height, 2) for height in cross]
    for value, group in groupby(range(bins), key=heights.__getitem__):
        members = list(group)
        first, last = members[0], members[-1]
        lowest = (first == 0 or cross[first - 1] > value) and (last == bins - 1 or cross[last + 1] > value)
        if lowest and value < total / 2 and max(sides[first : last + 1]) >= enough:
            found.append((value, low + step * (first + last) / 2))
    return [place for _, place in sorted(found)[: settings.column_places]]


def _gutter(ordered: Sequence[Box], start: float, least: float, settings: ExtractSettings) -> Gutter | None:
    height, x0s, x1s = 0.0, [], []
    for band in _bands(ordered, start):
        shared = _shared(band)
        if shared > 0 and _both_filled(band, least, settings):
            height += shared
            top, bottom = _shared_range(band)
            x0s += [box[2] for box in band.left if top < (box[1] + box[3]) / 2 < bottom]
            x1s += [box[0] for box in band.right if top < (box[1] + box[3]) / 2 < bottom]
    if not (x0s and x1s) or min(x1s) - max(x0s) < settings.gutter:
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
    top, bottom = _shared_range(band)
    return max(0.0, bottom - top)


def _shared_range(band: Band) -> tuple[float, float]:
    """From where to where both sides have text. What stands above or below (a folio in the middle) says nothing of the gutter."""
    top = max(min(b[1] for b in band.left), min(b[1] for b in band.right))
    return top, min(max(b[3] for b in band.left), max(b[3] for b in band.right))


def _both_filled(band: Band, least: float, settings: ExtractSettings) -> bool:
    return all(_filled(side, least, settings) for side in (band.left, band.right))


def _filled(side: Sequence[Box], least: float, settings: ExtractSettings) -> bool:
    """Whether rows of text fill a side: enough rows, wide enough, most of them most of its width."""
    rows = _row_extents(side)
    x0, x1 = min(b[0] for b in side), max(b[2] for b in side)
    if len(rows) < settings.column_rows or x1 - x0 < least:
        return False
    widths = sorted(b1 - b0 for b0, b1 in rows)
    return widths[3 * len(widths) // 4] >= settings.column_fill * (x1 - x0)


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


def believe_gutters(
    offered: Sequence[Gutters], boxes: Sequence[Sequence[Box]], heights: Sequence[float], settings: ExtractSettings
) -> list[Gutters]:
    """What holds on each page, by its own offers and those of the pages around it.

    An offer that is high enough holds by itself, a lower one where the document has it elsewhere. Where pages near by hold a gutter
    that a page does not offer, since its rows are short, it holds there too if nothing but a few full rows crosses it.
    """
    strong = [
        tuple(g for g in own if g.height >= settings.column_height * high) for own, high in zip(offered, heights, strict=True)
    ]
    everywhere = [gutter for page in strong for gutter in page]
    believed = []
    for i, own in enumerate(offered):
        held = [g for g in own if g in strong[i] or any(_same(g, other) for other in everywhere)]
        near = [g for page in strong[max(0, i - settings.column_run) : i + settings.column_run + 1] for g in page]
        for gutter in near:
            if not _crowded(gutter, held, boxes[i], settings) and _whitespace(boxes[i], gutter, settings):
                held.append(gutter)
        believed.append(tuple(sorted(held, key=lambda g: g.x0)))
    return [_with_aside(believed, boxes, i, settings) for i in range(len(believed))]


def _with_aside(believed: Sequence[Gutters], boxes: Sequence[Sequence[Box]], i: int, settings: ExtractSettings) -> Gutters:
    """The gutters of page ``i``, a single one marked where what is right of it is narrow on the pages near by that share it."""
    if len(believed[i]) != 1:
        return believed[i]
    (gutter,) = believed[i]
    near = range(max(0, i - settings.column_run), min(len(boxes), i + settings.column_run + 1))
    sharing = [k for k in near if len(believed[k]) == 1 and _same(believed[k][0], gutter)]
    lefts = sorted(box[0] for k in sharing for box in boxes[k] if box[2] <= gutter.x1)
    rights = sorted(box[2] for k in sharing for box in boxes[k] if box[0] >= gutter.x0)
    if not lefts or not rights:
        return believed[i]
    left, right = lefts[len(lefts) // OUTLIERS], rights[-1 - len(rights) // OUTLIERS]
    return (Gutter(gutter.x0, gutter.x1, gutter.height, right - gutter.x1 <= settings.side_width * (gutter.x0 - left)),)


def _same(one: Gutter, other: Gutter) -> bool:
    return overlap(one.x0, one.x1, other.x0, other.x1) > 0


def _crowded(gutter: Gutter, held: Sequence[Gutter], boxes: Sequence[Box], settings: ExtractSettings) -> bool:
    """Whether a column narrower than any would stand between it and another."""
    if not boxes:
        return True
    least = settings.column_share * (max(b[2] for b in boxes) - min(b[0] for b in boxes))
    return any(abs(gutter.middle - other.middle) < least for other in held)


def _whitespace(boxes: Sequence[Box], gutter: Gutter, settings: ExtractSettings) -> bool:
    """Whether bands of rows stand on both sides of a gutter that neighbouring pages hold, more of them than cross it."""
    middle = gutter.middle
    crossing = sum(box[3] - box[1] for box in boxes if box[0] < middle < box[2])
    shared = 0.0
    for band in _bands(sorted(boxes, key=lambda b: b[1]), middle):
        rows = min(len(_row_extents(band.left)), len(_row_extents(band.right)))
        starts = sum(abs(box[0] - gutter.x1) < settings.align_near for box in band.right)
        if rows >= settings.column_rows and 2 * starts >= rows:
            shared += _shared(band)
    return shared > crossing
