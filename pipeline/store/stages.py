"""What each stage gave, kept in `.stages/` so that one stage can be run alone. Private: the format may change with any version.

A file holds parts, each behind its length: first all that is short, then pages, clauses, tables, chunks or stretches of the ledger
one by one. So the 40 MB that 291 pages of premium grids come to are never in memory together. In front stands the key of what it
was made from.

Packed by Zstandard at its first level: those 40 MB become 2.7 in a third of the time in which zlib's first level makes 6.2 of them.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec
import zstandard

from pipeline.errors import InputError
from pipeline.model import (
    Boilerplate,
    Checks,
    Chunk,
    Chunks,
    Clause,
    ClauseTree,
    Document,
    Entry,
    Fate,
    Page,
    Reason,
    Record,
    Result,
    Stage,
    Table,
    Tables,
)
from pipeline.store.folders import STAGES, replace_file, write_parts

KINDS: dict[Stage, type[Record]] = {
    Stage.EXTRACT: Document,
    Stage.BOILERPLATE: Boilerplate,
    Stage.CLAUSES: ClauseTree,
    Stage.TABLES: Tables,
    Stage.CHUNKS: Chunks,
    Stage.CHECKS: Checks,
}
"""What each stage gives, in the order of the work."""
LONG: dict[type[Record], tuple[str, type[Record]]] = {
    Document: ("pages", Page),
    ClauseTree: ("clauses", Clause),
    Tables: ("tables", Table),
    Chunks: ("chunks", Chunk),
}
"""Of what a stage gives, the field that grows with the document, and what it holds."""
LEVEL = 1
LENGTH = struct.Struct("<I")
"""How the length of a part is written."""
ENDING = attrgetter("fate", "owner", "reason")
"""What became of a line."""
KEY_LENGTH = 64
"""Characters of a key: a SHA-256 in hex, or blanks where it is not known what a result was made from."""


class Stretch(Record, frozen=True):
    """Neighbouring lines of the ledger that have one fate, one owner and one reason: all cells of a table, mostly."""

    fate: Fate
    owner: str
    reason: Reason
    line_ids: tuple[str, ...]


def save_stage(folder: Path, stage: Stage, given: Record, key: str) -> None:
    """Keeps what ``stage`` gave for the document in ``folder``, and the key of what it was made from."""
    (folder / STAGES).mkdir(parents=True, exist_ok=True)
    write_parts(_file(folder, stage), _pack(given, key))


def renew_stage(folder: Path, stage: Stage, given: Record, key: str) -> None:
    """Keeps what ``stage`` gave in place of what was kept before."""
    replace_file(_file(folder, stage), b"".join(_pack(given, key)))


def load_key(folder: Path, stage: Stage) -> str:
    """The key of what the kept result of ``stage`` was made from; "" where there is none."""
    try:
        with _file(folder, stage).open("rb") as opened:
            return opened.read(KEY_LENGTH).decode("ascii", "replace").strip()
    except OSError:
        return ""


def load_kept(folder: Path, keys: Mapping[Stage, str]) -> dict[Stage, Any]:
    """What the first stages gave, as far as it was made from what ``keys`` say and can be read."""
    kept: dict[Stage, Any] = {}
    for stage, key in keys.items():
        if not key or load_key(folder, stage) != key:
            break
        try:
            kept[stage] = load_stage(folder, stage)
        except InputError:
            break
    return kept


def load_stage(folder: Path, stage: Stage) -> Record:
    """What ``stage`` gave. Raises InputError where that is missing or another version kept it."""
    file = _file(folder, stage)
    try:
        return _unpack(file.read_bytes()[KEY_LENGTH:], KINDS[stage])
    except OSError:
        raise InputError(f"{folder} has no result of the stage {stage}; run `clausetrace stage {stage} {folder}` first") from None
    except (msgspec.DecodeError, struct.error, zstandard.ZstdError):
        raise InputError(f"{file} was kept by another version; run `clausetrace stage {stage} {folder}` again") from None


def has_stages(folder: Path, keys: Mapping[Stage, str]) -> bool:
    """Whether all stages' results are there, made from what ``keys`` say."""
    return all(load_key(folder, stage) == key for stage, key in keys.items())


def load_result(folder: Path) -> Result:
    """All of a document's results. Raises InputError where one is missing."""
    parts: Any = [load_stage(folder, stage) for stage in KINDS]
    return Result(*parts)


def parts_of(result: Result) -> dict[Stage, Record]:
    """What each stage gave, by its name."""
    parts = (result.document, result.boilerplate, result.clauses, result.tables, result.chunks, result.checks)
    return dict(zip(KINDS, parts, strict=True))


def _file(folder: Path, stage: Stage) -> Path:
    return folder / STAGES / f"{stage}.msgpack.zst"


def _pack(given: Record, key: str) -> Iterator[bytes]:
    yield key.ljust(KEY_LENGTH).encode("ascii")
    encoder, press = msgspec.msgpack.Encoder(), zstandard.ZstdCompressor(LEVEL).compressobj()
    buffer = bytearray()
    for part in _parts(given):
        encoder.encode_into(part, buffer, LENGTH.size)
        LENGTH.pack_into(buffer, 0, len(buffer) - LENGTH.size)
        yield press.compress(buffer)
    yield press.flush()


def _parts(given: Record) -> Iterator[Record]:
    if isinstance(given, Checks):
        yield _with_entries(given, ())
        yield from _stretches(given.ledger.entries)
    elif type(given) in LONG:
        field, _ = LONG[type(given)]
        yield msgspec.structs.replace(given, **{field: ()})
        yield from getattr(given, field)
    else:
        yield given


def _stretches(entries: Iterable[Entry]) -> Iterator[Stretch]:
    for (fate, owner, reason), alike in groupby(entries, key=ENDING):
        yield Stretch(fate, owner, reason, tuple([entry.line_id for entry in alike]))


def _with_entries(checks: Checks, entries: tuple[Entry, ...]) -> Checks:
    return msgspec.structs.replace(checks, ledger=msgspec.structs.replace(checks.ledger, entries=entries))


def _unpack(packed: bytes, kind: type[Record]) -> Record:
    plain = memoryview(_unpressed(packed))
    first, rest = _first_part(plain)
    given = msgspec.msgpack.decode(first, type=kind)
    if isinstance(given, Checks):
        stretches = _decoded(rest, Stretch)
        return _with_entries(
            given, tuple([Entry(i, each.fate, each.owner, each.reason) for each in stretches for i in each.line_ids])
        )
    if kind in LONG:
        field, of = LONG[kind]
        return msgspec.structs.replace(given, **{field: tuple(_decoded(rest, of))})
    return given


def _unpressed(packed: bytes) -> bytes:
    """Raises ZstdError where ``packed`` is no whole stream."""
    opened = zstandard.ZstdDecompressor().decompressobj()
    plain = opened.decompress(packed)
    if not opened.eof:
        raise zstandard.ZstdError("cut short")
    return plain


def _decoded(parts: memoryview, kind: Any) -> Iterator[Any]:
    decoder = msgspec.msgpack.Decoder(kind)
    while parts:
        part, parts = _first_part(parts)
        yield decoder.decode(part)


def _first_part(plain: memoryview) -> tuple[memoryview, memoryview]:
    """The first part and what is behind it."""
    (length,) = LENGTH.unpack_from(plain)
    end = LENGTH.size + length
    return plain[LENGTH.size : end], plain[end:]
