"""The word diff: what counts as the same, and the same stretches from both sides."""

import pytest

from pipeline.diff.words import diff_words, make_key


def stretches(old, new):
    return [(piece.op, piece.words) for piece in diff_words(old, new)]


def test_words_that_changed_places_are_told_alike_from_both_sides():
    there, back = stretches("one two", "two one"), stretches("two one", "one two")

    other = {"removed": "added", "added": "removed", "equal": "equal"}
    assert sorted(there) == sorted((other[op], words) for op, words in back)


@pytest.mark.parametrize(("old", "new"), [("care; at home", "care at our home"), ("care at our home", "care; at home")])
def test_equal_words_are_printed_as_the_new_text_has_them(old, new):
    assert stretches(old, new)[0] == ("equal", " ".join(new.split()[:2]))


def test_words_glued_in_one_print_are_equal():
    assert [op for op, _ in stretches("Insured Personmeans persons named", "Insured Person means persons named")] == ["equal"] * 3


@pytest.mark.parametrize(
    ("one", "other"), [("1,000", "1.000"), ("10 12", "1012"), ("5 %", "5"), ("₹ 500", "$ 500"), ("31/03/2026", "31/3/2026")]
)
def test_signs_inside_figures_and_beside_them_count(one, other):
    assert make_key(one) != make_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pre-existing", "preexisting"),
        ("“Policy”", "policy"),
        ("cover;", "Cover."),
        ("a[^2] day", "a day"),
        ("5/10/ 15", "5/ 10/15"),
    ],
)
def test_hyphens_quotes_stops_case_and_footnote_marks_do_not(one, other):
    assert make_key(one) == make_key(other)
