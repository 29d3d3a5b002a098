"""What is counted of a search, a layer after the other: the right passage among the first; every required concept in what is shown;
an answer where there is none; and what it costs.

The interval of a figure is that of 2,000 samples of the questions drawn with replacement (the percentile bootstrap of Efron): the
middle 95 of 100. A difference smaller than what one question is worth says nothing.
"""

from collections.abc import Callable, Sequence
from math import log2
from random import Random

from pipeline.model import Record
from pipeline.retrieval.evaluation.questions import Question, is_gold, letters_of
from pipeline.retrieval.evaluation.systems import Passage, System

AMONG = (1, 3, 5, 10)
SHOWN = 5
"""Passages in which concepts are looked for together."""
HEAD = 200
"""Characters of the head of a passage that an excerpt is compared with."""
SAMPLES, SEED, TAIL = 2000, 20240501, 0.025
ABSENT = 0
"""The rank of what was not found."""


class Outcome(Record, frozen=True):
    """What became of one question: the rank of the right passage (0: none), and how many concepts the first five hold."""

    id: str
    kind: str
    answerable: bool
    doubtful: bool
    shown: int
    rank: int
    concepts: int
    held: int
    in_snippet: int
    in_head: int
    characters: int
    wrong_document: bool


class Figure(Record, frozen=True):
    """A figure with its interval, and the number of questions it is of."""

    name: str
    value: float
    low: float
    high: float
    questions: int

    @property
    def one_question(self) -> float:
        """What one question is worth."""
        return 1 / self.questions if self.questions else 0.0


class Scores(Record, frozen=True):
    """The figures of one way of searching, and what became of each question."""

    system: str
    figures: list[Figure]
    outcomes: list[Outcome]


def judge(question: Question, passages: Sequence[Passage]) -> Outcome:
    """What became of a question for which these passages are shown."""
    golds = [*question.gold, *question.also_acceptable]
    ranks = (rank for rank, each in enumerate(passages, 1) if is_gold(golds, each.letters, each.pages))
    first = passages[:SHOWN]
    together = "".join(each.letters for each in first)
    concepts = [letters_of(concept) for concept in question.required_concepts]
    return Outcome(
        id=question.id,
        kind=question.kind,
        answerable=question.answerable,
        doubtful=question.doubtful,
        shown=len(passages),
        rank=next(ranks, ABSENT),
        concepts=len(concepts),
        held=sum(concept in together for concept in concepts),
        in_snippet=sum(any(concept in letters_of(each.snippet) for each in first) for concept in concepts),
        in_head=sum(any(concept in letters_of(each.text[:HEAD]) for each in first) for concept in concepts),
        characters=sum(len(each.text) for each in first),
        wrong_document=bool(question.doc_id and passages and passages[0].doc_id != question.doc_id),
    )


def score(name: str, system: System, questions: Sequence[Question]) -> Scores:
    """The figures of a way of searching; doubtful questions are judged and not counted in them."""
    outcomes = [judge(question, system.show(question.question, AMONG[-1])) for question in questions]
    return Scores(name, make_figures(outcomes), outcomes)


def make_figures(outcomes: Sequence[Outcome]) -> list[Figure]:
    """The figures of some outcomes."""
    sure = [each for each in outcomes if not each.doubtful]
    answerable = [each for each in sure if each.answerable]
    absent = [each for each in sure if not each.answerable]
    with_concepts = [each for each in answerable if each.concepts]
    figures = [_measure(f"recall@{k}", answerable, _is_among(k)) for k in AMONG]
    return [
        *figures,
        _measure("MRR", answerable, lambda each: 1 / each.rank if each.rank else 0.0),
        _measure("nDCG@10", answerable, lambda each: 1 / log2(1 + each.rank) if each.rank else 0.0),
        _measure("every concept in five", with_concepts, lambda each: float(each.held == each.concepts)),
        _measure("concepts in five", with_concepts, lambda each: each.held / each.concepts),
        _measure("concept in a snippet", with_concepts, lambda each: each.in_snippet / each.concepts),
        _measure("concept in a head", with_concepts, lambda each: each.in_head / each.concepts),
        _measure("absent not answered", absent, lambda each: float(not each.shown)),
        _measure("answerable not answered", answerable, lambda each: float(not each.shown)),
        _measure("wrong document at 1", [each for each in answerable if each.shown], lambda each: float(each.wrong_document)),
        _measure("characters in five", [each for each in answerable if each.shown], lambda each: float(each.characters)),
    ]


def _is_among(k: int) -> Callable[[Outcome], float]:
    return lambda outcome: float(0 < outcome.rank <= k)


def _measure(name: str, outcomes: Sequence[Outcome], value: Callable[[Outcome], float]) -> Figure:
    values = [value(each) for each in outcomes]
    low, high = bootstrap(values)
    return Figure(name, sum(values) / len(values) if values else 0.0, low, high, len(values))


def bootstrap(values: Sequence[float]) -> tuple[float, float]:
    """The interval of the mean of ``values``; the same for the same values."""
    if not values:
        return 0.0, 0.0
    chance = Random(SEED)
    means = sorted(sum(chance.choices(values, k=len(values))) / len(values) for _ in range(SAMPLES))
    return means[int(TAIL * SAMPLES)], means[int((1 - TAIL) * SAMPLES) - 1]


class Difference(Record, frozen=True):
    """What one evaluation won and lost against another, by the ids of questions; of the same way of searching."""

    system: str
    won: list[str]
    lost: list[str]


def compare(now: Sequence[Scores], before: Sequence[Scores], k: int = SHOWN) -> list[Difference]:
    """The questions whose right passage came among the first ``k``, or went from them; absent ones that are no longer answered."""
    earlier = {scores.system: {each.id: is_right(each, k) for each in scores.outcomes} for scores in before}
    found = []
    for scores in now:
        known = earlier.get(scores.system, {})
        right = {each.id: is_right(each, k) for each in scores.outcomes if each.id in known}
        won, lost = ([id_ for id_, is_ in right.items() if is_ is good and known[id_] is not good] for good in (True, False))
        found.append(Difference(scores.system, won, lost))
    return found


def is_right(outcome: Outcome, k: int) -> bool:
    """Whether a question went well: its passage among the first ``k``, or no answer where there is none."""
    return 0 < outcome.rank <= k if outcome.answerable else not outcome.shown
