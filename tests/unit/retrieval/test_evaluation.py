"""What is counted of a search."""

import json

import pytest

from pipeline.errors import UsageError
from pipeline.retrieval.evaluation.measures import bootstrap, compare, judge, make_figures, score
from pipeline.retrieval.evaluation.questions import Gold, Question, letters_of, parse_questions
from pipeline.retrieval.evaluation.systems import Passage, WindowSystem
from pipeline.store.rows import PageRow
from tests.conftest import ROOT


def passage(text, page=1, doc_id="care"):
    return Passage(text, letters_of(text), doc_id, frozenset((page,)), text[:12])


def question(starts="Grace period: thirty days", **more):
    given = {"id": "q1", "question": "?", "answerable": True, "gold": (Gold(1, starts),), "required_concepts": ("thirty days",)}
    return Question(**{**given, **more})


class Fixed:
    """Shows the same for every question."""

    def __init__(self, *passages):
        self._passages = passages

    def show(self, question, k):
        return list(self._passages[:k])


def figure(outcomes, name):
    [found] = [each for each in make_figures(outcomes) if each.name == name]
    return found


def test_the_rank_is_that_of_the_first_passage_with_the_gold_words_on_the_gold_page():
    shown = [passage("Grace period: thirty days", page=2), passage("Else."), passage("The grace period - THIRTY days and more")]

    assert judge(question(), shown).rank == 3


def test_an_acceptable_passage_is_as_good():
    also = question(gold=(), also_acceptable=(Gold(1, "Else"),))

    assert judge(also, [passage("Else.")]).rank == 1


def test_what_is_not_shown_has_rank_0():
    assert judge(question(), []).rank == 0


def test_a_concept_may_stand_in_any_of_the_first_five():
    outcome = judge(
        question(required_concepts=("one", "two", "three")),
        [passage("one"), passage("t-w-o"), *[passage("x")] * 3, passage("three")],
    )

    assert (outcome.held, outcome.concepts) == (2, 3)


def test_recall_counts_answerable_questions_and_abstention_the_others():
    outcomes = [
        judge(question(), [passage("Grace period: thirty days")]),
        judge(question(), [passage("Else.")]),
        judge(question(answerable=False, gold=()), []),
        judge(question(answerable=False, gold=()), [passage("Else.")]),
        judge(question(doubtful=True), []),
    ]

    assert figure(outcomes, "recall@5").value == 0.5
    assert figure(outcomes, "recall@5").questions == 2
    assert figure(outcomes, "absent not answered").value == 0.5


def test_the_first_passage_of_another_document_is_a_wrong_document():
    outcome = judge(question(doc_id="care"), [passage("Else.", doc_id="motor"), passage("Else.")])

    assert outcome.wrong_document


def test_an_interval_holds_the_mean_and_is_the_same_each_time():
    values = [0.0, 1.0, 1.0, 1.0, 0.0, 1.0]

    low, high = bootstrap(values)

    assert low < 4 / 6 < high
    assert bootstrap(values) == (low, high)


def test_questions_won_and_lost_are_listed():
    first, second = question(id="a"), question(id="b", answerable=False, gold=())
    before = [score("hybrid", Fixed(passage("Else.")), [first, second])]
    now = [score("hybrid", Fixed(passage("Grace period: thirty days")), [first, second]), score("dense", Fixed(), [first])]

    [hybrid, dense] = compare(now, before)

    assert (hybrid.won, hybrid.lost) == (["a"], [])
    assert (dense.won, dense.lost) == ([], [])


def test_a_line_that_is_no_question_is_named():
    with pytest.raises(UsageError, match="line 2"):
        parse_questions(b'{"id": "a", "question": "?", "answerable": false}\n{"id": 1}\n', "q.jsonl")


class Even:
    """Gives every text the same vector."""

    identity = "even"

    def embed_passages(self, texts):
        import numpy

        return numpy.ones((len(texts), 1), numpy.float32)

    embed_question = embed_passages


def test_a_window_is_found_by_its_words_and_knows_its_pages():
    words = {1: "alpha", 2: "beta", 3: "gamma"}
    pages = [PageRow(number, str(number), 1.0, 1.0, 1, f"{word} " * 60) for number, word in words.items()]

    [first, *_] = WindowSystem("care", pages, 400, 50, Even()).show("gamma", 5)

    assert "gamma" in first.text
    assert 3 in first.pages


QUESTIONS = ROOT / "fixtures/questions/prospectus.jsonl"
TRUTH = json.loads((ROOT / "fixtures/truth/prospectus.json").read_text(encoding="utf-8"))


def test_every_gold_passage_of_the_prospectus_stands_in_its_source():
    words = dict.fromkeys(range(1, 72), "")
    for clause in TRUTH["clauses"]:
        words[clause["page"]] += letters_of(clause["title"] + clause["text"]) + "|"
    for table in TRUTH["tables"]:
        for page in table["pages"]:
            words[page] += "|".join(letters_of("".join(row)) for row in table["rows"])

    for asked in parse_questions(QUESTIONS.read_bytes(), "prospectus.jsonl"):
        for gold in (*asked.gold, *asked.also_acceptable):
            assert letters_of(gold.starts)[:60] in words[gold.page], asked.id


def test_a_third_of_the_questions_of_the_prospectus_is_held_back():
    asked = parse_questions(QUESTIONS.read_bytes(), "prospectus.jsonl")

    assert len(asked) >= 60
    assert 0.25 < sum(each.held for each in asked) / len(asked) < 0.4
    assert len({each.id for each in asked}) == len(asked)
