"""Whether two writings of a value are one: 500000, 5,00,000 and 5 Lakh; 35 and the band 31-35; 2A + 1C and 2A+1C.

What is an amount or a band is compared as such: the same, or an amount that falls in a band ("31-35", "up to 35", "35+", "below
35", "91 days - 17 years"). All else is compared by its letters and digits. Ages are compared in years. Never guesses.
"""

import re
from enum import IntEnum
from functools import lru_cache
from math import inf, isclose

from pipeline.model import Record
from pipeline.wording import FOOTNOTE_MARK, squeeze

SCALES = {
    "k": 1e3,
    "thousand": 1e3,
    "l": 1e5,
    "lac": 1e5,
    "lakh": 1e5,
    "cr": 1e7,
    "crore": 1e7,
    "million": 1e6,
    "mn": 1e6,
    "mio": 1e6,
}
UNITS = {"y": 1.0, "yr": 1.0, "year": 1.0, "m": 1 / 12, "mth": 1 / 12, "month": 1 / 12, "w": 7 / 365.25, "week": 7 / 365.25}
UNITS |= {"d": 1 / 365.25, "day": 1 / 365.25}
"""In years."""
_QUANTITY = (
    r"(?:(?:Rs\.?|INR|[₹$€£])\s*)?(?P<number{n}>\d[\d,]*(?:\.\d+)?)\s*(?:/-)?"
    r"(?:\s*(?P<scale{n}>k|thousand|l|lacs?|lakhs?|cr|crores?|million|mn|mio)(?![^\W\d_])\.?)?"
    r"(?:\s*(?P<unit{n}>y|yrs?|years?|m|mths?|months?|w|weeks?|d|days?)(?![^\W\d_])\.?)?"
)
QUANTITY = re.compile(_QUANTITY.format(n=""), re.IGNORECASE)
"""An amount or a time: "5,00,000", "Rs. 5 Lakh", "0.05 Crore", "91days", "17 yrs"."""
TRAILING = r"\s*(?:old|of age|p\.?a\.?)?\s*$"
SINGLE = re.compile(_QUANTITY.format(n="") + TRAILING, re.IGNORECASE)
"""Nothing but one quantity. No: "1A", "5m-35"."""
BETWEEN = re.compile(
    rf"(?:(?:from|between|age[sd]?)\s+)?{_QUANTITY.format(n='1')}\s*(?:-|–|—|to|and|bis|a)\s*{_QUANTITY.format(n='2')}{TRAILING}",
    re.IGNORECASE,
)
"""A band with two ends, both in it: "31-35", "36 to 45 years", "91days-17yrs", "Rs. 5,00,000 to Rs. 7,50,000"."""
AHEAD = re.compile(
    r"(?P<bound>up\s*to|till|at most|not (?:more than|exceeding)|max(?:imum)?|<=|≤|below|under|less than|<|"
    rf"at least|from|min(?:imum)?|>=|≥|above|over|more than|>)\s*(?:age\s*)?{_QUANTITY.format(n='')}{TRAILING}",
    re.IGNORECASE,
)
"""A band with one end, its bound ahead: "up to 35", "below 35 years", "Above 80"."""
BEHIND = re.compile(
    rf"{_QUANTITY.format(n='')}\s*(?:old\s*)?(?P<bound>\+|(?:and|&|or)\s*(?:above|over|more|older)|(?:and|&|or)\s*(?:below|under|less|younger))\s*$",
    re.IGNORECASE,
)
"""A band with one end, its bound behind: "35+", "66 years & above"."""
AT_MOST = re.compile(r"up\s*to|till|at most|not |max|<=|≤|.*(?:below|under|less|younger)$", re.IGNORECASE)
WITHOUT_END = re.compile(r"(?:below|under|less than|<|above|over|more than|>)$", re.IGNORECASE)
NEAR = 1e-9
OPEN_REACH = 100
"""Times its one end that a band without the other is believed to reach: "above 80" is an age and not a sum insured of 1,50,000."""


class Fit(IntEnum):
    """How well a value fits, the best first."""

    SAME = 0
    INSIDE = 1
    NOT = 1000


class Extent(Record, frozen=True):
    """A stretch of values: raw ends, the same in years where a time is meant (``timed``), and which ends belong to it.

    ``mixed`` says that the two ends are told in different units, so that a bare figure can only mean years.
    """

    low: float
    high: float
    years: tuple[float, float]
    timed: bool
    mixed: bool
    low_in: bool = True
    high_in: bool = True

    @property
    def is_single(self) -> bool:
        """Whether it is one value and no band."""
        return self.low == self.high


