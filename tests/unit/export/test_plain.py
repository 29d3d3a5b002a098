"""CSV that a spreadsheet opens without running any of it."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.export.plain import guard, make_csv, unguard

SIGNS = list("=+-@\t\r\n＝＋－＠")


@pytest.mark.parametrize("sign", SIGNS)
def test_a_text_that_a_spreadsheet_would_run_gets_an_apostrophe(sign):
    text = f'{sign}HYPERLINK("https://host","x")'

    assert guard(text) == f"'{text}"


@pytest.mark.parametrize("plain", ["", "-", "1+1", "it's = fine", "'quoted'", 5, -5, 0.5])
def test_what_no_spreadsheet_runs_stays_as_it_is(plain):
    assert guard(plain) == plain


@given(st.text(alphabet=[*SIGNS, "'", "a", "1"], max_size=6))
def test_a_guarded_text_is_given_back_as_it_was(text):
    assert unguard(guard(text)) == text


@given(st.text(alphabet=[*SIGNS, "'", "a", "1"], max_size=6))
def test_no_guarded_text_but_a_lone_dash_begins_with_a_sign(text):
    guarded = guard(text)

    assert guarded == "-" or not guarded.startswith(tuple(SIGNS))


def test_heads_are_guarded_as_cells_are():
    written = make_csv(["=head"], [["@cell"]]).decode()

    assert list(csv.reader(io.StringIO(written))) == [["'=head"], ["'@cell"]]


def test_a_csv_for_a_program_has_the_texts_as_they_are():
    written = make_csv(["=head"], [["@cell"]], guarded=False).decode()

    assert list(csv.reader(io.StringIO(written))) == [["=head"], ["@cell"]]
