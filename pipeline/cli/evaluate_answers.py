"""`clausetrace evaluate --answers`: given answers, judged statement by statement against the excerpts that they cite."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pipeline.cli.evaluating import Evaluation
from pipeline.cli.options import printable

if TYPE_CHECKING:
    from pipeline.retrieval.citations import Excerpt
    from pipeline.retrieval.evaluation.answered import AnswerRow, AnswerScores
    from pipeline.retrieval.evaluation.measures import Figure
    from pipeline.retrieval.evaluation.questions import Question
    from pipeline.retrieval.support import Statement

NAME = 38


def load_answers(evaluation: Evaluation, file: str) -> "Mapping[str, AnswerRow]":
    """The answers in a file by the id of their question. Raises UsageError where it cannot be read, or one answers no question."""
    from pathlib import Path

    from pipeline.errors import UsageError
    from pipeline.retrieval.evaluation.answered import FORM, AnswerRow, match_answers
    from pipeline.retrieval.evaluation.questions import parse_lines

    try:
        rows = parse_lines(Path(file).read_bytes(), AnswerRow, (f"--answers {file}", FORM))
    except OSError as error:
        raise UsageError(f"--answers {file} cannot be read ({error.strerror})") from None
    return match_answers(rows, evaluation.asked, f"--answers {file}")


def judge_answers(evaluation: Evaluation, given: "Mapping[str, AnswerRow]") -> "AnswerScores":
    """The scores of answers, given by the id of their question. Raises UsageError where the sources of one are none."""
    from pipeline.retrieval.evaluation.answered import judge_answer, score_answers
    from pipeline.retrieval.support import Rules, check_statements

    settings, abbreviations = evaluation.configuration.ask, frozenset(evaluation.configuration.chunks.abbreviations)
    rules = Rules(abbreviations, settings.support, settings.no_answer)
    outcomes = []
    for question in evaluation.asked:
        if row := given.get(question.id):
            statements = check_statements(row.answer, _find_excerpts(evaluation, question, row), rules, evaluation.searched.stem)
            outcomes.append(judge_answer(question, row.answer, statements))
    return score_answers(outcomes, evaluation.asked)


def _find_excerpts(evaluation: Evaluation, question: "Question", row: "AnswerRow") -> "list[Excerpt]":
    """What the numbers of an answer mean: its own sources, else those that `ask` would have given."""
    from pipeline.cli.citations import excerpts_of
    from pipeline.cli.evaluating import find_hits
    from pipeline.retrieval.completion import make_excerpt
    from pipeline.retrieval.prompting import make_prompt

    if row.sources:
        return excerpts_of(row.sources, f"--answers, {question.id}")
    hits = find_hits(evaluation, question, evaluation.configuration.ask.hits)
    return [make_excerpt(source) for source in make_prompt(question.question, hits).sources]


def write_answers(scores: "AnswerScores") -> Iterator[str]:
    """The figures of the answers, and the statements that are not supported."""
    from pipeline.retrieval.evaluation.answered import CLAIMS
    from pipeline.retrieval.support import Verdict

    yield ""
    yield f"{len(scores.outcomes)} answers, {len(scores.not_given)} questions without one"
    yield from map(_write_figure, scores.figures)
    for outcome in scores.outcomes:
        for statement in outcome.statements:
            if statement.verdict in CLAIMS and statement.verdict is not Verdict.SUPPORTED:
                yield from _write_statement(outcome.id, statement)
        if not outcome.answerable and not outcome.says_so:
            yield f"{printable(outcome.id)}: has no answer in the documents, and the answer does not say so"


def _write_figure(figure: "Figure") -> str:
    if not figure.questions:
        return f"{figure.name:<{NAME}}-"
    return f"{figure.name:<{NAME}}{figure.value:.2f} ({figure.low:.2f}-{figure.high:.2f}) of {figure.questions}"


def _write_statement(id_: str, statement: "Statement") -> Iterator[str]:
    missing, cited = ", ".join(map(printable, statement.missing)), " ".join(f"[{number}]" for number in statement.cited)
    said = {
        "no_excerpt": f"there is no excerpt {missing}",
        "figure": f"{missing} does not stand in {cited}",
        "words": f"{100 * statement.share:.0f}% of its words stand in {cited}; not {missing}",
        "no_citation": "cites nothing",
    }
    yield f"{printable(id_)}: {statement.verdict}: {said[statement.why]}"
    yield f"    {printable(statement.text)}"
