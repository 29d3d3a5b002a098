"""Boxes and the few questions that every stage asks of them.

A box is (x0, top, x1, bottom) in points, origin top-left of the page as shown (after /Rotate, inside the crop box).
Nothing here knows what a line or a page is.
"""

from collections.abc import Iterable
from itertools import chain
from math import floor

Box = tuple[float, float, float, float]

HUNDRED, HALF = 100.0, 0.5
"""Output files hold hundredths of a point; half of one goes up."""
WHOLE: Box = (0.0, 0.0, 0.0, 0.0)


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of ``boxes`` (at least one)."""
    x0s, tops, x1s, bottoms = zip(*boxes, strict=True)
    return (min(x0s), min(tops), max(x1s), max(bottoms))


def overlap(a0: float, a1: float, b0: float, b1: float) -> float:
    """Length that the intervals [a0, a1] and [b0, b1] have in common; 0 where they are apart."""
    return max(0.0, min(a1, b1) - max(a0, b0))


def share_inside(inner: Box, outer: Box) -> float:
    """Share of the area of ``inner`` (0 to 1) that lies in ``outer``; a box without area counts by its middle."""
    area = (inner[2] - inner[0]) * (inner[3] - inner[1])
    if area <= 0:
        x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
        return float(outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3])
    wide = overlap(inner[0], inner[2], outer[0], outer[2])
    high = overlap(inner[1], inner[3], outer[1], outer[3])
    return wide * high / area


def rounded(box: Box) -> list[float]:
    """The box as the output files write it: points to 0.01."""
    x0, top, x1, bottom = box
    # a fourth of the time that round() takes, which a run over 300 pages calls half a million times
    return [
        floor(x0 * HUNDRED + HALF) / HUNDRED,
        floor(top * HUNDRED + HALF) / HUNDRED,
        floor(x1 * HUNDRED + HALF) / HUNDRED,
        floor(bottom * HUNDRED + HALF) / HUNDRED,
    ]


def round_edges(boxes: Iterable[Box]) -> dict[float, float]:
    """Each edge of ``boxes`` as the output files write it: the cells of a page share theirs, and each number is rounded once."""
    return {edge: floor(edge * HUNDRED + HALF) / HUNDRED for edge in set(chain.from_iterable(boxes))}
