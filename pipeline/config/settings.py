"""Every setting, with its type and range. ``config/default.yaml`` carries the values in force, the units and the evidence.

One class a section; a stage is given its own section alone. Unknown keys and wrong types are refused.
"""

import re
from datetime import date
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from pipeline.config.names import safe_name
from pipeline.model import Status

Share = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]


class Settings(BaseModel):
    """Base of all sections: frozen, strict, no unknown key."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ExtractSettings(Settings):
    """Reading the file."""

    reader: Literal["pdfium", "pdfplumber"] = "pdfium"
    piece_gap: Positive = 0.9
    row_inset: Annotated[float, Field(ge=0, lt=0.5)] = 0.25
    thin_rule: Positive = 2.5
    rule_near: Positive = 2.0
    path_segments: Count = 40000
    form_depth: Count = 8


class BoilerplateSettings(Settings):
    """Telling furniture from text."""

    threshold: Literal["auto"] | Share = "auto"


class ClauseSettings(Settings):
    """Labels and the tree."""

    gaps: Literal["report", "reject"] = "report"
    beam: Count = 48


class TableSettings(Settings):
    """Finding tables and deciding what becomes of them."""


class ChunkSettings(Settings):
    """Cutting. ``size`` and ``overlap`` in tokens of ``tokenizer``."""

    size: Count = 220
    overlap: Annotated[int, Field(ge=0)] = 40
    tokenizer: str = "wordllama"

    @model_validator(mode="after")
    def _size_exceeds_overlap(self) -> "ChunkSettings":
        if self.size <= self.overlap:
            raise ValueError(f"size ({self.size}) must exceed overlap ({self.overlap})")
        return self


class ProvenanceSettings(Settings):
    """Reading chunks again."""

    second_reader: Literal["pypdf", "pdfplumber", "none"] = "pypdf"
    sample: Annotated[int, Field(ge=0)] = 8
    fixture_pages: str = "fixtures/pages"


class LimitSettings(Settings):
    """What one document may cost."""

    page_seconds: Positive = 10
    document_seconds: Positive = 900
    memory_mb: Count = 1500
    pages: Count = 20000
    file_mb: Count = 500


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


DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
"""Matches 2024-05-01, 2024-05 and 2024."""
YEAR_MONTH_DAY = 3


class DocumentSettings(Settings):
    """What the file itself does not say, by file stem (or by its path in the folder given, where two stems are the same)."""

    doc_id: str = ""
    family: str = ""
    title: str = ""
    updated: str = ""
    status: Status = Status.CURRENT
    language: str = ""
    collection: str = ""
    access: tuple[str, ...] = ()
    skip_pages: tuple[int, ...] = ()
    overrules: tuple[Overrule, ...] = ()

    @field_validator("doc_id", "family")
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


def _is_real(updated: str) -> bool:
    try:
        date.fromisoformat("-".join([*updated.split("-"), "01", "01"][:YEAR_MONTH_DAY]))
    except ValueError:
        return False
    return True


class Configuration(Settings):
    """The whole YAML. ``profile`` names a packaged file of differences for a family of documents."""

    profile: str = ""
    extract: ExtractSettings = ExtractSettings()
    boilerplate: BoilerplateSettings = BoilerplateSettings()
    clauses: ClauseSettings = ClauseSettings()
    tables: TableSettings = TableSettings()
    chunks: ChunkSettings = ChunkSettings()
    provenance: ProvenanceSettings = ProvenanceSettings()
    limits: LimitSettings = LimitSettings()
    documents: dict[str, DocumentSettings] = {}
