"""How every document of an output folder stands: done, stale and why, failed, gone, or the same as another. Writes nothing.

A document is done where a run with the same configuration would leave it as it is. Its file is looked for where it was read; where
it is not there any more, a file of the same bytes below the same folder is the same document under a new name.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path

import msgspec

from pipeline.batch.inputs import Found, find_files, identify_one, read_hash
from pipeline.batch.jobs import Job
from pipeline.batch.keys import make_stage_keys
from pipeline.batch.plan import Request, make_job
from pipeline.config.settings import Configuration
from pipeline.errors import InputError
from pipeline.model import Record, SourceKind, Stage
from pipeline.store.folders import RUN, load_batch, load_run, load_timings
from pipeline.store.read import find_changed
from pipeline.store.rows import DocumentRun, Ending, How
from pipeline.store.stages import load_key
from pipeline.store.versions import load_versions

ADDRESS = "://"
"""In a path that is no path: the file is on another system, and is taken to be there as it was."""
SHOWN = 5
"""Versions and files that are named; more are counted."""


class State(StrEnum):
    """How a document stands."""

    DONE = "done"
    STALE = "stale"
    FAILED = "failed"
    GONE = "gone"
    DUPLICATE = "duplicate"


class Cause(StrEnum):
    """What changed since a document was done; of one that has gone, what is no longer there."""

    FILE = "file"
    FOLDER = "folder"
    SETTINGS = "settings"
    VERSION = "version"
    PAGES = "pages"
    RIGHT_PAGES = "right pages"
    RESULTS = "results"


class Standing(Record, frozen=True):
    """One document of an output folder. ``first_stage`` is where the next run begins with it, "" where it does nothing.

    A duplicate has no results of its own, only its row; ``duplicate_of`` is the document that it equals.

    ``source`` is the file as it was named, ``path`` where it was when it was read ("" where that is not known).
    """

    doc_id: str
    state: State
    causes: tuple[Cause, ...]
    message: str
    first_stage: str
    source: str
    path: str
    duplicate_of: str = ""


def find_standings(out: Path, configuration: Configuration) -> list[Standing]:
    """One row a document, in the order of ``out/run.json``, what only its folder tells of behind them.

    Raises InputError where no run has written into ``out``.
    """
    batch = load_batch(out)
    rows = {row.doc_id: row for row in batch.documents if row.how is not How.DUPLICATE} if batch else {}
    folders = sorted(entry.parent.name for entry in out.glob(f"*/{RUN}"))
    if not rows and not folders:
        raise InputError(f"no run has written into {out}; name the folder of one, or run `clausetrace run` first")
    look = _Look(out, configuration)
    standings = [look.at(doc_id, rows.get(doc_id)) for doc_id in dict.fromkeys([*rows, *folders])]
    duplicates = [_duplicate(out, row) for row in batch.documents if row.how is How.DUPLICATE] if batch else []
    return [*standings, *duplicates]


def is_gone(out: Path, doc_id: str) -> bool:
    """Whether the file of ``doc_id`` is no longer where it was when it was read."""
    timings = load_timings(out / doc_id)
    return timings is not None and ADDRESS not in timings.path and not Path(timings.path).is_file()


def _duplicate(out: Path, row: Ending) -> Standing:
    """Of a duplicate nothing is kept; its file is looked for beside that of the document that it equals."""
    run, timings = load_run(out / row.duplicate_of), load_timings(out / row.duplicate_of)
    path = str(_root(timings.path, run.input.source) / row.source) if run and timings and ADDRESS not in timings.path else ""
    if path and not Path(path).is_file():
        return Standing(row.doc_id, State.GONE, (Cause.FILE,), f"{path} is no longer there", "", row.source, path, row.duplicate_of)
    same = f"the same bytes as {row.duplicate_of}"
    return Standing(row.doc_id, State.DUPLICATE, (), same, "", row.source, path, row.duplicate_of)


class _Look:
    """What is asked of each document, and what is the same for all of them."""

    def __init__(self, out: Path, configuration: Configuration) -> None:
        self.out, self.configuration = out, configuration
        self.request = Request(places=(), out=out, configuration=configuration)
        self.versions = load_versions()
        self.inside = cache(self._list_inside)

    def at(self, doc_id: str, row: Ending | None) -> Standing:
        """How ``doc_id`` stands."""
        run, timings = load_run(self.out / doc_id), load_timings(self.out / doc_id)
        path = timings.path if timings else ""
        if row and row.how is How.FAILED:
            return Standing(doc_id, State.FAILED, (), row.message, Stage.EXTRACT, row.source, path)
        if run is None:
            known = (self.out / doc_id / RUN).is_file()
            message = "was written by another version of the program" if known else "its results are no longer in their folder"
            source = row.source if row else ""
            return Standing(doc_id, State.STALE, (Cause.RESULTS,), message, Stage.EXTRACT, source, path)
        found = self._find(run, path)
        if found is None:
            folder = _root(path, run.input.source)
            cause, what = (Cause.FILE, path or run.input.source) if folder.is_dir() else (Cause.FOLDER, str(folder))
            return Standing(doc_id, State.GONE, (cause,), f"{what} is no longer there", "", run.input.source, path)
        return self._compare(run, found, path)

    def _find(self, run: DocumentRun, path: str) -> Found | None:
        """The document's file: where it was, or under a new name; None where it has gone."""
        root = _root(path, run.input.source)
        if ADDRESS in path:
            return Found(Path(path), root, run.input.source, run.input.bytes, run.input.sha256)
        there = Path(path)
        if path and there.is_file():
            return read_hash(Found(there, root, run.input.source), self.configuration.limits.file_mb)
        same = [one for one in self.inside(root) if one.path.stat().st_size == run.input.bytes]
        hashed = (read_hash(one, self.configuration.limits.file_mb) for one in same)
        return next((one for one in hashed if one.sha256 == run.input.sha256), None)

    def _list_inside(self, root: Path) -> tuple[Found, ...]:
        try:
            return tuple(find_files((str(root),), self.out)) if root.is_dir() else ()
        except InputError:
            return ()

    def _compare(self, run: DocumentRun, found: Found, path: str) -> Standing:
        doc_id, source = run.input.doc_id, run.input.source
        one = identify_one(found, self.configuration, doc_id)
        if one.identity.doc_id != doc_id:
            message = f"the configuration calls it {one.identity.doc_id!r} now"
            return Standing(doc_id, State.STALE, (Cause.SETTINGS,), message, Stage.EXTRACT, source, path)
        job = make_job(one, self.request, self.versions)
        told = dict(_changes(self.out / doc_id, run, job))
        if not told and job.fingerprint != run.fingerprint:
            told[Cause.RIGHT_PAGES] = "the right text of its pages changed"
        if not told:
            return Standing(doc_id, State.DONE, (), _note(found, source, path), "", source, path)
        first = _first_stage(self.out / doc_id, make_stage_keys(job, {}), job)
        return Standing(doc_id, State.STALE, tuple(told), "; ".join(told.values()), first, source, path)


