"""CSV that a spreadsheet opens without running any of it.

A spreadsheet takes a cell for a formula by its first character (the list is that of OWASP's page on CSV injection). Such a text,
and one that would look guarded already, gets an apostrophe in front: `=1+1` is written `'=1+1`. So `unguard` gives back every text
as it was. Numbers are written as numbers. A lone dash, which means "nothing" in tables, is no formula and stays.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

GUARDED = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""How a text begins that gets an apostrophe: "=1+1", "-5 to 3", "'=1". No: "1+1", "it's"."""
DASH = "-"
Value = TypeVar("Value")


def guard(cell: Value) -> Value | str:
    """``cell`` as a spreadsheet may open it."""
    return f"'{cell}" if isinstance(cell, str) and cell != DASH and GUARDED.match(cell) else cell


def unguard(cell: str) -> str:
    """The text that ``guard`` was given."""
    return cell[1:] if cell.startswith("'") and GUARDED.match(cell) else cell


def make_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]], *, guarded: bool = True) -> bytes:
    """A CSV with a head, UTF-8, lines ended by a newline; not ``guarded``, its texts are as they are."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator="\n")
    whole = (columns, *rows)
    writer.writerows([guard(cell) for cell in row] if guarded else row for row in whole)
    return written.getvalue().encode()
