"""Characters of a text layer as printed words, and faces by font names."""

import pytest

from pipeline.stages.extract.styles import font_facts
from pipeline.stages.extract.texts import normal_word, one_line


@pytest.mark.parametrize(
    ("layer", "printed"),
    [
        ("plain", "plain"),
        ("bene\ufb01t", "benefit"),
        ("o\ufb03ce", "office"),
        ("e\u0301te\u0301", "\u00e9t\u00e9"),
        ("Versiche\xadrung", "Versicherung"),
        ("Versiche\xad", "Versiche-"),
        ("\ud842\udf9f", "\U00020b9f"),
        ("bene\x01t", "bene\ufffdt"),
    ],
)
def test_words_come_out_as_printed(layer, printed):
    assert normal_word(layer) == printed


@pytest.mark.parametrize(
    ("font", "bold", "italic"),
    [
        ("ABCDEF+Arial-BoldMT", True, False),
        ("Roboto-Black", True, False),
        ("Gotham-Demi", True, False),
        ("Frutiger-Bd", True, False),
        ("Gotham-Book", False, False),
        ("Source-DemiLight", False, False),
        ("Abdera", False, False),
        ("Times-Italic", False, True),
        ("Helvetica-Oblique", False, True),
        ("Minion-It", False, True),
        ("Titillium", False, False),
    ],
)
def test_faces_are_known_by_the_font_s_name(font, bold, italic):
    assert font_facts(font, 0)[1:] == (bold, italic)


def test_the_prefix_of_a_subset_is_no_part_of_the_name():
    assert font_facts("ABCDEF+Arial", 0)[0] == "Arial"


def test_the_flag_of_a_forced_bold_counts():
    assert font_facts("F1", 1 << 18)[1]


def test_what_a_file_says_of_itself_is_one_line_without_orders_to_a_terminal():
    assert one_line("\x1b]0;owned\x07Care\r\n Policy\x9b31m\x00") == "]0;owned Care Policy 31m"
