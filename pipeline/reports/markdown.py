"""A check as Markdown, for the summary of a build or a comment on a pull request.

What fails stands first and open, with what to do; what does not fail is in a fold, and so is what held. Each list ends with how
many more there are where it grows long, so that the whole stays below the 65,536 characters that GitHub takes of a comment.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from pipeline.checks.outcome import Checked, Outcome, Problem
from pipeline.model import Severity
from pipeline.model.codes import find_code
from pipeline.reports.telling import SEVERITIES, count_severities, plural, shorten, tell, tell_accept, tell_look

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!&])")
"""What Markdown would act on. No: "4.1", "(a)"."""
CALL = re.compile(r"@(?=\w)")
"""What GitHub calls a person by, in the finished page, where a backslash has gone: "@name". No: "@ 5%"."""
UNSEEN = "\u200b"
"""A space without width, which parts the sign from the name."""
MOST_OF_TABLE, MOST_FAILING, MOST_OTHERS, MOST_HELD = 12_000, 30_000, 14_000, 6_000
"""Characters that each list may have: together less than a comment."""
LONG_NAME, LONG_MESSAGE = 120, 400
"""Characters of a name or the words of a page, and of a message."""

Found = tuple[Checked, Outcome, Problem]


def write_markdown(documents: Sequence[Checked], failing: Collection[Severity]) -> str:
    """The whole of it, with a newline at its end."""
    broken = [found for found in _find_all(documents) if found[2].counts(failing)]
    others = [found for found in _find_all(documents) if not found[2].counts(failing)]
    failed = {checked.doc_id for checked, _, _ in broken}
    total = plural(len(documents), "document")
    lines = [
        f"## {f'Check failed: {len(failed)} of {total}' if failed else f'Check passed: {total}'}",
        *_write_table(documents, failed),
        *_write_failing(broken),
        *_write_fold("Accepted, and below what fails", _name_others(others), len(others), MOST_OTHERS),
        *_write_held(documents),
    ]
    return "\n".join(lines) + "\n"


def _find_all(documents: Sequence[Checked]) -> Iterator[Found]:
    for checked in documents:
        for outcome in checked.outcomes:
            yield from ((checked, outcome, problem) for problem in outcome.problems)


def _write_table(documents: Sequence[Checked], failed: Collection[str]) -> Iterator[str]:
    """A row a document, those that fail first."""
    yield from ("", "| document | | errors | warnings | notes | accepted |", "|---|---|--:|--:|--:|--:|")
    ordered = sorted(documents, key=lambda checked: checked.doc_id not in failed)
    rows = _take((_write_row(checked, checked.doc_id in failed) for checked in ordered), MOST_OF_TABLE)
    yield from rows
    if len(rows) < len(documents):
        yield f"| and {len(documents) - len(rows)} more | | | | | |"


def _write_row(checked: Checked, fails: bool) -> str:
    counts = count_severities(checked.problems)
    accepted = sum(bool(problem.accepted) for problem in checked.problems)
    numbers = " | ".join(str(counts[severity]) for severity in SEVERITIES)
    return f"| {escape(checked.source)} | {'**fails**' if fails else 'passes'} | {numbers} | {accepted} |"


def _take(items: Iterable[str], most: int) -> list[str]:
    """The items from the first on that have ``most`` characters together."""
    taken, letters = [], 0
    for item in items:
        letters += len(item) + 1
        if letters > most:
            break
        taken.append(item)
    return taken


def _write_failing(broken: Sequence[Found]) -> Iterator[str]:
    """Each problem in full, under the name of its document."""
    shown = _take((_write_problem(*found) for found in broken), MOST_FAILING)
    before = ""
    for (checked, _, _), told in zip(broken, shown, strict=False):
        if checked.doc_id != before:
            yield from ("", f"### {escape(checked.source)}", "")
        before = checked.doc_id
        yield told
    if len(shown) < len(broken):
        yield from ("", f"and {len(broken) - len(shown)} more that fail, which the other reports have")


def _write_problem(checked: Checked, outcome: Outcome, problem: Problem) -> str:
    """What, the words, the rule, what to do, and the command that shows it."""
    look = tell_look(checked, problem)
    at = f" at {escape(problem.asked_at)}" if problem.asked_at else ""
    lines = [
        f"- {_name(problem)}",
        f"“{escape(problem.text)}”" if problem.text else "",
        f"Rule{at}: {escape(outcome.title)}. {find_code(problem.code).advice}",
        f"To look at it: {_command(look)}" if look else "",
        f"To accept it, where it is right as it is: {_command(tell_accept(checked))}" if problem.content_hash else "",
    ]
    return "\n  <br>".join(filter(None, lines))


def _command(words: str) -> str:
    return f"`{shorten(words.replace('`', ' '), LONG_NAME)}`"


def _name(problem: Problem) -> str:
    clause = f" ({escape(problem.clause_id)})" if problem.clause_id else ""
    return f"**{problem.code}** {problem.severity}, {escape(tell(problem), LONG_MESSAGE)}{clause}"


def _name_others(others: Sequence[Found]) -> Iterator[str]:
    """A line each, what was accepted first, then the gravest."""
    for checked, _, problem in sorted(others, key=lambda found: (not found[2].accepted, SEVERITIES.index(found[2].severity))):
        accepted = f"; accepted: {escape(problem.accepted, LONG_MESSAGE)}" if problem.accepted else ""
        yield f"- {escape(checked.source)}: {_name(problem)}{accepted}"


def _write_fold(title: str, items: Iterable[str], count: int, most: int) -> Iterator[str]:
    if not count:
        return
    shown = _take(items, most)
    yield from ("", f"<details><summary>{title} ({count})</summary>", "", *shown)
    if len(shown) < count:
        yield f"- and {count - len(shown)} more"
    yield from ("", "</details>", "")  # a heading right behind the tag would be read as part of it


def _write_held(documents: Sequence[Checked]) -> Iterator[str]:
    """The rules that nothing broke, and in how many documents each was asked."""
    asked: dict[tuple[str, str], int] = {}
    broken: set[tuple[str, str]] = set()
    for checked in documents:
        for outcome in checked.outcomes:
            rule = (outcome.rule, outcome.title)
            asked[rule] = asked.get(rule, 0) + 1
            broken |= {rule} if outcome.problems else set()
    held = {title: count for (name, title), count in asked.items() if (name, title) not in broken}
    items = (f"- {escape(title)} ({plural(count, 'document')})" for title, count in held.items())
    yield from _write_fold("What held", items, len(held), MOST_HELD)


def escape(text: str, most: int = LONG_NAME) -> str:
    """``text`` on one line of at most ``most`` characters, of which Markdown and GitHub read none as a sign."""
    return CALL.sub(f"@{UNSEEN}", SPECIAL.sub(r"\\\1", shorten(text, most)))
