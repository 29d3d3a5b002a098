"""Worker processes with limits: a document that hangs, grows or crashes costs itself alone.

A worker takes one job after another and tells which page and which stage it is at; this side watches time and memory. A worker that
exceeds a limit is killed and replaced. When that happened on a page, the page is given up and the job begins again without it; a
crash is tried a second time before its page is given up, so that a worker killed from outside loses nothing. Anything else ends the
job with an error that says what happened. The whole of a job, all beginnings together, stays within its seconds.

Workers come from a fork server (where the system has one): it imports the stages once, and each worker starts in hundredths of a
second, without a copy of the threads and locks of this process, which plain forking would bring. PDFium is not safe in threads.
"""

import contextlib
import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol

from pipeline.batch.lending import Loan, Reading, Share
from pipeline.batch.processes import start_context, without_main
from pipeline.batch.seat import (
    Claimed,
    Dropped,
    Failed,
    Finished,
    Given,
    PageBegun,
    StageBegun,
    Waiting,
    read_fault,
    resident_mb,
    serve,
)
from pipeline.config.settings import LimitSettings
from pipeline.errors import ClausetraceError, Crashed, OutOfMemory, TimedOut

TICK = 0.05
"""Seconds between two looks at the workers: a limit is exceeded by this at most, and looking costs a thousandth of a core."""
PAUSE = 1.0
"""Seconds between two looks from which on this side was not running (stopped, or the machine asleep): they count for nobody."""
TRIES = 2
"""How often a job is begun when its worker crashes at one and the same place."""


class Watcher(Protocol):
    """Is told how the jobs get on. ``index`` is the job's place in the order given."""

    def page(self, index: int, number: int, of: int) -> None:
        """Page ``number`` of ``of`` is begun."""

    def stage(self, index: int, name: str) -> None:
        """The stage ``name`` is begun."""

    def ended(self, index: int) -> None:
        """The job is done, or will not be."""


@dataclass(eq=False)
class _Trial:
    """A job on its way: what has happened to it so far. A loan: not a job of its own, but pages read for another's."""

    index: int
    job: Any
    given_up: dict[int, str] = field(default_factory=dict)
    crashes: int = 0
    crashed_at: int = 0
    seconds: float = 0.0
    loan: Loan | None = None


@dataclass(eq=False)
class _Seat:
    """A worker process, the job that it has, and where it is."""

    process: BaseProcess
    link: "Connection[Any, Any]"
    fault_file: Path
    trial: _Trial | None = None
    begun: float = 0.0
    page: int = 0
    together: int = 0
    page_begun: float = 0.0
    memory_before: float = 0.0
    weighed: float = 0.0
    reading: Reading = field(default_factory=Reading)


def run_jobs(
    work: str, jobs: Iterable[Any], workers: int, limits: LimitSettings, watcher: Watcher, share: Share | None = None
) -> Iterator[tuple[int, Any]]:
    """The place of each job and what it gave, as they end. A job is taken from ``jobs`` when a worker is free for it.

    ``work`` names a function ("package.module:name") that a worker imports and calls with (job, given_up, report). A
    ClausetraceError that it raises is handed back in place of an answer; so are those that this side finds. ``share`` makes, of a
    job and a range of its pages, the job of reading them for it: then workers that have no job of their own read for others.
    """
    with tempfile.TemporaryDirectory(prefix="clausetrace-") as folder:
        pool = _Pool(work, jobs, limits, watcher, Path(folder))
        pool.share = share
        try:
            yield from pool.run(workers)
        finally:
            pool.close()


def run_in_order(
    work: str, jobs: Iterable[Any], workers: int, limits: LimitSettings, watcher: Watcher, ahead: int
) -> Iterator[Any]:
    """What each job gave, in the order of the jobs.

    No job is begun that is ``ahead`` or more places behind the one whose answer is next, and none while the caller is busy with as
    many answers as that: so much is held in memory, however many jobs there are.
    """
    with tempfile.TemporaryDirectory(prefix="clausetrace-") as folder:
        pool = _Pool(work, jobs, limits, watcher, Path(folder))
        pool.before = ahead
        held: dict[int, Any] = {}
        due = 0
        try:
            for index, answer in pool.run(workers):
                held[index] = answer
                while due in held:
                    yield held.pop(due)
                    due += 1
                    pool.before = due + ahead
        finally:
            pool.close()


