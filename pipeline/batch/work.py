"""What a worker does with one document: reads the file, runs the stages, writes the new folder. It puts nothing in its place.

The clock and the memory of the machine are asked here and nowhere else; they go into `timings.json` alone.
"""

import gc
import hashlib
import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TypeVar

from pipeline.batch.further import make_further_rows
from pipeline.batch.jobs import ALONE, READING, Done, Guesses, Job, StageJob
from pipeline.batch.keys import link, make_stage_keys
from pipeline.batch.memory import give_back, peak_memory
from pipeline.batch.opening import with_passwords
from pipeline.errors import Unreadable
from pipeline.guesses import guess_dates, guess_title
from pipeline.model import Stage
from pipeline.runner import Task, Wishes, read_document, run_document, run_stage
from pipeline.stages.extract.ranges import ReadAhead
from pipeline.store.folders import new_folder, unwritable
from pipeline.store.rows import Timings
from pipeline.store.save import About, save_result, save_timings
from pipeline.store.stages import load_kept, load_key, load_stage, renew_stage

WRITING = "write"
Given = TypeVar("Given")


class Report(Protocol):
    """Is told where the work is."""

    def page(self, number: int, of: int) -> None:
        """Page ``number`` (from 1) of ``of`` is begun; 0: what is worked out of ``of`` pages together."""

    def stage(self, name: str) -> None:
        """The stage ``name`` is begun."""


class Clock:
    """Passes on where the work is, and notes how long each stage took."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._since = time.perf_counter()
        self._name = ""
        self.seconds: dict[str, float] = {}

    def page(self, number: int, of: int) -> None:
        """Passed on."""
        self._report.page(number, of)

    def stage(self, name: str) -> None:
        """Passed on, and the time of the stage before noted."""
        if self._name == Stage.EXTRACT:
            give_back()
        now = time.perf_counter()
        if self._name:
            self.seconds[self._name] = round(now - self._since, 3)
        self._name, self._since = str(name), now
        self._report.stage(name)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Leaves cycles alone for a while: what the stages make are records that form none, and to look for some among a million of
    them again and again takes a tenth of a run.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@_without_collector()
def do_document(job: Job, given_up: Mapping[int, str], report: Report, ahead: ReadAhead | None = None) -> Done:
    """One document, from its file to the folder that is ready to take its place. Raises DocumentError and OutputError.

    What the first stages gave in an earlier run is not worked out again where nothing that shapes it has changed. ``ahead`` gives
    pages that another worker has read.
    """
    started, clock = datetime.now(UTC), Clock(report)
    content, out = read_file(job), Path(job.out)
    keys = make_stage_keys(job, given_up)
    kept = load_kept(out / job.identity.doc_id, keys) if job.reuse else {}
    result = opened(job, content, given_up, lambda task: run_document(task, clock, kept, ahead))
    clock.stage(WRITING)
    about = About(job.fingerprint, job.versions, job.settings_sha256, len(content), job.pages, given_up, keys)
    try:
        folder = new_folder(out, job.identity.doc_id)
        run = save_result(folder, result, about, make_further_rows(job, result))
        clock.stage("")
        timings = _timings(job, started, clock.seconds)
        save_timings(folder, timings)
    except OSError as error:
        raise unwritable(out, error) from None
    return Done(str(folder), run, timings)


def read_file(job: Job, changed: str = "changed while the run was at work; run again") -> bytes:
    """The file's bytes. ``changed`` says what it means that they are no longer those that were asked for."""
    try:
        content = Path(job.path).read_bytes()
    except OSError as error:
        raise Unreadable(f"{job.identity.source} cannot be read ({error.strerror}); check its place and permissions") from None
    if hashlib.sha256(content).hexdigest() != job.identity.sha256:
        raise Unreadable(f"{job.identity.source} {changed}")
    return content


def do_stage(job: StageJob, given_up: Mapping[int, str], report: Report) -> Stage:
    """One stage, from what is kept of those before it; what it gives is kept in turn. Raises DocumentError and InputError."""
    folder, of = Path(job.folder), job.document
    before = ALONE[: ALONE.index(job.stage)]
    earlier = {stage: load_stage(folder, stage) for stage in before}
    content = (
        read_file(of, f"is no longer the file that was run; first: clausetrace run {of.path}") if job.stage in READING else b""
    )
    report.stage(job.stage)
    given = opened(of, content, given_up, lambda task: run_stage(job.stage, task, earlier, report))
    made_from = load_key(folder, before[-1]) if before else of.identity.sha256
    renew_stage(folder, job.stage, given, link(made_from, job.stage, of, given_up))
    return job.stage


def guess(job: Job, given_up: Mapping[int, str], report: Report) -> Guesses:
    """What the first pages of a document seem to say of it. Raises DocumentError."""
    document = opened(job, read_file(job), given_up, lambda task: read_document(task, report))
    dates = tuple((found.date, found.printed, found.line.page) for found in guess_dates(document))
    return Guesses(guess_title(document), dates)


def opened(job: Job, content: bytes, given_up: Mapping[int, str], act: Callable[[Task], Given]) -> Given:
    """What ``act`` gives with the first password that opens the file."""

    def with_one(password: str) -> Given:
        wishes = Wishes(job.pages, given_up, password, job.fixture_pages)
        return act(Task(content, job.identity, job.configuration, job.own, wishes))

    return with_passwords(job.passwords, with_one)


def _timings(job: Job, started: datetime, seconds: Mapping[str, float]) -> Timings:
    return Timings(
        path=job.origin or os.fsencode(Path(job.path).absolute()).decode("utf-8", "replace"),
        started=started.isoformat(timespec="seconds"),
        seconds=round(sum(seconds.values()), 3),
        stages=dict(seconds),
        peak_memory_mb=peak_memory(),
        host=platform.node(),
        workers=job.workers,
    )
