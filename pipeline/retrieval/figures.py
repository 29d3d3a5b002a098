"""The figures in a text, each with what it may be worth and what it tells of, so that two writings of one figure are told for one.

Known are numbers with any separator of thousands (5,000; 5'000; 5.000; 5,00,000), with a scale (5 lakh, 0.5 crore, 5k), in words
where a unit stands behind them (thirty-six months), percentages, times, amounts of money, dates in their usual forms, and codes of
letters and figures (Excl18). A figure that can be read in two ways (5.000, 3/4/2021) has both values. In a row of figures the scale
and unit of the last hold for those ahead of it that have none ("5/10/15 lakh"). A figure that only numbers something ("clause 4",
"4." at the beginning of a line) is a reference. Never guesses a unit.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

import msgspec

from pipeline.model import Record
from pipeline.retrieval.figure_words import (
    BETWEEN,
    CURRENCIES,
    IN_DAYS,
    IN_MONTHS,
    MONTHS,
    NUMBERS,
    PERCENT,
    REFERENCES,
    SCALES,
    TIMES,
)
from pipeline.retrieval.folding import fold


def _any_of(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest first; one of Latin letters ends where the word does."""
    longest = sorted(words, key=len, reverse=True)
    latin = [re.escape(word) for word in longest if word[-1].isascii() and word[-1].isalpha()]
    others = [re.escape(word) for word in longest if not (word[-1].isascii() and word[-1].isalpha())]
    return "(?:" + "|".join([rf"(?:{'|'.join(latin)})(?![^\W\d_])", *others]) + ")"


PERCENT_SIGN = "%"
DIGITS = 6
"""Places to which values are compared: enough for a paisa in a crore."""
MOST_MONTHS, MOST_DAYS = 12, 31
HUNDRED = 100
TAKEN = "·"
NAME = _any_of(MONTHS)
ORDINAL = r"(?:st|nd|rd|th|er|\.)?"
DATE = re.compile(
    "|".join(
        (
            r"(?<![\d.])(?P<year1>[12]\d{3})(?P<sign1>[-/.])\s?(?P<month1>\d{1,2})(?P=sign1)\s?(?P<day1>\d{1,2})(?!\d)",
            r"(?<![\d.])(?P<day2>\d{1,2})(?P<sign2>[-/.])\s?(?P<month2>\d{1,2})(?P=sign2)\s?(?P<year2>[12]\d{3})(?!\d)",
            r"(?P<year3>[12]\d{3})\s*[年년]\s*(?P<month3>\d{1,2})\s*[月월](?:\s*(?P<day3>\d{1,2})\s*[日일])?",
            rf"(?<![\d.,])(?P<day4>\d{{1,2}}){ORDINAL}\s*(?:(?:of|de|di)\s+)?(?P<name4>{NAME})\.?,?\s*(?:del?\s+)?"
            r"(?P<year4>[12]\d{3})(?!\d)",
            rf"(?<![a-z])(?P<name5>{NAME})\.?\s+(?P<day5>\d{{1,2}}){ORDINAL},?\s+(?P<year5>[12]\d{{3}})(?!\d)",
            rf"(?<![a-z])(?P<name6>{NAME})\.?,?\s+(?:del?\s+)?(?P<year6>[12]\d{{3}})(?!\d)",
            rf"(?<![\d.,])(?P<day7>\d{{1,2}}){ORDINAL}\s*(?:(?:of|de|di)\s+)?(?!may\b)(?P<name7>{NAME})",
        )
    )
)
"""2021-04-01, 2024. 10. 22.; 1.4.2021, 01/04/2021; 2024年10月22日; 1st April, 2021, 1 de abril de 2021; April 1, 2021; April 2021;
1 April ("2 may" is none)."""
CODE = re.compile(
    r"(?<![^\W_])(?<!⁄)(?=[a-z0-9]*[a-z])(?=[a-z0-9]*\d)[a-z0-9]+(?:[-/][a-z0-9]*\d[a-z0-9]*)*(?![^\W_]|⁄)",
)
"""Letters and figures in one word: "excl18", "shahlip21263v022021", "h1n1"."""
MONEY, SCALE = _any_of(CURRENCIES), _any_of(SCALES)
UNIT = _any_of([*PERCENT, *TIMES, *CURRENCIES])
GLUED = re.compile(rf"{MONEY}?\d+(?:st|nd|rd|th)?{SCALE}?{UNIT}?")
"""A figure and its unit without a space, which is no code: "30days", "5l", "rs500", "1st"."""
NUMBER_WORD = _any_of([*NUMBERS, "hundred", "thousand"])
NUMBER = re.compile(
    rf"(?<![a-z0-9])(?<!\d[.,])(?<!⁄)(?:(?P<money>{MONEY})\s*)?"
    rf"(?:(?P<digits>\d{{1,3}}(?: \d{{3}})+(?!\d)|\d+(?:[.,']\d+)*)(?![\d⁄])"
    rf"|(?P<words>{NUMBER_WORD}(?:(?:[ -]| and ){NUMBER_WORD})*))"
    rf"(?:\s*/-)?(?:st|nd|rd|th)?(?:[^\S\n]?-?(?P<scale>{SCALE}))?"
    rf"(?:\s*/-)?(?:\)?[^\S\n]*-?[^\S\n]*(?:(?:{BETWEEN.replace(' ', '|')})\s+)?(?P<unit>{UNIT}))?"
)
"""A number with all that stands by it: "rs. 5,00,000/-", "5 lakh", "thirty-six (36) months", "24 consecutive hours", "20%"."""
GROUPED = re.compile(r"\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:\.\d{3})+")
"""Thousands set apart: "5,000", "5,00,000", "1.000.000"."""
NAMED = re.compile(rf"(?<![a-z]){_any_of(REFERENCES.split())}\s*[-–:]?\s*(?:[(\[]?[a-z0-9]{{1,3}}[)\]]?\s*[-–.]\s*)?[(\[]?$")
"""What stands ahead of a figure that only names a place: "clause ", "Section B-", "No. ("."""
LABEL, LABEL_ENDS = re.compile(r"\d{1,2}(?:\.\d{1,2})+"), (".", ")", "]")
"""A label of decimals ("4.2"), and what stands behind any other ("4.", "(4)")."""
NAME_REACH = 24
"""Characters ahead of a figure that are looked at for such a word: the longest with what may stand behind it has fewer."""
ROW = re.compile(r"\s*(?:/|-|–|,|to|or|and|bis|oder|und|a|à|et|ou|y|e|o)\s*")
"""What parts figures in a row."""


