"""What all reports say of a problem alike: where it is, in words, and where a person looks."""

import re
import shlex
from collections.abc import Iterable, Iterator

from pipeline.checks.outcome import Checked, Problem
from pipeline.model import Severity
from pipeline.model.codes import find_code
from pipeline.wording import ORDERS

UNWRITABLE = re.compile(f"{ORDERS.pattern}|[\ud800-\udfff\ufffe\uffff]")
"""What a terminal would act on, and what no XML may hold: "a\\x1b[2J", the U+FFFE that PDFium gives for a hyphen at a line end."""
LONG = 1000
"""Characters of a message that a report has: GitHub shows no more than 1,024 of a title."""
SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
"""The gravest first."""


def clean(text: str) -> str:
    """``text`` on one line, with a sign of replacement for what cannot be written."""
    return UNWRITABLE.sub("\ufffd", " ".join(text.split()))


def shorten(text: str, most: int = LONG) -> str:
    """``text`` on one line of at most ``most`` characters."""
    line = clean(text)
    return line if len(line) <= most else line[: most - 1] + "…"


def tell(problem: Problem) -> str:
    """The message with its page ahead, where it does not begin with pages itself."""
    message = shorten(problem.message)
    return f"page {problem.page}: {message}" if problem.page and not message.startswith("page") else message


def tell_place(problem: Problem) -> str:
    """Where it is: "page 12, [72 100 523 112], clause 4.2.c"; "the whole document"."""
    box = f"[{' '.join(f'{edge:g}' for edge in problem.bbox)}]" if problem.bbox else ""
    page = f"page {problem.page}" if problem.page else ""
    clause = f"clause {clean(problem.clause_id)}" if problem.clause_id else ""
    return ", ".join(filter(None, (page, box, clause))) or "the whole document"


def tell_look(checked: Checked, problem: Problem) -> str:
    """The command that shows the place, run from the root of the repository; "" where there is no page to look at."""
    return f"clausetrace explain page {_name(checked)} {problem.page}" if problem.page else ""


def tell_all(problem: Problem) -> Iterator[str]:
    """What a problem is, in lines."""
    yield f"{problem.code} {problem.severity}: {tell(problem)}"
    yield f"  place: {tell_place(problem)}"
    if problem.text:
        yield f'  text: "{shorten(problem.text)}"'
    if problem.accepted:
        yield f"  accepted: {shorten(problem.accepted)}"
    if problem.asked_at:
        yield f"  asked for at {clean(problem.asked_at)}"


def tell_advice(checked: Checked, problem: Problem) -> Iterator[str]:
    """What a person does about it, in lines."""
    yield f"  what to do: {find_code(problem.code).advice}"
    if look := tell_look(checked, problem):
        yield f"  to look at it: {look}"
    if problem.content_hash:
        yield f"  to accept it, where it is right as it is: {tell_accept(checked)}"


def tell_accept(checked: Checked) -> str:
    """The command that writes the YAML which accepts what is right as it is."""
    return f"clausetrace check {_name(checked)} --show-accept"


def _name(checked: Checked) -> str:
    """The document on a command line: its file, which has no results yet on the machine of one who reads a report."""
    return shlex.quote(clean(checked.source))


def count_severities(problems: Iterable[Problem]) -> dict[Severity, int]:
    """How many of each severity nobody accepted."""
    open_ones = [problem.severity for problem in problems if not problem.accepted]
    return {severity: open_ones.count(severity) for severity in SEVERITIES}


def plural(count: int, word: str) -> str:
    """The count with the word behind it: "1 error", "2 errors"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
