"""Removes what came of documents whose files have gone, and their rows in `out/run.json`.

A document stays where anything speaks against it: a file of the same bytes under another name, something in its folder that no run
wrote, or the whole folder of its input missing, which may be a disk that is not there today.
"""

from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path

import msgspec

from pipeline.batch.status import Cause, Standing, State, find_standings
from pipeline.config.settings import Configuration
from pipeline.errors import InputError
from pipeline.model import Record
from pipeline.store.folders import RUN, indented, load_batch, locked, recover, replace_file
from pipeline.store.removal import find_foreign, remove_results


class Fate(StrEnum):
    """What becomes of the results of a document that has gone."""

    REMOVED = "removed"
    KEPT = "kept"


class Removal(Record, frozen=True):
    """A document that has gone, what became of its results, and why."""

    doc_id: str
    fate: Fate
    message: str
    source: str


def clean(out: Path, configuration: Configuration, *, folders: bool, dry: bool) -> list[Removal]:
    """One row for each document that has gone. ``folders``: those too whose whole input folder is missing. ``dry`` removes nothing.

    Raises InputError where no run has written into ``out``, OutputError where it is in use or cannot be written.
    """
    if not out.is_dir():
        raise InputError(f"{out} is no folder; name one that a run has written into")
    with nullcontext() if dry else locked(out):
        if not dry:
            recover(out)
        gone = [one for one in find_standings(out, configuration) if one.state is State.GONE and not one.duplicate_of]
        removals = [_judge(out, one, folders=folders) for one in gone]
        if not dry:
            _carry_out(out, [removal.doc_id for removal in removals if removal.fate is Fate.REMOVED])
        return removals


def _judge(out: Path, gone: Standing, *, folders: bool) -> Removal:
    if gone.causes == (Cause.FOLDER,) and not folders:
        why = f"{gone.message}: the whole folder is missing; with --missing-folders it is removed all the same"
        return Removal(gone.doc_id, Fate.KEPT, why, gone.source)
    place = out / gone.doc_id
    foreign = find_foreign(place)
    if foreign:
        what = ", ".join(name or "the folder itself" for name in foreign)
        return Removal(gone.doc_id, Fate.KEPT, f"{place} holds what no run wrote ({what}); move that elsewhere first", gone.source)
    return Removal(gone.doc_id, Fate.REMOVED, gone.message, gone.source)


def _carry_out(out: Path, doc_ids: list[str]) -> None:
    """The folders first: a row without a folder is dropped by the next run, a folder without a row would be taken for done."""
    for doc_id in doc_ids:
        remove_results(out, doc_id)
    batch = load_batch(out)
    if batch and doc_ids:
        rows = [row for row in batch.documents if row.doc_id not in doc_ids]
        replace_file(out / RUN, indented(msgspec.structs.replace(batch, documents=rows)))
