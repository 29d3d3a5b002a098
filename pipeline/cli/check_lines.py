"""What `clausetrace check` says on a terminal: one line a problem with where to look, and a sum; or the YAML that accepts them."""

import json
from collections.abc import Iterator, Sequence

from pipeline.checks.accepting import SHOWN_DIGITS
from pipeline.checks.outcome import Checked, Problem
from pipeline.cli.options import printable
from pipeline.model import Severity

SHOWN_PAGES = 5


def write_document(checked: Checked, listed: Sequence[Severity]) -> Iterator[str]:
    """The problems of a document that count, the pages to look at, and how many rules hold."""
    name = checked.doc_id
    shown = [problem for problem in checked.problems if problem.counts(listed)]
    for problem in shown:
        yield f"{name}: {problem.severity} {problem.code} {_place(problem)}{_message(problem)}"
        if problem.asked_at:
            yield f"  asked for at {problem.asked_at}"
    for page in sorted({problem.page for problem in shown if problem.page})[:SHOWN_PAGES]:
        yield f"  to look at it: clausetrace explain page {name} {page}"
    if any(problem.content_hash for problem in shown):
        yield f"  to accept what is right as it is: clausetrace check {name} --show-accept"
    yield f"{name}: {_sum(checked)}"


def _place(problem: Problem) -> str:
    box = f" [{' '.join(f'{edge:g}' for edge in problem.bbox)}]" if problem.bbox else ""
    return f"page {problem.page}{box}: " if problem.page else ""


def _message(problem: Problem) -> str:
    """What is wrong, on one line, with the clause where it is not named; the page stands before it already."""
    message = printable(problem.message).removeprefix(f"page {problem.page}: ")
    return message if problem.clause_id in message else f"{problem.clause_id}: {message}"


def _sum(checked: Checked) -> str:
    problems = [problem for problem in checked.problems if not problem.accepted]
    found = {each: sum(problem.severity == each for problem in problems) for each in Severity}
    counts = [f"{count} {each}{'' if count == 1 else 's'}" for each, count in found.items()]
    accepted = len(checked.problems) - len(problems)
    counts += [f"{accepted} accepted"] if accepted else []
    hold = sum(not any(problem.counts((Severity.ERROR,)) for problem in outcome.problems) for outcome in checked.outcomes)
    return f"{', '.join(counts)}; {hold} of {len(checked.outcomes)} rules hold"


def write_acceptances(checked: Sequence[Checked], listed: Sequence[Severity]) -> Iterator[str]:
    """The lines of YAML that accept every problem that counts and can be accepted, by family; the reasons are left to a person."""
    found: dict[str, dict[tuple[str, str, str], tuple[str, Problem]]] = {}
    for document in checked:
        for problem in document.problems:
            if problem.counts(listed) and problem.content_hash:
                key = (problem.code, problem.clause_id, problem.content_hash)
                found.setdefault(document.family, {}).setdefault(key, (document.doc_id, problem))
    if not found:
        yield "# there is nothing to accept"
        return
    yield "# Look at each and say why it is right as it is. What stands under families: already goes together with this."
    yield "families:"
    for family, problems in found.items():
        yield f"  {_quoted(family)}:"
        yield "    accept:"
        for doc_id, problem in problems.values():
            yield from _acceptance(doc_id, problem)


def _acceptance(doc_id: str, problem: Problem) -> Iterator[str]:
    place = f"{doc_id}, page {problem.page}" if problem.page else doc_id
    yield f"      - code: {problem.code}    # {printable(place)}: {printable(problem.message)}"
    if problem.clause_id:
        yield f"        clause: {_quoted(problem.clause_id)}"
    yield f'        hash: "{problem.content_hash[:SHOWN_DIGITS]}"'
    yield '        reason: ""'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
