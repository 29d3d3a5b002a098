"""What a person lives with: problems that the YAML accepts for the words that they are about, and how grave each is taken.

An acceptance counts as long as the code, the clause (where it names one) and the words are those that it was given for. One that
matches nothing is told as a note (ACC001), with what stands there now.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pipeline.checks.outcome import Outcome, Problem
from pipeline.checks.rules.naming import fits
from pipeline.config.asked import Accepted
from pipeline.config.requirements import Acceptance
from pipeline.model import Severity

SHOWN_DIGITS = 12
"""Digits of a hash that are shown for pasting: of 48 bits, so that no two findings have the same."""


def accept(outcomes: Sequence[Outcome], accepted: Sequence[Accepted], severity: Mapping[str, Severity]) -> tuple[Outcome, ...]:
    """``outcomes`` with what is accepted marked so and the severities of the YAML, and behind them what accepts nothing."""
    judged = tuple(_with_problems(outcome, [_judge(one, accepted, severity) for one in outcome.problems]) for outcome in outcomes)
    problems = [problem for outcome in judged for problem in outcome.problems]
    unused = tuple(_find_unused(accepted, problems))
    return (*judged, Outcome("acceptances", "Every acceptance matches a finding", unused)) if accepted else judged


def _with_problems(outcome: Outcome, problems: Sequence[Problem]) -> Outcome:
    return msgspec.structs.replace(outcome, problems=tuple(problems))


def _judge(problem: Problem, accepted: Sequence[Accepted], severity: Mapping[str, Severity]) -> Problem:
    grave = severity.get(problem.code, problem.severity)
    matching = next((entry for entry in accepted if _matches(entry, problem)), None)
    if matching is None:
        return msgspec.structs.replace(problem, severity=grave)
    return msgspec.structs.replace(problem, severity=grave, accepted=matching.accepted.reason)


def _matches(entry: Accepted, problem: Problem) -> bool:
    asked = entry.accepted
    return _is_about(asked, problem) and problem.content_hash.startswith(asked.hash)


def _is_about(asked: Acceptance, problem: Problem) -> bool:
    """Whether an acceptance is one of this problem, whatever its words are."""
    clause = not asked.clause or asked.clause == problem.clause_id or fits(asked.clause, problem.clause_id)
    return problem.code == asked.code and clause


def _find_unused(accepted: Sequence[Accepted], problems: Sequence[Problem]) -> Iterator[Problem]:
    for entry in accepted:
        if any(_matches(entry, problem) for problem in problems):
            continue
        code, clause = entry.accepted.code, entry.accepted.clause
        changed = [problem for problem in problems if clause and _is_about(entry.accepted, problem)]
        what = f"{code} of {clause}" if clause else code
        if changed:
            now = changed[0].content_hash[:SHOWN_DIGITS]
            message = f"{what} was accepted for other words; read it again, and if it is right write hash: {now}"
        else:
            message = f"{what} is accepted and no longer found; take the acceptance out"
        page = changed[0].page if changed else 0
        yield Problem("ACC001", Severity.NOTE, message, page, clause_id=clause, asked_at=entry.at)
