"""Words as the page shows them: letters set apart, spaces lost between words, spaces drawn inside a ligature."""

import pytest

from pipeline.stages.extract.pdfium_spacing import AFTER_LIGATURE, APART, CAMEL, DROPPED, close_gaps, find_lost_spaces
from pipeline.stages.extract.texts import normal_word
from pipeline.wording import bare
from tests.drawn_pdf import BOLD, Mark, at, read


def letters(x: float, y: float, words: str, *, between: float, apart: float) -> list[Mark]:
    """Each letter drawn by itself, ``between`` points from one to the next and ``apart`` points more where a word ends."""
    marks = []
    for letter in words:
        if letter == " ":
            x += apart
        else:
            marks.append(at(x, y, letter, size=8, font="Courier"))
            x += 4.8 + between
    return marks


def test_letters_set_apart_are_the_words_that_the_wider_gaps_part():
    words = "is required for the medical"

    (line,) = read(letters(72, 100, words, between=2, apart=4)).pages[0].lines

    assert line.text == words


@pytest.mark.parametrize("words", ["a b c d e f g", "Y N Y N N Y N", "A B D F"])
def test_a_row_of_letters_stays_a_row_of_letters(words):
    (line,) = read([at(72, 100, words)]).pages[0].lines

    assert line.text == words


def test_a_space_lost_before_a_capital_is_given_back():
    (line,) = read([at(72, 100, "Donor", font=BOLD), at(72 + 31.5, 100, "Cover", font=BOLD)]).pages[0].lines

    assert line.text == "Donor Cover"


def test_a_name_with_a_capital_inside_stays_whole():
    (line,) = read([at(72, 100, "SecureShield by SwissLife")]).pages[0].lines

    assert line.text == "SecureShield by SwissLife"


def boxed(widths: list[tuple[float, float]]):
    """Boxes of characters from where to where each goes, ten points high."""
    return lambda chars: [(widths[i][0], 0.0, widths[i][1], 10.0) for i in chars]


def test_a_space_inside_the_box_of_a_ligature_is_dropped():
    boxes = boxed([(0, 5), (5, 9), (5, 9), (7, 9), (9, 12)])

    assert close_gaps("efi t", boxes) == f"efi{DROPPED}t"


def test_a_space_behind_a_ligature_is_kept_where_it_has_a_width():
    boxes = boxed([(0, 5), (5, 9), (5, 9), (9, 11), (11, 14)])

    assert close_gaps("off t", boxes) == "off t"


def test_what_looks_like_a_row_of_letters_and_what_does_not():
    assert APART.search("an i n s u r a n c e")
    assert APART.search("c omme n c e d ,")
    assert AFTER_LIGATURE.search("benefi t")
    assert not AFTER_LIGATURE.search("of it")
    assert CAMEL.search("DonorCover")
    assert not CAMEL.search("ICU and NRIs")


def test_words_without_a_capital_inside_are_not_measured():
    def boxes(chars):
        raise AssertionError(chars)

    assert find_lost_spaces("one Two", [(0, 3), (4, 7)], boxes) == [(0, 3), (4, 7)]
    assert close_gaps("as it is to be by us", boxes) == "as it is to be by us"


def test_a_list_mark_of_a_symbol_font_is_the_sign_that_it_shows():
    assert [normal_word(word) for word in ("\uf0b7", "\uf0fc", "\uf0a7", "\uf001", "a\uf0b7b")] == [
        "•",
        "✓",
        "▪",
        "\uf001",
        "a\uf0b7b",
    ]


def test_a_list_mark_is_found_again_under_its_private_code_point():
    assert bare("• fever") == bare("\uf0b7 fever")
