"""Rows as an Excel workbook to work in: wrapped text, filters on, the first row frozen, pages linked.

Every text is written as a text and every number as a number, so that no cell is a formula, a link or a date by its look. The page
of a row leads to that page's text in the sheet `pages`, or, where the address of the PDF is given, to the page of the PDF. The same
rows give the same bytes: the date of making is fixed.
"""

import io
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pipeline.errors import DependencyMissing
from pipeline.export.frames import INSTALL
from pipeline.model import Record
from pipeline.store.rows import PageRow

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

MADE = datetime(1980, 1, 1)
"""The date that stands in every workbook: the earliest that a zip file can hold."""
MOST_CHARACTERS = 32_767
"""Of a cell, counted as UTF-16: Excel's limit. A longer text is cut, and says so."""
CUT = " … [cut: longer than a cell]"
MOST_LINKS = 65_530
"""Of a sheet: Excel's limit. Rows behind it have their page without a link."""
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML does not hold."""
WIDE, NARROW, NUMERIC = 70, 18, 9
"""Widths of columns in characters: of prose, of other texts, of numbers."""
PAGES = "pages"
OPTIONS = {
    "in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False,
}  # fmt: skip
PROSE = frozenset({"text", "context", "embed_text"})
LINKED = frozenset({"page", "page_end", "metadata.page_first", "metadata.page_last"})

Cell = str | int | float | None


class Sheet(Record, frozen=True):
    """A sheet: its name, at most 31 characters; its columns; its rows."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def make_workbook(sheets: Sequence[Sheet], pages: Iterable[PageRow], address: str = "") -> bytes:
    """A workbook of ``sheets`` and one of the text of ``pages``. Pages lead to ``address`` where that is given.

    Raises DependencyMissing where xlsxwriter is not installed.
    """
    try:
        import xlsxwriter
    except ImportError:
        raise DependencyMissing(f"export to Excel needs xlsxwriter; {INSTALL}") from None
    written = io.BytesIO()
    book = xlsxwriter.Workbook(written, OPTIONS)
    book.set_properties({"created": MADE})
    texts = [(page.page, page.label, page.text) for page in pages]
    places = {number: _address(number, row, address) for row, (number, _, _) in enumerate(texts, 2)}
    for sheet in sheets:
        _add_sheet(book, sheet, places)
    _add_sheet(book, Sheet(PAGES, ("page", "page_label", "text"), texts), places if address else {})
    book.close()
    return written.getvalue()


def _address(number: int, row: int, address: str) -> str:
    return f"{address}#page={number}" if address else f"internal:'{PAGES}'!A{row}"


def _add_sheet(book: "Workbook", sheet: Sheet, places: dict[int, str]) -> None:
    page = book.add_worksheet(sheet.name)
    body = book.add_format({"text_wrap": True, "valign": "top"})
    head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bg_color": "#DDE3EA", "font_color": "#000000"})
    link = book.add_format({"valign": "top", "font_color": "#0563C1", "underline": 1})
    for at, name in enumerate(sheet.columns):
        page.set_column(at, at, _width(name, [row[at] for row in sheet.rows]), body)
        page.write_string(0, at, clean(name), head)
    page.freeze_panes(1, 0)
    page.autofilter(0, 0, max(len(sheet.rows), 1), len(sheet.columns) - 1)
    linked = {at for at, name in enumerate(sheet.columns) if name in LINKED}
    most = MOST_LINKS // len(linked) if linked else 0
    for number, row in enumerate(sheet.rows, 1):
        for at, cell in enumerate(row):
            place = places.get(cell, "") if at in linked and isinstance(cell, int) and number <= most else ""
            if place:
                page.write_url(number, at, place, link)
            _write(page, (number, at), cell, link if place else body)
    page.set_landscape()
    page.repeat_rows(0)


def _width(name: str, cells: Iterable[Cell]) -> int:
    if name in PROSE:
        return WIDE
    return NUMERIC if all(isinstance(cell, int | float) or cell is None for cell in cells) else NARROW


def _write(page: "Worksheet", place: tuple[int, int], cell: Cell, form: Any) -> None:
    """A number is written over a link, which stays: so it sorts and filters as a number."""
    if isinstance(cell, str):
        page.write_string(*place, clean(cell), form)
    elif cell is not None:
        page.write_number(*place, cell, form)


def clean(text: str) -> str:
    """``text`` as a cell can hold it."""
    plain = UNPRINTABLE.sub("\ufffd", text)
    if _units(plain) <= MOST_CHARACTERS:
        return plain
    kept = plain.encode("utf-16-le")[: 2 * (MOST_CHARACTERS - len(CUT))].decode("utf-16-le", errors="ignore")
    return kept + CUT


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
