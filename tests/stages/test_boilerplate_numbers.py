"""Page numbers are found as sequences, wherever they stand; numbers that are none stay."""

import pytest

from pipeline.model import Area, MarkKind
from pipeline.stages.boilerplate.normalise import mask, roman_value
from pipeline.stages.boilerplate.sequences import follows_pages
from tests.builders import document, line
from tests.stages.boilerplate_pages import FOOT, SETTINGS, at, found, furnished, pages_of, prose, texts

ROMAN = ("i", "ii", "iii", "iv", "v", "vi")


def numbers(read):
    return texts(read, found(read), {MarkKind.PAGE_NUMBER})


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Page 4 of 12", "page#of#"),
        ("PAGE  5 of 12", "page#of#"),
        ("- 4 -", "-#-"),
        ("iv", "#"),
        ("- xii -", "-#-"),
        ("10 / 37", "#/#"),
        ("A-4", "@-#"),
        ("4.", "#."),
        ("iv.", "iv"),
        ("civil", "civil"),
        ("Regn. No. 148 | 020 7946", "regnno#"),
    ],
)
def test_a_text_is_masked_as_it_counts(text, key):
    assert mask(text).key == key


@pytest.mark.parametrize(("numeral", "value"), [("i", 1), ("iv", 4), ("ix", 9), ("xiv", 14), ("XL", 40), ("lxxxix", 89)])
def test_a_roman_numeral_has_its_value(numeral, value):
    assert roman_value(numeral) == value


@pytest.mark.parametrize(
    ("pages", "values", "follow"),
    [
        ((1, 2, 3, 4), (1, 2, 3, 4), True),
        ((5, 10, 15), (5, 10, 15), True),
        ((7, 8, 9, 10, 11), (1, 2, 3, 1, 2), True),
        ((1, 2, 3, 4), (5, 10, 1000, 5), False),
        ((1, 2, 3, 4), (7, 7, 7, 7), False),
        ((1, 6, 11, 16), (1, 2, 3, 4), False),
        ((3,), (3,), False),
    ],
)
def test_numbers_follow_the_pages_or_do_not(pages, values, follow):
    assert follows_pages(pages, values, SETTINGS) is follow


@pytest.mark.parametrize("form", ["{}", "- {} -", "Page {}", "{} / 30", "Seite {}/30", "Policy wording {}"])
def test_page_numbers_are_found_in_any_form(form):
    read = pages_of(30, lambda n: [at(form.format(n), n, FOOT)])

    assert len(numbers(read)) == 30


def test_page_numbers_that_change_sides_are_found():
    read = pages_of(30, lambda n: [at(str(n), n, FOOT, x0=60 if n % 2 else 520)])

    assert len(numbers(read)) == 30


def test_front_matter_in_roman_numbers_and_the_rest_from_one_are_both_found():
    read = pages_of(30, lambda n: [at(ROMAN[n - 1] if n <= 6 else str(n - 6), n, FOOT)])

    assert numbers(read) == [*ROMAN, *(str(n) for n in range(1, 25))]


def test_page_numbers_that_begin_anew_in_each_annexure_are_found():
    read = pages_of(24, lambda n: [at(f"{'ABCD'[(n - 1) // 6]}-{(n - 1) % 6 + 1}", n, FOOT)])

    assert len(numbers(read)) == 24


def test_page_numbers_on_the_first_row_of_the_text_are_found_and_the_text_stays():
    def numbered(number):
        rows = prose(number, number=number)
        return furnished(number, [*rows, line(str(number), page=number, row=rows[0].row, x0=500, top=rows[0].bbox[1])])

    read = document(*(numbered(n) for n in range(1, 21)))

    assert numbers(read) == [str(n) for n in range(1, 21)]
    assert len(found(read).marks) == 20


def test_a_page_number_printed_elsewhere_on_one_page_is_found_there():
    def furnish(number):
        yield at(f"Page {number} of 20", number, 82 if number == 9 else FOOT, x0=480, size=8)
        yield at(f"Page {number + 3} of 20", number, 110, x0=480, size=8)

    read = pages_of(20, lambda n: list(furnish(n))[: 2 if n == 14 else 1])

    assert numbers(read) == [f"Page {n} of 20" for n in range(1, 21)]


def test_page_numbers_that_are_the_first_line_of_the_text_are_found():
    read = pages_of(20, lambda n: [at(str(n), n, 66)])

    assert len(numbers(read)) == 20


def test_cells_of_a_benefit_table_stay():
    cells = ("5", "10", "1000")

    def benefits(number):
        box = Area((60, 60, 540, 110), (60, 300, 540), (60, 85, 110), ruled=True, prose=False)
        inside = [at(cells[(number + k) % 3], number, 64 + 24 * k, x0=310, area=0) for k in range(2)]
        return furnished(number, [*inside, *prose(number, first=130, rows=45, number=number)], [box])

    read = document(*(benefits(n) for n in range(1, 13)))

    assert found(read).marks == ()


def test_numbers_alone_on_a_row_that_do_not_count_the_pages_stay():
    read = pages_of(20, lambda n: [at(("5", "10", "1000")[n % 3], n, 66)])

    assert found(read).marks == ()


def test_list_labels_that_meet_at_one_place_stay():
    read = pages_of(20, lambda n: [at(("i", "v")[n % 2], n, 80, x0=50, row=1000)])

    assert found(read).marks == ()


def test_footnote_marks_stay():
    read = pages_of(
        20, lambda n: [at("1", n, 760, x0=60, size=6), at(f"Inserted by Act {n * 7} of {1860 + n * 3}", n, 762, x0=70, size=8)]
    )

    assert found(read).marks == ()


def test_chapters_that_each_begin_a_page_keep_their_numbered_headings():
    def chapter(number):
        rows = prose(number, number=number)
        labels = [
            line(f"{number}.", page=number, row=900, top=60, bold=True),
            line(f"Chapter {number}", page=number, row=900, x0=96, top=60),
        ]
        return furnished(number, [*labels, *rows, at(str(number), number, FOOT)])

    read = document(*(chapter(n) for n in range(1, 13)))

    assert numbers(read) == [str(n) for n in range(1, 13)]
    assert len(found(read).marks) == 12


@pytest.mark.parametrize("count", [5, 12])
def test_clauses_that_each_begin_a_page_keep_their_labels(count):
    def clause(number):
        rows = prose(number, number=number)
        labels = [line(f"{number}", page=number, row=rows[0].row, x0=40, top=rows[0].bbox[1])]
        labels += [line(f"{number}.{k}", page=number, row=rows[9 * k].row, x0=40, top=rows[9 * k].bbox[1]) for k in (1, 2, 3)]
        return furnished(number, [*rows, *labels])

    read = document(*(clause(n) for n in range(1, count + 1)))

    assert found(read).marks == ()
