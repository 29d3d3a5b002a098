"""What one document may cost, and what a person says of one: the settings that hang on a file and not on a stage."""

import re
from datetime import date
from enum import StrEnum
from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator

from pipeline.config.base import Count, Positive, Settings
from pipeline.config.names import safe_name
from pipeline.config.requirements import Acceptance, Expectation, Floors
from pipeline.model import Status


class LimitSettings(Settings):
    """What one document may cost."""

    page_seconds: Positive = 10
    together_seconds: Positive = 0.02
    document_seconds: Positive = 900
    memory_mb: Count = 1500
    pages: Count = 20000
    file_mb: Count = 500

    def of_together(self, pages: int) -> float:
        """Seconds that may be taken by what is worked out of so many pages together: as long as one page may take, at the least."""
        return max(self.page_seconds, pages * self.together_seconds)


class OverruleKind(StrEnum):
    """What a person says that a line is."""

    FURNITURE = "furniture"
    BODY = "body"
    CLAUSE = "clause"
    NOT_CLAUSE = "not_clause"
    KEPT = "kept"
    EXCLUDED = "excluded"


class Overrule(Settings):
    """A person's word against the program's, by page (0: every page) and words."""

    page: Annotated[int, Field(ge=0)]
    text: Annotated[str, Field(min_length=1)]
    is_: Annotated[OverruleKind, Field(alias="is")]
    reason: Annotated[str, Field(min_length=1)]


class Transcription(Settings):
    """A table that a person copied, and the pages that it claims to come from. ``csv`` is relative to the configuration's file.

    ``table`` names it by words of its caption or heads, or by its id; "" is the table on those pages that is most like it.
    ``rows``, the heads first, are filled in from the CSV when the configuration is loaded.
    """

    csv: Annotated[str, Field(min_length=1)]
    pages: Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(min_length=1)]
    table: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
"""Matches 2024-05-01, 2024-05 and 2024."""
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
"""Matches 2024-05-01 alone."""
YEAR_MONTH_DAY = 3


class DocumentSettings(Settings):
    """What the file itself does not say, by file stem (or by its path in the folder given, where two stems are the same).

    ``floors`` override those of its family; ``expect`` and ``accept`` add to what its family expects and accepts.
    """

    doc_id: str = ""
    family: str = ""
    title: str = ""
    updated: str = ""
    effective_from: str = ""
    effective_to: str = ""
    supersedes: str = ""
    status: Status = Status.CURRENT
    language: str = ""
    collection: str = ""
    access: tuple[str, ...] = ()
    skip_pages: tuple[int, ...] = ()
    overrules: tuple[Overrule, ...] = ()
    transcriptions: tuple[Transcription, ...] = ()
    floors: Floors = Floors()
    expect: tuple[Expectation, ...] = ()
    accept: tuple[Acceptance, ...] = ()

    @field_validator("doc_id", "family", "supersedes")
    @classmethod
    def _names_a_folder(cls, name: str) -> str:
        if name and safe_name(name) != name:
            raise ValueError(f"{name!r} cannot name a folder everywhere; {safe_name(name)!r} can")
        return name

    @field_validator("updated")
    @classmethod
    def _is_a_date(cls, updated: str) -> str:
        if updated and not (DATE.fullmatch(updated) and _is_real(updated)):
            raise ValueError(f"{updated!r} is no date; write year-month-day, as in 2024-05-01")
        return updated

    @field_validator("effective_from", "effective_to")
    @classmethod
    def _is_a_day(cls, day: str) -> str:
        if day and not (DAY.fullmatch(day) and _is_real(day)):
            raise ValueError(f"{day!r} is no day; write year-month-day in full, as in 2024-05-01")
        return day

    @field_validator("effective_to")
    @classmethod
    def _is_no_earlier(cls, last: str, others: ValidationInfo) -> str:
        first = others.data.get("effective_from")
        if last and first and last < first:
            raise ValueError(f"{last!r} is before effective_from, {first!r}")
        return last

    @field_validator("supersedes")
    @classmethod
    def _is_another(cls, supersedes: str, others: ValidationInfo) -> str:
        if supersedes and supersedes == others.data.get("doc_id"):
            raise ValueError(f"{supersedes!r} is this document itself; name the doc_id of the version before it")
        return supersedes


def _is_real(updated: str) -> bool:
    try:
        date.fromisoformat("-".join([*updated.split("-"), "01", "01"][:YEAR_MONTH_DAY]))
    except ValueError:
        return False
    return True
