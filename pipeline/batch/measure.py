"""Measures what documents cost: each in worker processes of its own, into a folder that is thrown away.

First once in a fresh worker as a run has it, for the peak of memory, within the limits of a run. Then in a second worker, after one
page that loads what is loaded once, round by round: bare text, the whole run with its files written and its chunks read again,
pdfplumber, pages of grids and of prose. There the limits of time don't count, since what is compared with may take longer than any
run.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import structs

from pipeline.batch.jobs import WORK, Done, Job
from pipeline.batch.plan import Request, Step, make_plan
from pipeline.batch.pool import Watcher, run_jobs
from pipeline.bench.account import Account, Measured, Round, StartUp, make_account, make_start_up
from pipeline.bench.kinds import Given, PageKinds, cost_of_pages, find_kinds
from pipeline.bench.readings import read_bare, read_plumber, spread_evenly, timed
from pipeline.config.settings import LimitSettings
from pipeline.errors import ClausetraceError, InputError, PasswordNeeded
from pipeline.model import Record, SourceKind, Stage
from pipeline.store.folders import indented
from pipeline.store.stages import load_stage

MEASURE_WORK = "pipeline.batch.measure:measure"
"""What a worker does with a Trial to give Measured."""
ROOM = 4
"""Memory that measuring may take, as a multiple of what a run may: pdfplumber is in the same process."""
EVER = float("inf")
START = (
    "import sys, time; began = time.process_time(); sys.path.insert(0, sys.argv[1]); import pipeline.batch.work; "
    "print(began, time.process_time() - began)"
)
PACKAGE = Path(__file__).resolve().parent.parent.parent
"""The folder in which this package is, also where it is not installed but run from a checkout."""
FIRST = "open"


class Wanted(Record, frozen=True):
    """How to measure. ``sample``: pages that pdfplumber reads of each document, 0 for all; ``plumber``: whether it is asked."""

    rounds: int
    sample: int
    plumber: bool


class Trial(Record, frozen=True):
    """A document to be measured."""

    document: Job
    wanted: Wanted


class CpuClock:
    """Passes on where the work is, and adds up the CPU time of each part of a run."""

    def __init__(self, report: Any) -> None:
        self._report = report
        self._name, self._since = FIRST, time.process_time()
        self.parts: dict[str, float] = {}

    def page(self, number: int, of: int) -> None:
        """Passed on."""
        self._report.page(number, of)

    def stage(self, name: str) -> None:
        """Passed on, and the time of the part before noted; "" ends none."""
        if name:
            self._note(str(name))
            self._report.stage(name)

    def end(self) -> None:
        """Notes the time of the last part."""
        self._note(FIRST)

    def _note(self, name: str) -> None:
        now = time.process_time()
        self.parts[self._name] = self.parts.get(self._name, 0.0) + now - self._since
        self._name, self._since = name, now


def measure(trial: Trial, given_up: Mapping[int, str], report: Any) -> Measured:
    """All rounds over one document. Raises DocumentError."""
    content = Path(trial.document.path).read_bytes()
    password, pages = _open(trial.document, content)
    given = Given(content, trial.document.identity, trial.document.configuration, trial.document.own, password)
    numbers = spread_evenly(pages, trial.wanted.sample) if trial.wanted.plumber else ()
    first_page, _ = timed(lambda: _run(structs.replace(trial.document, pages=(1,)), given_up, report))
    kinds, rounds = PageKinds((), ()), []
    for _ in range(trial.wanted.rounds):
        bare, _ = timed(lambda: read_bare(content, password))
        parts, kinds = _run(trial.document, given_up, report)
        plumber = read_plumber(content, password, numbers, pages) if numbers else 0.0
        apart = kinds.grids and kinds.prose
        grid, prose = (cost_of_pages(given, kinds.grids), cost_of_pages(given, kinds.prose)) if apart else (0.0, 0.0)
        rounds.append(Round(bare, plumber, parts, grid, prose))
    return Measured(pages, first_page, len(numbers), kinds, tuple(rounds))


def _open(job: Job, content: bytes) -> tuple[str, int]:
    """The password that opens the file and its number of pages; reading it all once warms what the first round would pay for."""
    import pypdfium2

    for password in ("", *job.passwords):
        try:
            return password, read_bare(content, password)
        except pypdfium2.PdfiumError as error:
            refused = error
    raise PasswordNeeded(f"{job.identity.source} cannot be opened ({refused}); run it first, and see --password-file")


def _run(job: Job, given_up: Mapping[int, str], report: Any) -> tuple[dict[str, float], PageKinds]:
    """CPU seconds of each part of a whole run, and the kinds of its pages."""
    from pipeline.batch.work import do_document

    clock = CpuClock(report)
    done = do_document(job, given_up, clock)
    clock.end()
    folder = Path(done.folder)
    document: Any = load_stage(folder, Stage.EXTRACT)
    tables: Any = load_stage(folder, Stage.TABLES)
    shutil.rmtree(folder)
    return clock.parts, find_kinds(document, tables)


def run_bench(request: Request, wanted: Wanted, watcher: Watcher) -> Iterator[Account]:
    """The costs of each document of the request, in order. Raises InputError for what is no PDF, and what a document raises."""
    with tempfile.TemporaryDirectory(prefix="clausetrace-bench-") as out:
        for job in _jobs(request, Path(out)):
            limits = request.configuration.limits
            done: Done = _answer(WORK, job, limits, watcher)
            shutil.rmtree(done.folder)
            roomy = limits.model_copy(update={"page_seconds": EVER, "document_seconds": EVER, "memory_mb": ROOM * limits.memory_mb})
            measured: Measured = _answer(MEASURE_WORK, Trial(job, wanted), roomy, watcher)
            yield make_account(job.identity.doc_id, measured, done.timings.peak_memory_mb)


def _jobs(request: Request, out: Path) -> list[Job]:
    inside = Request(places=request.places, out=out, configuration=request.configuration, passwords=request.passwords)
    plan = [planned for planned in make_plan(inside) if planned.step is not Step.DUPLICATE]
    for planned in plan:
        if planned.trouble:
            raise planned.trouble
        if planned.job.identity.kind is not SourceKind.PDF:
            raise InputError(f"{planned.job.identity.source} is no PDF, and costs are told as ratios to PDFium's; name PDFs alone")
    return [planned.job for planned in plan]


def _answer(work: str, job: Any, limits: LimitSettings, watcher: Watcher) -> Any:
    [(_, answer)] = run_jobs(work, [job], 1, limits, watcher)
    if isinstance(answer, ClausetraceError):
        raise answer
    return answer


def measure_start_up(rounds: int) -> StartUp:
    """CPU seconds that fresh interpreters take to start and to import what a run needs."""
    return make_start_up([_start_once() for _ in range(rounds)])


def _start_once() -> tuple[float, float]:
    printed = subprocess.run([sys.executable, "-c", START, str(PACKAGE)], capture_output=True, text=True, check=True).stdout
    start, imports = map(float, printed.split())
    return start, imports


def save_bench(file: Path, bench: Record) -> None:
    """Writes the figures as JSON."""
    from pipeline.store.folders import replace_file

    replace_file(file, indented(bench))
