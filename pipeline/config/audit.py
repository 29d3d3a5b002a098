"""What is asked of the audit: where verdicts are kept, and how much must be signed off for a check to pass."""

import re
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, Field

from pipeline.config.base import Settings

REQUIRED = re.compile(r"(?P<share>\d{1,3}(?:\.\d+)?)\s*% of (?P<what>\S.*)")
"""Matches "100% of exclusions" and "50% of clauses"."""
WHOLE = 100


class Required(NamedTuple):
    """A share (0 to 1) of the clauses that ``what`` names must be accepted."""

    share: float
    what: str


def parse_required(words: str) -> Required:
    """What "100% of exclusions" asks for. Raises ValueError where the words say something else."""
    found = REQUIRED.fullmatch(words.strip())
    if not found or float(found["share"]) > WHOLE:
        raise ValueError(f"{words!r} says no share of anything; write 100% of exclusions, 50% of clauses, or 100% of 4.2")
    return Required(float(found["share"]) / WHOLE, found["what"].strip())


def _says_how_much_of_what(demands: str | tuple[str, ...]) -> str | tuple[str, ...]:
    for words in (demands,) if isinstance(demands, str) else demands:
        parse_required(words)
    return demands


Demands = Annotated[str | tuple[str, ...], AfterValidator(_says_how_much_of_what)]
"""One demand or several, each as ``parse_required`` reads it."""


class AuditSettings(Settings):
    """``verdicts`` is a folder, relative to the configuration's file; a family may require something else."""

    verdicts: Annotated[str, Field(min_length=1)] = "audit"
    required: Demands = ()