class _Pool:
    def __init__(self, work: str, jobs: Iterable[Any], limits: LimitSettings, watcher: Watcher, folder: Path) -> None:
        self.work, self.limits, self.watcher, self.folder = work, limits, watcher, folder
        self.fresh = (_Trial(index, job) for index, job in enumerate(jobs))
        self.waiting: deque[_Trial] = deque()
        self.taken = 0
        self.before = sys.maxsize
        self.share: Share | None = None
        self.seats: list[_Seat] = []
        self.ended: deque[tuple[int, Any]] = deque()
        self.started = 0

    def run(self, workers: int) -> Iterator[tuple[int, Any]]:
        """``before`` is the index of the first job that may not be begun yet."""
        left = time.monotonic()
        while True:
            busy = self._busy()
            self._fill(workers)
            self._forgive(busy, time.monotonic() - left)
            busy = self._busy()
            if not any(seat.trial and not seat.trial.loan for seat in busy) and not self.waiting and not self.ended:
                return
            looked = time.monotonic()
            ready = wait([seat.link for seat in busy], TICK)
            self._forgive(busy, time.monotonic() - looked)
            for seat in busy:
                if seat.link in ready:
                    self._listen(seat)
                if seat.trial:
                    self._keep_within_limits(seat)
            if self.ended:
                self._fill(workers)  # before the caller is busy with what ended, which for a run means disks
            left = time.monotonic()
            while self.ended:
                yield self.ended.popleft()

    def _busy(self) -> list[_Seat]:
        return [seat for seat in self.seats if seat.trial]

    def close(self) -> None:
        for seat in self.seats:
            seat.process.kill()
        for seat in self.seats:
            seat.process.join()
            seat.link.close()

    def _fill(self, workers: int) -> None:
        """Gives each free worker a job, starting workers where there are too few."""
        while True:
            free = next((seat for seat in self.seats if seat.trial is None), None)
            if free is None and len(self.seats) == workers:
                return
            trial = self._next() or self._borrow(workers)
            if trial is None:
                return
            seat = free or self._start()
            seat.trial, seat.reading = trial, Reading()
            seat.begun = time.monotonic()
            seat.page = seat.together = 0
            try:
                seat.link.send((trial.job, trial.given_up))
            except (BrokenPipeError, ConnectionResetError):
                self._lost(seat)

    def _borrow(self, workers: int) -> _Trial | None:
        """Pages of a long document that another worker may read; None where there are none, or too few to be worth it."""
        owners = [seat for seat in self._busy() if seat.trial and not seat.trial.loan]
        owner = max(owners, key=lambda seat: seat.reading.left, default=None)
        if self.share is None or owner is None or owner.trial is None:
            return None
        pages = owner.reading.part(workers - len(self._busy()))
        job = self.share(owner.trial.job, pages, str(self.folder)) if pages else None
        if pages is None or job is None:
            return None
        loan = Loan(owner, owner.trial, owner.reading, pages)
        owner.reading.lend(pages)
        self._tell(loan, Claimed(*pages))
        return _Trial(owner.trial.index, job, dict(owner.trial.given_up), loan=loan)

    def _tell(self, loan: Loan, said: Claimed | Given | Dropped) -> None:
        """Says to the worker whose pages they are what has become of them, if it is still at that job."""
        if loan.owner.trial is loan.of and loan.owner in self.seats:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it has died; its own end is heard of next
                loan.owner.link.send(said)

    def _give_back(self, seat: _Seat, loan: Loan, answer: Any) -> None:
        """The pages are read, or cannot be: then their owner reads them itself, and whatever is wrong shows there."""
        seat.trial = None
        loan.reading.open -= 1
        self._tell(loan, Given(*loan.pages, answer) if isinstance(answer, str) else Dropped(*loan.pages))

    def _next(self) -> _Trial | None:
        """The job to be begun next: one that begins again comes first."""
        if self.waiting:
            return self.waiting.popleft()
        if self.taken >= self.before:
            return None
        trial = next(self.fresh, None)
        self.taken += trial is not None
        return trial

    def _forgive(self, busy: Sequence[_Seat], waited: float) -> None:
        """Leaves out of account a time in which this side was not running."""
        if waited > PAUSE:
            for seat in busy:
                seat.begun += waited
                seat.page_begun += waited

    def _start(self) -> _Seat:
        self.started += 1
        fault_file = self.folder / f"{self.started}.txt"
        context = start_context()
        ours, theirs = context.Pipe()
        arguments = (theirs, self.work, str(fault_file), self.limits.memory_mb)
        process = context.Process(target=serve, args=arguments, daemon=True)  # type: ignore[attr-defined]
        with without_main():
            process.start()
        theirs.close()
        seat = _Seat(process, ours, fault_file)
        self.seats.append(seat)
        return seat

    def _listen(self, seat: _Seat) -> None:
        """Takes in all that a worker has said."""
        try:
            while seat.trial and seat.link.poll():
                self._hear(seat, seat.trial, seat.link.recv())
        except (EOFError, ConnectionResetError):
            self._lost(seat)

    def _hear(self, seat: _Seat, trial: _Trial, said: Any) -> None:
        if isinstance(said, PageBegun):
            self._turn(seat, trial, said)
        elif isinstance(said, Waiting):
            seat.page = 0
        elif isinstance(said, StageBegun):
            seat.page, seat.together, seat.reading = 0, 0, Reading()
            self.watcher.stage(trial.index, said.name)
        elif isinstance(said, Finished):
            self._end(seat, said.answer)
        elif isinstance(said, Failed):
            if isinstance(said.error, OutOfMemory):
                self._too_big(seat, trial)
            else:
                self._end(seat, said.error)

    def _turn(self, seat: _Seat, trial: _Trial, said: PageBegun) -> None:
        """The worker has come to a page, or is through with pages and at what is worked out of all of them together."""
        seat.page, seat.page_begun, seat.memory_before = said.number, time.monotonic(), resident_mb(seat.process.pid)
        seat.together = 0 if said.number else max(1, said.of)
        if seat.together:
            seat.reading.over = True
            return
        seat.reading.note(said.number, said.of)
        if not trial.loan:
            self.watcher.page(trial.index, said.number, said.of)

    def _keep_within_limits(self, seat: _Seat) -> None:
        trial, now = seat.trial, time.monotonic()
        if trial is None:
            return
        if trial.seconds + now - seat.begun > self.limits.document_seconds:
            self._stop(seat)
            self._end(seat, TimedOut(f"took longer than {self.limits.document_seconds:g} s; raise limits.document_seconds"))
        elif seat.page and now - seat.page_begun > self.limits.page_seconds:
            self._stop(seat)
            over = f"took longer than {self.limits.page_seconds:g} s"
            self._without_page(seat, trial, f"it {over}", TimedOut(f"page {seat.page} {over}; raise limits.page_seconds"))
        elif seat.together and now - seat.page_begun > self.limits.of_together(seat.together):
            self._stop(seat)
            over = f"took longer than {self.limits.of_together(seat.together):g} s"
            told = f"what is worked out of its {seat.together} pages together {over}; raise limits.together_seconds"
            self._end(seat, TimedOut(told))
        elif now - seat.weighed >= TICK:
            seat.weighed = now
            if resident_mb(seat.process.pid) > self.limits.memory_mb:
                self._too_big(seat, trial)

    def _too_big(self, seat: _Seat, trial: _Trial) -> None:
        """Gives up the page that took most of the memory, or the document where no page did."""
        self._stop(seat)
        most = f"took more than {self.limits.memory_mb} MB"
        error = OutOfMemory(f"{most}; raise limits.memory_mb")
        if seat.page and seat.memory_before < self.limits.memory_mb / 2:
            self._without_page(seat, trial, f"it {most}", error)
        else:
            self._end(seat, error)

    def _lost(self, seat: _Seat) -> None:
        """The worker died by itself, or was killed by another."""
        self._stop(seat)
        trial = seat.trial
        if trial is None:
            return
        if trial.loan:
            self._end(seat, None)
            return
        fault = read_fault(seat.fault_file, seat.process.exitcode)
        trial.crashes = trial.crashes + 1 if trial.crashed_at == seat.page else 1
        trial.crashed_at = seat.page
        if trial.crashes < TRIES:
            self._again(seat, trial)
            return
        error = Crashed(f"crashed the program ({fault}); please report it")
        if seat.page:
            self._without_page(seat, trial, f"reading it crashed ({fault})", error)
        else:
            self._end(seat, error)

    def _without_page(self, seat: _Seat, trial: _Trial, why: str, error: ClausetraceError) -> None:
        """Gives up the page that the worker was at; one given up before is not to blame, and the job ends with ``error``."""
        if seat.page in trial.given_up or trial.loan:
            self._end(seat, error)
            return
        trial.given_up[seat.page] = why
        trial.crashes = 0
        self._again(seat, trial)

    def _again(self, seat: _Seat, trial: _Trial) -> None:
        trial.seconds += time.monotonic() - seat.begun
        seat.trial = None
        self.waiting.appendleft(trial)

    def _end(self, seat: _Seat, answer: Any) -> None:
        if seat.trial and seat.trial.loan:
            self._give_back(seat, seat.trial.loan, answer)
        elif seat.trial:
            self.ended.append((seat.trial.index, answer))
            self.watcher.ended(seat.trial.index)
            seat.trial = None
        if seat in self.seats and resident_mb(seat.process.pid) > self.limits.memory_mb / 2:
            self._stop(seat)

    def _stop(self, seat: _Seat) -> None:
        seat.process.kill()
        seat.process.join()
        seat.link.close()
        self.seats.remove(seat)


def usual_workers() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
