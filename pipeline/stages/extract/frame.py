"""From PDF space (origin bottom-left, before /Rotate) to the page as shown (origin top-left of its crop box)."""

from pipeline.geometry import Box
from pipeline.model import Record


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
