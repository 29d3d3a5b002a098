"""What is counted of a search."""

import json

import pytest

from pipeline.errors import UsageError
from pipeline.retrieval.evaluation.answered import AnswerRow, judge_answer, match_answers, score_answers
from pipeline.retrieval.evaluation.judging import judge
from pipeline.retrieval.evaluation.measures import bootstrap, compare, make_figures, score
from pipeline.retrieval.evaluation.questions import Gold, Question, letters_of, look_up_paths, name_products, parse_questions
from pipeline.retrieval.evaluation.systems import Passage, Remembering
from pipeline.retrieval.evaluation.windows import EachItsOwn, WindowSystem
from pipeline.retrieval.support import Statement, Verdict, Why
from pipeline.store.rows import PageRow
from tests.conftest import ROOT
from tests.unit.retrieval.document_rows import clause_row


def passage(text, page=1, doc_id="care", **copies):
    pages = {doc_id: frozenset((page,)), **{name: frozenset((at,)) for name, at in copies.items()}}
    return Passage(text, letters_of(text), pages, text[:12], text, len(text.split()))


def question(starts="Grace period: thirty days", **more):
    given = {"id": "q1", "question": "?", "answerable": True, "gold": (Gold(1, starts),), "required_concepts": ("thirty days",)}
    return Question(**{**given, **more})


class Fixed:
    """Shows the same for every question."""

    def __init__(self, *passages):
        self._passages = passages

    def show(self, asked, k):
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


def test_doubtful_questions_are_scored_apart():
    sure, doubtful = question(id="a"), question(id="b", doubtful=True)

    scores = score("hybrid", Fixed(passage("Grace period: thirty days")), [sure, doubtful])

    assert {each.name: each.questions for each in scores.figures}["recall@5"] == 1
    assert {each.name: (each.value, each.questions) for each in scores.doubtful}["recall@5"] == (1, 1)
    assert score("hybrid", Fixed(), [sure]).doubtful == []


def test_the_first_passage_of_another_document_is_a_wrong_document():
    outcome = judge(question(doc_id="care"), [passage("Else.", doc_id="motor"), passage("Else.")])

    assert outcome.wrong_document


def test_the_same_words_in_another_document_are_no_answer():
    text = "Grace period: thirty days"

    assert judge(question(doc_id="care"), [passage(text, doc_id="motor"), passage(text)]).rank == 2
    assert judge(question(doc_id=""), [passage(text, doc_id="motor")]).rank == 1


def test_a_hit_that_lists_the_document_among_those_that_say_the_same_is_right_by_its_page_there():
    shown = [passage("Grace period: thirty days", page=7, doc_id="motor", care=1)]

    outcome = judge(question(doc_id="care"), shown)

    assert (outcome.rank, outcome.wrong_document) == (1, False)
    assert judge(question(doc_id="care"), [passage("Grace period: thirty days", page=1, doc_id="motor", care=9)]).rank == 0


def test_at_equal_characters_only_whole_passages_within_the_length_count_and_the_first_always():
    long, gold = passage("x" * 1990), passage("Grace period: thirty days")

    assert not judge(question(), [long, gold]).within
    assert judge(question(), [passage("x" * 1900), gold]).within
    assert judge(question(), [passage("Grace period: thirty days" + "x" * 3000), gold]).within


def test_the_excerpt_is_compared_with_the_head_of_what_it_is_an_excerpt_of():
    text = "x" * 300 + " thirty days"
    shown = passage(text)._replace(snippet="thirty days", source=text)

    outcome = judge(question(), [shown])

    assert (outcome.in_snippet, outcome.in_head) == (1, 0)


def test_tokens_of_an_answer_are_those_of_five_passages():
    assert judge(question(), [passage("one two")] * 7).tokens == 10


def test_gain_falls_with_the_rank_and_is_nothing_behind_k():
    outcomes = [judge(question(), [passage("Else.")] * 3 + [passage("Grace period: thirty days")])]

    assert figure(outcomes, "MRR@5").value == 0.25
    assert figure(outcomes, "nDCG@5").value == pytest.approx(0.4307, abs=1e-4)
    assert figure(outcomes, "MRR@3").value == figure(outcomes, "nDCG@3").value == 0


def test_a_gold_may_be_named_by_the_path_of_its_clause():
    clauses = [clause_row("4.1", "4.1", "The waiting period is two years.", title="Waiting", path=["4", "4.1"])]
    asked = [question(doc_id="care", gold=(Gold(clause_path=("4", "4.1")),))]

    [found] = look_up_paths(asked, {"care": clauses})

    assert [(gold.page, gold.starts) for gold in found.gold] == [(1, "Waiting The waiting period is two years.")]


