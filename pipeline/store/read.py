"""Reads what a run wrote: the rows of a document's files, as they were written."""

import hashlib
from pathlib import Path
from typing import TypeVar

import msgspec

from pipeline.errors import InputError
from pipeline.model import Record
from pipeline.store.rows import ChunkRow, ClauseRow, DocumentRun, FindingRow, FurnitureRow, LineRow, PageRow, TableRow

Row = TypeVar("Row", bound=Record)


def load_tables(folder: Path) -> list[TableRow]:
    """``tables.jsonl``. Raises InputError where it is missing or of another version."""
    return _load(folder / "tables.jsonl", TableRow)


def load_clauses(folder: Path) -> list[ClauseRow]:
    """``clauses.jsonl``. Raises InputError where it is missing or of another version."""
    return _load(folder / "clauses.jsonl", ClauseRow)


def load_chunks(folder: Path) -> list[ChunkRow]:
    """``chunks.jsonl``. Raises InputError where it is missing or of another version."""
    return _load(folder / "chunks.jsonl", ChunkRow)


def load_findings(folder: Path) -> list[FindingRow]:
    """``findings.jsonl``. Raises InputError where it is missing or of another version."""
    return _load(folder / "findings.jsonl", FindingRow)


def load_pages(folder: Path) -> list[PageRow]:
    """``pages.jsonl``. Raises InputError where it is missing or of another version."""
    return _load(folder / "pages.jsonl", PageRow)


def load_lines(folder: Path) -> list[LineRow]:
    """``lines.jsonl``. Raises InputError where it is missing or of another version."""
    return _load(folder / "lines.jsonl", LineRow)


def load_furniture(folder: Path) -> list[FurnitureRow]:
    """``furniture.jsonl``. Raises InputError where it is missing or of another version."""
    return _load(folder / "furniture.jsonl", FurnitureRow)


def find_changed(folder: Path, run: DocumentRun) -> list[str]:
    """The files of a document that are no longer what its ``run.json`` says, or gone, by name."""
    return [name for name, sha in run.files.items() if not _is(folder / name, sha)]


def _is(file: Path, sha256: str) -> bool:
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == sha256


def _load(file: Path, kind: type[Row]) -> list[Row]:
    decoder = msgspec.json.Decoder(kind)
    try:
        return [decoder.decode(line) for line in file.read_bytes().splitlines() if line]
    except OSError:
        raise InputError(f"{file} is missing; run `clausetrace run` on its document first") from None
    except msgspec.DecodeError as error:
        raise InputError(
            f"{file} was written by another version or changed ({error}); run its document again with --force"
        ) from None
