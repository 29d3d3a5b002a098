"""Pages as pictures that fit into one file: as sharp as the file may be large, the same sharpness for all pages."""

from collections.abc import Sequence

from pipeline.model import Record
from pipeline.pictures import Picture, draw_pages

SHARPEST = (132, 120, 110, 100, 90, 80, 70, 60, 50)
"""Dots an inch, tried from the sharpest on. At 60 type of 7.5 points can still be read, with effort."""
SAMPLED = 12
"""Pages drawn, or a few more, to see how large all would be: of 291, 54 and 32 pages that fell short by 10, 3 and 0%."""
BASE64 = 4 / 3
SPARE = 0.9
"""Share of the budget that an estimate may reach."""


class Original(Record, frozen=True):
    """The bytes of a PDF, its name, and the password that opens it."""

    content: bytes
    name: str
    password: str


def draw_within(original: Original, numbers: Sequence[int], most: int) -> tuple[dict[int, Picture], int]:
    """The pages by number, and the dots an inch at which all of them, as text, take no more than ``most`` bytes.

    Where even the least sharp are too large, these. Raises Damaged or PasswordNeeded.
    """
    sample = numbers[:: max(1, len(numbers) // SAMPLED)]
    dpi = next((dpi for dpi in SHARPEST if _estimate(original, sample, len(numbers), dpi) <= SPARE * most), SHARPEST[-1])
    while True:
        drawn = draw_pages(original.content, original.name, numbers, dpi, original.password)
        at = SHARPEST.index(dpi)
        if sum(len(picture.webp) for picture in drawn) * BASE64 <= most or at == len(SHARPEST) - 1:
            return {picture.page: picture for picture in drawn}, dpi
        dpi = SHARPEST[at + 1]


def _estimate(original: Original, sample: Sequence[int], pages: int, dpi: int) -> float:
    drawn = draw_pages(original.content, original.name, sample, dpi, original.password)
    return sum(len(picture.webp) for picture in drawn) * BASE64 / max(1, len(drawn)) * pages
