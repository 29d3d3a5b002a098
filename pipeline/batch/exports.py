"""All chunks of an output folder in one file, and what changed since the last such export, so that an outside index keeps in step.

Documents stand in the order of their doc_ids. The output folder is held while it is read: no document is taken half from one run
and half from the next. Files are checked against the hashes of their run before anything is put in the place of the last export.
"""

import csv
import hashlib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from pipeline.errors import DependencyMissing, InputError
from pipeline.export.changes import Known, find_changes, make_known
from pipeline.export.flat import COLUMNS, flatten, make_chunk_frame
from pipeline.export.frames import INSTALL
from pipeline.model import Record
from pipeline.store.combined import (
    CHANGES,
    CHUNKS,
    hash_files,
    load_export,
    load_known,
    new_export,
    recover_export,
    save_export,
    save_known,
)
from pipeline.store.export_rows import Change, ChangeRow, ExportedDocument, ExportRun
from pipeline.store.folders import RUN, load_run, locked, recover, sync_file
from pipeline.store.rows import SCHEMA_VERSION, ChunkRow, DocumentRun

CHUNKS_FILE = "chunks.jsonl"
GROUP = 5_000
"""Rows that are turned into Parquet at a time: 5,000 chunks take about 40 MB on the way."""


class Source(Record, frozen=True):
    """A document to be exported: its folder and what its run says."""

    folder: Path
    run: DocumentRun


def export_all(out: Path, target: Path, form: str) -> ExportRun:
    """Writes the combined chunks of ``out`` in ``form`` (jsonl, csv, parquet), and the changes, into the folder ``target``.

    Raises InputError where there is nothing to export or a document is not as its run left it, OutputError where ``out`` is in use
    or ``target`` cannot be written, DependencyMissing for Parquet without its extra.
    """
    if not out.is_dir():
        raise InputError(f"{out} is no folder; name one that a run has written into with --out")
    with locked(out):
        recover(out)
        sources = _find_sources(out)
        recover_export(target)
        last = load_export(target)
        before = msgspec.msgpack.decode(load_known(target), type=list[Known])
        with new_export(target) as folder:
            known = [each for source in sources for each in _read_known(source)]
            FORMS[form](sources, folder / CHUNKS[form])
            counts = _save_changes(find_changes(before, known), folder / CHANGES)
            save_known(folder, known)
            about = _about(sources, folder, form, counts, len(known), last.number if last else 0)
            save_export(folder, about)
        return about


def _find_sources(out: Path) -> list[Source]:
    if not (out / RUN).is_file() and not any(out.glob(f"*/{RUN}")):
        raise InputError(f"no run has written into {out}; run `clausetrace run` first, or name another folder with --out")
    sources = []
    for folder in sorted((entry.parent for entry in out.glob(f"*/{RUN}")), key=lambda folder: folder.name):
        run = load_run(folder)
        if run is None:
            raise InputError(f"{folder} was not written by this version; run its document again, or move the folder elsewhere")
        sources.append(Source(folder, run))
    return sources


def _read_lines(source: Source) -> Iterator[bytes]:
    """The rows of ``chunks.jsonl``, each with its newline. Raises InputError at the end where they are not what the run wrote."""
    digest = hashlib.sha256()
    file = source.folder / CHUNKS_FILE
    try:
        with file.open("rb") as opened:
            for line in opened:
                digest.update(line)
                yield line
    except FileNotFoundError:
        raise InputError(f"{file} is missing; run its document again") from None
    if digest.hexdigest() != source.run.files.get(CHUNKS_FILE):
        raise InputError(f"{file} is not as its run left it; run its document again")


def _read_known(source: Source) -> Iterator[Known]:
    try:
        for line in _read_lines(source):
            yield make_known(line)
    except msgspec.DecodeError:
        raise InputError(f"{source.folder / CHUNKS_FILE} is not as its run left it; run its document again") from None


def _read_chunks(sources: Iterable[Source]) -> Iterator[ChunkRow]:
    decoder = msgspec.json.Decoder(ChunkRow)
    return (decoder.decode(line) for source in sources for line in _read_lines(source))


def _save_lines(sources: Iterable[Source], file: Path) -> None:
    with file.open("wb") as opened:
        for source in sources:
            opened.writelines(_read_lines(source))
    sync_file(file)


def _save_csv(sources: Iterable[Source], file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.writer(opened, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(flatten(chunk) for chunk in _read_chunks(sources))
    sync_file(file)


def _save_parquet(sources: Iterable[Source], file: Path) -> None:
    try:
        import fastparquet
    except ImportError:
        raise DependencyMissing(f"export to Parquet needs fastparquet; {INSTALL}") from None
    chunks = _read_chunks(sources)
    group = list(islice(chunks, GROUP))
    fastparquet.write(str(file), make_chunk_frame(group))
    while group := list(islice(chunks, GROUP)):
        fastparquet.write(str(file), make_chunk_frame(group), append=True)
    sync_file(file)


FORMS: dict[str, Callable[[Iterable[Source], Path], Any]] = {"jsonl": _save_lines, "csv": _save_csv, "parquet": _save_parquet}
"""How the chunks are written, by form."""


def _save_changes(changes: Iterable[ChangeRow], file: Path) -> dict[Change, int]:
    counts = dict.fromkeys(Change, 0)
    encoder = msgspec.json.Encoder()
    with file.open("wb") as opened:
        for change in changes:
            counts[change.change] += 1
            opened.write(encoder.encode(change) + b"\n")
    sync_file(file)
    return counts


def _about(sources: Iterable[Source], folder: Path, form: str, counts: dict[Change, int], chunks: int, since: int) -> ExportRun:
    documents = [
        ExportedDocument(run.input.doc_id, run.input.source, run.input.sha256, run.counts.chunks)
        for run in (source.run for source in sources)
    ]
    return ExportRun(
        schema_version=SCHEMA_VERSION,
        number=since + 1,
        since=since,
        form=form,
        chunks=chunks,
        added=counts[Change.ADDED],
        changed=counts[Change.CHANGED],
        refreshed=counts[Change.REFRESHED],
        removed=counts[Change.REMOVED],
        documents=documents,
        files=hash_files(folder),
    )
