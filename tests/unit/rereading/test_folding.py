"""Texts as two readers are compared."""

import pytest

from pipeline.rereading.folding import find_all, fold, fold_page, stand


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("the Insured Person", "theInsured  Person"),
        ("maintenance", "main-\ntenance"),
        ("maintenance", "main\u00adtenance"),
        ("specified office", "speci\ufb01ed o\ufb03ce"),
        ("- Emergency", "Emergency"),
        ("Article 1 - Renewal", "Article 1-Renewal"),
        ("Bahadur -", "Bahadur-"),
        ("5 - 10 years", "5-10 years"),
        ("5- 10", "5 -10"),
        ("5,000[^2] a day", "5,000 2 a day"),
        ("10\u00a0%", "10 %"),
    ],
)
def test_what_libraries_set_differently_is_left_out(ours, theirs):
    assert fold(ours) == fold(theirs) == fold_page(theirs).text


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("30 days", "80 days"), ("Payable", "payable"), ("4.5", "45"), ("5-10", "510"), ("-3", "3"), ("shall not pay", "shall pay")],
)
def test_all_else_counts(ours, theirs):
    assert fold(ours) != fold(theirs)


@pytest.mark.parametrize(
    ("figure", "page", "is_there"),
    [
        ("5", "up to 50 days", False),
        ("5", "up to 15 days", False),
        ("5", "up to 4.5 days", False),
        ("5", "up to 5.5 days", False),
        ("000", "5,000", False),
        ("5", "up to 5 days", True),
        ("5", "up to5days", True),
        ("5", "up to 5. 3 of them", True),
        ("5", "4 5 6", True),
        ("5", "years 5, 6", True),
        ("5,00,000", "Rs.5,00,000/-", True),
        ("up to 5", "covered up to 50", False),
    ],
)
def test_a_figure_is_not_found_inside_a_longer_one(figure, page, is_there):
    assert stand(fold(figure), fold_page(page)) is is_there


def test_no_words_stand_everywhere_and_none_on_an_empty_page():
    assert stand("", fold_page("")) and not stand("a", fold_page(""))


def test_all_places_are_found():
    assert len(list(find_all("5", fold_page("5 15 5\n5.")))) == 3


def test_the_original_is_quoted_word_by_word():
    page = fold_page("We shall -\nnot  pay for treat-\nment abroad.")
    at = page.text.index("pay")

    assert page.quote(at, at + 3) == "pay"
    assert page.quote(at + 1, at + len("payfortreat")) == "pay for treat-"
    assert page.quote(0, len(page.text)) == "We shall - not pay for treat- ment abroad." and fold_page("").quote(0, 5) == ""
