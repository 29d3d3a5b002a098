"""What a reader hands on: the words of a page with their boxes and styles, and what is drawn on it. Nothing is decided here.

Two readers give these records, PDFium (``pdfium``) and pdfplumber (``plumber``); everything after them is the same. Words stand in
columns (one list a property) and not in one record each: a page has a thousand of them, and a record each costs more than the page.
Boxes are points, top-left origin of the page as shown.
"""

from collections.abc import Sequence
from typing import Protocol

from pipeline.geometry import Box
from pipeline.model import OutlineEntry, Record

MAGIC, MAGIC_WITHIN = b"%PDF-", 1024
"""A PDF says so within its first 1,024 bytes (ISO 32000-1, annex H, implementation note 13)."""


class Style(Record, frozen=True):
    """How words are set. ``size`` in points as shown; ``rotation`` in degrees counter-clockwise as shown."""

    font: str
    size: float
    bold: bool
    italic: bool
    rotation: int
    invisible: bool


class Strip(Record, frozen=True):
    """Words ``start`` to ``end`` (half-open), which the reader gave in one row; ``cut`` where it saw a hyphen at the end."""

    start: int
    end: int
    cut: bool


class Words(Record, frozen=True):
    """The words of a page in the order of its text layer, a list a property; ``styles`` index ``RawPage.styles``."""

    texts: Sequence[str]
    x0s: Sequence[float]
    tops: Sequence[float]
    x1s: Sequence[float]
    bottoms: Sequence[float]
    styles: Sequence[int]


class Drawn(Record, frozen=True):
    """A drawn box, or a line where it has no height or no width. ``filled`` with a colour that shows, or ``stroked`` round it.

    ``ink`` is the colour that fills it, red, green and blue in one number (0xRRGGBB).
    """

    bbox: Box
    stroked: bool
    filled: bool
    ink: int = 0


class RawPage(Record, frozen=True):
    """One page as a reader sees it. ``letters`` are the letters and digits of the page's text layer, counted apart from ``words``.

    ``cut_short`` is how many drawn things were left unread because the page has too many.
    """

    width: float
    height: float
    words: Words
    strips: tuple[Strip, ...]
    styles: tuple[Style, ...]
    drawn: tuple[Drawn, ...]
    images: tuple[Box, ...]
    letters: int
    cut_short: int = 0


NO_PAGE = RawPage(0.0, 0.0, Words((), (), (), (), (), ()), (), (), (), (), 0)
"""What stands for a page that cannot be loaded."""


class Reader(Protocol):
    """An open document."""

    def __len__(self) -> int:
        """How many pages it has."""

    def read_page(self, number: int) -> RawPage:
        """The page ``number`` (from 1). Raises ``UnreadablePage`` where it cannot be loaded."""

    def ink(self, number: int, boxes: Sequence[Box]) -> list[float]:
        """The share of ink (0 to 1) in each box of a page as drawn; nothing where the reader cannot draw."""

    def label(self, number: int) -> str:
        """The page's label as the PDF says, "" where it says nothing."""

    def outline(self) -> tuple[OutlineEntry, ...]:
        """The bookmarks in reading order."""

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The document information, sorted by key."""

    def close(self) -> None:
        """Gives back what the document holds."""


class UnreadablePage(Exception):
    """One page cannot be loaded; the others may."""
