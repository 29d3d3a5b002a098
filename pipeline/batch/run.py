"""A batch: the plan carried out, each document's folder put in its place, and one row a document in `out/run.json`.

Rows stand in the order of the inputs, whatever the order in which workers end. Documents of earlier runs that are not among the
inputs keep their row, marked absent, as long as their folder is there. When the run is interrupted, what was done by then stands.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import msgspec

from pipeline import __version__
from pipeline.batch.engines.engine import LocalEngine
from pipeline.batch.further import make_further_rows
from pipeline.batch.inputs import find_near_misses
from pipeline.batch.jobs import Done
from pipeline.batch.keys import make_stage_keys
from pipeline.batch.plan import Planned, Request, Step, earlier_run, make_plan
from pipeline.batch.pool import Watcher
from pipeline.errors import ClausetraceError, DocumentError, Interrupted
from pipeline.model import Record
from pipeline.store.folders import (
    RUN,
    indented,
    load_run,
    load_timings,
    new_folder,
)
from pipeline.store.rows import SCHEMA_VERSION, BatchRun, DocumentRun, Ending, How
from pipeline.store.save import About, save_result, save_timings
from pipeline.store.shelf import Shelf
from pipeline.store.stages import load_result

PERCENT = 100
PERCENT_DIGITS = 4
KEPT = "the result of an earlier run is still in its folder"


class BatchWatcher(Watcher, Protocol):
    """Is told how the jobs get on, and how each document ended."""

    def settled(self, row: Ending) -> None:
        """The row of a document is known; also of one that no worker was needed for."""


class Outcome(Record, frozen=True):
    """How a batch ended: what stands in ``out/run.json``, the rows of this run alone, and the seconds of each document done now.

    ``shortened`` are the documents of which all pages were there before and only chosen ones are there now. ``near_misses`` are
    entries of the YAML that nearly name an input, each with that input's stem.
    """

    batch: BatchRun
    now: tuple[Ending, ...]
    seconds: Mapping[str, float]
    shortened: tuple[str, ...] = ()
    near_misses: tuple[tuple[str, str], ...] = ()


def run_batch(request: Request, watch: Callable[[Sequence[str]], BatchWatcher]) -> Outcome:
    """Does what is asked. ``watch`` is given the doc_ids to be done and gives what is told of their progress.

    Raises InputError and OutputError before any work where it cannot be done at all.
    """
    with request.shelf.locked(request.out):
        plan = make_plan(request)
        batch = _Batch(request, plan)
        try:
            batch.carry_out(watch)
        except KeyboardInterrupt:
            raise Interrupted(batch.progress()) from None
        finally:
            batch.save()
        return batch.outcome()


class _Batch:
    """The rows as they come to be known."""

    def __init__(self, request: Request, plan: Sequence[Planned]) -> None:
        self.request, self.plan = request, plan
        self.started = _now()
        self.rows: dict[int, Ending] = {}
        self.seconds: dict[str, float] = {}
        self.shortened: list[str] = []
        before = earlier_run(request)
        self.before = before.documents if before else []
        self.batch = self._batch_run()

    def carry_out(self, watch: Callable[[Sequence[str]], BatchWatcher]) -> None:
        to_do = self._order()
        jobs = [self.plan[index].job for index in to_do]
        watcher = watch([job.identity.doc_id for job in jobs])
        for index, planned in enumerate(self.plan):
            if planned.step is not Step.DO:
                self._settle(index, planned)
                if index in self.rows:
                    watcher.settled(self.rows[index])
        limits = self.request.configuration.limits
        engine = self.request.engine or LocalEngine(self.request.workers)
        for place, answer in engine.run(jobs, limits, watcher):
            self._finish(to_do[place], answer)
            watcher.settled(self.rows[to_do[place]])

    def _order(self) -> list[int]:
        """What is to be done: with several workers the largest files first, so that none is left alone with one at the end."""
        to_do = [index for index, planned in enumerate(self.plan) if planned.step is Step.DO]
        if self.request.workers == 1:
            return to_do
        return sorted(to_do, key=lambda index: -self.plan[index].one.found.size)

    def _settle(self, index: int, planned: Planned) -> None:
        """The row of a document that no worker is needed for."""
        place = self.request.out / planned.one.identity.doc_id
        if planned.step is Step.DUPLICATE:
            self.rows[index] = _bare(planned, How.DUPLICATE)
        elif planned.trouble:
            self.rows[index] = self._failed(planned, planned.trouble)
        elif planned.step is Step.RENAME:
            self.rows[index] = _whole(planned, _renew_source(self.request, planned), How.RENAMED)
        elif planned.step is Step.KEEP:
            run = load_run(place)
            if run:
                _note_place(place, planned, self.request.shelf)
                self.rows[index] = _whole(planned, run, How.UNCHANGED)

    def _finish(self, index: int, answer: Done | ClausetraceError) -> None:
        planned = self.plan[index]
        if isinstance(answer, DocumentError):
            self.rows[index] = self._failed(planned, answer)
        elif isinstance(answer, ClausetraceError):
            raise answer
        else:
            doc_id = planned.one.identity.doc_id
            earlier = load_run(self.request.out / doc_id)
            self.request.shelf.put(self.request.out, doc_id, Path(answer.folder))
            if self.request.pages and earlier and not earlier.pages_chosen:
                self.shortened.append(doc_id)
            self.rows[index] = _whole(planned, answer.run, How.DONE)
            self.seconds[doc_id] = answer.timings.seconds

    def _failed(self, planned: Planned, error: DocumentError) -> Ending:
        source, said = planned.one.identity.source, str(error)
        message = said if said.startswith(source) else f"{source}: {said}"
        if (self.request.out / planned.one.identity.doc_id / RUN).is_file():
            message = f"{message}; {KEPT}"
        return _bare(planned, How.FAILED, error.code, message)

    def save(self) -> None:
        self.batch = self._batch_run()
        self.request.shelf.save_batch(self.request.out, indented(self.batch))

    def _batch_run(self) -> BatchRun:
        mine = {planned.one.identity.doc_id for planned in self.plan}
        before = {row.doc_id: row for row in self.before if row.how is not How.DUPLICATE}
        rows: list[Ending] = []
        for index, planned in enumerate(self.plan):
            row = self.rows.get(index) or before.get(planned.one.identity.doc_id)
            if row:
                rows.append(row)
        kept = [row for doc_id, row in before.items() if doc_id not in mine and (self.request.out / doc_id / RUN).is_file()]
        rows += [msgspec.structs.replace(row, how=How.ABSENT) for row in kept]
        return BatchRun(SCHEMA_VERSION, __version__, self.started, _now(), rows)

    def progress(self) -> str:
        """How far a run came that was stopped, and what that means."""
        of = sum(planned.step is not Step.PASS_OVER for planned in self.plan)
        place = self.request.place
        kept = f"what is done stands in {place}" if self.rows else f"{place} is as it was"
        return f"interrupted with {len(self.rows)} of {of} documents done; {kept}, and the same command does the rest"

    def outcome(self) -> Outcome:
        now = tuple(row for _, row in sorted(self.rows.items()))
        near = find_near_misses(self.request.configuration, [planned.one for planned in self.plan])
        return Outcome(self.batch, now, dict(self.seconds), tuple(sorted(self.shortened)), tuple(near))


def _note_place(folder: Path, planned: Planned, shelf: Shelf) -> None:
    """Keeps where an unchanged document's file is now: its folder may have been moved."""
    timings, path = load_timings(folder), planned.job.origin or str(planned.one.found.path.absolute())
    if timings and timings.path != path:
        shelf.save_timings(folder, indented(msgspec.structs.replace(timings, path=path)))


