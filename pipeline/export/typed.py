"""The columns of a table as what they hold: whole numbers, numbers, shares, text.

A column is of a type only where every one of its cells is: figures with or without a currency, in any grouping ("1,24,810",
"Rs. 5,000/-"), percentages as shares ("12.5%" is 0.125). Footnote marks are left out; empty cells and dashes are no value. All else
stays text as printed.
"""

import re
from collections.abc import Sequence
from enum import StrEnum

from pipeline.model import Record
from pipeline.store.rows import TableRow
from pipeline.wording import FOOTNOTE_MARK

NUMBER = re.compile(
    r"(?:(?:Rs\.?|INR|USD|EUR|CHF|GBP|[₹$€£])\s*)?(?P<sign>[-−]?)(?P<figure>\d[\d,]*(?:\.\d+)?)\s*(?:/-)?(?P<share>\s*%)?",
    re.IGNORECASE,
)
"""One figure: "1,24,810", "Rs. 5,000/-", "12.5%", "-5". No: "31-35", "2A", "5 Lakh"."""
GROUPED = re.compile(r"\d{1,3}(?:,\d{2,3})*,\d{3}|\d+")
"""A whole number, its digits in groups of two or three, the last of three: "1,24,810", "124,810", "500". No: "1,2"."""
NOTHING = frozenset({"", "-", "–", "—", "n/a", "na"})
PAGE = "page"


class ColumnKind(StrEnum):
    """What a column holds."""

    WHOLE = "whole"
    NUMBER = "number"
    SHARE = "share"
    TEXT = "text"


class Column(Record, frozen=True):
    """A column: its name, which no other has, and its values; None where the page has none."""

    name: str
    kind: ColumnKind
    values: list[int | float | str | None]


def make_columns(table: TableRow) -> list[Column]:
    """The columns of ``table`` in order, and behind them the page that each row begins on."""
    width = max(table.columns, *(len(row) for row in table.cells), 0)
    heads = [*table.header, *[""] * (width - len(table.header))]
    names = _make_names([*heads, PAGE])
    columns = [_make_column(name, [row[at] if at < len(row) else "" for row in table.cells]) for at, name in enumerate(names[:-1])]
    return [*columns, Column(names[-1], ColumnKind.WHOLE, [int(row[0][0]) for row in table.cell_boxes])]


def _make_names(heads: Sequence[str]) -> list[str]:
    """A name for each head: the head itself, one without words by its place, one that is taken with a number behind it."""
    names: list[str] = []
    for at, head in enumerate(heads, 1):
        plain = " ".join(head.split()) or f"column {at}"
        name, times = plain, 1
        while name in names:
            times += 1
            name = f"{plain} ({times})"
        names.append(name)
    return names


def _make_column(name: str, cells: Sequence[str]) -> Column:
    given = [FOOTNOTE_MARK.sub("", cell).strip() for cell in cells]
    found = [None if cell.casefold() in NOTHING else NUMBER.fullmatch(cell) for cell in given]
    filled = [each for cell, each in zip(given, found, strict=True) if cell.casefold() not in NOTHING]
    kind = _find_kind(filled)
    if kind is ColumnKind.TEXT:
        return Column(name, kind, [cell or None for cell in given])
    return Column(name, kind, [_value(each, kind) if each else None for each in found])


def _find_kind(filled: Sequence[re.Match[str] | None]) -> ColumnKind:
    figures = [each for each in filled if each is not None]
    if (
        not figures
        or len(figures) < len(filled)
        or not all(GROUPED.fullmatch(each["figure"].partition(".")[0]) for each in figures)
    ):
        return ColumnKind.TEXT
    shares = [bool(each["share"]) for each in figures]
    if any(shares):
        return ColumnKind.SHARE if all(shares) else ColumnKind.TEXT
    return ColumnKind.NUMBER if any("." in each["figure"] for each in figures) else ColumnKind.WHOLE


def _value(found: re.Match[str], kind: ColumnKind) -> int | float:
    plain = ("-" if found["sign"] else "") + found["figure"].replace(",", "")
    if kind is ColumnKind.WHOLE:
        return int(plain)
    return float(plain) if kind is ColumnKind.NUMBER else float(plain) / 100
