"""What each stage gave, kept in `.stages/` so that one stage can be run alone. Private: the format may change with any version.

A file holds parts, each behind its length: a document's own part and its pages one by one, of any other stage a single one. So the
54 MB that 291 pages of premium grids come to are never in memory together.

Packed at zlib's fastest level: that costs a tenth of what writing a document does and makes nine parts of the bytes into one, so
that the disk waits for less.
"""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from pipeline.errors import InputError
from pipeline.model import Boilerplate, Checks, Chunks, ClauseTree, Document, Page, Record, Result, Stage, Tables
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
FASTEST = 1
LENGTH = struct.Struct("<I")
"""How the length of a part is written."""


def save_stage(folder: Path, stage: Stage, given: Record) -> None:
    """Keeps what ``stage`` gave for the document in ``folder``."""
    (folder / STAGES).mkdir(parents=True, exist_ok=True)
    write_parts(_file(folder, stage), _pack(given))


def renew_stage(folder: Path, stage: Stage, given: Record) -> None:
    """Keeps what ``stage`` gave in place of what was kept before."""
    replace_file(_file(folder, stage), b"".join(_pack(given)))


def load_stage(folder: Path, stage: Stage) -> Record:
    """What ``stage`` gave. Raises InputError where that is missing or another version kept it."""
    file = _file(folder, stage)
    try:
        return _unpack(file.read_bytes(), KINDS[stage])
    except OSError:
        raise InputError(f"{folder} has no result of the stage {stage}; run `clausetrace stage {stage} {folder}` first") from None
    except (msgspec.DecodeError, struct.error, zlib.error):
        raise InputError(f"{file} was kept by another version; run `clausetrace stage {stage} {folder}` again") from None


def has_stages(folder: Path) -> bool:
    """Whether all stages' results are there."""
    return all(_file(folder, stage).is_file() for stage in KINDS)


def load_result(folder: Path) -> Result:
    """All of a document's results. Raises InputError where one is missing."""
    parts: Any = [load_stage(folder, stage) for stage in KINDS]
    return Result(*parts)


def parts_of(result: Result) -> dict[Stage, Record]:
    """What each stage gave, by its name."""
    parts = (result.document, result.boilerplate, result.clauses, result.tables, result.chunks, result.checks)
    return dict(zip(KINDS, parts, strict=True))


def _file(folder: Path, stage: Stage) -> Path:
    return folder / STAGES / f"{stage}.msgpack.z"


def _pack(given: Record) -> Iterator[bytes]:
    encoder, press = msgspec.msgpack.Encoder(), zlib.compressobj(FASTEST)
    buffer = bytearray()
    for part in _parts(given):
        encoder.encode_into(part, buffer, LENGTH.size)
        LENGTH.pack_into(buffer, 0, len(buffer) - LENGTH.size)
        yield press.compress(buffer)
    yield press.flush()


def _parts(given: Record) -> Iterator[Record]:
    if isinstance(given, Document):
        yield msgspec.structs.replace(given, pages=())
        yield from given.pages
    else:
        yield given


def _unpack(packed: bytes, kind: type[Record]) -> Record:
    plain = memoryview(zlib.decompress(packed))
    parts: list[memoryview] = []
    while plain:
        (length,) = LENGTH.unpack_from(plain)
        parts.append(plain[LENGTH.size : LENGTH.size + length])
        plain = plain[LENGTH.size + length :]
    first, *others = parts
    given = msgspec.msgpack.decode(first, type=kind)
    decoder = msgspec.msgpack.Decoder(Page)
    return msgspec.structs.replace(given, pages=tuple(map(decoder.decode, others))) if isinstance(given, Document) else given
