"""Checks documents as they stand in their folders: reads what their runs wrote, and holds it against every rule and the YAML.

Writes nothing, and reads no document's own file.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline.batch.inputs import find_entry, find_own
from pipeline.checks.accepting import accept
from pipeline.checks.outcome import Checked
from pipeline.checks.rules import hold_rules
from pipeline.checks.written import Written
from pipeline.config.asked import Asked, gather
from pipeline.config.hashes import hash_settings
from pipeline.config.load import Loaded
from pipeline.config.settings import Configuration
from pipeline.errors import InputError
from pipeline.model import Status
from pipeline.store.folders import load_run
from pipeline.store.read import (
    find_changed,
    load_chunks,
    load_clauses,
    load_findings,
    load_furniture,
    load_lines,
    load_pages,
    load_tables,
)
from pipeline.store.rows import DocumentRun


def check_documents(folders: Iterable[Path], loaded: Loaded) -> Iterator[Checked]:
    """Every document in turn, with every rule held against it. Raises InputError for one that cannot be read."""
    for folder in folders:
        written = load_written(folder, loaded)
        yield check_written(written, loaded)


def check_written(written: Written, loaded: Loaded) -> Checked:
    """One document with every rule, what is accepted marked so."""
    of = written.run.input
    outcomes = accept(hold_rules(written), written.asked.accept, loaded.configuration.check.severity)
    return Checked(of.doc_id, of.family, of.source, outcomes)


def load_written(folder: Path, loaded: Loaded) -> Written:
    """A document as it stands, with what is asked of it. Raises InputError where it was not written by this version."""
    run = load_run(folder)
    if run is None:
        raise InputError(f"{folder} was not written by this version; run `clausetrace run` on its file first")
    return Written(
        run=run,
        findings=load_findings(folder),
        chunks=load_chunks(folder),
        clauses=load_clauses(folder),
        pages=load_pages(folder),
        lines=load_lines(folder),
        furniture=load_furniture(folder),
        tables=load_tables(folder),
        changed=find_changed(folder, run),
        settings_sha256=hash_settings(loaded.configuration, find_own(loaded.configuration, run.input.source, run.input.doc_id)),
        asked=find_asked(run, loaded),
    )


def find_asked(run: DocumentRun, loaded: Loaded) -> Asked:
    """What the YAML asks of a document."""
    configuration, of = loaded.configuration, run.input
    entry = find_entry(configuration, of.source, of.doc_id)
    own = find_own(configuration, of.source, of.doc_id)
    in_force = own.status is Status.CURRENT and of.doc_id not in _superseded(configuration)
    return gather(configuration, loaded.marks, entry, own.family or of.doc_id, in_force=in_force)


def _superseded(configuration: Configuration) -> set[str]:
    return {own.supersedes for own in configuration.documents.values() if own.supersedes}
