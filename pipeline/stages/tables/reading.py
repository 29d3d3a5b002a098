"""What a cell says: an amount, a band of ages, a serial number, a sentence. Patterns only, each with examples that are tested.

Nothing here decides what a table is; it counts for those that do.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from pipeline.wording import FOOTNOTE_MARK, MARK_OPENS

AMOUNT = re.compile(
    r"^(?:(?:Rs\.?|INR|USD|EUR|CHF|GBP|KRW|[₹$€£¥₩])\s*)?[-+(]?\d[\d.,'’ ]*\)?"
    r"\s*(?:/-)?%?(?:\s*(?:Rs\.?|INR|USD|EUR|CHF|[₹$€£¥₩]))?$"
)
"""A cell that is one figure: "5,167", "Rs. 50,000/-", "1.25", "45%", "1,24,810". No: "60 days", "18-35", "2A"."""
CURRENCY = re.compile(r"(?:\b(?:Rs|INR|USD|EUR|CHF|GBP|KRW)\b|[₹$€£¥₩])\.?\s*\d|\d\s*/-")
"""A figure with its currency: "INR 3,750,000", "Rs.5,000", "12,500/-". No: "5,167"."""
SERIAL = re.compile(r"^\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]?\)?$", re.IGNORECASE)
"""A serial number: "1", "12.", "(iv)", "a)". No: "1A", "1,500"."""
SERIAL_FIGURE = re.compile(r"^\(?(?P<number>\d{1,3})[.)]?\)?$")
"""A serial number in figures: "1", "12.", "(3)". No: "a)", "1A"."""
BAND = re.compile(r"^(?P<low>\d{1,3})\s*(?:[-–—]|to|bis|a)\s*(?P<high>\d{1,3})\b", re.IGNORECASE)
"""A band of ages or days: "18-35", "36 to 45", "46 – 50 years". No: "91days-17yrs"."""
AGE = re.compile(r"^\d{1,3}$")
"""A single age: "17". No: "1,500"."""
LABEL_START = re.compile(r"(?:^|\s)(?:\d{1,2}(?:\.\d{1,2})+\.?|\(?[a-z]\)|\(?[ivx]{1,4}\)|[a-h]\.)\s+\S", re.IGNORECASE)
"""A clause label before words: "4.1 We", "(a) any", "ii) the". No: "5,000", "e.g."."""
SENTENCE_END = re.compile(r"[.;:!?。](?:\s|$)")
"""The end of a sentence or a clause: "as agreed. We", "namely:". No: "25.5", "(BMI)), Eye"."""
NUMBERS = re.compile(r"\d+")


def _is_plain(text: str) -> bool:
    """Whether the cell is digits and commas alone, as most of premium charts are: told in a fifth of a pattern's time."""
    return text.replace(",", "").isdecimal()


def is_amount(text: str) -> bool:
    """Whether the cell is one figure, a percentage included; a footnote mark behind it does not count."""
    if _is_plain(text):
        return text[0] != ","
    return AMOUNT.match(FOOTNOTE_MARK.sub("", text) if MARK_OPENS in text else text) is not None


def is_round(text: str, step: int) -> bool:
    """Whether the figure is a whole multiple of ``step``: limits are set at round figures, prices are worked out."""
    if _is_plain(text):
        return int(text.replace(",", "")) % step == 0
    if "." in text and "." in text.strip("Rs. "):
        return False
    digits = "".join(NUMBERS.findall(FOOTNOTE_MARK.sub("", text) if MARK_OPENS in text else text))
    return bool(digits) and int(digits) % step == 0


def find_amounts(texts: Sequence[str]) -> list[str]:
    """Those of ``texts`` that are an amount: ``is_amount`` of many, of which most columns are digits and commas throughout."""
    if "" not in texts and _is_plain("".join(texts)):
        return [text for text in texts if text[0] != ","]
    return [text for text in texts if is_amount(text)]


def count_round(texts: Sequence[str], step: int) -> int:
    """How many of ``texts``, which are amounts, are round: ``is_round`` of many."""
    if _is_plain("".join(texts)):
        return sum([int(text) % step == 0 for text in " ".join(texts).replace(",", "").split(" ")])
    return sum([is_round(text, step) for text in texts])


def has_digit(text: str) -> bool:
    """Whether there is a digit in it."""
    return NUMBERS.search(text) is not None


def count_words(text: str) -> int:
    """Words, split by white space."""
    return len(text.split())


def is_age_axis(texts: Sequence[str], least: int) -> bool:
    """Whether ``texts`` (row labels or heads, in order) are ages or bands that follow on each other: 18-35, 36-45 or 17, 18, 19.

    At least ``least`` pairs of neighbours must, and most of those that are bands or ages at all; 1, 2, 3 are serial numbers.
    """
    spans = [span for text in texts if (span := _span(text)) is not None]
    following = sum(after[0] == before[1] + 1 for before, after in pairwise(spans))
    counted = [low == high == i for i, (low, high) in enumerate(spans, 1)]
    return following >= least and 2 * following >= len(spans) - 1 and not all(counted)


def _span(text: str) -> tuple[int, int] | None:
    band = BAND.match(text)
    if band:
        return int(band["low"]), int(band["high"])
    return (int(text), int(text)) if AGE.match(text) else None
