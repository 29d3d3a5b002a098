"""What `clausetrace evaluate` found, as lines for a person."""

from collections.abc import Iterator, Sequence

from pipeline.cli.options import printable
from pipeline.retrieval.evaluation.measures import Difference, Figure, Scores

TELLING = ("recall@5", "every concept in five", "absent not answered")
NAME, COLUMN = 28, 20
"""Columns of a terminal that a figure's name and each of its values take."""


def write_scores(scores: Sequence[Scores], title: str = "") -> Iterator[str]:
    """A table: a figure a line, a way of searching a column."""
    yield f"{title:<{NAME}}" + "".join(f"{each.system:>{COLUMN}}" for each in scores)
    for row in zip(*(each.figures for each in scores), strict=True):
        yield f"{row[0].name:<{NAME}}" + "".join(f"{_write_figure(figure):>{COLUMN}}" for figure in row)


def write_doubtful(scores: Sequence[Scores]) -> Iterator[str]:
    """The same of doubtful questions, which count in no figure above; the most telling lines."""
    if not scores[0].doubtful:
        return
    count = sum(outcome.doubtful for outcome in scores[0].outcomes)
    yield from ("", f"{count} doubtful questions, apart")
    for row in zip(*(each.doubtful for each in scores), strict=True):
        if row[0].name in TELLING and row[0].questions:
            yield f"{row[0].name:<{NAME}}" + "".join(f"{_write_figure(figure):>{COLUMN}}" for figure in row)


def write_worth(figures: Sequence[Figure]) -> Iterator[str]:
    """How many questions there are, and what one of them is worth."""
    worth = {figure.name: figure for figure in figures}
    recall, absent = worth["recall@5"], worth["absent not answered"]
    yield f"{recall.questions} questions with an answer, one is worth {100 * recall.one_question:.1f} points"
    yield f"{absent.questions} without, one is worth {100 * absent.one_question:.1f} points"
    yield "in brackets the middle 95% of 2,000 samples of the questions"


def write_differences(differences: Sequence[Difference]) -> Iterator[str]:
    """The questions won and lost against an earlier evaluation, a way of searching a line."""
    for each in differences:
        won, lost = (", ".join(map(printable, ids)) or "none" for ids in (each.won, each.lost))
        yield f"{each.system}: won {won}; lost {lost}"


def _write_figure(figure: Figure) -> str:
    if not figure.questions:
        return "-"
    return f"{figure.value:,.0f}" if figure.value > 1 else f"{figure.value:.2f} ({figure.low:.2f}-{figure.high:.2f})"
