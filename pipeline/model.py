"""The records that the stages hand on: frozen, comparable, written as JSON by their own definitions.

Order of the file is order of the work: what a page holds, what was set aside, the clause tree, the tables, the chunks.
A record never has a field for a later stage to fill in; a later stage gives a record of its own that names ids.
Pages count from 1; everything else from 0, half-open. Boxes are points, top-left origin of the page as shown.
"""

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
    """What is known of a document before it is read: from its place and from the YAML, never from its pages."""

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
        return max(self.runs, key=lambda run: run.end - run.start).size if self.runs else 0.0

    @property
    def bold(self) -> bool:
        """Whether more than half of the characters are bold."""
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
        return "\n".join(line.text for line in self.lines)


class OutlineEntry(Record, frozen=True):
    """A bookmark of the PDF. ``level`` from 1, ``page`` 0 where it leads nowhere."""

    title: str
    level: int
    page: int


class Document(Record, frozen=True):
    """A document as read: nothing decided, nothing left out."""

    identity: Identity
    pages: tuple[Page, ...]
    outline: tuple[OutlineEntry, ...] = ()
    metadata: tuple[tuple[str, str], ...] = ()
    findings: tuple[Finding, ...] = ()


# ---------------------------------------------------------------- boilerplate


class MarkKind(StrEnum):
    """What a line that was set aside is."""

    HEADER = "header"
    FOOTER = "footer"
    SIDE = "side"
    PAGE_NUMBER = "page_number"
    WATERMARK = "watermark"
    CONTENTS = "contents"
    HIDDEN = "hidden"
    GARBLED = "garbled"
    LEFT_OUT = "left_out"
    OVERRULED = "overruled"


class Mark(Record, frozen=True):
    """A line set aside. ``share`` is the share of pages (0 to 1) on which its like stands, 0 where that played no part."""

    line_id: str
    kind: MarkKind
    share: float
    reason: Reason


class Gap(Record, frozen=True):
    """The evidence for the recurrence threshold: the gap in the distribution of shares, and what lay on both sides.

    ``shares`` holds one (share of pages, how many different lines have it) pair a bar, ascending; ``below`` and ``above`` name the
    nearest lines (share, normalised text) on either side. ``rule`` says how the threshold came about: gap, fallback or set by hand.
    """

    threshold: float
    rule: str
    low: float
    high: float
    below: tuple[tuple[float, str], ...] = ()
    above: tuple[tuple[float, str], ...] = ()
    shares: tuple[tuple[float, int], ...] = ()


class Boilerplate(Record, frozen=True):
    """The lines that are no part of the text, each with its reason."""

    marks: tuple[Mark, ...]
    gap: Gap
    findings: tuple[Finding, ...] = ()


# ---------------------------------------------------------------- clauses


class LabelStyle(StrEnum):
    """How a label counts."""

    DECIMAL = "decimal"
    LOWER_ALPHA = "lower_alpha"
    UPPER_ALPHA = "upper_alpha"
    LOWER_ROMAN = "lower_roman"
    UPPER_ROMAN = "upper_roman"
    EAST_ASIAN = "east_asian"
    CIRCLED = "circled"
    WORD = "word"
    MARKDOWN = "markdown"


class Label(Record, frozen=True):
    """A label as printed ("(iv)"), normalised ("iv"), its way of counting and its place in that (4).

    ``prefix`` is what stands before the number ("(", "section"), ``suffix`` what stands behind it (")", ".").
    """

    printed: str
    normal: str
    style: LabelStyle
    ordinal: int
    prefix: str = ""
    suffix: str = ""


class NodeKind(StrEnum):
    """What a node of the clause tree is. Only clauses stand in ``clauses.jsonl``."""

    CLAUSE = "clause"
    HEADING = "heading"
    OVERVIEW = "overview"
    ASIDE = "aside"


class Clause(Record, frozen=True):
    """A node of the clause tree.

    ``parent`` is the id of the node above it ("" at the top), numbered or not. ``path`` holds the numbered ancestors and the
    clause itself; of a heading, that of its nearest numbered ancestor. ``own`` are its words before its first child, label and
    title left out; ``tail`` those behind its children. ``label_span`` and ``title_spans`` say where label and title stand.
    ``confidence`` is 0 to 1. ``alternatives`` are the readings that came near: each the rule and evidence of one.
    """

    id: str
    kind: NodeKind
    parent: str
    path: tuple[str, ...]
    level: int
    page: int
    label: Label | None
    title: str
    label_span: Span | None
    title_spans: tuple[Span, ...]
    own: tuple[Span, ...]
    tail: tuple[Span, ...]
    confidence: float
    reason: Reason
    alternatives: tuple[Reason, ...] = ()


class Rejected(Record, frozen=True):
    """Something that looked like a label and was not taken for one."""

    line_id: str
    printed: str
    reason: Reason


