"""What every stage speaks of, and what a document is as read: pages, lines, rules, areas. Nothing here is decided."""

from enum import StrEnum

import msgspec

from pipeline.geometry import Box


class Record(msgspec.Struct, frozen=True, gc=False):
    """Base of all records: frozen, and outside the garbage collector since none can form a cycle."""


# ---------------------------------------------------------------- every stage


class Stage(StrEnum):
    """The five stages, in the order in which they run, and what follows them."""

    EXTRACT = "extract"
    BOILERPLATE = "boilerplate"
    CLAUSES = "clauses"
    TABLES = "tables"
    CHUNKS = "chunks"
    CHECKS = "checks"
    CONFIG = "config"


class Severity(StrEnum):
    """How much a finding matters: an error spoils trust, a warning wants a look, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Reason(Record, frozen=True):
    """Why a decision was made: the name of the rule, and what it saw."""

    rule: str
    evidence: str


class Finding(Record, frozen=True):
    """Something that a person should look at. ``page`` 0 and an empty box mean the whole document."""

    code: str
    severity: Severity
    stage: Stage
    message: str
    page: int = 0
    clause_id: str = ""
    bbox: tuple[float, ...] = ()
    line_ids: tuple[str, ...] = ()
    text: str = ""


class Span(Record, frozen=True):
    """A half-open stretch of characters of one line's text."""

    line_id: str
    start: int
    end: int


class Fate(StrEnum):
    """Where a line ended: exactly one each, and the ledger adds them up."""

    BODY = "body"
    HEADING = "heading"
    ASIDE = "aside"
    FURNITURE = "furniture"
    CONTENTS = "contents"
    TABLE_KEPT = "table_kept"
    TABLE_EXCLUDED = "table_excluded"
    WATERMARK = "watermark"
    HIDDEN = "hidden"
    GARBLED = "garbled"
    LEFT_OUT = "left_out"


# ---------------------------------------------------------------- extract


class Status(StrEnum):
    """Whether a document is in force."""

    CURRENT = "current"
    ARCHIVED = "archived"


class SourceKind(StrEnum):
    """How a document is read."""

    PDF = "pdf"
    MARKDOWN = "markdown"
    TEXT = "text"


class Identity(Record, frozen=True):
    """What is known of a document before it is read: from its place and from the YAML, never from its pages.

    ``effective_from`` and ``effective_to`` are the first and the last day of this version as year-month-day, ``supersedes`` the
    doc_id of the version that it takes the place of; "" where nobody said.
    """

    doc_id: str
    family: str
    title: str
    source: str
    sha256: str
    kind: SourceKind = SourceKind.PDF
    updated: str = ""
    status: Status = Status.CURRENT
    language: str = ""
    collection: str = ""
    access: tuple[str, ...] = ()
    skip_pages: tuple[int, ...] = ()
    effective_from: str = ""
    effective_to: str = ""
    supersedes: str = ""


class Flaw(StrEnum):
    """What keeps a line from being words that a reader of the page sees."""

    NONE = ""
    INVISIBLE = "invisible"
    OUTSIDE = "outside"
    DUPLICATE = "duplicate"
    GARBLED = "garbled"


class Run(Record, frozen=True):
    """A stretch of a line's text in one style. ``start`` and ``end`` index ``Line.text``; ``size`` in points as shown."""

    start: int
    end: int
    font: str
    size: float
    bold: bool
    italic: bool
    bbox: Box


class Line(Record, frozen=True):
    """One piece of one row of text: what stands on one baseline without a wide gap, a rule or a gutter in between.

    ``edges`` holds (x0, x1) of each word (split by white space) of ``text``, along the reading direction. ``row`` counts the
    page's rows in reading order; pieces of one row share it and carry a, b, c behind their id. ``column`` is 0 for what spans
    the page, else 1, 2, ... ; ``area`` is the index into ``Page.areas``, -1 outside them. ``paragraph`` says that a wider gap
    than the usual one, or a first-line indent, stands before the line. ``side`` marks margin notes and side columns.
    ``rotation`` in degrees counter-clockwise as shown.
    """

    id: str
    page: int
    bbox: Box
    text: str
    runs: tuple[Run, ...]
    edges: tuple[tuple[float, float], ...]
    row: int
    column: int = 0
    area: int = -1
    paragraph: bool = False
    side: bool = False
    rotation: int = 0
    flaw: Flaw = Flaw.NONE

    @property
    def size(self) -> float:
        """Type size in points of the longest run."""
        if len(self.runs) == 1:
            return self.runs[0].size
        return max(self.runs, key=lambda run: run.end - run.start).size if self.runs else 0.0

    @property
    def bold(self) -> bool:
        """Whether more than half of the characters are bold."""
        if len(self.runs) == 1:
            run = self.runs[0]
            return run.bold and 2 * (run.end - run.start) > len(self.text)
        return 2 * sum(run.end - run.start for run in self.runs if run.bold) > len(self.text)


class Rule(Record, frozen=True):
    """A drawn line, or one edge of a box: ``bbox`` has no height (horizontal) or no width (vertical)."""

    page: int
    bbox: Box


class Shade(Record, frozen=True):
    """A filled box on a page, in the order in which they are painted. ``ink`` is its colour, 0xRRGGBB."""

    bbox: Box
    ink: int


class Area(Record, frozen=True):
    """Where a table may stand, by geometry alone. ``xs`` and ``ys`` are the grid lines in points, the outer ones included.

    ``ruled`` says whether they are drawn or only seen from aligned text. ``prose`` says that its cells hold running
    text, as in a wording printed inside boxes: labels in it may be clauses, those in other areas are not.
    """

    bbox: Box
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    ruled: bool
    prose: bool


class Column(Record, frozen=True):
    """A column of text: its band on the page in points."""

    bbox: Box


class Page(Record, frozen=True):
    """One page as shown. ``lines`` are in reading order. ``letters`` is PDFium's own count of letters and digits of the page's
    text layer, taken apart from ``lines``, for the ledger to add up against.
    """

    number: int
    label: str
    width: float
    height: float
    lines: tuple[Line, ...]
    rules: tuple[Rule, ...] = ()
    shades: tuple[Shade, ...] = ()
    images: tuple[Box, ...] = ()
    areas: tuple[Area, ...] = ()
    columns: tuple[Column, ...] = ()
    letters: int = 0

    @property
    def text(self) -> str:
        """Every line of the page, its furniture included, one a row: what the character spans of provenance index."""
        return "\n".join([line.text for line in self.lines])


class OutlineEntry(Record, frozen=True):
    """A bookmark of the PDF. ``level`` from 1, ``page`` 0 where it leads nowhere."""

    title: str
    level: int
    page: int


class Document(Record, frozen=True, gc=True, weakref=True):
    """A document as read: nothing decided, nothing left out."""

    identity: Identity
    pages: tuple[Page, ...]
    outline: tuple[OutlineEntry, ...] = ()
    metadata: tuple[tuple[str, str], ...] = ()
    findings: tuple[Finding, ...] = ()
