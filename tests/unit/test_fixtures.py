"""The fixtures themselves: they are what their sources make, and another library finds in them what the truth says."""

import subprocess
import sys
from collections import Counter

import pytest
from pypdf import PdfReader

from tests.fixture_runs import FIXTURES, letters, right_pages, truth

LIMIT = 5_000_000
"""Bytes that all fixtures together may take."""


@pytest.fixture(scope="module")
def prospectus() -> PdfReader:
    return PdfReader(FIXTURES / "pdf" / "prospectus.pdf")


def test_every_fixture_is_made_again_byte_for_byte():
    made = subprocess.run([sys.executable, FIXTURES / "make_fixtures.py", "--check"], capture_output=True, text=True, check=False)

    assert made.returncode == 0, made.stdout + made.stderr


def test_the_fixtures_are_small():
    assert sum(file.stat().st_size for file in (FIXTURES / "pdf").iterdir()) < LIMIT


def test_every_fixture_is_in_the_readme():
    readme = (FIXTURES / "README.md").read_text(encoding="utf-8")

    unnamed = [
        file.name
        for folder in ("pdf", "broken", "text")
        for file in (FIXTURES / folder).iterdir()
        if f"`{file.name}`" not in readme
    ]

    assert not unnamed


@pytest.mark.parametrize("page", sorted(right_pages("prospectus")))
def test_the_right_text_of_a_page_has_the_letters_that_another_reader_finds(prospectus, page):
    found = prospectus.pages[page - 1].extract_text()

    assert Counter(letters(found)) == Counter(letters(right_pages("prospectus")[page] + _drawn_twice(page)))


def _drawn_twice(page: int) -> str:
    """The heading that a page's text layer holds a second time."""
    here = page in truth("prospectus")["traps"]["bold face drawn twice"]
    return next((heading["text"] for heading in truth("prospectus")["headings"] if here and heading["page"] == page), "")


def test_every_clause_stands_on_the_page_that_the_truth_names(prospectus):
    pages: dict[int, str] = {}
    for clause in truth("prospectus")["clauses"]:
        for page in {clause["page"], clause["page_end"]} - pages.keys():
            pages[page] = letters(prospectus.pages[page - 1].extract_text())

    astray = [
        (clause["page"], clause["path"])
        for clause in truth("prospectus")["clauses"]
        if letters(" ".join((clause["title"] + " " + clause["text"]).split()[:3])) not in pages[clause["page"]]
    ]

    assert not astray


def test_the_registration_footer_is_set_two_ways_on_four_fifths_and_one_fifth():
    pages = truth("prospectus")["furniture"].values()
    long, short = (set(truth("prospectus")["footers"][way]) for way in ("long", "short"))

    ways = Counter((long <= set(lines), short <= set(lines)) for lines in pages)

    assert ways == {(True, False): 233, (False, True): 58}


def test_nine_lettered_clauses_carry_a_roman_list_that_starts_at_i():
    paths = [clause["path"] for clause in truth("prospectus")["clauses"]]

    assert sum(path[:3] == ["C", "4", "4.2"] and path[4:] == ["i"] for path in paths) == 9


def test_every_trap_of_the_prospectus_names_its_pages():
    traps = truth("prospectus")["traps"]

    assert len(traps) >= 25
    assert all(pages and all(1 <= page <= 291 for page in pages) for pages in traps.values())
