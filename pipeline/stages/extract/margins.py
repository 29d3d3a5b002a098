"""The few rows at the top and the bottom of a page that stand apart from its columns: a header set over one of them, a folio.

Order of evidence: white space that parts a few pieces from the rest, near the page's edge; then whether that white space is more
than what stands between the paragraphs of the columns. What is text of its column is never put before the other.
"""

from collections.abc import Sequence
from itertools import pairwise

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box


def find_margins(boxes: Sequence[Box], columns: Sequence[int], height: float, settings: ExtractSettings) -> tuple[float, float]:
    """How far down the header goes and from where on the footer, in points from the top; 0 and ``height`` where there is none.

    ``columns`` holds the column of each of ``boxes``, which are what stands in columns.
    """
    flipped = [(x0, height - bottom, x1, height - top) for x0, top, x1, bottom in boxes]
    return _margin(boxes, columns, height, settings), height - _margin(flipped, columns, height, settings)


def _margin(boxes: Sequence[Box], columns: Sequence[int], height: float, settings: ExtractSettings) -> float:
    """How far down a header of a few pieces goes that white space parts from the rest; 0 where there is none."""
    bottom = 0.0
    for count, box in enumerate(sorted(boxes, key=lambda b: b[1])[: settings.margin_pieces + 1]):
        if count and box[1] - bottom > settings.margin_gap * (box[3] - box[1]):
            too_far = bottom > settings.margin_share * height
            return 0.0 if too_far or _are_paragraphs(boxes, columns, bottom, settings) else bottom
        bottom = max(bottom, box[3])
    return 0.0


def _are_paragraphs(boxes: Sequence[Box], columns: Sequence[int], bottom: float, settings: ExtractSettings) -> bool:
    """Whether what ends at ``bottom`` stands in each of its columns no further from the rest than paragraphs do."""
    heads = sorted({column for box, column in zip(boxes, columns, strict=True) if box[3] <= bottom})
    for head in heads:
        first, *others = _gaps([box for box, column in zip(boxes, columns, strict=True) if column == head], bottom)
        if sum(gap > first - settings.margin_slack for gap in others) < settings.margin_like:
            return False
    return True


def _gaps(boxes: Sequence[Box], bottom: float) -> list[float]:
    """White space in points below ``bottom`` and between the rows under it."""
    rest = sorted((box for box in boxes if box[3] > bottom), key=lambda b: b[1])
    gaps = [rest[0][1] - bottom if rest else bottom]
    low = rest[0][3] if rest else bottom
    for _, box in pairwise(rest):
        if box[1] > low:
            gaps.append(box[1] - low)
        low = max(low, box[3])
    return gaps
