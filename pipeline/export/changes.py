"""What changed between two exports of chunks, told by document and clause key.

What was removed comes first: an index that is kept by chunk id may take rows away and put rows in, in the order given, and never
takes away what was just put in. Then what is added, changed or refreshed, in the order of the export.
"""

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from pipeline.model import Record
from pipeline.store.export_rows import Change, ChangeRow

DIGEST_BYTES = 16


class Known(Record, frozen=True):
    """What is kept of an exported chunk: its name, and hashes of what may change. ``row`` covers all of it."""

    doc_id: str
    clause_key: str
    id: str
    content_hash: str
    embedded: bytes
    row: bytes


class _Of(Record, frozen=True):
    doc_id: str


class _Named(Record, frozen=True):
    """The keys of a row of ``chunks.jsonl`` that are looked at."""

    id: str
    clause_key: str
    content_hash: str
    embed_text: str
    metadata: _Of


_DECODER = msgspec.json.Decoder(_Named)


def make_known(line: bytes) -> Known:
    """What is kept of a row of ``chunks.jsonl``. Raises msgspec.DecodeError where it is none."""
    row = _DECODER.decode(line)
    return Known(row.metadata.doc_id, row.clause_key, row.id, row.content_hash, _hash(row.embed_text.encode()), _hash(line))


def _hash(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST_BYTES).digest()


def find_changes(before: Iterable[Known], now: Iterable[Known]) -> Iterator[ChangeRow]:
    """One row a chunk that is not as it was."""
    earlier = {(known.doc_id, known.clause_key): known for known in before}
    there = {(known.doc_id, known.clause_key): known for known in now}
    yield from (_removed(was) for name, was in earlier.items() if name not in there)
    for name, known in there.items():
        was = earlier.get(name)
        if was is None:
            yield ChangeRow(Change.ADDED, known.doc_id, known.clause_key, known.id, "", known.content_hash, "", True)
        elif was.row != known.row:
            yield _changed(was, known)


def _removed(was: Known) -> ChangeRow:
    return ChangeRow(Change.REMOVED, was.doc_id, was.clause_key, "", was.id, "", was.content_hash, False)


def _changed(was: Known, known: Known) -> ChangeRow:
    kind = Change.REFRESHED if was.content_hash == known.content_hash else Change.CHANGED
    embed = was.embedded != known.embedded
    hashes = known.content_hash, was.content_hash
    return ChangeRow(kind, known.doc_id, known.clause_key, known.id, was.id, *hashes, embed)
