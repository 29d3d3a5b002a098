"""Writes a document's files into a new folder, `run.json` last, and says whether a folder that is there is still right.

The order of rows is the document's; nothing depends on the clock or the machine except `timings.json`.
"""

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from pipeline.model import Identity, Record, Result, Stage, Table
from pipeline.store import make
from pipeline.store.folders import RUN, TIMINGS, flush_tree, indented, load_run, write_file, write_parts
from pipeline.store.rows import SCHEMA_VERSION, DocumentRun, InputRow, Timings, UnreadRow
from pipeline.store.stages import parts_of, save_stage

TABLES = "tables"
NO_FURTHER: Mapping[str, Iterable[Record]] = {}
ROWS_AT_ONCE = 64
"""Rows encoded before they are written. A table is one row, boxes and all: 4,096 at once took 23 MB more of 500 pages of grids."""


class About(Record, frozen=True):
    """What is known of a document's run besides its result. ``size`` in bytes; ``given_up`` maps pages to why.

    ``stage_keys`` say what each stage's result was made from.
    """

    fingerprint: str
    versions: Mapping[str, str]
    settings_sha256: str
    size: int
    pages_chosen: tuple[int, ...]
    given_up: Mapping[int, str]
    stage_keys: Mapping[Stage, str] = {}


def make_fingerprint(versions: Mapping[str, str], identity: Identity, *further: object) -> str:
    """SHA-256 (hex) of all that a result depends on. The file's name is left out: a renamed file is the same document."""
    known = msgspec.structs.replace(identity, source="")
    return hashlib.sha256(msgspec.json.encode([SCHEMA_VERSION, versions, known, further], order="sorted")).hexdigest()


def is_current(folder: Path, fingerprint: str) -> bool:
    """Whether the folder holds a whole result of exactly this: nothing changed before, no file since, no page given up."""
    run = load_run(folder)
    if run is None or run.fingerprint != fingerprint or run.pages_given_up:
        return False
    return all((folder / name).is_file() and _hash((folder / name).read_bytes()) == sha for name, sha in run.files.items())


def save_result(folder: Path, result: Result, about: About, further: Mapping[str, Iterable[Record]] = NO_FURTHER) -> DocumentRun:
    """Writes all files of a document into ``folder``, which is empty. Raises IdTaken before anything is written.

    ``further`` has the rows of files that are made of the others, by name.
    """
    make.refuse_taken_ids(result)
    files = dict(_save_rows(folder, {**_rows_of(result, about.settings_sha256), **further}))
    files |= _save_tables(folder, result.tables.tables)
    for stage, given in parts_of(result).items():
        save_stage(folder, stage, given, about.stage_keys.get(stage, ""))
    run = DocumentRun(
        schema_version=SCHEMA_VERSION,
        fingerprint=about.fingerprint,
        versions=dict(about.versions),
        input=_input(result.document.identity, about.size),
        settings_sha256=about.settings_sha256,
        pages_chosen=list(about.pages_chosen),
        pages_given_up=[UnreadRow(page, why) for page, why in sorted(about.given_up.items())],
        counts=make.make_counts(result),
        ledger=make.make_ledger(result),
        boilerplate=make.make_gap(result),
        files=dict(sorted(files.items())),
    )
    write_file(folder / RUN, indented(run))
    flush_tree(folder)
    return run


def save_timings(folder: Path, timings: Timings) -> None:
    """What the document cost: beside its files, and not one of them."""
    write_file(folder / TIMINGS, indented(timings))


def _rows_of(result: Result, settings_sha256: str) -> dict[str, Iterable[Record]]:
    return {
        "chunks.jsonl": make.make_chunk_rows(result, settings_sha256),
        "clauses.jsonl": make.make_clause_rows(result),
        "pages.jsonl": make.make_page_rows(result),
        "lines.jsonl": make.make_line_rows(result),
        "furniture.jsonl": make.make_furniture_rows(result),
        "tables.jsonl": make.make_table_rows(result),
        "findings.jsonl": make.make_finding_rows(result),
    }


def _save_rows(folder: Path, rows: Mapping[str, Iterable[Record]]) -> Iterable[tuple[str, str]]:
    for name, of_file in rows.items():
        yield name, _save(folder / name, _encoded(of_file))


def _encoded(rows: Iterable[Record]) -> Iterator[bytes]:
    """The rows as JSON Lines, some thousand at a time: the lines of a long document are 50 MB."""
    encoder = msgspec.json.Encoder()
    left = iter(rows)
    while some := list(islice(left, ROWS_AT_ONCE)):
        yield encoder.encode_lines(some)


def _save_tables(folder: Path, tables: Iterable[Table]) -> dict[str, str]:
    files: dict[str, str] = {}
    filled = [table for table in tables if table.cells or table.header]
    if filled:
        (folder / TABLES).mkdir(exist_ok=True)
    for table in filled:
        name = f"{TABLES}/{table.id}.csv"
        files[name] = _save(folder / name, (make_csv(([table.header] if any(table.header) else []) + list(table.cells)),))
    return files


def make_csv(rows: Iterable[Sequence[str]]) -> bytes:
    """``rows`` as CSV in UTF-8, a line each."""
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().encode()


def _save(file: Path, parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()

    def hashed() -> Iterator[bytes]:
        for part in parts:
            digest.update(part)
            yield part

    write_parts(file, hashed())
    return digest.hexdigest()


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _input(identity: Identity, size: int) -> InputRow:
    return InputRow(
        doc_id=identity.doc_id,
        family=identity.family,
        collection=identity.collection,
        title=identity.title,
        updated=identity.updated,
        status=identity.status,
        language=identity.language,
        access=list(identity.access),
        source=identity.source,
        sha256=identity.sha256,
        bytes=size,
        kind=identity.kind,
        skip_pages=list(identity.skip_pages),
        effective_from=identity.effective_from,
        effective_to=identity.effective_to,
        supersedes=identity.supersedes,
    )
