"""Problems as workflow commands of GitHub Actions, which show them beside the files of a pull request.

GitHub takes ten of a kind from a step and drops the others without a word, so the last of ten says how many were left out. Notes
are shown only where they fail the build. A PDF has no lines: the file is annotated, and the page stands in the words.
"""

from collections.abc import Collection, Iterator, Sequence

from pipeline.checks.outcome import Checked, Problem
from pipeline.model import Severity
from pipeline.model.codes import find_code
from pipeline.reports.telling import SEVERITIES, clean, plural, tell

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
MOST = 10
"""Annotations of a kind that GitHub takes from one step."""
IN_WORDS = {"%": "%25", "\r": "%0D", "\n": "%0A"}
"""What GitHub decodes in the words of a command."""
IN_PROPERTIES = {**IN_WORDS, ":": "%3A", ",": "%2C"}
"""And in its properties, which end at a colon or a comma."""


def write_annotations(documents: Sequence[Checked], failing: Collection[Severity]) -> Iterator[str]:
    """The commands, a line each, the gravest first."""
    for severity in SEVERITIES:
        if severity is Severity.NOTE and severity not in failing:
            continue
        found = [
            (checked, problem)
            for checked in documents
            for problem in checked.problems
            if problem.severity is severity and not problem.accepted
        ]
        shown = found if len(found) <= MOST else found[: MOST - 1]
        yield from (_annotate(checked, problem) for checked, problem in shown)
        if len(shown) < len(found):
            rest = plural(len(found) - len(shown), severity.value)
            yield f"::{COMMANDS[severity]} title=clausetrace::and {rest} more; the reports of this step have all of them"


def _annotate(checked: Checked, problem: Problem) -> str:
    title = f"{problem.code} {find_code(problem.code).title}"
    asked = f" Asked for at {problem.asked_at}." if problem.asked_at else ""
    words = f"{tell(problem).rstrip('.')}.{asked} {find_code(problem.code).advice}"
    properties = f"file={_escape(clean(checked.source), IN_PROPERTIES)},title={_escape(clean(title), IN_PROPERTIES)}"
    return f"::{COMMANDS[problem.severity]} {properties}::{_escape(clean(words), IN_WORDS)}"


def _escape(text: str, signs: dict[str, str]) -> str:
    return "".join(signs.get(character, character) for character in text)
