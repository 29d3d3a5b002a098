"""What people say, and what a wording writes for it."""

import pytest

from pipeline.config.function_words import FUNCTION_WORDS
from pipeline.retrieval.asking import cover, find_asked
from pipeline.retrieval.index.lay import FOLDER, load_lay_terms
from pipeline.retrieval.sayings import Sayings, make_synonyms
from pipeline.retrieval.terms import PART, fold


def stem(word):
    return word.removesuffix("s")


class Words:
    """An index that has some words, each weighing 1; what it has not weighs 3."""

    def __init__(self, *words):
        self.words = words

    def weigh(self, term):
        return 1.0 if self.has(term) else 3.0

    def has(self, term):
        return stem(term) in self.words

    def stem(self, term):
        return stem(term)

    def find_near(self, words):
        return dict.fromkeys(words, ())


def ask(question, index, synonyms=(), language="en"):
    return find_asked(question, index, [Sayings(make_synonyms(synonyms), stem), Sayings(load_lay_terms(language), stem)])


def near_of(asked):
    return {each.term: [near.word for near in each.near] for each in asked if not each.joined}


def find(question, *entries):
    return [said.written for said in Sayings(make_synonyms(entries), stem).find(question.split())]


def test_a_saying_of_several_words_asks_for_what_is_written():
    asked = ask("Do you pay for a nose job?", Words("cosmetic", "pay"))

    assert near_of(asked)["nose"] == near_of(asked)["job"] == ["cosmetic"]


def test_what_the_index_does_not_have_is_not_asked_for():
    assert near_of(ask("a nose job", Words("pay"))) == {"nose": [], "job": []}


def test_a_passage_covers_a_saying_by_what_is_written_for_it():
    asked = ask("nose jobs", Words("cosmetic"))

    assert cover(asked, {"cosmetic", "expense"}) == pytest.approx(0.9)
    assert cover(asked, {"expense"}) == 0


def test_a_written_term_of_two_words_asks_for_both():
    [asked] = [each for each in ask("ped", Words("existing", "disease"), [["ped", "existing disease"]]) if each.near]

    assert cover([asked], {"existing", "disease"}) == 1
    assert cover([asked], {"existing"}) == 0


def test_of_sayings_that_overlap_the_longest_counts():
    assert find("second opinion", ["second", "later"], ["second opinion", "review"]) == [("review",)]


def test_an_ending_makes_no_other_saying():
    assert find("nose jobs", ["nose job", "cosmetic"]) == [("cosmetic",)]


def test_words_that_others_part_are_no_saying():
    assert not find("nose and job", ["nose job", "cosmetic"])


def test_a_saying_of_words_that_do_not_tell_asks_by_itself():
    asked = ask("Can I get out of the contract?", Words("cancellation"), [["get out of", "cancellation"]])

    assert near_of(asked)["get out of"] == ["cancellation"]


def test_an_umlaut_is_written_as_the_index_has_it():
    asked = ask("Wer zahlt, wenn die Scheibe kaputt ist?", Words("beschadigung"), language="de")

    assert near_of(asked)["kaputt"] == ["beschadigung"]


def test_a_language_without_a_list_has_no_entries():
    assert load_lay_terms("ko") == ()


def test_without_the_list_nothing_is_added():
    assert not any(each.near for each in find_asked("a nose job", Words("cosmetic")))


@pytest.mark.parametrize("language", sorted(file.stem for file in FOLDER.glob("*.txt")))
def test_every_line_of_a_list_is_an_entry_and_tells(language):
    """A written term of function words alone would be found everywhere."""
    lines = (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    common = {part for word in FUNCTION_WORDS[language] for part in PART.findall(fold(word))}

    sayings = load_lay_terms(language)

    assert all(line.count(":") == 1 and all(map(str.strip, line.split(":"))) for line in lines)
    assert all(not set(term.split()) <= common for saying in sayings for term in saying.written)
