"""From PDF space (origin bottom-left, before /Rotate) to the page as shown (origin top-left of its crop box)."""

from collections.abc import Sequence

from pipeline.geometry import Box
from pipeline.model import Record

Edges = Sequence[float]
"""One edge of many boxes."""


class Frame(Record, frozen=True):
    """The crop box in PDF space, and how many quarter turns clockwise the page is shown with."""

    left: float
    bottom: float
    right: float
    top: float
    rotation: int

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as shown."""
        wide, high = self.right - self.left, self.top - self.bottom
        return (high, wide) if self.rotation % 2 else (wide, high)

    def shown(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """The box as shown of one in PDF space with ``x0 <= x1`` and ``y0 <= y1``."""
        if self.rotation == 0:
            return (x0 - self.left, self.top - y1, x1 - self.left, self.top - y0)
        if self.rotation == 1:
            return (y0 - self.bottom, x0 - self.left, y1 - self.bottom, x1 - self.left)
        if self.rotation == 2:
            return (self.right - x1, y0 - self.bottom, self.right - x0, y1 - self.bottom)
        return (self.top - y1, self.right - x1, self.top - y0, self.right - x0)

    def shown_edges(
        self, x0s: Edges, y0s: Edges, x1s: Edges, y1s: Edges
    ) -> tuple[list[float], list[float], list[float], list[float]]:
        """As ``shown``, of many boxes at once: a page has a thousand words, and a call each costs more than the sums."""
        left, bottom, right, top = self.left, self.bottom, self.right, self.top
        if self.rotation == 0:
            # the words of a row share their heights; so they share the numbers too, which spares 30 KB a page of figures
            tops, bottoms = ({y: top - y for y in set(ys)} for ys in (y1s, y0s))
            x0s, x1s = ([x - left for x in xs] if left else list(xs) for xs in (x0s, x1s))
            return x0s, list(map(tops.__getitem__, y1s)), x1s, list(map(bottoms.__getitem__, y0s))
        if self.rotation == 1:
            return [y - bottom for y in y0s], [x - left for x in x0s], [y - bottom for y in y1s], [x - left for x in x1s]
        if self.rotation == 2:
            return [right - x for x in x1s], [y - bottom for y in y0s], [right - x for x in x0s], [y - bottom for y in y1s]
        return [top - y for y in y1s], [right - x for x in x1s], [top - y for y in y0s], [right - x for x in x0s]