def _note(found: Found, source: str, path: str) -> str:
    """What is to be said of a document that is done."""
    if ADDRESS in path:
        return "its file is on another system and was not looked at"
    return f"its file is {found.source} now; the next run brings that up to date" if found.source != source else ""


def _root(path: str, source: str) -> Path:
    """The folder that was named as input: the file's place less its name from there."""
    return Path(path.removesuffix(source)) if path.endswith(source) and path != source else Path(path).parent


def _changes(folder: Path, run: DocumentRun, job: Job) -> Iterator[tuple[Cause, str]]:
    """What is no longer as it was when the document was done, each in words."""
    if job.identity.sha256 != run.input.sha256:
        yield Cause.FILE, "its file changed" if job.identity.sha256 else "its file cannot be read"
    if run.versions != job.versions:
        names = [name for name in job.versions if run.versions.get(name) != job.versions[name]]
        shown = [f"{name} {run.versions.get(name) or 'none'} -> {job.versions[name]}" for name in names]
        yield Cause.VERSION, f"the program changed: {_some(shown)}"
    if run.settings_sha256 != job.settings_sha256:
        as_then = msgspec.structs.replace(job, versions=run.versions)
        stage = _first_stage(folder, make_stage_keys(as_then, {}), as_then)
        yield Cause.SETTINGS, f"settings changed{f' from {stage} on' if stage else ''}"
    if run.pages_chosen:
        yield Cause.PAGES, f"only {len(run.pages_chosen)} of its pages were asked for"
    elif run.pages_given_up:
        yield Cause.PAGES, f"pages were given up: {_some([str(page.page) for page in run.pages_given_up])}"
    changed = find_changed(folder, run)
    if changed:
        yield Cause.RESULTS, f"its results changed: {_some(changed)}"


def _first_stage(folder: Path, keys: Mapping[Stage, str], job: Job) -> str:
    """The first stage whose kept result was made from something else; "write" where none was."""
    first = next((stage for stage, key in keys.items() if load_key(folder, stage) != key), None)
    if first is None and job.identity.kind is SourceKind.PDF:
        return "write"
    return first or Stage.EXTRACT


def _some(names: Sequence[str]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")
