"""What is counted of a search, a layer after the other: the right passage among the first; every required concept in what is shown;
an answer where there is none; and what it costs.

There is one right passage to a question, whichever of its golds is found first, so that nDCG at k is 1 / log2(1 + rank), and MRR
1 / rank. The interval of a figure is that of 2,000 samples of the questions drawn with replacement (the percentile bootstrap of
Efron): the middle 95 of 100. A difference smaller than what one question is worth says nothing.
"""

from collections.abc import Callable, Sequence
from math import log2
from random import Random

from msgspec import structs

from pipeline.model import Record
from pipeline.retrieval.evaluation.judging import EQUAL, SHOWN, Outcome, is_right, judge
from pipeline.retrieval.evaluation.questions import Question
from pipeline.retrieval.evaluation.systems import System

AMONG = (1, 3, 5, 10)
SAMPLES, SEED, TAIL = 2000, 20240501, 0.025
WENT_WELL = "went well"
"""The figure of finding and abstaining together: of all questions, those with their passage among the first five, or, where there
is no answer, none."""
Value = Callable[[Outcome], float]


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
    """The figures of one way of searching, those of doubtful questions apart, and what became of each question."""

    system: str
    figures: list[Figure]
    doubtful: list[Figure]
    outcomes: list[Outcome]


def score(name: str, system: System, questions: Sequence[Question]) -> Scores:
    """The figures of a way of searching, doubtful questions apart."""
    outcomes = [judge(question, system.show(question, AMONG[-1])) for question in questions]
    doubtful = [structs.replace(outcome, doubtful=False) for outcome in outcomes if outcome.doubtful]
    return Scores(name, make_figures(outcomes), make_figures(doubtful) if doubtful else [], outcomes)


def make_figures(outcomes: Sequence[Outcome]) -> list[Figure]:
    """The figures of some outcomes."""
    return [make_figure(name, values_of(name, outcomes)) for name in FIGURES]


def make_figure(name: str, values: Sequence[float]) -> Figure:
    """The mean of ``values``, one a question, with its interval."""
    low, high = bootstrap(values)
    return Figure(name, sum(values) / len(values) if values else 0.0, low, high, len(values))


def values_of(name: str, outcomes: Sequence[Outcome]) -> list[float]:
    """What each question that a figure is of counts in it; doubtful ones are none of them."""
    counts, value = FIGURES[name]
    return [value(each) for each in outcomes if not each.doubtful and counts(each)]


def _is_answerable(outcome: Outcome) -> bool:
    return outcome.answerable


def _is_absent(outcome: Outcome) -> bool:
    return not outcome.answerable


def _has_concepts(outcome: Outcome) -> bool:
    return outcome.answerable and outcome.concepts > 0


def _is_answered(outcome: Outcome) -> bool:
    return outcome.answerable and outcome.shown > 0


def _among(k: int) -> Value:
    return lambda outcome: float(0 < outcome.rank <= k)


def _reciprocal(k: int) -> Value:
    return lambda outcome: 1 / outcome.rank if 0 < outcome.rank <= k else 0.0


def _discounted(k: int) -> Value:
    return lambda outcome: 1 / log2(1 + outcome.rank) if 0 < outcome.rank <= k else 0.0


FIGURES: dict[str, tuple[Callable[[Outcome], bool], Value]] = {
    **{f"recall@{k}": (_is_answerable, _among(k)) for k in AMONG},
    **{f"MRR@{k}": (_is_answerable, _reciprocal(k)) for k in AMONG[1:]},
    **{f"nDCG@{k}": (_is_answerable, _discounted(k)) for k in AMONG[1:]},
    "every concept in five": (_has_concepts, lambda each: float(each.held == each.concepts)),
    "concepts in five": (_has_concepts, lambda each: each.held / each.concepts),
    "concept in a snippet": (_has_concepts, lambda each: each.in_snippet / each.concepts),
    "concept in a head": (_has_concepts, lambda each: each.in_head / each.concepts),
    f"right in {EQUAL} characters": (_is_answerable, lambda each: float(each.within)),
    f"concepts in {EQUAL} characters": (_has_concepts, lambda each: float(each.held_within == each.concepts)),
    "absent not answered": (_is_absent, lambda each: float(not each.shown)),
    "answerable not answered": (_is_answerable, lambda each: float(not each.shown)),
    WENT_WELL: (lambda each: True, lambda each: float(is_right(each))),
    "wrong document at 1": (_is_answered, lambda each: float(each.wrong_document)),
    "characters in five": (_is_answered, lambda each: float(each.characters)),
    "tokens in five": (_is_answered, lambda each: float(each.tokens)),
}
"""Of which outcomes a figure is, and what each counts. MRR and nDCG of the first one alone are recall."""


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
