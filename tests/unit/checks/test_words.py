"""How a person's words are found in a document's."""

import pytest

from pipeline.checks.rules.words import begins, ends, find_line, has, list_names, page_has, quote_around, same
from pipeline.model import Fate, Reason
from pipeline.store.rows import LineRow


def line(text, name="p1.l001"):
    return LineRow(name, 1, [0.0, 0.0, 1.0, 1.0], text, Fate.BODY, "1", Reason("", ""))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Maternity benefit", "maternity"),
        ("the  policy\nperiod", "the policy period"),
        ("the insured\u2019s \u201cage\u201d", 'the insured\'s "age"'),
        ("60 \u2013 90 days", "60 - 90 days"),
        ("up to Rs. 5,000[^2] a day", "Rs. 5,000 a day"),
        ("a bene\ufb01t", "benefit"),
        ("pre - existing diseases", "pre-existing diseases"),
    ],
)
def test_spacing_notes_and_forms_of_signs_do_not_count(text, words):
    assert has(text, words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a genuine claim", "UIN"),
        ("MAXIMUI N", "UIN"),
        ("maternity", "Maternity"),
        ("Rs. 5,000", "Rs. 50,000"),
        ("we shall pay", "we shall not pay"),
    ],
)
def test_what_is_not_there_is_not_found(text, words):
    assert not has(text, words)


def test_a_text_begins_and_ends_with_its_first_and_last_words():
    text = "We shall pay for\nthe cost of care."

    assert begins(text, "we shall pay") and ends(text, "cost of care.")
    assert not begins(text, "pay for") and not ends(text, "the cost")
    assert same(text, "We shall pay for the cost of care.") and not same(text, "We shall pay")


def test_a_word_broken_at_a_line_end_of_a_page_is_found():
    assert page_has("for mater-\nnity care", "maternity") and not page_has("for mater nity care", "maternity")


def test_the_line_in_which_words_begin_is_found():
    lines = [line("We shall pay for", "p1.l001"), line("the cost of IRDAI Regn. No. 148", "p1.l002"), line("care.", "p1.l003")]

    assert find_line(lines, "Regn").id == "p1.l002"
    assert find_line(lines, "148 care").id == "p1.l002"
    assert find_line(lines, "We shall").id == "p1.l001"
    assert find_line(lines, "nothing of it") is None


def test_what_stands_around_words_is_quoted_with_its_edges_marked():
    text = f"{'a' * 100} Regn {'b' * 100}"

    quoted = quote_around(text, "Regn")

    assert quoted.startswith('"…a') and quoted.endswith('b…"') and " Regn " in quoted and len(quoted) < 140


def test_long_lists_and_names_are_shortened_and_counted():
    listed = list_names([f"{number}" * 60 for number in range(1, 10)], quoted=True)

    assert listed.startswith(f'"{"1" * 48}…", ') and listed.endswith(" and 1 more")
