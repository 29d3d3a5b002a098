"""`clausetrace evaluate --answers`: given answers, judged statement by statement against the excerpts that they cite."""

from collections.abc import Iterator
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


def judge_file(evaluation: Evaluation, file: str) -> "AnswerScores":
    """The scores of the answers in a file. Raises UsageError where it has none, or one to no question."""
    from pathlib import Path

    from pipeline.errors import UsageError
    from pipeline.retrieval.evaluation.answered import FORM, AnswerRow, judge_answer, match_answers, score_answers
    from pipeline.retrieval.evaluation.questions import parse_lines
    from pipeline.retrieval.support import Rules, check_statements

    try:
        rows = parse_lines(Path(file).read_bytes(), AnswerRow, (f"--answers {file}", FORM))
    except OSError as error:
        raise UsageError(f"--answers {file} cannot be read ({error.strerror})") from None
    settings, abbreviations = evaluation.configuration.ask, frozenset(evaluation.configuration.chunks.abbreviations)
    rules, given = (
        Rules(abbreviations, settings.support, settings.no_answer),
        match_answers(rows, evaluation.asked, f"--answers {file}"),
    )
    outcomes = []
    for question in evaluation.asked:
        if row := given.get(question.id):
            excerpts = _find_excerpts(evaluation, question, row, file)
            statements = check_statements(row.answer, excerpts, rules, evaluation.searched.stem)
            outcomes.append(judge_answer(question, row.answer, statements))
    return score_answers(outcomes, evaluation.asked)


def _find_excerpts(evaluation: Evaluation, question: "Question", row: "AnswerRow", file: str) -> "list[Excerpt]":
    """What the numbers of an answer mean: its own sources, else those that `ask` would have given."""
    from pipeline.cli.citations import excerpts_of
    from pipeline.cli.evaluating import find_hits
    from pipeline.retrieval.completion import make_excerpt
    from pipeline.retrieval.prompting import make_prompt

    if row.sources:
        return excerpts_of(row.sources, f"--answers {file}, {question.id}")
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
