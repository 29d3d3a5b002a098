"""What `clausetrace check` asks of a document, or of every version of one, in a person's words. None of it shapes a result.

Floors bound what is counted, expectations name a clause, a cell or a page and what must stand there, acceptances name a finding
that a person has looked at and lives with as long as its words stay as they are.
"""

import re
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from pipeline.config.audit import Demands
from pipeline.config.base import Count, Settings, Share
from pipeline.model import Severity

CODE = re.compile(r"[A-Z]{3,4}\d{3}")
"""Matches NUM001, META001."""
HASH = r"^[0-9a-f]{8,64}$"
"""The first digits of a SHA-256: eight tell any two findings of a document apart."""
Words = str | tuple[Annotated[str, Field(min_length=1)], ...]


class Amounts(Settings):
    """What of a document is counted; None is not asked. The shares are 0 to 1, of pages covered and of letters and digits."""

    pages: Count | None = None
    clauses: Count | None = None
    chunks: Count | None = None
    tables: Count | None = None
    excluded_pages: Share | None = None
    excluded_letters: Share | None = None
    furniture_letters: Share | None = None


class Floors(Settings):
    """What a document must have at least, and may have at most."""

    at_least: Amounts = Amounts()
    at_most: Amounts = Amounts()


class Expectation(Settings):
    """What must stand in a clause, in a cell of a table, or on a page. Page 0 is any."""

    clause: str = ""
    table: str = ""
    row: str = ""
    column: str = ""
    page: Annotated[int, Field(ge=0)] = 0
    title: str = ""
    starts_with: str = ""
    ends_with: str = ""
    contains: Words = ()
    not_contains: Words = ()
    is_: Annotated[str, Field(alias="is")] = ""
    absent: bool = False

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if wrong := _find_mismatch(self):
            raise ValueError(wrong)
        return self


def _find_mismatch(asked: Expectation) -> str:
    """Why an expectation makes no sense; "" where it does."""
    of_clause = asked.title or asked.starts_with or asked.ends_with
    words = asked.contains or asked.not_contains
    if asked.clause and asked.table:
        return "names a clause and a table; make it two expectations"
    if not (asked.clause or asked.table or asked.page):
        return "names nothing to look at; give clause, table or page"
    if asked.absent and (of_clause or words or asked.is_ or not (asked.clause or asked.table)):
        return "absent goes with a clause or a table, and with nothing that would stand there"
    if not asked.clause and of_clause:
        return "title, starts_with and ends_with go with clause"
    if not asked.table and (asked.row or asked.column or asked.is_):
        return "row, column and is go with table"
    if asked.is_ and not (asked.row and asked.column):
        return "is goes with the row and the column of the cell"
    if not (asked.clause or asked.table or words):
        return "asks nothing of the page; give contains or not_contains"
    return ""


class Acceptance(Settings):
    """A finding that a person lives with, and the words that it was about: the first digits of their SHA-256."""

    code: str
    clause: str = ""
    hash: Annotated[str, Field(pattern=HASH)]
    reason: Annotated[str, Field(min_length=1)]

    @field_validator("code")
    @classmethod
    def _is_a_code(cls, code: str) -> str:
        return _known_form(code)


class FamilySettings(Settings):
    """What is asked of every version of a document that is in force, and what a person lives with in any of them.

    ``required`` takes the place of what ``audit`` requires; empty, that holds.
    """

    required: Demands = ()
    floors: Floors = Floors()
    expect: tuple[Expectation, ...] = ()
    accept: tuple[Acceptance, ...] = ()


class CheckSettings(Settings):
    """How grave a check takes what it finds, by code, who reads pages a second time, and what it asks of every document."""

    reader: Literal["pypdf", "pdfplumber", "none"] = "pypdf"
    sample: Literal["all"] | Count = 8
    severity: dict[str, Severity] = Field(default_factory=lambda: {"NUM001": Severity.ERROR})
    floors: Floors = Floors()

    @field_validator("severity")
    @classmethod
    def _are_codes(cls, severity: dict[str, Severity]) -> dict[str, Severity]:
        return {_known_form(code): grave for code, grave in severity.items()}


def _known_form(code: str) -> str:
    if not CODE.fullmatch(code):
        raise ValueError(f"{code!r} is no code of a finding; they read like NUM001")
    return code


def listed(words: Words) -> tuple[str, ...]:
    """One text or several, as a tuple."""
    return (words,) if isinstance(words, str) else words
