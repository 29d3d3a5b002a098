"""What is prepared of one document: its rows, where each begins, and the vectors of their texts. Written once, never changed.

A segment is named after all that it is made of, so that one that is there need not be made again. A text whose vector an earlier
segment of the document holds, made by the same model, keeps that vector.
"""

import hashlib
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pipeline.retrieval.index.arrays import load_array, save_array
from pipeline.retrieval.index.records import INDEX_VERSION, Unit
from pipeline.retrieval.sentences import Sentence
from pipeline.retrieval.widening import Outlined, outline
from pipeline.store.folders import NEW, flush_folder, write_file, write_parts
from pipeline.store.rows import ChunkRow, TableRow

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from pipeline.retrieval.embedding import Embedder, Vectors

NAME = 24
"""Hex digits of a segment's name: enough that two never meet."""
DIGEST = 16
"""Bytes that tell texts apart."""


OUTLINE = "outline.msgpack"


class Source(NamedTuple):
    """A document as a run wrote it: the files that an index is made of, and what names them all."""

    chunks: bytes
    clauses: bytes
    tables: bytes
    about: bytes


class Prepared(NamedTuple):
    """Rows of one unit: their JSON, the text of each that is embedded, and the chunk that each is of, by its place."""

    rows: Sequence[bytes]
    texts: Sequence[str]
    chunks: Sequence[int]


def name_segment(source: Source, made_by: str) -> str:
    """The name of the segment that is made of ``source``; ``made_by`` names the model and the settings that shape it."""
    told = hashlib.sha256(f"{INDEX_VERSION}\n{made_by}\n".encode())
    for part in source:
        told.update(hashlib.sha256(part).digest())
    return told.hexdigest()[:NAME]


class Known:
    """Vectors that are there already, by the digest of their text."""

    def __init__(self, segments: Iterable[Path] = ()) -> None:
        self._held: dict[bytes, tuple[Vectors, int]] = {}
        for segment in segments:
            for unit in Unit:
                self._take(segment, unit)

    def _take(self, segment: Path, unit: Unit) -> None:
        keys = _load_keys(segment, unit)
        if keys:
            self.hold(keys, load_vectors(segment, unit))

    def hold(self, keys: Sequence[bytes], vectors: "Vectors") -> None:
        """Takes vectors that are there, and the digests of their texts."""
        self._held.update((key, (vectors, at)) for at, key in enumerate(keys))

    def embed(self, texts: Sequence[str], embedder: "Embedder") -> tuple["Vectors", int]:
        """The vectors of ``texts``, and how many of them had to be made."""
        import numpy

        keys = [digest(text) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._held}
        made = embedder.embed_passages(list(new.values())) if new else None
        if made is not None:
            self._held.update((key, (made, at)) for at, key in enumerate(new))
        rows = [self._held[key] for key in keys]
        return numpy.stack([vectors[at] for vectors, at in rows]).astype(numpy.float32), len(new)


def digest(text: str) -> bytes:
    """What tells a text from another."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


def save_segment(place: Path, units: Mapping[Unit, Prepared], vectors: Mapping[Unit, "Vectors"], tables: bytes) -> None:
    """Writes a segment beside its place and swaps it in."""
    new = place.with_name(f"{NEW}{os.getpid()}-{place.name}")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    for unit, prepared in units.items():
        _save_unit(new, unit, prepared, vectors.get(unit))
    write_file(new / OUTLINE, make_outline(units[Unit.CHUNK]))
    write_file(new / "tables.jsonl", tables)
    if place.exists():
        shutil.rmtree(place)
    new.rename(place)
    flush_folder(place.parent)


def _save_unit(folder: Path, unit: Unit, prepared: Prepared, vectors: "Vectors | None") -> None:
    import numpy

    write_parts(folder / f"{unit}.jsonl", (row + b"\n" for row in prepared.rows))
    starts = [0, *accumulate(len(row) + 1 for row in prepared.rows)]
    write_file(folder / f"{unit}.starts.bin", numpy.asarray(starts, numpy.int64).tobytes())
    write_file(folder / f"{unit}.chunks.bin", numpy.asarray(prepared.chunks, numpy.int32).tobytes())
    write_file(folder / f"{unit}.keys.bin", b"".join(map(digest, prepared.texts)))
    # a document without text has no vectors, whose length is then not known
    save_array(folder / f"{unit}.npy", numpy.zeros((0, 0), numpy.float32) if vectors is None else vectors)


def load_vectors(segment: Path, unit: Unit) -> "Vectors":
    """The vectors of a segment, mapped and not read. Raises OutputError where they are damaged."""
    return load_array(segment / f"{unit}.npy")


def load_owners(segment: Path, unit: Unit) -> "NDArray[numpy.int32]":
    """The chunk that each row of a unit is of, by its place among the document's."""
    import numpy

    return numpy.frombuffer((segment / f"{unit}.chunks.bin").read_bytes(), numpy.int32)


def _load_keys(segment: Path, unit: Unit) -> list[bytes]:
    try:
        keys = (segment / f"{unit}.keys.bin").read_bytes()
    except FileNotFoundError:
        return []
    return [keys[at : at + DIGEST] for at in range(0, len(keys), DIGEST)]


class Rows:
    """The rows of one unit of a segment, each read when it is asked for."""

    def __init__(self, segment: Path, unit: Unit) -> None:
        import numpy

        self._file = segment / f"{unit}.jsonl"
        self._starts = numpy.frombuffer((segment / f"{unit}.starts.bin").read_bytes(), numpy.int64)

    def read(self, at: int) -> bytes:
        """The JSON of a row."""
        start, end = int(self._starts[at]), int(self._starts[at + 1])
        with self._file.open("rb") as opened:
            opened.seek(start)
            return opened.read(end - start)

    def read_all(self) -> list[bytes]:
        """The JSON of all rows."""
        return self._file.read_bytes().splitlines()


def load_tables(segment: Path) -> list[TableRow]:
    """The tables of a document that no chunk holds."""
    return parse_tables((segment / "tables.jsonl").read_bytes())


def parse_tables(rows: bytes) -> list[TableRow]:
    """Tables out of their JSON."""
    decoder = msgspec.json.Decoder(TableRow)
    return [decoder.decode(line) for line in rows.splitlines()]


def make_outline(prepared: Prepared) -> bytes:
    """What is known of each chunk of a document without reading it."""
    return msgspec.msgpack.encode([outline(parse_chunk(row)) for row in prepared.rows])


def parse_outline(content: bytes) -> list[Outlined]:
    """What ``make_outline`` made."""
    return msgspec.msgpack.decode(content, type=list[Outlined])


def load_outline(segment: Path) -> list[Outlined]:
    """What is known of each chunk of a document without reading it."""
    return parse_outline((segment / OUTLINE).read_bytes())


def parse_chunk(row: bytes) -> ChunkRow:
    """A chunk out of its JSON."""
    return msgspec.json.decode(row, type=ChunkRow)


def parse_sentence(row: bytes) -> Sentence:
    """A sentence out of its JSON."""
    return msgspec.json.decode(row, type=Sentence)
