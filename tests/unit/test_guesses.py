"""What a document seems to say of itself is offered, never used."""

import msgspec
import pytest

from pipeline.guesses import (
    AMERICAN,
    BY_PROGRAM,
    CUE,
    ISO,
    MONTH_ALONE,
    NO_TITLE,
    NUMBERS,
    WORDS,
    YEAR_ALONE,
    guess_dates,
    guess_title,
    offer_guesses,
)
from tests.builders import document


def titled(title):
    return msgspec.structs.replace(document(["1. Scope"]), metadata=(("Title", title),))


def dates_in(*lines):
    return [guess.date for guess in guess_dates(document(list(lines)))]


@pytest.mark.parametrize(
    ("metadata", "title"),
    [
        ("Care Advantage", "Care Advantage"),
        ("Microsoft Word - Care  Advantage.docx", "Care Advantage"),
        ("wording_v2.indd", "wording_v2"),
        ("Untitled-1", ""),
        ("Document 2", ""),
        (" - ", ""),
        ("", ""),
    ],
)
def test_a_title_that_a_program_wrote_is_none(metadata, title):
    assert guess_title(titled(metadata)) == title


@pytest.mark.parametrize(
    ("printed", "day"),
    [
        ("Version 2024-05-01", "2024-05-01"),
        ("w.e.f. 1.4.2021", "2021-04-01"),
        ("Effective 1st May 2024", "2024-05-01"),
        ("May 1, 2024", "2024-05-01"),
        ("May 2024", "2024-05"),
        ("Print Date: 07/16/2014", "2014-07-16"),
        ("Das Gesetz vom 22. März 2000", "2000-03-22"),
        ("3 de mayo de 2023", "2023-05-03"),
        ("Última actualización 03.2023", "2023-03"),
        ("[시행 2025. 10. 23.]", "2025-10-23"),
        ("PROS / MCI / V.13 / 2024", "2024"),
    ],
)
def test_a_date_is_found_however_it_is_printed(printed, day):
    assert dates_in(printed) == [day]


@pytest.mark.parametrize(
    "printed", ["1.5.24", "31.2.2024", "Regulations, 2017", "see 03.2023", "4.1.2 Scope", "CIN: U66000DL2007PLC1"]
)
def test_what_is_no_date_is_not_taken_for_one(printed):
    assert dates_in(printed) == []


def test_a_date_beside_a_word_for_versions_comes_first():
    assert dates_in("1 May 2020", "Version: 1 May 2021") == ["2021-05-01", "2020-05-01"]


def test_the_middle_of_a_document_is_not_looked_at():
    pages = [["cover"], ["inside"], ["1 May 2020"], ["inside"], ["back"]]

    assert guess_dates(document(*pages)) == []


def test_a_guess_is_a_note_that_says_what_to_write():
    [title, date] = offer_guesses(
        msgspec.structs.replace(titled("Care"), pages=document(["May 2024"]).pages), title=True, updated=True
    )

    assert (title.code, title.severity, title.text) == ("META001", "note", "Care")
    assert "`updated: '2024-05'`" in date.message and date.page == 1 and date.line_ids == ("p1.l000",)


def test_what_the_yaml_says_is_not_asked_again():
    assert offer_guesses(titled("Care"), title=False, updated=False) == []


@pytest.mark.parametrize(
    ("pattern", "matched", "others"),
    [
        (BY_PROGRAM, ["Microsoft Word - x", "x.docx", "x .cdr"], ["Care Advantage", "x.docs and more"]),
        (NO_TITLE, ["Untitled-1", "Document 2", "12"], ["Care Advantage", "Documentary cover"]),
        (ISO, ["2024-05-01", "2024. 10. 22"], ["2024-5", "12024-05-01"]),
        (NUMBERS, ["1.5.2024", "01/05/2024"], ["1.5.24", "1.5-2024"]),
        (WORDS, ["1st May 2024", "22. März 2000", "mayo de 2023"], ["Maybe 20", "May 24"]),
        (AMERICAN, ["May 1, 2024"], ["May 1 2024"]),
        (MONTH_ALONE, ["03.2023", "12/2023"], ["13.2023", "3.2023"]),
        (YEAR_ALONE, ["V.2 / 2022", "V13/2024"], ["Act 2 / 2022"]),
        (CUE, ["Version: x", "w.e.f. x", "Stand x"], ["conversion", "understand"]),
    ],
)
def test_patterns_match_their_examples(pattern, matched, others):
    assert all(pattern.search(example) for example in matched)
    assert not any(pattern.search(example) for example in others)
