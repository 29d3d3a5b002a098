"""What runs inside a worker process: jobs in, messages out, until the other side has gone.

Nothing of a worker reaches the terminal: what libraries print, and the trace of a fault of the program, goes to a file that the
other side reads when the worker has died.
"""

import contextlib
import importlib
import os
import re
import signal
import sys
import threading
from functools import cache
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple

from pipeline.errors import ClausetraceError, OutOfMemory

BYTES_PER_MB = 1_000_000
ADDRESSES = 3
"""Address space that a worker may add, as a multiple of its memory limit: room for memory that is reserved and never used."""
STATM_BYTES = 256
"""More than /proc/<pid>/statm ever has: seven numbers."""
STATM_RESIDENT = 1
"""The place of the resident pages in /proc/<pid>/statm."""
TRACED = re.compile(r'^  File "(?P<file>.*)", line (?P<line>\d+)', re.MULTILINE)
FAULT_LENGTH = 200


class PageBegun(NamedTuple):
    """The worker begins page ``number`` of ``of``; 0: what is worked out of ``of`` pages together."""

    number: int
    of: int


class StageBegun(NamedTuple):
    """The worker begins a stage."""

    name: str


class Finished(NamedTuple):
    """The job is done."""

    answer: Any


class Failed(NamedTuple):
    """The job cannot be done."""

    error: ClausetraceError


class Waiting(NamedTuple):
    """The worker waits for pages that another reads: no page's time is counted."""


class Claimed(NamedTuple):
    """To a worker: the pages ``first`` to ``last`` of its document are being read by another."""

    first: int
    last: int


class Given(NamedTuple):
    """To a worker: they are read, and stand in ``file``."""

    first: int
    last: int
    file: str


class Dropped(NamedTuple):
    """To a worker: they are not read; it reads them itself."""

    first: int
    last: int


class Report:
    """What a job tells as it works, and is told of pages that others read for it."""

    def __init__(self, link: "Connection[Any, Any]") -> None:
        self._link = link
        self._claimed: list[tuple[int, int]] = []
        self._files: dict[tuple[int, int], str] = {}

    def ahead(self, number: int) -> str:
        """The file with the range of pages that ``number`` is in, where another reads that range; "" where nobody does.

        Waits for it where it is not there yet.
        """
        while self._link.poll():
            self._take(self._link.recv())
        pages = next(((first, last) for first, last in self._claimed if first <= number <= last), None)
        if pages and pages not in self._files:
            self._link.send(Waiting())
        while pages and pages in self._claimed and pages not in self._files:
            self._take(self._link.recv())
        return self._files.get(pages, "") if pages else ""

    def _take(self, said: Claimed | Given | Dropped) -> None:
        pages = said.first, said.last
        if isinstance(said, Claimed):
            self._claimed.append(pages)
        elif isinstance(said, Given):
            self._files[pages] = said.file
        else:
            self._claimed.remove(pages)

    def page(self, number: int, of: int) -> None:
        """Page ``number`` of ``of`` is begun: from now on its time is counted; 0: that of what is worked out of all together."""
        self._link.send(PageBegun(number, of))

    def stage(self, name: str) -> None:
        """The stage ``name`` is begun: no page's time is counted any more."""
        self._link.send(StageBegun(name))


def serve(link: "Connection[Any, Any]", work: str, fault_file: str, memory_mb: int) -> None:
    """Does jobs until the other side closes the link or dies. ``work`` names what is done with a job: "package.module:name"."""
    _stay_silent(fault_file)
    _end_with_parent()
    _bound_memory(memory_mb)
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # a worker is one core's work; the others have workers of their own
    module, _, name = work.partition(":")
    do = getattr(importlib.import_module(module), name)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            asked = link.recv()
            if isinstance(asked, Claimed | Given | Dropped):  # of a job that has ended before it came
                continue
            job, given_up = asked
            try:
                said: Finished | Failed = Finished(do(job, given_up, Report(link)))
            except MemoryError:
                said = Failed(OutOfMemory())
            except ClausetraceError as error:
                said = Failed(error)
            link.send(said)


def _stay_silent(fault_file: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        handle = os.open(fault_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    except OSError:  # the other side has gone before this one was there
        os._exit(1)
    os.dup2(handle, 1)
    os.dup2(handle, 2)
    sys.stdout = sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115


def _end_with_parent() -> None:
    """Ends this process when the one that started it has gone, in whatever way: no work goes on that nobody waits for."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _bound_memory(memory_mb: int) -> None:
    """Makes one huge request for memory fail; the other side watches what is used in small steps."""
    if os.name == "nt":
        return
    import resource

    most = _address_space() + ADDRESSES * memory_mb * BYTES_PER_MB
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or most < hard:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _address_space() -> int:
    pages = _statm("self")
    return pages[0] * _page_size() if pages else 0


def resident_mb(pid: int | None) -> float:
    """Memory that a process has in use, in MB; 0 where the system does not tell."""
    pages = _statm(str(pid))
    return pages[STATM_RESIDENT] * _page_size() / BYTES_PER_MB if pages else 0.0


@cache
def _page_size() -> int:
    return os.sysconf("SC_PAGE_SIZE")


def _statm(process: str) -> list[int]:
    """Asked for some hundred times a second by a run, so without a path or a file object, which would take three times as long."""
    try:
        handle = os.open(f"/proc/{process}/statm", os.O_RDONLY)
    except OSError:
        return []
    try:
        return [int(count) for count in os.read(handle, STATM_BYTES).split()]
    except (OSError, ValueError):  # the process has gone meanwhile
        return []
    finally:
        os.close(handle)


def read_fault(fault_file: Path, exit_code: int | None) -> str:
    """In a few words, why a worker died: the signal, or the last line of its trace and where that was."""
    if exit_code is not None and exit_code < 0:
        return f"{signal.strsignal(-exit_code) or 'unknown'}, signal {-exit_code}"
    try:
        printed = fault_file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        printed = ""
    last = printed.rpartition("\n")[2]
    places = list(TRACED.finditer(printed))
    where = f" at {Path(places[-1]['file']).name}:{places[-1]['line']}" if places else ""
    return f"{last[:FAULT_LENGTH] or f'exit code {exit_code}'}{where}"
