"""A line as it counts for recurrence: what it says with its numbers masked, in which band of the page, how far from the edge.

Digits are masked wherever they stand; a roman number or a letter with a number only where it is the whole line, since inside a text
"mix" and "civil" are words. Spacing and punctuation don't count where there are letters; where there are none they are all that
tells a folio (``- 4 -``) from a list label (``4.``).
"""

import re
from enum import StrEnum
from functools import lru_cache

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Line, Page, Record

DIGITS = re.compile(r"\d+")
"""``Page 4 of 12`` has 4 and 12."""
ROMAN_FOLIO = re.compile(r"^[-–—|\s]*(?P<number>x{0,3}(?:ix|iv|v?i{0,3})|l?x{0,4}(?:ix|iv|v?i{0,3}))[-–—|\s]*$", re.I)
"""``iv``, ``- xii -``; not ``iv.``, which is a list label, and not ``civil``."""
LETTER_FOLIO = re.compile(r"^(?P<letter>[^\W\d_])\s?[-–—.]\s?(?P<number>\d{1,3})$")
"""``A-4``, ``B – 12``; not ``A-4 Cover``."""
BARE_FOLIO = re.compile(r"^[-–—|(\[·•]*#(?:(?:/|\||-|–)#)?[-–—|)\]·•]*$")
"""``#``, ``-#-``, ``#/#``, ``(#)``: masked text that may be a page number; not ``#.`` and not ``#.#``."""
NOT_WORDS = re.compile(r"[^\w#]|_")
NUMBERS = re.compile(r"##+")
"""Numbers with nothing but punctuation between them are one: a telephone number is set in many ways."""
IN_FIGURES = "#,."
"""What is left of a figure when its numbers are masked: nothing to be taken off."""
SPACES = re.compile(r"\s+")
LONGEST_FOLIO = 16
"""Characters of ``- lxxxviii -`` and some space."""
ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50}

MASKS_KEPT = 1024
"""Texts whose masked form is kept: what recurs stands on page after page."""
FULL_TURN, QUARTER_TURN, HALF_TURN = 360, 90, 180


class Band(StrEnum):
    """Where on the page a line stands; the middle is what lies in no band."""

    TOP = "top"
    BOTTOM = "bottom"
    LEFT = "left"
    RIGHT = "right"
    MIDDLE = "middle"


EDGES = (Band.TOP, Band.BOTTOM)
SIDES = (Band.LEFT, Band.RIGHT)


class Masked(Record, frozen=True):
    """A text with its numbers masked as ``#``, those numbers in order, and how many letters are left."""

    key: str
    numbers: tuple[int, ...]
    letters: int


class Sighting(Record, frozen=True):
    """A line with its masked text, its band, and ``place``: points from the edge the band is named after (the middle: the top)."""

    line: Line
    masked: Masked
    band: Band
    place: float
    size: float


@lru_cache(MASKS_KEPT)
def mask(text: str) -> Masked:
    """The text as it counts: ``Page 4 of 12`` and ``PAGE 5 of 12`` are both ``page#of#``; ``iv`` and ``5`` are both ``#``."""
    stripped = text.strip()
    if len(stripped) <= LONGEST_FOLIO and not stripped[:1].isdecimal() and (folio := _mask_folio(stripped)):
        return folio
    hidden = DIGITS.sub("#", stripped.casefold())
    numbers = tuple(map(int, DIGITS.findall(stripped))) if "#" in hidden else ()
    if not hidden.strip(IN_FIGURES):
        return Masked(hidden, numbers, 0)
    words = NUMBERS.sub("#", NOT_WORDS.sub("", hidden)) if numbers else NOT_WORDS.sub("", hidden)
    letters = len(words) - words.count("#")
    return Masked(words if letters else SPACES.sub("", hidden), numbers, letters)


def _mask_folio(text: str) -> Masked | None:
    """The text as a number, where it is nothing but a roman one or a letter with a number."""
    if (roman := ROMAN_FOLIO.match(text)) and roman["number"]:
        return Masked(SPACES.sub("", text.replace(roman["number"], "#")), (roman_value(roman["number"]),), 0)
    if lettered := LETTER_FOLIO.match(text):
        return Masked("@-#", (int(lettered["number"]),), 0)
    return None


def roman_value(numeral: str) -> int:
    """The value of a roman numeral up to 89: ``xiv`` is 14."""
    values = [ROMAN_VALUES[letter] for letter in numeral.lower()]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def is_upright(line: Line) -> bool:
    """Whether the line reads from left to right."""
    return line.rotation % FULL_TURN == 0


def is_sideways(line: Line, tolerance: float) -> bool:
    """Whether the line reads upwards or downwards, within ``tolerance`` degrees."""
    return abs(line.rotation % HALF_TURN - QUARTER_TURN) <= tolerance


def make_sighting(line: Line, page: Page, band: Band) -> Sighting:
    """The line as it counts for recurrence, in its band."""
    return Sighting(line, mask(line.text), band, find_place(line, page, band), line.size)


def find_band(line: Line, page: Page, settings: BoilerplateSettings) -> Band:
    """The band in which the middle of the line lies. A side is for lines that read sideways, the rest for upright ones."""
    across = (line.bbox[0] + line.bbox[2]) / 2 / page.width
    down = (line.bbox[1] + line.bbox[3]) / 2 / page.height
    if is_sideways(line, settings.upright_tolerance) and min(across, 1 - across) <= settings.side_band:
        return Band.LEFT if across < 1 - across else Band.RIGHT
    if is_upright(line) and down <= settings.band:
        return Band.TOP
    if is_upright(line) and down >= 1 - settings.band:
        return Band.BOTTOM
    return Band.MIDDLE


def find_place(line: Line, page: Page, band: Band) -> float:
    """Points between the middle of the line and the edge of its band, so that pages of other sizes and centred lines agree."""
    if band in (Band.LEFT, Band.RIGHT):
        across = (line.bbox[0] + line.bbox[2]) / 2
        return across if band is Band.LEFT else page.width - across
    down = (line.bbox[1] + line.bbox[3]) / 2
    return page.height - down if band is Band.BOTTOM else down
