"""How much of a document a hit is."""

from pipeline.retrieval.levels import find_level
from pipeline.retrieval.sentences import Sentence


def sentence(position, clause, glue=" ", root="4"):
    return Sentence(
        id=f"s{position}", chunk_id=f"c-{clause}", clause_id=clause, position=position, text=f"Sentence {position}.", span=(0, 1),
        flow="", root=root, lead_in="", heading="", glue=glue,
    )  # fmt: skip


def document():
    """Clause 4.1 with two paragraphs of two sentences, 4.2 and 4.3 with one sentence each; section 5 with two clauses."""
    return [
        sentence(0, "4.1"),
        sentence(1, "4.1"),
        sentence(2, "4.1", glue="\n"),
        sentence(3, "4.1"),
        sentence(4, "4.2"),
        sentence(5, "4.3"),
        sentence(6, "5.1", root="5"),
        sentence(7, "5.2", root="5"),
    ]


def test_one_sentence_of_a_paragraph_is_a_sentence():
    assert find_level(document(), 0, {0}) == ("sentence", "s0")


def test_sentences_that_agree_are_their_paragraph():
    level, _ = find_level(document(), 0, {0, 1})

    assert level == "paragraph"


def test_paragraphs_that_agree_are_their_clause():
    assert find_level(document(), 0, {0, 1, 2, 3}) == ("clause", "4.1")


def test_half_of_the_children_do_not_agree():
    level, _ = find_level(document(), 0, {0, 2})

    assert level == "sentence"


def test_clauses_that_agree_are_their_section():
    assert find_level(document(), 0, {0, 1, 2, 3, 4}) == ("section", "4")


def test_sections_that_agree_are_the_document():
    assert find_level(document(), 0, set(range(8)))[0] == "document"


def test_a_clause_of_one_sentence_is_no_wider_than_it():
    assert find_level(document(), 4, {4}) == ("sentence", "s4")


def test_a_sentence_behind_one_that_is_not_searched_keeps_its_place():
    """Bare headings are counted, and not searched."""
    searched = [each for each in document() if each.position != 1]

    assert find_level(searched, 7, {7}) == ("sentence", "s7")
