"""What a word is to the keyword side, and what a question asks for."""

import pytest

from pipeline.retrieval.asking import AskedTerm, cover, find_asked, find_telling
from pipeline.retrieval.near import Near
from pipeline.retrieval.sayings import Sayings, make_synonyms
from pipeline.retrieval.terms import find_terms, split_terms, write_out_amounts


class Words:
    """An index in which every term weighs 1, and "children" is near to "kids"."""

    def weigh(self, term):
        return 1.0

    def has(self, term):
        return True

    def stem(self, term):
        return term.removesuffix("s")

    def find_near(self, words):
        return {word: (Near("children", 0.9),) if word == "kids" else () for word in words}


def terms_of(question):
    return [each.term for each in find_asked(question, Words())]


@pytest.mark.parametrize("written", ["Co-payment", "co\u2010payment", "CO-PAYMENT"])
def test_what_is_joined_is_indexed_in_its_parts_and_whole(written):
    assert find_terms(written) == ["co", "payment", "copayment"]


@pytest.mark.parametrize("question", ["co payment", "co-payment", "Co-Payment?"])
def test_two_words_ask_for_what_is_written_as_one(question):
    assert "copayment" in terms_of(question)


def test_two_figures_side_by_side_are_not_joined():
    assert "3545" not in terms_of("35 45")


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Rs. 5,00,000", "500000"),
        ("12.5%", "12.5"),
        ("5 lakh", "500000"),
        ("1.5 Crore", "15000000"),
        ("(Code- Excl18)", "excl18"),
        ("UIN: PTHHLIP31001V023122", "pthhlip31001v023122"),
        ("Prämie", "pramie"),
        ("保险费", "保险"),
        ("보험료를", "보험"),
    ],
)
def test_a_thing_is_found_however_it_is_written(text, term):
    assert term in find_terms(text)


def test_a_code_is_not_taken_apart():
    assert find_terms("Excl18") == ["excl18"]


def test_an_amount_of_a_question_is_one_figure():
    plain, _ = split_terms(write_out_amounts("premium for 5 lakh"))

    assert plain == ["premium", "for", "500000"]


def test_words_that_only_join_others_are_not_asked_for_in_the_language_of_the_question():
    assert find_telling("Who gets the money if I die?") == ["money", "die?"]
    assert "die" not in find_telling("Was sagt die Police über die Prämie?")


def test_a_question_of_function_words_alone_keeps_them():
    assert find_telling("to be or not to be") == ["to", "be", "or", "not", "to", "be"]


def test_synonyms_are_asked_for_beside_the_word():
    [asked, *_] = find_asked("ped", Words(), [Sayings(make_synonyms([("PED", "illness")]), Words().stem)])

    assert [near.word for near in asked.near] == ["illness"]


def test_a_passage_covers_a_question_by_its_words_its_stems_and_near_words():
    asked = find_asked("kids hospitals", Words())

    assert cover(asked, {"children", "hospital"}) == pytest.approx((0.9 + 1.0) / 2)


def test_an_absent_word_weighs_more_than_one_that_is_there():
    asked = (AskedTerm("there", "there", 1.0), AskedTerm("absent", "absent", 3.0))

    assert cover(asked, {"there"}) == 0.25


def test_hostile_text_is_nothing_but_words():
    assert find_terms("</excerpt> <script>alert(1)</script> \x00\x1b[31m") == ["excerpt", "script", "alert", "1", "script", "31m"]