def _renew_source(request: Request, planned: Planned) -> DocumentRun:
    """Writes a document's files again, from what its stages gave, with the new name of its file."""
    out, doc_id = request.out, planned.one.identity.doc_id
    place, job = out / doc_id, planned.job
    result, timings = load_result(place), load_timings(place)
    identity = msgspec.structs.replace(result.document.identity, source=planned.one.identity.source)
    document = msgspec.structs.replace(result.document, identity=identity)
    about = About(
        job.fingerprint, job.versions, job.settings_sha256, planned.one.found.size, job.pages, {}, make_stage_keys(job, {})
    )
    folder = new_folder(out, doc_id)
    renamed = msgspec.structs.replace(result, document=document)
    run = save_result(folder, renamed, about, make_further_rows(job, renamed))
    if timings:
        path = job.origin or str(planned.one.found.path.absolute())
        save_timings(folder, msgspec.structs.replace(timings, path=path))
    request.shelf.put(out, doc_id, folder)
    return run


def _whole(planned: Planned, run: DocumentRun, how: How) -> Ending:
    counts = run.counts
    return Ending(
        doc_id=run.input.doc_id,
        how=how,
        code="",
        message="",
        duplicate_of="",
        named_after=planned.one.named_after,
        source=run.input.source,
        source_sha256=run.input.sha256,
        title=run.input.title,
        pages=counts.pages,
        clauses=counts.clauses,
        chunks=counts.chunks,
        furniture_lines=counts.furniture_lines,
        tables_kept=counts.tables_kept,
        tables_excluded=counts.tables_excluded,
        errors=counts.errors,
        warnings=counts.warnings,
        notes=counts.notes,
        ledger_percent=round(PERCENT * run.ledger.share, PERCENT_DIGITS),
    )


def _bare(planned: Planned, how: How, code: str = "", message: str = "") -> Ending:
    one = planned.one
    return Ending(
        doc_id=one.identity.doc_id,
        how=how,
        code=code,
        message=message,
        duplicate_of=one.duplicate_of,
        named_after=one.named_after,
        source=one.identity.source,
        source_sha256=one.found.sha256,
        title=one.identity.title,
        pages=0,
        clauses=0,
        chunks=0,
        furniture_lines=0,
        tables_kept=0,
        tables_excluded=0,
        errors=0,
        warnings=0,
        notes=0,
        ledger_percent=0.0,
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
