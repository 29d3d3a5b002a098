"""The rows of the output files, one class a file: their keys, in the order in which they are written, and their types.

The JSON Schemas of `clausetrace schema` come from these classes. A row always has all keys: "", 0, [] and false, never null.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from pipeline.model import (
    ChunkKind,
    Fate,
    FixturePage,
    MarkKind,
    Origin,
    Reason,
    Record,
    Severity,
    SourceKind,
    Stage,
    Status,
    Strategy,
    TableAction,
    TableKind,
)

SCHEMA_VERSION = 1
"""Counted up when a key goes, or changes its type or meaning; a new key is no new version."""

Index = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
BOX = "[x0, top, x1, bottom] in points, origin top-left of the page as shown; [] is all of it"
Numbers = Annotated[list[float], Meta(description=BOX)]
Sha = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class PlaceRow(Record, frozen=True):
    """A box on a page, counted from 1."""

    page: Number
    bbox: Numbers


# ---------------------------------------------------------------- chunks.jsonl


class MetadataRow(Record, frozen=True):
    """What an index filters by: scalars only."""

    doc_id: str
    family: str
    collection: str
    title: str
    updated: str
    status: Status
    source: str
    source_sha256: Sha
    clause_id: str
    section_path: str
    page_first: Index
    page_last: Index
    page_label: str
    part: Number
    parts: Number
    language: str
    effective_from: str
    effective_to: str
    supersedes: str


class ProvenanceRow(Record, frozen=True):
    """Where words of a chunk stand: box, half-open span of characters in that page's text, and whether they were found there."""

    page: Number
    bbox: Numbers
    char_start: Index
    char_end: Index
    verified: bool
    fixture_page: FixturePage


class ChunkRow(Record, frozen=True):
    """A labelled piece of the document."""

    id: str
    chunk_index: Index
    clause_key: str
    kind: ChunkKind
    strategy: Strategy
    label: str
    text: Annotated[str, Meta(min_length=1)]
    context: str
    embed_text: str
    overlap: Index
    tokens: Index
    tokens_label: Index
    content_hash: Sha
    config_hash: Sha
    clause_path: list[str]
    headings: list[str]
    metadata: MetadataRow
    provenance: list[ProvenanceRow]
    warnings: list[str]


# ---------------------------------------------------------------- clauses.jsonl, pages.jsonl, lines.jsonl


class ClauseRow(Record, frozen=True):
    """A numbered clause. ``text`` are its own words: label, title and children left out, what follows its children at the end."""

    doc_id: str
    clause_key: str
    id: str
    parent: str
    path: list[str]
    label: str
    title: str
    headings: list[str]
    level: Number
    page: Number
    page_end: Number
    text: str
    content_hash: Sha
    bboxes: list[PlaceRow]
    line_ids: list[str]
    confidence: float
    reason: Reason


class PageRow(Record, frozen=True):
    """A page. ``text`` is every line of it, its furniture included; spans of characters index it."""

    page: Number
    label: str
    width: float
    height: float
    columns: Index
    text: str


class LineRow(Record, frozen=True):
    """A line and what became of it: one line of the ledger. ``owner`` is the id of the clause, table or furniture line."""

    id: str
    page: Number
    bbox: Numbers
    text: str
    fate: Fate
    owner: str
    reason: Reason


# ---------------------------------------------------------------- furniture.jsonl, tables.jsonl, findings.jsonl


class FurnitureRow(Record, frozen=True):
    """A line set aside. ``share`` is the share of pages (0 to 1) on which its like stands, 0 where that played no part."""

    line_id: str
    page: Number
    text: str
    kind: MarkKind
    bbox: Numbers
    share: float
    reason: Reason


class DimensionRow(Record, frozen=True):
    """What holds for a whole table: "Sum insured": "5 Lakh"."""

    name: str
    value: str


class TableRow(Record, frozen=True):
    """A table. Its cells stand in ``tables/<id>.csv`` too. ``cell_boxes`` has [page, x0, top, x1, bottom] for each cell.

    Where a table was transcribed, what was extracted is the row ``<id>.extracted``, released: for comparison alone.
    """

    id: str
    pages: list[Number]
    kind: TableKind
    action: TableAction
    origin: Origin
    caption: str
    dimensions: list[DimensionRow]
    clause_id: str
    bboxes: list[PlaceRow]
    header: list[str]
    row_labels: Index
    rows: Index
    columns: Index
    cells: list[list[str]]
    cell_boxes: list[list[list[float]]]
    reason: Reason


