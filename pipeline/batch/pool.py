"""Worker processes with limits: a document that hangs, grows or crashes costs itself alone.

A worker takes one job after another and tells which page and which stage it is at; this side watches time and memory. A worker that
exceeds a limit is killed and replaced. When that happened on a page, the page is given up and the job begins again without it; a
crash is tried a second time before its page is given up, so that a worker killed from outside loses nothing. Anything else ends the
job with an error that says what happened. The whole of a job, all beginnings together, stays within its seconds.

Workers come from a fork server (where the system has one): it imports the stages once, and each worker starts in hundredths of a
second, without a copy of the threads and locks of this process, which plain forking would bring. PDFium is not safe in threads.
"""

import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from pipeline.batch.seat import Failed, Finished, PageBegun, StageBegun, read_fault, resident_mb, serve
from pipeline.config.settings import LimitSettings
from pipeline.errors import ClausetraceError, Crashed, OutOfMemory, TimedOut

TICK = 0.05
"""Seconds between two looks at the workers: a limit is exceeded by this at most, and looking costs a thousandth of a core."""
PAUSE = 1.0
"""Seconds between two looks from which on this side was not running (stopped, or the machine asleep): they count for nobody."""
TRIES = 2
"""How often a job is begun when its worker crashes at one and the same place."""
PRELOADED = ["pipeline.batch.work", "pipeline.batch.warm"]


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
    """A job on its way: what has happened to it so far."""

    index: int
    job: Any
    given_up: dict[int, str] = field(default_factory=dict)
    crashes: int = 0
    crashed_at: int = 0
    seconds: float = 0.0


@dataclass(eq=False)
class _Seat:
    """A worker process, the job that it has, and where it is."""

    process: BaseProcess
    link: "Connection[Any, Any]"
    fault_file: Path
    trial: _Trial | None = None
    begun: float = 0.0
    page: int = 0
    page_begun: float = 0.0
    memory_before: float = 0.0


def run_jobs(work: str, jobs: Iterable[Any], workers: int, limits: LimitSettings, watcher: Watcher) -> Iterator[tuple[int, Any]]:
    """The place of each job and what it gave, as they end. A job is taken from ``jobs`` when a worker is free for it.

    ``work`` names a function ("package.module:name") that a worker imports and calls with (job, given_up, report). A
    ClausetraceError that it raises is handed back in place of an answer; so are those that this side finds.
    """
    with tempfile.TemporaryDirectory(prefix="clausetrace-") as folder:
        pool = _Pool(work, jobs, limits, watcher, Path(folder))
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
            if not busy and not self.waiting and not self.ended:
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
            trial = self._next()
            if trial is None:
                return
            seat = free or self._start()
            seat.trial = trial
            seat.begun = time.monotonic()
            seat.page = 0
            try:
                seat.link.send((trial.job, trial.given_up))
            except (BrokenPipeError, ConnectionResetError):
                self._lost(seat)

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
        with _without_main():
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
            seat.page, seat.page_begun, seat.memory_before = said.number, time.monotonic(), resident_mb(seat.process.pid)
            self.watcher.page(trial.index, said.number, said.of)
        elif isinstance(said, StageBegun):
            seat.page = 0
            self.watcher.stage(trial.index, said.name)
        elif isinstance(said, Finished):
            self._end(seat, said.answer)
        elif isinstance(said, Failed):
            if isinstance(said.error, OutOfMemory):
                self._too_big(seat, trial)
            else:
                self._end(seat, said.error)

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
            self._without_page(seat, trial, f"it {over}", TimedOut(f"what follows its last page {over}; raise limits.page_seconds"))
        elif resident_mb(seat.process.pid) > self.limits.memory_mb:
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
        if seat.page in trial.given_up:
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
        if seat.trial:
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


@contextmanager
def _without_main() -> Iterator[None]:
    """Workers import the program that starts them; a script that is not guarded against that would begin in each of them anew."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def start_context() -> BaseContext:
    """A fork server with the stages imported, where the system has one; fresh processes elsewhere."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    _start_fork_server()
    return context


def _start_fork_server() -> None:
    """Starts it where Ctrl-C does not reach it: a terminal sends that to every process, and this side alone answers it.

    The fork server and the workers that come from it inherit that the signal is held back; it would end them with a trace while
    they import. The tracker comes first, since starting it lets the signal through again.
    """
    from multiprocessing import forkserver, resource_tracker

    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def usual_workers() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
