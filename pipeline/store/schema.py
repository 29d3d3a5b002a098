"""The JSON Schema of each output file, made from the classes of its rows."""

from typing import Any

import msgspec

from pipeline.model import Record
from pipeline.store.export_rows import ChangeRow, ExportRun
from pipeline.store.rows import (
    SCHEMA_VERSION,
    BatchRun,
    ChunkRow,
    ClauseRow,
    DocumentRun,
    FindingRow,
    FurnitureRow,
    LineRow,
    PageRow,
    SentenceRow,
    TableRow,
    Timings,
)

FILES: dict[str, tuple[str, type[Record]]] = {
    "chunks": ("chunks.jsonl", ChunkRow),
    "clauses": ("clauses.jsonl", ClauseRow),
    "pages": ("pages.jsonl", PageRow),
    "lines": ("lines.jsonl", LineRow),
    "furniture": ("furniture.jsonl", FurnitureRow),
    "sentences": ("sentences.jsonl", SentenceRow),
    "tables": ("tables.jsonl", TableRow),
    "findings": ("findings.jsonl", FindingRow),
    "run": ("run.json", DocumentRun),
    "timings": ("timings.json", Timings),
    "batch": ("out/run.json", BatchRun),
    "changes": ("changes.jsonl", ChangeRow),
    "export": ("export.json", ExportRun),
}
"""What each schema is called, the file it is of, and the class of its rows."""


def make_schema(name: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of one row of a file, or of the file where it is one object. ``name`` is a key of FILES.

    ``schema_version`` in it is the one that stands in `run.json`; no validator looks at it.
    """
    file, kind = FILES[name]
    schema = msgspec.json.schema(kind)
    root = schema.pop("$ref").rpartition("/")[2]
    definitions = schema.pop("$defs")
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:clausetrace:{name}:{SCHEMA_VERSION}",
        "schema_version": SCHEMA_VERSION,
        "title": f"A row of {file}" if file.endswith("l") else file,
    }
    body = {key: value for key, value in definitions.pop(root).items() if key != "title"}
    return head | body | {"additionalProperties": False} | ({"$defs": definitions} if definitions else {})
