"""How a setting fares over its values: the widest flat stretch near the top, its middle, and the spikes that are no reason to move.

The level is the best that three neighbouring values hold together. A stretch is flat where no value falls below the level by more
than what one question is worth; of these the widest is taken, of equally wide ones the higher. What rises above the level by more
than one question at one or two values alone is a spike: neighbouring values answer nearly alike, so that it is the luck of some
questions and not the setting. Each is told with the interval of its gain over the level (the same questions drawn for both, 2,000
times): where that holds 0, chance alone gives as much.
"""

from collections.abc import Callable, Sequence
from itertools import groupby, takewhile

from pipeline.errors import UsageError
from pipeline.model import Record
from pipeline.retrieval.evaluation.judging import Outcome
from pipeline.retrieval.evaluation.measures import FIGURES, WENT_WELL, Figure, bootstrap, make_figure, values_of

NEIGHBOURS = 3
"""Values side by side that hold a level together; what fewer hold is a spike."""
ROUNDING = 1e-9
BALANCED = "balanced"
"""Half the share of answerable questions with their passage among the first five, half that of absent ones not answered. Counted by
heads, a set with few absent questions would always have the floors of an answer at nothing."""
FOUND, NOT_ANSWERED = "recall@5", "absent not answered"
SHOWN = (WENT_WELL, "recall@5", "every concept in five", "absent not answered", "answerable not answered")
"""Figures of a curve that are shown beside its objective."""
NO_AIMS = ("answerable not answered", "wrong document at 1", "characters in five", "tokens in five")
OBJECTIVES = (BALANCED, *(name for name in FIGURES if name not in NO_AIMS))
"""What can be aimed at: more is better, and every value is judged on the same questions."""


class Point(Record, frozen=True):
    """A value, its figures, what each question counts in the objective, and what one question is worth there at most."""

    value: float
    figures: list[Figure]
    counts: list[float]
    one_question: float

    @property
    def mean(self) -> float:
        """The objective."""
        return sum(self.counts) / len(self.counts)


class Spike(Record, frozen=True):
    """One or two values above the level: their best gain over it with its interval, and whether chance alone gives as much."""

    values: list[float]
    gain: float
    low: float
    high: float
    chance: bool


class Reading(Record, frozen=True):
    """What a curve says: its level, the first and last value of the widest flat stretch, its middle, and the spikes.

    ``everywhere``: all values are in the stretch. ``still_to`` and ``still_from``: up to the one and from the other on no question
    changes (the first and the last value where some does right there).
    """

    objective: str
    questions: int
    one_question: float
    level: float
    first: float
    last: float
    middle: float
    everywhere: bool
    still_to: float
    still_from: float
    spikes: list[Spike]


def make_point(value: float, outcomes: Sequence[Outcome], objective: str) -> Point:
    """A value with what its evaluation gave. Raises UsageError where the objective is none, or no question counts in it."""
    if objective not in OBJECTIVES:
        raise UsageError(f"--objective {objective} is none; choose one of: {', '.join(OBJECTIVES)}")
    counts, worth = _count(objective, outcomes)
    if not counts:
        raise UsageError(f"no question counts in {objective!r}; choose another --objective")
    others = (make_figure(name, values_of(name, outcomes)) for name in SHOWN if name != objective)
    return Point(value, [make_figure(objective, counts), *others], counts, worth)


def _count(objective: str, outcomes: Sequence[Outcome]) -> tuple[list[float], float]:
    """What each question counts in an objective, whose mean it is, and what one question is worth at most."""
    if objective != BALANCED:
        counts = values_of(objective, outcomes)
        return counts, 1 / max(len(counts), 1)
    halves = [values for name in (FOUND, NOT_ANSWERED) if (values := values_of(name, outcomes))]
    questions = sum(map(len, halves))
    counts = [value * questions / (len(halves) * len(values)) for values in halves for value in values]
    return counts, max((1 / (len(halves) * len(values)) for values in halves), default=1.0)


def read_curve(points: Sequence[Point], objective: str, *, whole: bool) -> Reading:
    """What at least three points, by rising value, say together; ``whole`` where values are whole numbers."""
    worth = points[0].one_question
    level_at = _find_level(points)
    level = points[level_at].mean
    flat = _find_widest(points, lambda point: point.mean >= level - worth - ROUNDING)
    first, last = points[flat.start].value, points[flat.stop - 1].value
    middle = (first + last) / 2
    above = _runs(points, lambda point: point.mean > level + worth + ROUNDING)
    return Reading(
        objective=objective,
        questions=len(points[0].counts),
        one_question=worth,
        level=level,
        first=first,
        last=last,
        middle=round(middle) if whole else middle,
        everywhere=len(flat) == len(points),
        still_to=_find_still(points),
        still_from=_find_still(points[::-1]),
        spikes=[_make_spike(points, run, points[level_at]) for run in above],
    )


def _find_level(points: Sequence[Point]) -> int:
    """The point whose objective is the best that neighbours hold together: the lowest of the best three."""
    means = [point.mean for point in points]
    groups = [range(at, at + NEIGHBOURS) for at in range(len(points) - NEIGHBOURS + 1)]
    lowest = [min(group, key=lambda at: means[at]) for group in groups]
    return max(lowest, key=lambda at: means[at])


def _find_still(points: Sequence[Point]) -> float:
    """The last value up to which no question counts otherwise than at the first."""
    return [point.value for point in takewhile(lambda each: each.counts == points[0].counts, points)][-1]


def _find_widest(points: Sequence[Point], is_flat: Callable[[Point], bool]) -> range:
    """The run of flat points that spans most values; of equal ones the higher."""

    def rank(run: range) -> tuple[float, float]:
        return points[run.stop - 1].value - points[run.start].value, sum(points[at].mean for at in run) / len(run)

    return max(_runs(points, is_flat), key=rank)


def _runs(points: Sequence[Point], holds: Callable[[Point], bool]) -> list[range]:
    """The stretches of neighbouring points of which something holds."""
    groups = [(held, list(group)) for held, group in groupby(range(len(points)), key=lambda at: holds(points[at]))]
    return [range(group[0], group[-1] + 1) for held, group in groups if held]


def _make_spike(points: Sequence[Point], run: range, level: Point) -> Spike:
    best = max((points[at] for at in run), key=lambda point: point.mean)
    gains = [one - other for one, other in zip(best.counts, level.counts, strict=True)]
    low, high = bootstrap(gains)
    return Spike([points[at].value for at in run], sum(gains) / len(gains), low, high, low <= 0)