class Kind(StrEnum):
    """What a figure is: a number with or without a unit, a date, a code of letters and figures, or the number of something."""

    NUMBER = "number"
    DATE = "date"
    CODE = "code"
    REFERENCE = "reference"


class Figure(Record, frozen=True):
    """A figure as printed, its half-open stretch in the text, what it may be worth, and its unit ("" where none stands by it).

    ``values`` of a date are "2021-04-01", with zeros for what it leaves out; of a code its letters and figures; else numbers, in
    the unit as printed, multiplied by ``scale`` (5 lakh: 100000).
    """

    printed: str
    start: int
    end: int
    kind: Kind
    values: tuple[float | str, ...]
    unit: str
    scale: float = 1.0


def find_figures(text: str) -> list[Figure]:
    """The figures of ``text``, in order."""
    folded = fold(text)
    rest, found = folded.text, list[Figure]()
    for read in (_find_dates, _find_codes, _find_numbers):
        figures = list(read(rest))
        rest = _without(rest, figures)
        for figure in figures:
            start, end = folded.stretch(figure.start, figure.end)
            found.append(msgspec.structs.replace(figure, printed=text[start:end], start=start, end=end))
    return _pass_on(sorted(found, key=lambda figure: figure.start), text)


def _without(text: str, figures: Iterable[Figure]) -> str:
    """``text`` with dots in place of these figures, so that no part of one is read again."""
    parts, at = list[str](), 0
    for figure in figures:
        parts += (text[at : figure.start], TAKEN * (figure.end - figure.start))
        at = figure.end
    return "".join((*parts, text[at:]))


def stands_in(wanted: Figure, held: Figure) -> bool:
    """Whether ``held`` says what ``wanted`` does: a value that both may have, and no other unit.

    A unit that only one of them prints is no difference, since a table prints it in its head; but a mere number of something
    (clause 4) says nothing of 4 days.
    """
    if Kind.DATE in (wanted.kind, held.kind):
        return wanted.kind is held.kind and any(_is_date(one, other) for one in wanted.values for other in held.values)
    if Kind.CODE in (wanted.kind, held.kind):
        return wanted.kind is held.kind and wanted.values == held.values
    if held.kind is Kind.REFERENCE and wanted.unit:
        return False
    for family in (IN_DAYS, IN_MONTHS):
        if wanted.unit in family and held.unit in family:
            return not _times(wanted, family[wanted.unit]).isdisjoint(_times(held, family[held.unit]))
    same_unit = not wanted.unit or not held.unit or wanted.unit == held.unit
    return same_unit and not _times(wanted, 1).isdisjoint(_times(held, 1))


def _times(figure: Figure, factor: float) -> set[float | str]:
    return {value if isinstance(value, str) else round(value * factor, DIGITS) for value in figure.values}


def _is_date(wanted: float | str, held: float | str) -> bool:
    """Whether every part of a date that is told stands in the other."""
    parts = zip(str(wanted).split("-"), str(held).split("-"), strict=True)
    return all(one == other or not int(one) for one, other in parts)


