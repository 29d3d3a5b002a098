"""Columns of clauses: labels in a hanging indent, folios between columns, paragraphs that end at the top of a page."""

from pipeline.model import Page
from tests.drawn_pdf import Mark, at, column, read

PITCH = 12
LEFT = [f"left {i} and so it goes on with words to the end of it" for i in range(24)]
RIGHT = [f"right {i} and so it goes on with words up to here" for i in range(24)]
SIZE = 7.5
LABELLED = (0, 5, 9, 14, 23)
"""Rows of the right column that begin a clause."""


def texts(page: Page) -> list[str]:
    return [line.text for line in page.lines]


def clauses(x: float, *, shift: float = 0) -> list[Mark]:
    """The right column: its text at ``x``, labels hanging 25 points left of it."""
    labels = [at(x - 25, 100 + shift + PITCH * i, f"{n + 1}.", size=SIZE) for n, i in enumerate(LABELLED)]
    return column(x, 100 + shift, RIGHT, size=SIZE, pitch=PITCH) + labels


def numbered() -> list[str]:
    """The words of ``clauses`` in reading order."""
    found: list[str] = []
    for i, words in enumerate(RIGHT):
        found += [f"{LABELLED.index(i) + 1}.", words] if i in LABELLED else [words]
    return found


def test_the_labels_of_the_right_column_are_read_with_it_and_not_with_the_left_one():
    page = read(column(72, 100, LEFT, size=SIZE, pitch=PITCH) + clauses(320, shift=3)).pages[0]

    assert texts(page) == LEFT + numbered()


def test_figures_at_the_right_edge_of_the_left_column_are_read_with_it():
    figures = [at(260, 100 + PITCH * i, f"{i}00", size=SIZE) for i in range(24)]
    right = column(290, 103, RIGHT, size=SIZE, pitch=PITCH)

    page = read(column(72, 100, [words[:30] for words in LEFT], size=SIZE, pitch=PITCH) + figures + right).pages[0]

    assert texts(page)[-24:] == RIGHT
    assert {line.column for line in page.lines if line.text.endswith("00")} == {1}


def test_a_folio_between_the_columns_closes_no_gutter():
    folio = at(267, 100 + PITCH * 24 + 4, "5", size=SIZE)

    page = read([*column(72, 100, LEFT, size=SIZE, pitch=PITCH), *clauses(300, shift=3), folio]).pages[0]

    assert [words for words in texts(page) if words != "5"] == LEFT + numbered()


def test_first_rows_of_two_columns_before_a_paragraph_gap_stay_in_their_columns():
    left = paragraphs(72, LEFT)
    right = paragraphs(310, RIGHT)

    page = read(left + right).pages[0]

    assert texts(page) == LEFT + RIGHT


def test_the_last_paragraph_of_the_longer_column_stays_in_it():
    left = paragraphs(72, LEFT, top=490)
    right = paragraphs(310, RIGHT[:18], top=490)

    page = read(left + right).pages[0]

    assert texts(page) == LEFT + RIGHT[:18]


def paragraphs(x: float, rows: list[str], *, top: float = 60) -> list[Mark]:
    """Rows with a gap below the first and then below every fifth."""
    return [at(x, top + PITCH * i + 7 * ((i + 4) // 5), words, size=SIZE) for i, words in enumerate(rows)]


def test_a_header_over_the_columns_further_off_than_paragraphs_is_read_before_both():
    heads = [at(72, 30, "Policy wording", size=SIZE), at(310, 30, "Edition of May", size=SIZE)]

    page = read([*heads, *paragraphs(72, LEFT), *paragraphs(310, RIGHT)]).pages[0]

    assert texts(page) == ["Policy wording", "Edition of May", *LEFT, *RIGHT]
