"""Checks documents as they stand in their folders: reads what their runs wrote, and holds it against every rule and the YAML.

Writes nothing. A document's own file is read where a second reader is asked, and by it alone.
"""

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pipeline.batch.inputs import find_entry, find_own, is_in_force
from pipeline.batch.rereading import Second, hold_second
from pipeline.checks.accepting import accept
from pipeline.checks.outcome import Checked, Outcome
from pipeline.checks.rules import RULES, hold_rules
from pipeline.checks.rules.told import tell
from pipeline.checks.rules.whole import say_failed
from pipeline.checks.written import Written
from pipeline.config.asked import Asked, gather
from pipeline.config.hashes import hash_settings
from pipeline.config.load import Loaded
from pipeline.config.requirements import Floors
from pipeline.config.settings import Configuration
from pipeline.errors import InputError
from pipeline.model import Record
from pipeline.store import read
from pipeline.store.folders import RUN, load_batch, load_run
from pipeline.store.remote.reading import copy_document
from pipeline.store.remote.urls import is_remote, join, shown
from pipeline.store.rows import Ending, How, InputRow
from pipeline.store.stored_pages import StoredPage, concerns, load_stored


class Shelved(Record, frozen=True):
    """What an output folder holds besides the document that is checked: what is known of each, and what the last run failed at."""

    inputs: Sequence[InputRow]
    failed: Mapping[str, Ending]


def load_shelved(out: Path) -> Shelved:
    """The documents of an output folder."""
    runs = [load_run(file.parent) for file in sorted(out.glob(f"*/{RUN}"))]
    batch = load_batch(out)
    failed = {row.doc_id: row for row in batch.documents if row.how is How.FAILED} if batch else {}
    return Shelved([run.input for run in runs if run], failed)


def check_documents(folders: Iterable[Path], loaded: Loaded, second: Second | None = None) -> Iterator[Checked]:
    """Every document in turn, with every rule held against it. Raises InputError for one that cannot be read."""
    shelves: dict[Path, Shelved] = {}
    for folder in folders:
        if folder.parent not in shelves:
            shelves[folder.parent] = load_shelved(folder.parent)
        written = load_written(folder, loaded, shelves[folder.parent])
        yield check_written(written, loaded, hold_second(second, folder, written))


def check_written(written: Written, loaded: Loaded, further: Sequence[Outcome] = ()) -> Checked:
    """One document with every rule, ``further`` ones held elsewhere behind them, what is accepted marked so."""
    of = written.run.input
    outcomes = accept((*hold_rules(written), *further), written.asked.accept, loaded.configuration.check.severity)
    return Checked(of.doc_id, of.family, of.source, outcomes)


def check_failed(out: Path, loaded: Loaded) -> Iterator[Checked]:
    """The documents that failed in the last run into ``out`` and have no results: that rule alone is held against them."""
    shelved = load_shelved(out)
    there = {of.doc_id for of in shelved.inputs}
    for doc_id, row in shelved.failed.items():
        if doc_id not in there:
            family = find_own(loaded.configuration, row.source, doc_id).family or doc_id
            rule = RULES[0]
            yield Checked(doc_id, family, row.source, (Outcome(rule.name, rule.title, (say_failed(row.message),)),))


def load_written(folder: Path, loaded: Loaded, shelved: Shelved) -> Written:
    """A document as it stands, with what is asked of it. Raises InputError where it was not written by this version."""
    run = load_run(folder)
    if run is None:
        raise InputError(f"{folder} was not written by this version; run `clausetrace run` on its file first")
    configuration, of = loaded.configuration, run.input
    failed = shelved.failed.get(of.doc_id)
    return Written(
        run=run,
        findings=read.load_findings(folder),
        chunks=read.load_chunks(folder),
        clauses=read.load_clauses(folder),
        pages=read.load_pages(folder),
        lines=read.load_lines(folder),
        furniture=read.load_furniture(folder),
        tables=read.load_tables(folder),
        changed=read.find_changed(folder, run),
        settings_sha256=hash_settings(configuration, find_own(configuration, of.source, of.doc_id)),
        asked=find_asked(of.source, of.doc_id, loaded),
        beside=[other for other in shelved.inputs if other.doc_id != of.doc_id],
        configured=_doc_ids(configuration),
        failed=failed.message if failed else "",
        stored=find_stored(of, configuration),
    )


def _doc_ids(configuration: Configuration) -> set[str]:
    """The doc_ids of the documents that the YAML has an entry for, as far as it tells them."""
    return {own.doc_id or name for name, own in configuration.documents.items()}


def find_stored(of: InputRow, configuration: Configuration) -> list[StoredPage]:
    """The stored pages that a document is held against. Raises InputError for one that cannot be read."""
    in_force = is_in_force(configuration, find_own(configuration, of.source, of.doc_id), of.doc_id)
    stored = load_stored(Path(configuration.provenance.fixture_pages), of.family)
    return [page for page in stored if concerns(page, of.sha256, in_force=in_force)]


def find_asked(source: str, doc_id: str, loaded: Loaded) -> Asked:
    """What the YAML asks of a document."""
    configuration = loaded.configuration
    own = find_own(configuration, source, doc_id)
    in_force = is_in_force(configuration, own, doc_id)
    return gather(loaded, find_entry(configuration, source, doc_id), own.family or doc_id, in_force=in_force)


def accepts_any(source: str, doc_id: str, loaded: Loaded) -> bool:
    """Whether the YAML accepts anything of a document."""
    return bool(find_asked(source, doc_id, loaded).accept)


def count_open(place: str, doc_id: str, loaded: Loaded) -> Counter[str]:
    """How many findings of a document at ``place``, a path or an address, nobody lives with, by the severity that the run gave."""
    folder = copy_document(place, doc_id) if is_remote(place) else Path(place) / doc_id
    if folder is None:
        raise InputError(f"{shown(join(place, doc_id))} has gone since it was run")
    written = load_written(folder, loaded, Shelved((), {}))
    told, *_ = accept((Outcome("findings", "", tuple(tell(written))),), written.asked.accept, {})
    return Counter(problem.severity.value for problem in told.problems if not problem.accepted)


def find_unasked(out: Path, loaded: Loaded) -> Iterator[str]:
    """What the YAML asks of families and documents that are not there, one line each: it is asked of nothing."""
    configuration, shelved = loaded.configuration, load_shelved(out)
    known = [(of.source, of.doc_id) for of in shelved.inputs] + [(row.source, row.doc_id) for row in shelved.failed.values()]
    entries = {find_entry(configuration, source, doc_id) for source, doc_id in known}
    families = {find_own(configuration, source, doc_id).family or doc_id for source, doc_id in known}
    for said in _unused("families", configuration.families, families):
        yield f"{said}; a document is of it where its entry says family"
    asking = [name for name, own in configuration.documents.items() if (own.floors, own.expect, own.accept) != NOTHING]
    yield from _unused("documents", asking, entries, {doc_id for _, doc_id in known})


NOTHING = (Floors(), (), ())
"""The floors, expectations and acceptances of an entry that asks nothing."""


def _unused(section: str, entries: Iterable[str], used: set[str], names: Iterable[str] = ()) -> Iterator[str]:
    for entry in entries:
        if entry not in used:
            near = difflib.get_close_matches(entry, sorted({*used, *names}), n=1)
            hint = f"; is {near[0]!r} meant?" if near else ""
            yield f"{section}: what is asked of {entry!r} is asked of no document under this folder{hint}"
