"""The two sides of `clausetrace diff`: a document is found, or run first, and what its run wrote is read."""

from pathlib import Path
from typing import NamedTuple

from pipeline.cli.documents import find_folder
from pipeline.config.settings import Configuration
from pipeline.diff.records import Edition, Version
from pipeline.diff.units import make_version
from pipeline.errors import DocumentError, InputError
from pipeline.store.folders import load_run
from pipeline.store.read import load_chunks, load_clauses, load_tables
from pipeline.store.rows import InputRow, TableRow


class Side(NamedTuple):
    """One version: the words by which it was named, its folder, what was read and what was made of it."""

    doc: str
    folder: Path
    read: InputRow
    version: Version
    tables: list[TableRow]


def load_side(doc: str, out: str, configuration: Configuration, passwords: tuple[str, ...]) -> Side:
    """Raises InputError where there is no such document or it cannot be read: 1 means that something changed, so this is 2."""
    try:
        folder = find_folder(doc, out, configuration, passwords)
    except DocumentError as error:
        raise InputError(str(error)) from None
    run = load_run(folder)
    if run is None:
        raise InputError(f"{folder}/run.json is missing or of another version; run `clausetrace run` on its document again")
    read = run.input
    edition = Edition(
        doc_id=folder.name,
        title=read.title,
        updated=read.updated,
        effective_from=read.effective_from,
        effective_to=read.effective_to,
        source=read.source,
        sha256=read.sha256,
        language=read.language,
    )
    return Side(doc, folder, read, make_version(load_clauses(folder), load_chunks(folder), edition), load_tables(folder))
