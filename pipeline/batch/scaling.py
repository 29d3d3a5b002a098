"""What more workers gain: the speed-up of a batch beside that of a plain loop in as many processes, on this machine and now.

How much faster two processes are than one is a matter of the machine: cores that share a clock, a cache or their time with others.
So the same processes run a loop that touches nothing but a register, once alone and once each, and the batch is held against that.
Each is measured in turn, several times, and the shortest time of each counts: others on the machine only ever add to it.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from pipeline.batch.plan import Request
from pipeline.batch.pool import run_jobs
from pipeline.batch.run import run_batch
from pipeline.batch.watching import Unwatched
from pipeline.config.settings import LimitSettings
from pipeline.model import Record

BURN = "pipeline.batch.scaling:burn"
TURNS = 20_000_000
"""Turns of the plain loop: about a second, long beside the hundredths in which a worker starts."""
DIGITS = 3


class Scaling(Record, frozen=True):
    """Seconds of the batch with one worker and with ``workers``, of the plain loop alone and in as many copies; what each gains.

    ``start_seconds``: until the first worker is there, which comes once and is in none of the others. ``share``: the batch's
    speed-up as a share of the loop's.
    """

    documents: int
    workers: int
    rounds: int
    start_seconds: float
    one_seconds: float
    many_seconds: float
    loop_one_seconds: float
    loop_many_seconds: float
    speedup: float
    loop_speedup: float
    share: float


def measure_scaling(request: Request, rounds: int) -> Scaling:
    """Does the documents of ``request`` again and again, with one worker and with ``request.workers``, into folders that are
    then removed. Raises what a run raises before any work.
    """
    workers = request.workers
    start = _timed(lambda: _loop(1, 0))
    documents = 0
    taken: dict[str, list[float]] = {"one": [], "many": [], "loop_one": [], "loop_many": []}
    for _ in range(rounds):
        taken["loop_one"].append(_timed(lambda: _loop(1, TURNS)))
        for name, count in (("one", 1), ("many", workers)):
            with _elsewhere(request, count) as moved:
                taken[name].append(_timed(lambda moved=moved: run_batch(moved, _unwatched)))  # type: ignore[misc]
                documents = sum(1 for _ in moved.out.glob("*/run.json"))
        taken["loop_many"].append(_timed(lambda: _loop(workers, TURNS)))
    least = {name: min(seconds) for name, seconds in taken.items()}
    speedup = least["one"] / least["many"]
    loop_speedup = workers * least["loop_one"] / least["loop_many"]
    found = (start, *least.values(), speedup, loop_speedup, speedup / loop_speedup)
    return Scaling(documents, workers, rounds, *(round(value, DIGITS) for value in found))


def burn(turns: int, given_up: Mapping[int, str], report: Any) -> int:
    """The plain loop."""
    turned = 0
    for _ in range(turns):
        turned += 1
    return turned


def _loop(copies: int, turns: int) -> None:
    list(run_jobs(BURN, [turns] * copies, copies, LimitSettings(), Unwatched()))


def _timed(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


@contextmanager
def _elsewhere(request: Request, workers: int) -> Iterator[Request]:
    """The same request with another number of workers, into a folder of its own."""
    with TemporaryDirectory(prefix="clausetrace-") as folder:
        yield msgspec.structs.replace(request, out=Path(folder) / "out", workers=workers)


def _unwatched(doc_ids: object) -> Unwatched:
    return Unwatched()
