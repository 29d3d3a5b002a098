"""The independent reader of a check: what a run wrote, against what another library reads in the PDF."""

import re

import msgspec
import pytest

from pipeline.checks.reread import Reader, reread
from pipeline.rereading.libraries import Library
from tests.conftest import ROOT
from tests.unit.checks.standing import changed, stand

PLAIN, TABLE = "clause-over-two-pages", "table-over-two-pages"
BOTH = pytest.mark.parametrize("library", Library)


def content_of(name):
    return (ROOT / f"fixtures/pdf/{name}.pdf").read_bytes()


@pytest.fixture
def plain(tmp_path):
    return stand(tmp_path, content_of(PLAIN), name=f"{PLAIN}.pdf")


@pytest.fixture
def table(tmp_path):
    return stand(tmp_path, content_of(TABLE), name=f"{TABLE}.pdf")


def hold(written, name, library=Library.PYPDF, *, sample=0, content=None):
    return reread(written, content or content_of(name), Reader(library, sample))


def told(written, name, library=Library.PYPDF, **how):
    return [(problem.code, problem.page) for problem in hold(written, name, library, **how).problems]


def with_page(written, number, old, new):
    """``written`` with words of one page read as others, of the same length, in every file alike."""
    assert len(old) == len(new)
    pages = [msgspec.structs.replace(row, text=row.text.replace(old, new)) if row.page == number else row for row in written.pages]
    here, there = old.replace("\n", " "), new.replace("\n", " ")
    chunks = [msgspec.structs.replace(chunk, text=chunk.text.replace(here, there)) for chunk in written.chunks]
    assert pages != written.pages and chunks != written.chunks
    return changed(written, pages=pages, chunks=chunks)


@BOTH
@pytest.mark.parametrize("name", [PLAIN, TABLE, "definition-table", "two-labels", "turned-page"])
def test_what_a_run_wrote_stands_where_it_says_for_other_libraries_too(tmp_path, library, name):
    outcome = hold(stand(tmp_path, content_of(name), name=f"{name}.pdf"), name, library)

    assert outcome.problems == () and outcome.rule == "reread" and f"{library} has the words of every chunk" in outcome.title


@BOTH
def test_a_changed_digit_is_told_with_the_page_the_characters_and_both_readings(plain, library):
    false = with_page(plain, 2, "up to 1%", "up to 7%")
    at = next(row.text for row in false.pages if row.page == 2).index("insured for")

    [problem] = hold(false, PLAIN, library).problems

    assert (problem.code, problem.severity, problem.page) == ("PRV004", "error", 2) and len(problem.bbox) == 4
    assert "payable up to 7% of the sum" in problem.message and f'{library} has "' in problem.message
    assert "payable up to 1% of the sum" in problem.message and f"to {at - 1};" in problem.message
    assert problem.content_hash and problem.clause_id == "2"


@BOTH
@pytest.mark.parametrize(("old", "new"), [("unless", "though"), ("no amount", "an amount"), ("nurse", "purse")])
def test_a_changed_word_is_told(plain, library, old, new):
    assert told(with_page(plain, 2, old, new), PLAIN, library) == [("PRV004", 2)]


def test_a_word_lost_in_the_middle_of_a_line_is_told(plain):
    assert told(with_page(plain, 2, "then no amount", "then    amount"), PLAIN) == [("PRV004", 2)]


def test_a_label_that_was_read_as_another_of_its_page_is_told(plain):
    assert told(with_page(plain, 1, "2.\nThe grievance", "1.\nThe grievance"), PLAIN) == [("PRV004", 1), ("PRV004", 1)]


@BOTH
def test_a_span_on_the_wrong_page_is_told(plain, library):
    chunk = plain.chunks[0]
    [place] = chunk.provenance
    shifted = msgspec.structs.replace(chunk, provenance=[msgspec.structs.replace(place, page=2)])

    found = hold(changed(plain, chunks=[shifted, *plain.chunks[1:]]), PLAIN, library).problems

    assert ("PRV006", 2) in [(problem.code, problem.page) for problem in found]


def test_a_span_of_other_characters_is_told_with_both_texts(plain):
    chunk = plain.chunks[0]
    [place] = chunk.provenance
    longer = msgspec.structs.replace(chunk, provenance=[msgspec.structs.replace(place, char_end=place.char_end + 4)])

    [problem] = hold(changed(plain, chunks=[longer]), PLAIN).problems

    assert (problem.code, problem.page) == (
        "PRV006",
        1,
    ) and f"characters {place.char_start} to {place.char_end + 4}" in problem.message


def test_a_digit_changed_in_the_text_of_a_chunk_alone_is_told(plain):
    chunks = [msgspec.structs.replace(chunk, text=chunk.text.replace("1%", "7%")) for chunk in plain.chunks]

    [problem] = hold(changed(plain, chunks=chunks), PLAIN).problems

    assert problem.code == "PRV006" and "7%" in problem.message and "1%" in problem.message


def test_a_figure_changed_in_the_text_of_a_row_alone_is_told(table):
    rows = [chunk for chunk in table.chunks if chunk.kind == "row" and "40,000" in chunk.text]
    false = [msgspec.structs.replace(row, text=row.text.replace("40,000", "70,000")) for row in rows]

    assert rows and {code for code, _ in told(changed(table, chunks=false), TABLE)} == {"PRV006"}


@BOTH
def test_a_head_that_no_page_of_the_table_has_is_told(table, library):
    false = [msgspec.structs.replace(chunk, text=chunk.text.replace("Classic", "Obsidian")) for chunk in table.chunks]

    [problem] = hold(changed(table, chunks=false), TABLE, library).problems

    assert problem.code == "PRV004" and '"Obsidian" as heads of its table' in problem.message


def test_a_page_that_a_library_reads_otherwise_as_a_whole_is_told_once(plain):
    garbled = str.maketrans("abcdefghijklmnopqrstuvwxyz", "bcdefghijklmnopqrstuvwxyza")
    pages = [msgspec.structs.replace(row, text=row.text.translate(garbled)) for row in plain.pages]
    chunks = [msgspec.structs.replace(chunk, text=chunk.text.translate(garbled)) for chunk in plain.chunks]

    found = hold(changed(plain, pages=pages, chunks=chunks), PLAIN).problems

    assert [(problem.code, problem.page) for problem in found] == [("PRV005", 1), ("PRV005", 2)]
    assert re.search(r"pypdf reads this page otherwise: it lacks (\d+) of the \d+ lines", found[0].message)
    assert "uif voefsxsjujoh efqbsunfou" in found[0].message and "If the underwriting department" in found[0].message


def test_a_sample_reads_so_many_pages_and_says_so(plain):
    false = with_page(plain, 2, "up to 1%", "up to 7%")
    pages = [hold(false, PLAIN, sample=most).title for most in (1, 2, 5, 0)]

    assert ["on 1 of 2 pages" in title for title in pages] == [True, False, False, False]
    assert all("on 2 of 2 pages" in title for title in pages[1:])


def test_a_file_that_the_library_cannot_read_is_a_warning_and_no_proof(plain):
    [problem] = hold(plain, PLAIN, content=b"%PDF-1.7 nothing").problems

    assert (problem.code, problem.severity, problem.page) == ("PRV003", "warning", 0)
