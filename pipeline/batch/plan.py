"""What a run will do, document by document, before it does anything: to be done, as it was, equal to another, or not possible.

Reads the inputs' bytes (for their hashes) and what earlier runs left; writes nothing.
"""

import difflib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from pipeline.batch.engines.engine import Engine
from pipeline.batch.inputs import Input, find_files, identify, is_in_force, read_hash, refuse_clashes
from pipeline.batch.jobs import Job
from pipeline.batch.keys import make_stage_keys
from pipeline.batch.remote_inputs import find_remote
from pipeline.config.hashes import hash_settings
from pipeline.config.settings import Configuration
from pipeline.errors import DocumentError, InputError, TooLarge, Unreadable
from pipeline.model import Record
from pipeline.store.folders import load_batch, load_run, load_timings
from pipeline.store.rows import BatchRun
from pipeline.store.save import make_fingerprint
from pipeline.store.shelf import LOCAL, Shelf
from pipeline.store.stages import has_stages
from pipeline.store.stored_pages import find_right_texts, load_stored
from pipeline.store.versions import load_versions


class Request(Record, frozen=True):
    """What a run is asked for. ``pages`` and ``only`` are empty where all are meant.

    ``out`` is the local folder that a run works in, ``shelf`` the place where its results stand for good: the same by default.
    ``engine`` does the documents: by default ``workers`` processes of this machine.
    """

    places: tuple[str, ...]
    out: Path
    configuration: Configuration
    pages: tuple[int, ...] = ()
    only: tuple[str, ...] = ()
    passwords: tuple[str, ...] = ()
    force: bool = False
    workers: int = 1
    shelf: Shelf = LOCAL
    engine: Engine | None = None

    @property
    def place(self) -> str:
        """Where the results stand, as a person reads it."""
        return self.shelf.name(self.out)


class Step(StrEnum):
    """What a run does with a document."""

    DO = "do"
    KEEP = "keep"
    RENAME = "rename"
    DUPLICATE = "duplicate"
    REFUSE = "refuse"
    PASS_OVER = "pass over"


class Planned(Record, frozen=True):
    """One document and what is done with it. ``trouble`` is why it is refused."""

    step: Step
    one: Input
    job: Job
    trouble: DocumentError | None = None


def make_plan(request: Request, *, clashes: bool = False) -> list[Planned]:
    """One entry an input, in order. Raises InputError where there is none, or two have one doc_id (unless ``clashes`` may be)."""
    most = request.configuration.limits.file_mb
    found = find_files(request.places, request.out, lambda address: find_remote(address, request.place, most))
    files = [read_hash(file, most) for file in found]
    request.shelf.look(request.out)
    before = load_batch(request.out)
    inputs = identify(files, request.configuration, before, _load_places(request.out, before))
    if not clashes:
        refuse_clashes(inputs)
    _refuse_unknown(request.only, inputs)
    versions = load_versions()
    return [_plan(one, make_job(one, request, versions), request) for one in inputs]


def earlier_run(request: Request) -> BatchRun | None:
    """What the run before left in ``out/run.json``."""
    return load_batch(request.out)


def _load_places(out: Path, before: BatchRun | None) -> dict[str, str]:
    """Where the file of each document of earlier runs was when it was read; those that were never done have no place."""
    known = {row.doc_id: load_timings(out / row.doc_id) for row in before.documents} if before else {}
    return {doc_id: timings.path for doc_id, timings in known.items() if timings}


def _refuse_unknown(only: Sequence[str], inputs: Sequence[Input]) -> None:
    known = list(dict.fromkeys(one.identity.doc_id for one in inputs))
    for doc_id in only:
        if doc_id not in known:
            renamed = [one.identity.doc_id for one in inputs if one.found.stem == doc_id]
            near = renamed or difflib.get_close_matches(doc_id, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise InputError(f"no input is called {doc_id!r} (--only); {hint}")


def make_job(one: Input, request: Request, versions: Mapping[str, str]) -> Job:
    """What a worker is given for a document, with the fingerprint of all that its result depends on."""
    configuration = request.configuration
    settings = hash_settings(configuration, one.own)
    stored = load_stored(Path(configuration.provenance.fixture_pages), one.identity.family)
    in_force = is_in_force(configuration, one.own, one.identity.doc_id)
    right_pages = find_right_texts(stored, one.identity.sha256, in_force=in_force)
    return Job(
        path=str(one.found.path),
        out=str(request.out),
        identity=one.identity,
        own=one.own,
        configuration=configuration,
        settings_sha256=settings,
        fingerprint=make_fingerprint(versions, one.identity, settings, request.pages, sorted(right_pages.items())),
        versions=versions,
        pages=request.pages,
        passwords=request.passwords,
        fixture_pages=right_pages,
        workers=request.workers,
        origin=one.found.origin,
        reuse=not request.force,
    )


def _plan(one: Input, job: Job, request: Request) -> Planned:
    doc_id, source = one.identity.doc_id, one.identity.source
    place = request.out / doc_id
    if request.only and doc_id not in request.only:
        return Planned(Step.PASS_OVER, one, job)
    if one.duplicate_of:
        return Planned(Step.DUPLICATE, one, job)
    if one.found.trouble:
        return Planned(Step.REFUSE, one, job, _trouble(one, request))
    request.shelf.refuse_foreign(place)
    if request.force or not request.shelf.is_current(place, job.fingerprint):
        _fetch_kept(place, job, request)
        return Planned(Step.DO, one, job)
    run = load_run(place)
    if run and run.input.source == source:
        return Planned(Step.KEEP, one, job)
    request.shelf.fetch(place)
    return Planned(Step.RENAME if has_stages(place, make_stage_keys(job, {})) else Step.DO, one, job)


def _fetch_kept(place: Path, job: Job, request: Request) -> None:
    """Has at hand what the first stages gave in an earlier run, where that may be taken as it is."""
    run = load_run(place)
    if job.reuse and run and run.input.sha256 == job.identity.sha256 and run.versions == job.versions:
        request.shelf.fetch(place)


def _trouble(one: Input, request: Request) -> DocumentError:
    source, most = one.identity.source, request.configuration.limits.file_mb
    if one.found.trouble == TooLarge.code:
        return TooLarge(f"{source} is larger than {most} MB; raise limits.file_mb")
    return Unreadable(f"{source} cannot be read ({one.found.trouble}); check its place and permissions")
