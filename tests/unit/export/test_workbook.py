"""An Excel workbook to work in, read again by another library."""

import io
import time
import zipfile

import pytest

from pipeline.export.workbook import CUT, MOST_CHARACTERS, Sheet, clean, make_workbook
from pipeline.store.rows import PageRow

openpyxl = pytest.importorskip("openpyxl")
pytest.importorskip("xlsxwriter")

PAGES = [PageRow(1, "i", 595, 842, 1, "One"), PageRow(7, "5", 595, 842, 1, "=Seven")]
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "{=1}", "\t=1", "\r=1", "https://host", "javascript:alert(1)", "1e5", "2031-04-01"]


def open_book(content):
    return openpyxl.load_workbook(io.BytesIO(content))


def book_of(texts, address=""):
    sheet = Sheet("clauses", ["clause_id", "text", "page"], [[f"c{at}", text, 7] for at, text in enumerate(texts)])
    return make_workbook([sheet], PAGES, address)


def test_every_text_is_a_text_whatever_it_looks_like():
    sheet = open_book(book_of(FORMULAS))["clauses"]

    cells = [sheet.cell(row, 2) for row in range(2, len(FORMULAS) + 2)]
    assert {cell.data_type for cell in cells} == {"s"}
    assert not [cell for cell in cells if cell.hyperlink]


def test_no_part_of_the_file_holds_a_formula():
    with zipfile.ZipFile(io.BytesIO(book_of(FORMULAS))) as parts:
        sheets = [parts.read(name).decode() for name in parts.namelist() if "worksheets/sheet" in name]

    assert len(sheets) == 2 and not [sheet for sheet in sheets if "<f>" in sheet or "<f " in sheet]


def test_the_first_row_is_frozen_filters_are_on_and_text_is_wrapped():
    sheet = open_book(book_of(["one", "two"]))["clauses"]

    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == "A1:C3"
    assert sheet["B2"].alignment.wrap_text


def test_a_page_leads_to_its_text_and_is_a_number_still():
    book = open_book(book_of(["one"]))

    page = book["clauses"]["C2"]
    assert (page.value, page.data_type) == (7, "n")
    assert page.hyperlink.location == "'pages'!A3"
    assert [cell.value for cell in book["pages"][3]] == [7, "5", "=Seven"]


def test_a_page_leads_to_the_pdf_where_its_address_is_given():
    page = open_book(book_of(["one"], "https://host/a.pdf"))["clauses"]["C2"]

    assert f"{page.hyperlink.target}#{page.hyperlink.location}" == "https://host/a.pdf#page=7"


def test_equal_rows_give_equal_bytes_at_another_time():
    first = book_of(["one"])
    time.sleep(2.1)  # a zip file tells times by two seconds

    assert book_of(["one"]) == first


def test_a_text_that_is_longer_than_a_cell_is_cut_and_says_so():
    long = "😀" * MOST_CHARACTERS

    cell = open_book(book_of([long]))["clauses"]["B2"].value

    assert cell.endswith(CUT) and long.startswith(cell.removesuffix(CUT))
    assert MOST_CHARACTERS - 1 <= len(cell.encode("utf-16-le")) // 2 <= MOST_CHARACTERS


@pytest.mark.parametrize("character", ["\x00", "\x0b", "\x1f", "\ufffe", "\uffff", "\ud800"])
def test_a_character_that_the_file_cannot_hold_does_not_spoil_it(character):
    sheet = open_book(book_of([f"a{character}b"]))["clauses"]

    assert sheet["B2"].value == "a\ufffdb"


def test_a_text_that_fits_is_not_touched():
    assert clean("a\nb\tc" + "x" * (MOST_CHARACTERS - 5)) == "a\nb\tc" + "x" * (MOST_CHARACTERS - 5)