class FindingRow(Record, frozen=True):
    """Something that a person should look at. ``page`` 0 and an empty box mean the whole document."""

    id: str
    code: str
    severity: Severity
    stage: Stage
    message: str
    page: Index
    clause_id: str
    bbox: Numbers
    line_ids: list[str]
    text: str


# ---------------------------------------------------------------- run.json, timings.json, out/run.json


class InputRow(Record, frozen=True):
    """The file that was read, and what the configuration says of it. ``source`` is relative to the folder given, with /."""

    doc_id: str
    family: str
    collection: str
    title: str
    updated: str
    status: Status
    language: str
    access: list[str]
    source: str
    sha256: Sha
    bytes: Index
    kind: SourceKind
    skip_pages: list[Number]
    effective_from: str
    effective_to: str
    supersedes: str


class LedgerRow(Record, frozen=True):
    """Letters and digits by fate, their sum, the reader's own count taken apart from it, and the share on which both agree."""

    letters: dict[str, Index]
    counted: Index
    by_reader: Index
    share: float


class CountsRow(Record, frozen=True):
    """How much of each a document has."""

    pages: Index
    lines: Index
    clauses: Index
    chunks: Index
    chunks_verified: Index
    furniture_lines: Index
    tables_kept: Index
    tables_excluded: Index
    tables_released: Index
    errors: Index
    warnings: Index
    notes: Index


class NearRow(Record, frozen=True):
    """A line next to the recurrence threshold, and the share of pages (0 to 1) on which it stands."""

    share: float
    text: str


class BarRow(Record, frozen=True):
    """How many different lines stand on a share of the pages."""

    share: float
    lines: Index


class GapRow(Record, frozen=True):
    """The recurrence threshold and its evidence: the gap from ``low`` to ``high``, and what stands on both sides of it."""

    threshold: float
    rule: str
    low: float
    high: float
    below: list[NearRow]
    above: list[NearRow]
    shares: list[BarRow]


class UnreadRow(Record, frozen=True):
    """A page that was given up, and why."""

    page: Number
    why: str


class DocumentRun(Record, frozen=True):
    """How a document was done. ``fingerprint`` is a hash of all that the result depends on; ``files`` maps names to SHA-256."""

    schema_version: Number
    fingerprint: Sha
    versions: dict[str, str]
    input: InputRow
    settings_sha256: Sha
    pages_chosen: list[Number]
    pages_given_up: list[UnreadRow]
    counts: CountsRow
    ledger: LedgerRow
    boilerplate: GapRow
    files: dict[str, Sha]


class Timings(Record, frozen=True):
    """What a document cost on this host, and where its file was. Not the same from run to run."""

    path: str
    started: str
    seconds: float
    stages: dict[str, float]
    peak_memory_mb: float
    host: str
    workers: Number


class How(StrEnum):
    """How a document ended: done; as it was; as it was, its file renamed; equal to another; not done; not among the inputs."""

    DONE = "done"
    UNCHANGED = "unchanged"
    RENAMED = "renamed"
    DUPLICATE = "duplicate"
    FAILED = "failed"
    ABSENT = "absent"


class Ending(Record, frozen=True):
    """One document of the batch. ``code`` and ``message`` say what went wrong where ``how`` is failed.

    ``named_after`` is the source from which it got its doc_id: its own, or one that it had before it was renamed.
    """

    doc_id: str
    how: How
    code: str
    message: str
    duplicate_of: str
    named_after: str
    source: str
    source_sha256: Sha
    title: str
    pages: Index
    clauses: Index
    chunks: Index
    furniture_lines: Index
    tables_kept: Index
    tables_excluded: Index
    errors: Index
    warnings: Index
    notes: Index
    ledger_percent: float


class BatchRun(Record, frozen=True):
    """The batch: one row a document, in the order of the inputs, those of earlier runs that are not among them behind."""

    schema_version: Number
    version: str
    started: str
    ended: str
    documents: list[Ending]