def _find_dates(text: str) -> Iterator[Figure]:
    taken = 0
    for found in DATE.finditer(text):
        values = tuple(dict.fromkeys(_read_date(found.groupdict())))
        if values and found.start() >= taken:
            taken = found.end()
            yield Figure("", found.start(), found.end(), Kind.DATE, values, "")


def _read_date(parts: dict[str, str | None]) -> Iterator[str]:
    """The dates that a match may mean: of two numbers ahead of a year, the first may be the month where a slash parts them."""
    told = {name.rstrip("0123456789"): value for name, value in parts.items() if value}
    year, month, day = (
        int(told.get("year", 0)),
        int(MONTHS.get(told.get("name", ""), told.get("month", 0))),
        int(told.get("day", 0)),
    )
    if month <= MOST_MONTHS and day <= MOST_DAYS:
        yield f"{year:04}-{month:02}-{day:02}"
    if told.get("sign") == "/" and day <= MOST_MONTHS and month <= MOST_DAYS:
        yield f"{year:04}-{day:02}-{month:02}"


def _find_codes(text: str) -> Iterator[Figure]:
    for found in CODE.finditer(text):
        if not GLUED.fullmatch(found.group()):
            yield Figure("", found.start(), found.end(), Kind.CODE, (re.sub(r"\W", "", found.group()),), "")


def _find_numbers(text: str) -> Iterator[Figure]:
    for found in NUMBER.finditer(text):
        unit, scale = _read_unit(found), SCALES.get(found["scale"] or "", 1.0)
        read = (_add_words(found["words"]),) if found["words"] else tuple(_read_digits(found["digits"]))
        values = tuple(value if isinstance(value, str) else round(value * scale, DIGITS) for value in read)
        if found["words"] and not unit and scale == 1.0:
            continue
        named = isinstance(read[0], str) or _is_named(text, found.start()) or _is_label(text, found)
        kind = Kind.REFERENCE if named and not unit else Kind.NUMBER
        yield Figure("", found.start(), found.end(), kind, values, unit, scale)


def _read_digits(digits: str) -> Iterator[float | str]:
    """5,000 and 5'000 are 5000; 2,5 is 2.5; 5.000 is 5000 or 5; 4.1.2 is no number."""
    plain = digits.replace("'", "").replace(" ", "")
    last = max(plain.rfind(","), plain.rfind("."))
    whole, part = re.sub("[,.]", "", plain[:last]), plain[last + 1 :]
    if last < 0:
        yield float(plain)
        return
    grouped = GROUPED.fullmatch(plain) is not None
    if grouped:
        yield float(whole + part)
    if not grouped or (plain[last] == "." and plain.count(".") == 1):
        yield float(f"{whole}.{part}") if plain.count(plain[last]) == 1 else digits


def _add_words(words: str) -> float:
    """What number words come to: "one hundred and twenty" is 120, "two thousand five hundred" 2500."""
    whole = part = 0.0
    for word in re.findall(r"[^\W\d_]+", words):
        if word in NUMBERS and NUMBERS[word] != HUNDRED:
            part += NUMBERS[word]
        elif word in SCALES and SCALES[word] > HUNDRED:
            whole, part = whole + (part or 1) * SCALES[word], 0.0
        elif word != "and":
            part = (part or 1) * HUNDRED
    return whole + part


def _read_unit(found: re.Match[str]) -> str:
    money, unit = found["money"], found["unit"]
    if money:
        return CURRENCIES[money.strip()]
    if not unit:
        return ""
    word = " ".join(unit.split())
    return PERCENT_SIGN if word in PERCENT else TIMES.get(word) or CURRENCIES[word]


def _is_named(text: str, start: int) -> bool:
    return NAMED.search(text, max(0, start - NAME_REACH), start) is not None


def _is_label(text: str, found: re.Match[str]) -> bool:
    """Whether a figure stands at the beginning of a line as its label: "4.", "(4)", "4.2 Exclusions"."""
    line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    behind = text[found.end() : found.end() + 1]
    return not line.strip("([ \t") and (behind in LABEL_ENDS or LABEL.fullmatch(found.group()) is not None)


def _pass_on(figures: Sequence[Figure], text: str) -> list[Figure]:
    """Figures in a row, "5/10/15 lakh": each without a unit also has the unit of the next, and may have its scale."""
    passed = list(figures[-1:])
    for figure in figures[-2::-1]:
        after = passed[-1]
        in_row = figure.kind is after.kind is Kind.NUMBER and ROW.fullmatch(text[figure.end : after.start].casefold())
        passed.append(_with_end_of_row(figure, after) if in_row and not figure.unit else figure)
    return passed[::-1]


def _with_end_of_row(figure: Figure, after: Figure) -> Figure:
    scaled = [value * after.scale for value in figure.values if isinstance(value, float) and figure.scale == 1.0 != after.scale]
    scale = after.scale if scaled else figure.scale
    return msgspec.structs.replace(figure, unit=after.unit, scale=scale, values=(*figure.values, *scaled))
