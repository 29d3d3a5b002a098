"""Raised words that the text layer stores away from their row stand in it, in their place."""

from reportlab.pdfbase.pdfmetrics import stringWidth

from pipeline.model import Page
from tests.drawn_pdf import BODY, Mark, at, read

SIZE, RAISED = 11.0, 5.5
ABOVE = ["The bonus is lost with the claim, in whole or in part,", "as the schedule says."]


def row(before: str, mark: str, after: str, *, y: float = 130) -> list[Mark]:
    """``mark`` drawn first and raised, then the row in one go, with two spaces where the mark stands."""
    x = 72 + stringWidth(before, BODY, SIZE)
    return [at(x + 0.1, y - 4, mark, size=RAISED), at(72, y, f"{before}  {after}", size=SIZE)]


def drawn_rows(marks: list[Mark]) -> Page:
    above = [at(72, 100 + 14 * i, words, size=SIZE) for i, words in enumerate(ABOVE)]
    below = at(72, 144, "the expiry of the policy and is subject to a limit.", size=SIZE)
    return read([*above, *marks, below]).pages[0]


def texts(page: Page) -> list[str]:
    return [line.text for line in page.lines]


def test_a_raised_ending_stored_before_its_row_is_the_end_of_its_word():
    page = drawn_rows(row("Q. The cover starts from the 16", "th", "day after birth till"))

    assert texts(page)[2:3] == ["Q. The cover starts from the 16th day after birth till"]
    assert len(page.lines) == 4
    assert [page.lines[2].text[run.start : run.end] for run in page.lines[2].runs] == [
        "Q. The cover starts from the 16",
        "th ",
        "day after birth till",
    ]
    assert len(page.lines[2].edges) == len(page.lines[2].text.split())


def test_a_footnote_mark_stored_before_its_row_stays_a_word_of_its_own():
    page = drawn_rows(row("Fees of 5,000", "2", "are paid by us"))

    assert texts(page)[2] == "Fees of 5,000 2 are paid by us"
    assert [run.size for run in page.lines[2].runs] == [SIZE, RAISED, SIZE]


def test_small_words_over_those_of_a_row_stay_apart():
    stamp = at(80, 126, "copy", size=RAISED)

    page = drawn_rows([stamp, at(72, 130, "Hospitalisation expenses are paid", size=SIZE)])

    assert "copy" in texts(page)
    assert "Hospitalisation expenses are paid" in texts(page)