def fit(wanted: str, printed: str, scale: float = 1.0) -> Fit:
    """How ``wanted`` fits what is printed. ``scale`` multiplies printed figures: 100000 under a head "in Lakh"."""
    asked, held = find_extent(wanted), find_extent(printed)
    if asked is None and held is None:
        return Fit.SAME if squeeze(wanted) == squeeze(printed) != "" else Fit.NOT
    if asked is None or held is None:
        return Fit.NOT
    if scale != 1.0:
        held = Extent(held.low * scale, held.high * scale, held.years, held.timed, held.mixed, held.low_in, held.high_in)
    (low, high), (bottom, top) = _comparable(asked, held)
    if isclose(low, bottom, rel_tol=NEAR) and isclose(high, top, rel_tol=NEAR) and _same_ends(asked, held):
        return Fit.SAME
    if not asked.is_single or held.is_single:
        return Fit.NOT
    if top == inf and bottom > 0 and low > OPEN_REACH * bottom:
        return Fit.NOT
    above = low > bottom or (held.low_in and isclose(low, bottom, rel_tol=NEAR))
    below = low < top or (held.high_in and isclose(low, top, rel_tol=NEAR))
    return Fit.INSIDE if above and below else Fit.NOT


def _comparable(asked: Extent, held: Extent) -> tuple[tuple[float, float], tuple[float, float]]:
    """Both in years where both are times or the band mixes units; else as they are written."""
    if asked.timed and held.timed:
        return asked.years, held.years
    if held.mixed and not asked.timed:
        return (asked.low, asked.high), held.years
    return (asked.low, asked.high), (held.low, held.high)


def _same_ends(asked: Extent, held: Extent) -> bool:
    return (asked.low_in, asked.high_in) == (held.low_in, held.high_in)


@lru_cache(maxsize=65536)
def find_extent(text: str) -> Extent | None:
    """The value or band that ``text`` is; None where it is neither."""
    words = FOOTNOTE_MARK.sub("", text).strip(" .*†‡#")
    if found := SINGLE.fullmatch(words):
        return _make_extent(_quantity(found), _quantity(found))
    if found := BETWEEN.fullmatch(words):
        return _between(_quantity(found, "1"), _quantity(found, "2"))
    if found := AHEAD.fullmatch(words) or BEHIND.fullmatch(words):
        bound, here = found["bound"], _quantity(found)
        included = WITHOUT_END.match(bound) is None
        if AT_MOST.match(bound):
            return _make_extent(_Quantity(-inf, here.unit), here, high_in=included)
        return _make_extent(here, _Quantity(inf, here.unit), low_in=included)
    return None


def find_quantities(text: str) -> list[float]:
    """The amounts in a text, in order."""
    return [_quantity(found).number for found in QUANTITY.finditer(text)]


class _Quantity(Record, frozen=True):
    number: float
    unit: str = ""


def _quantity(found: re.Match[str], which: str = "") -> _Quantity:
    number = float(found[f"number{which}"].replace(",", ""))
    scale = (found[f"scale{which}"] or "").lower()
    unit = (found[f"unit{which}"] or "").lower()
    times = SCALES.get(scale) or SCALES.get(scale.removesuffix("s"), 1.0)
    return _Quantity(round(number * times, 6), unit if unit in UNITS else unit.removesuffix("s"))


def _between(first: _Quantity, second: _Quantity) -> Extent | None:
    """A bare first end has the unit of the second ("3-6 months"), a bare second end is in years ("5m-35")."""
    if second.unit and not first.unit:
        first = _Quantity(first.number, second.unit)
    if first.unit and not second.unit:
        second = _Quantity(second.number, "year")
    extent = _make_extent(first, second)
    low, high = extent.years if extent.timed else (extent.low, extent.high)
    return extent if low <= high else None


def _make_extent(low: _Quantity, high: _Quantity, *, low_in: bool = True, high_in: bool = True) -> Extent:
    years = (low.number * UNITS.get(low.unit, 1.0), high.number * UNITS.get(high.unit, 1.0))
    return Extent(low.number, high.number, years, bool(low.unit or high.unit), low.unit != high.unit, low_in, high_in)
