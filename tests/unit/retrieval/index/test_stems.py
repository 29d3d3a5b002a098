"""Words are found whatever their ending, by the language of the document."""

import pytest

from pipeline.retrieval.asking import AskedTerm
from pipeline.retrieval.index.keyword import Keywords, Written, build_keyword
from pipeline.retrieval.index.stems import find_language, stem
from pipeline.retrieval.terms import find_terms

ENGLISH = "We pay the premiums of the insured, and the claims that are covered by this policy."
GERMAN = "Die Prämien werden von der versicherten Person bezahlt, und nicht von dem Verein."
SPANISH = "Las coberturas de esta póliza no son para los daños que el asegurado haya causado."


@pytest.mark.parametrize(("told", "text", "language"), [
    ("", ENGLISH, "en"), ("", GERMAN, "de"), ("", SPANISH, "es"), ("", "제3조 보험료", "en"), ("", "", "en"),
    ("de-CH", ENGLISH, "de"), ("fr", ENGLISH, "fr"), ("ko", GERMAN, "en"),
])  # fmt: skip
def test_a_document_has_the_language_that_is_told_or_that_of_its_function_words(told, text, language):
    assert find_language(told, [text]) == language


def keywords(*passages):
    """An index of passages, each (text, language)."""
    return Keywords(build_keyword((Written(at, 0, "", text, language) for at, (text, language) in enumerate(passages)), None))


def found(index, word):
    [term] = find_terms(word)
    return [each.number for each in index.find([AskedTerm(term, index.stem(term), 1.0)], 9)]


@pytest.mark.parametrize(
    ("text", "language", "word"),
    [(GERMAN, "de", "Prämie"), (SPANISH, "es", "cobertura"), (ENGLISH, "en", "premium"), (ENGLISH, "en", "claim")],
)
def test_a_word_is_found_with_another_ending_of_its_language_alone_and_beside_others(text, language, word):
    alone = keywords((text, language), ("Nothing of that sort.", "en"))
    mixed = keywords((text, language), ("Nichts dergleichen.", "de"), ("Nada de eso.", "es"), ("Nothing of that sort.", "en"))

    assert found(alone, word) == found(mixed, word) == [0]
    assert mixed.has(find_terms(word)[0])


@pytest.mark.parametrize("code", ["Excl18", "ABCHLIP31001V023122", "copayment"])
def test_a_code_is_found_exactly_whatever_the_languages(code):
    index = keywords((f"Der Code {code} gilt.", "de"), ("El código Excl19 vale.", "es"), ("The code ABCHLIP31001V023123.", "en"))

    assert found(index, code) == [0]


def test_other_languages_in_an_index_take_nothing_from_the_best_match():
    english = [("The premium is due on the first day.", "en"), ("Premiums and the premium of a premium.", "en"), ("A day.", "en")]

    alone, mixed = keywords(*english), keywords(*english, ("Der Tag der Prämien.", "de"))

    assert found(mixed, "premium") == found(alone, "premium")
    assert mixed.stem("premiums") == stem("premiums", "en")


def test_the_ending_of_one_language_is_not_taken_off_a_word_of_another():
    index = keywords(("Die Prämien.", "de"), ("The pramien of somebody.", "en"), ("Nothing of that sort.", "en"))

    assert found(index, "Prämie") == [0]
