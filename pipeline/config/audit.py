"""What is asked of the audit: where verdicts are kept, and how much must be signed off for a check to pass."""

import re
from typing import Annotated, NamedTuple

from pydantic import Field, field_validator

from pipeline.config.base import Settings

REQUIRED = re.compile(r"(?P<share>\d{1,3}(?:\.\d+)?)\s*% of (?P<what>\S.*)")
"""Matches "100% of exclusions" and "50% of clauses"."""
WHOLE = 100


class Required(NamedTuple):
    """A share (0 to 1) of the clauses that ``what`` names must be accepted."""

    share: float
    what: str


class AuditSettings(Settings):
    """``verdicts`` is a folder, relative to the configuration's file."""

    verdicts: Annotated[str, Field(min_length=1)] = "audit"
    required: str | tuple[str, ...] = ()

    @field_validator("required")
    @classmethod
    def _says_how_much_of_what(cls, required: str | tuple[str, ...]) -> str | tuple[str, ...]:
        for words in (required,) if isinstance(required, str) else required:
            parse_required(words)
        return required


def parse_required(words: str) -> Required:
    """What "100% of exclusions" asks for. Raises ValueError where the words say something else."""
    found = REQUIRED.fullmatch(words.strip())
    if not found or float(found["share"]) > WHOLE:
        raise ValueError(f"{words!r} says no share of anything; write 100% of exclusions, 50% of clauses, or 100% of 4.2")
    return Required(float(found["share"]) / WHOLE, found["what"].strip())
