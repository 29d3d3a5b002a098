"""The head of a full-width block that stands in the left column is read with the block; ends of a column stay in it."""

from collections.abc import Sequence

from pipeline.model import Page
from tests.drawn_pdf import BOLD, Mark, at, column, grid, read

PITCH, SIZE = 12, 7.5
LEFT = [f"left {i} and so it goes on with words to the end of it" for i in range(24)]
RIGHT = [f"right {i} and so it goes on with words up to here" for i in range(23)]
END = 100 + PITCH * 23
"""Baseline of the last row of the left column; the right one ends a row before."""
CELLS = ["Plan", "Limit of cover", "A", "1,000"]


def texts(page: Page) -> list[str]:
    return [line.text for line in page.lines]


def columns() -> list[Mark]:
    return column(72, 100, LEFT, size=SIZE, pitch=PITCH) + column(310, 100, RIGHT, size=SIZE, pitch=PITCH)


def table(top: float) -> list[Mark]:
    words = zip([(80, 12), (320, 12), (80, 30), (320, 30)], CELLS, strict=True)
    return grid([72, 300, 520], [top, top + 18, top + 36]) + [at(x, top + y, text, size=SIZE) for (x, y), text in words]


def head(y: float, *, font: str = BOLD, size: float = SIZE) -> list[Mark]:
    return [at(72, y, "2.", size=size, font=font), at(90, y, "Contact us", size=size, font=font)]


def order(*marks: Sequence[Mark]) -> list[str]:
    return texts(read([mark for part in marks for mark in part]).pages[0])


def test_the_head_of_a_table_below_both_columns_is_read_behind_the_right_one():
    assert order(columns(), head(END + 18), table(END + 24)) == [*LEFT, *RIGHT, "2.", "Contact us", *CELLS]


def test_a_larger_head_over_full_width_words_is_read_behind_the_right_column():
    words = "The company can be reached by all who are insured at any hour of the day and the night and in all of its branches."

    found = order(columns(), head(END + 20, font="Helvetica", size=10), [at(72, END + 34, words, size=SIZE)])

    assert found == [*LEFT, *RIGHT, "2. Contact us", words]


def test_a_last_row_set_as_the_text_above_it_is_the_end_of_its_column():
    assert order(columns(), head(END + 18, font="Helvetica"), table(END + 24)) == [*LEFT, "2.", "Contact us", *RIGHT, *CELLS]


def test_a_bold_last_row_of_a_paragraph_is_the_end_of_its_column():
    assert order(columns(), head(END + 12), table(END + 18)) == [*LEFT, "2.", "Contact us", *RIGHT, *CELLS]


def test_a_head_beside_rows_of_the_right_column_stays_in_its_own():
    right = [at(310, 100 + PITCH * 24, "right 23, the last one", size=SIZE)]

    found = order(columns(), right, head(END + 18), table(END + 24))

    assert found == [*LEFT, "2.", "Contact us", *RIGHT, "right 23, the last one", *CELLS]


def test_a_head_far_above_a_footer_below_both_columns_stays_in_its_own():
    footer = "The company of all who are insured, with its seat in the capital and branches in all the cities of the country"

    found = order(columns(), head(END + 18), [at(72, END + 60, footer, size=SIZE)])

    assert found == [*LEFT, "2.", "Contact us", *RIGHT, footer]