class ClauseTree(Record, frozen=True):
    """The clauses and unnumbered headings in reading order. Every line that is not marked stands in exactly one node's spans,
    a line with two labels in two, its words divided between them.
    """

    clauses: tuple[Clause, ...]
    rejected: tuple[Rejected, ...] = ()
    findings: tuple[Finding, ...] = ()


# ---------------------------------------------------------------- tables


class TableKind(StrEnum):
    """What a table is for: looked up, read, or only a box around prose."""

    RATES = "rates"
    DATA = "data"
    LAYOUT = "layout"


class TableAction(StrEnum):
    """What was done with it."""

    EXCLUDED = "excluded"
    KEPT = "kept"
    RELEASED = "released"


class Origin(StrEnum):
    """Where the cells come from."""

    EXTRACTED = "extracted"
    TRANSCRIBED = "transcribed"


class CellBox(Record, frozen=True):
    """Where a cell's words stand."""

    page: int
    bbox: Box


class Table(Record, frozen=True):
    """A table. ``cells`` has rows of equal length, merged cells repeated; ``header`` one string a column, heads in several rows
    joined with " | ". ``line_ids`` are the lines that it takes out of the clauses; none where ``action`` is released.
    """

    id: str
    pages: tuple[int, ...]
    bboxes: tuple[tuple[int, Box], ...]
    kind: TableKind
    action: TableAction
    origin: Origin
    caption: str
    dimensions: tuple[tuple[str, str], ...]
    clause_id: str
    header: tuple[str, ...]
    row_labels: int
    cells: tuple[tuple[str, ...], ...]
    cell_boxes: tuple[tuple[CellBox, ...], ...]
    line_ids: tuple[str, ...]
    reason: Reason


class Tables(Record, frozen=True):
    """Every table of the document, in reading order."""

    tables: tuple[Table, ...]
    findings: tuple[Finding, ...] = ()


# ---------------------------------------------------------------- chunks


class ChunkKind(StrEnum):
    """What a chunk holds."""

    CLAUSE = "clause"
    TABLE = "table"
    ROW = "row"
    PREAMBLE = "preamble"
    SECTION = "section"
    ASIDE = "aside"


class Strategy(StrEnum):
    """How a chunk was cut."""

    CLAUSE = "clause"
    PARAGRAPH = "paragraph"
    TABLE = "table"


class Place(Record, frozen=True):
    """An unbroken run of lines in one column of one page: box, and half-open span of characters in the page's text.

    ``pieces`` are the exact stretches of lines of which it is made, for the check to read again one by one.
    """

    page: int
    bbox: Box
    char_start: int
    char_end: int
    pieces: tuple[Span, ...]


class Chunk(Record, frozen=True):
    """A labelled piece of the document. Keys as in ``chunks.jsonl``; metadata that repeats the document's is added on writing."""

    chunk_index: int
    id: str
    clause_key: str
    clause_id: str
    kind: ChunkKind
    strategy: Strategy
    label: str
    text: str
    context: str
    embed_text: str
    overlap: int
    tokens: int
    tokens_label: int
    content_hash: str
    clause_path: tuple[str, ...]
    headings: tuple[str, ...]
    section_path: str
    part: int
    parts: int
    places: tuple[Place, ...]
    warnings: tuple[str, ...] = ()


class Chunks(Record, frozen=True):
    """The chunks in the order of the document."""

    chunks: tuple[Chunk, ...]
    findings: tuple[Finding, ...] = ()


# ---------------------------------------------------------------- checks


class FixturePage(StrEnum):
    """How a place compares with the page's right text, where a person wrote that down."""

    MATCHED = "matched"
    DIFFERS = "differs"
    NONE = "none"


class PlaceCheck(Record, frozen=True):
    """What re-reading a place gave."""

    verified: bool
    reader: str
    fixture_page: FixturePage = FixturePage.NONE


class Entry(Record, frozen=True):
    """One line of the ledger: a line of the document and what became of it."""

    line_id: str
    fate: Fate
    owner: str
    reason: Reason


class Ledger(Record, frozen=True):
    """All entries, letters and digits by fate, and the two totals that must agree."""

    entries: tuple[Entry, ...]
    letters: tuple[tuple[Fate, int], ...]
    counted: int
    by_reader: int


class Checks(Record, frozen=True):
    """What was checked: for each chunk, its places in order; the ledger; and what is wrong."""

    places: tuple[tuple[PlaceCheck, ...], ...]
    ledger: Ledger
    findings: tuple[Finding, ...] = ()


# ---------------------------------------------------------------- the whole


class Result(Record, frozen=True):
    """All that a run knows of one document: what each stage gave, in their order, and what was checked."""

    document: Document
    boilerplate: Boilerplate
    clauses: ClauseTree
    tables: Tables
    chunks: Chunks
    checks: Checks

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that a person should look at, in the order of the work."""
        parts = (self.document, self.boilerplate, self.clauses, self.tables, self.chunks, self.checks)
        return tuple(finding for part in parts for finding in part.findings)