def test_a_gold_whose_clause_is_not_there_is_refused_with_the_nearest():
    asked = [question(doc_id="care", gold=(Gold(clause_path=("4", "4.2")),))]

    with pytest.raises(UsageError, match=r"no clause 4 > 4\.2; did you mean 4 > 4\.1"):
        look_up_paths(asked, {"care": [clause_row("4.1", "4.1", "Two years.", path=["4", "4.1"])]})


def test_products_are_named_ahead_of_their_questions_where_they_have_a_name():
    asked = [question(doc_id="care"), question(doc_id="file")]

    named = name_products(asked, {"care": "Care Advantage", "file": ""})

    assert [each.question for each in named] == ["Care Advantage: ?", "?"]


def test_a_question_is_embedded_once_however_often_it_is_asked():
    asked = []

    class Counting(Even):
        def embed_question(self, text):
            asked.append(text)
            return text

    model = Remembering(Counting())

    assert [model.embed_question(each) for each in ("a", "b", "a")] == ["a", "b", "a"]
    assert asked == ["a", "b"]


def statement(verdict, why=Why.NOTHING):
    return Statement("x", [1], verdict, why, [], 1.0)


def test_statements_are_counted_apart_from_what_claims_nothing():
    outcomes = [
        judge_answer(question(), "thirty days", [statement(Verdict.SUPPORTED), statement(Verdict.UNCITED)]),
        judge_answer(question(id="b", answerable=False), "Not there.", [statement(Verdict.NO_CLAIM)]),
        judge_answer(question(id="c", answerable=False), "", []),
        judge_answer(question(id="d", answerable=False), "Yes.", [statement(Verdict.UNSUPPORTED, Why.WORDS)]),
    ]

    scores = score_answers(outcomes, [question(), *(question(id=each) for each in "bcde")])

    told = {each.name: (round(each.value, 2), each.questions) for each in scores.figures}
    assert told["statements supported"] == told["statements unsupported"] == told["statements uncited"] == (0.33, 3)
    assert told["answers supported throughout"] == (0.0, 2)
    assert told["every concept in the answer"] == (1.0, 1)
    assert told["absent, and the answer says so"] == (0.67, 3)
    assert scores.not_given == ["e"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (AnswerRow("x", question="Else?"), "line 3, 'Else\\?': it answers none"),
        (AnswerRow("x", question=" same  QUESTION "), "more than one question reads so"),
        (AnswerRow("x", id="zz"), "it answers none"),
    ],
)
def test_an_answer_to_no_question_or_to_more_than_one_is_refused(row, said):
    asked = [question(id="a", question="Same question"), question(id="b", question="Same question")]

    with pytest.raises(UsageError, match=said):
        match_answers([(3, row)], asked, "answers.jsonl")


def test_two_answers_to_a_question_are_refused():
    with pytest.raises(UsageError, match="second answer to 'a'"):
        match_answers([(1, AnswerRow("x", id="a")), (2, AnswerRow("y", question="one"))], [question(id="a", question="One")], "f")


def test_two_questions_with_one_id_are_refused():
    row = b'{"id": "a", "question": "?", "answerable": false}\n'

    with pytest.raises(UsageError, match="line 2: another question has the id 'a'"):
        parse_questions(row * 2, "q.jsonl")


def test_a_gold_that_names_nothing_is_refused():
    with pytest.raises(UsageError, match="line 1: a gold has neither"):
        parse_questions(b'{"id": "a", "question": "?", "answerable": true, "gold": [{"page": 3}]}', "q.jsonl")


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

    [first, *_] = windows(care=pages).show(question(question="gamma"), 5)

    assert "gamma" in first.text
    assert 3 in first.pages["care"]


def windows(**pages):
    return WindowSystem(pages, (400, 50), Even(), len)


def test_windows_of_several_documents_are_cut_apart():
    pages = {name: [PageRow(1, "1", 1.0, 1.0, 1, f"{word} " * 10)] for name, word in (("care", "alpha"), ("motor", "beta"))}

    shown = windows(**pages).show(question(question="beta"), 5)

    assert [list(each.pages) for each in shown] == [["motor"], ["care"]]
    assert not any("alpha" in each.text and "beta" in each.text for each in shown)


def test_each_document_can_be_asked_its_own_questions_alone():
    system = EachItsOwn({"care": Fixed(passage("Care.")), "motor": Fixed(passage("Motor."))})

    assert [each.text for each in system.show(question(doc_id="motor"), 5)] == ["Motor."]


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
