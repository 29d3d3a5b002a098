"""Where a paragraph begins, by the words of two rows: sentences that a wide gap or an indent does not end."""

import pytest

from pipeline.stages.extract.paragraphs import OPEN_END, RUNS_ON
from tests.drawn_pdf import Mark, at, column, read

FULL = "we pay for what is done by a doctor who was called to the place where the accident was and"


def starts(marks: list[Mark]) -> list[str]:
    """The first words of the paragraphs of a page with text above and below ``marks``."""
    rows = column(72, 100, [f"{FULL} {i}." for i in range(6)]) + column(72, 400, [f"{FULL} {i}." for i in range(6)])
    page = read(rows + marks).pages[0]
    return [line.text.split()[0] for line in page.lines if line.paragraph and 200 < line.bbox[1] < 390]


def test_a_gap_inside_a_sentence_begins_no_paragraph():
    assert starts([at(72, 250, FULL), at(72, 268, "representation of any kind.")]) == ["we"]


def test_a_gap_behind_a_short_row_begins_one_though_no_sentence_ended():
    assert starts([at(72, 250, "Benefits at a glance"), at(72, 268, "representation of any kind.")]) == [
        "Benefits",
        "representation",
    ]


def test_a_gap_of_two_rows_begins_one():
    assert starts([at(72, 250, FULL), at(72, 280, "representation of any kind.")]) == ["we", "representation"]


def test_an_item_with_a_label_begins_one_though_the_item_above_is_open():
    assert starts([at(72, 250, FULL), at(72, 268, "ii. representation of any kind.")]) == ["we", "ii."]


@pytest.mark.parametrize("words", ["representation, or", "국민경제의 발전을", "to it"])
def test_words_that_run_on(words):
    assert RUNS_ON.match(words)


@pytest.mark.parametrize("words", ["a.", "ii) The insurer", "b", "Any", "제9조(적용)", "(c)", "• oil"])
def test_words_that_may_begin_a_paragraph(words):
    assert not RUNS_ON.match(words)


def test_ends_that_leave_a_sentence_open():
    assert all(map(OPEN_END.search, ["or by visible", "if so,", "(see below)"]))
    assert not any(map(OPEN_END.search, ["paid.", "as follows:", "2020>", "[repealed]"]))
