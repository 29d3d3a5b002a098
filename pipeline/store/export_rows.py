"""The rows of a combined export: what changed since the last one, and what the export holds."""

from enum import StrEnum

from pipeline.model import Record
from pipeline.store.rows import Index, Number, Sha


class Change(StrEnum):
    """What became of a chunk since the last export. Refreshed: its text is the same, something else of its row is not."""

    ADDED = "added"
    CHANGED = "changed"
    REFRESHED = "refreshed"
    REMOVED = "removed"


class ChangeRow(Record, frozen=True):
    """A chunk that is not as it was. ``doc_id`` and ``clause_key`` together name it in both exports.

    ``id`` and ``content_hash`` are those of now, ``id_before`` and ``content_hash_before`` those of the last export; "" where
    there is none. ``embed``: its ``embed_text`` is not what it was, so that its vector must be made again.
    """

    change: Change
    doc_id: str
    clause_key: str
    id: str
    id_before: str
    content_hash: Sha
    content_hash_before: Sha
    embed: bool


class ExportedDocument(Record, frozen=True):
    """A document of an export."""

    doc_id: str
    source: str
    source_sha256: Sha
    chunks: Index


class ExportRun(Record, frozen=True):
    """An export: its number, the number of the export that its changes count from (0: from nothing), and what it holds.

    ``files`` maps names to SHA-256.
    """

    schema_version: Number
    number: Number
    since: Index
    form: str
    chunks: Index
    added: Index
    changed: Index
    refreshed: Index
    removed: Index
    documents: list[ExportedDocument]
    files: dict[str, Sha]
