"""What the codes of findings mean, in words: one of them, or all as a page of Markdown (docs/findings.md is that page)."""

import difflib
from collections.abc import Iterator

from pipeline.errors import UsageError
from pipeline.model.codes import CODES, GROUPS
from pipeline.model.codes.code import Code

HEAD = """\
# Findings

Every code that `clausetrace run` and `clausetrace check` may tell, by what it is about. The severity is the usual one: a finding
says its own, and `check.severity` in the YAML changes what a check makes of it. `clausetrace explain code NUM001` shows one."""


def explain_code(name: str) -> Code:
    """The code of a name, in any case. Raises UsageError where there is none."""
    if name.upper() in CODES:
        return CODES[name.upper()]
    near = difflib.get_close_matches(name.upper(), CODES, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise UsageError(f"{name!r} is no code of a finding; {hint}`clausetrace explain code` lists all")


def write_code(code: Code) -> Iterator[str]:
    """One code, in lines."""
    yield f"{code.id}: {code.title} (usually: {code.severity})"
    yield from ("", code.meaning, "", f"What to do: {code.advice}")


def write_codes() -> Iterator[str]:
    """All codes as Markdown, in lines."""
    yield HEAD
    for title, codes in GROUPS.items():
        yield from ("", f"## {title}", "", "| code | usually | what it means | what to do |", "|---|---|---|---|")
        for code in codes:
            yield f"| `{code.id}` | {code.severity} | **{code.title}.** {code.meaning} | {code.advice} |"
