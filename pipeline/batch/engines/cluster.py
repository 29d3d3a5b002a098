"""The documents of a batch on a Ray cluster (extra: ray): each a task, its bytes sent with it, its files sent back.

Ray begins a task again whose node or worker process died. All that is written to the place of the results is written by the process
of the run, so that its lock holds as ever. Ray sends nothing about its use, and no dashboard is started.
"""

import contextlib
import logging
import os
import re
import signal
import socket
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from pipeline.batch.engines.node import Told, do_on_node
from pipeline.batch.engines.parcels import pack, unpack_result
from pipeline.batch.jobs import WORK, Job
from pipeline.batch.pool import Watcher, usual_workers
from pipeline.config.settings import LimitSettings
from pipeline.errors import ClausetraceError, Crashed, DependencyMissing, DocumentError, UsageError

INSTALL = "pip install 'clausetrace[ray]'"
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
"""No word to its makers, and none about accelerators that nobody asked for."""
ADDRESS = "RAY_ADDRESS"
"""Where Ray itself looks for a cluster when none is named."""
HERE = "127.0.0.1"
HOST_AND_PORT = re.compile(r"(?:ray://)?(?P<host>[^:/]+):(?P<port>[0-9]{1,5})")
"""Matches 10.0.0.5:6379 and ray://head:10001; not auto, nor local."""
ANSWERS_WITHIN = 10.0
"""Seconds until a cluster that does not take a connection counts as not there."""
TICK = 0.2
"""Seconds between two looks at what nodes have said."""
TRIES_AGAIN = 5
"""How often a task is begun again whose node died; a document that crashes is the pool's affair, and never comes to that."""
AHEAD = 2
"""Tasks for each core of the cluster: the next one is at hand when one ends, and no more inputs are held than that."""


class RayEngine:
    """The nodes of a cluster at ``address``; where that is "", of the one that RAY_ADDRESS names, else one that is started here.

    ``workers`` are the documents at a time, 0 as many as the cluster has cores. ``nodes`` says on which node each job was last
    begun, by its place. ``work`` is what is done with a document, as ``run_jobs`` takes it.
    """

    def __init__(self, address: str = "", workers: int = 0, work: str = WORK) -> None:
        self._address, self._workers, self._work = address, workers, work
        self.nodes: dict[int, str] = {}

    def run(self, jobs: Sequence[Job], limits: LimitSettings, watcher: Watcher) -> Iterator[tuple[int, Any]]:
        """As ``Engine`` says. Raises DependencyMissing, and UsageError where no cluster answers or its nodes cannot do the work."""
        if jobs:
            ray = _load_ray()
            with connected(ray, self._address, self._workers):
                yield from _Tasks(ray, self, _Asked(self._work, jobs, limits, watcher)).run(self._workers)


class _Asked(NamedTuple):
    """What an engine is asked for."""

    work: str
    jobs: Sequence[Job]
    limits: LimitSettings
    watcher: Watcher


class _Tasks:
    """The jobs that wait, and those that the cluster has."""

    def __init__(self, ray: Any, engine: RayEngine, asked: _Asked) -> None:
        self.ray, self.engine, self.asked = ray, engine, asked
        self.watcher = asked.watcher
        self.waiting = deque(range(len(asked.jobs)))
        self.begun: dict[Any, int] = {}
        self.told = self._start_told()
        self.task = ray.remote(num_cpus=1, max_retries=TRIES_AGAIN)(_do)

    def run(self, workers: int) -> Iterator[tuple[int, Any]]:
        try:
            while self.waiting or self.begun:
                yield from self._begin(workers or self._room())
                ready, _ = self.ray.wait(list(self.begun), timeout=TICK) if self.begun else ([], [])
                self._hear()
                for reference in ready:
                    index = self.begun.pop(reference)
                    self.watcher.ended(index)
                    yield index, self._answer(index, reference)
        finally:
            for reference in self.begun:
                self.ray.cancel(reference, force=True)
            self.ray.kill(self.told)

    def _start_told(self) -> Any:
        """On this machine, so that it lives as long as the run."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        here = NodeAffinitySchedulingStrategy(self.ray.get_runtime_context().get_node_id(), soft=True)
        return self.ray.remote(num_cpus=0)(Told).options(scheduling_strategy=here).remote()

    def _room(self) -> int:
        """How many tasks the cluster is given at a time; nodes may come and go."""
        return max(1, AHEAD * int(self.ray.cluster_resources().get("CPU", 1)))

    def _begin(self, most: int) -> Iterator[tuple[int, Any]]:
        """Hands out what waits, as long as there is room; gives those that cannot be handed out."""
        while self.waiting and len(self.begun) < most:
            index = self.waiting.popleft()
            try:
                parcel = self.ray.put(pack(self.asked.jobs[index]))
            except DocumentError as error:
                self.watcher.ended(index)
                yield index, error
            else:
                self.begun[self.task.remote(self.asked.work, parcel, self.asked.limits, self.told, index)] = index

    def _hear(self) -> None:
        """Passes on what nodes have said. Where nobody can be asked any more, the work goes on unseen."""
        with contextlib.suppress(self.ray.exceptions.RayError):
            under_way = set(self.begun.values())
            for index, kind, *rest in self.ray.get(self.told.take.remote()):
                if index not in under_way:
                    continue
                if kind == "node":
                    self.engine.nodes[index] = rest[0]
                elif kind == "page":
                    self.watcher.page(index, *rest)
                else:
                    self.watcher.stage(index, *rest)

    def _answer(self, index: int, reference: Any) -> Any:
        try:
            returned = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            cause = str(error).strip().rpartition("\n")[2]
            raise UsageError(f"a node of the Ray cluster cannot do the work ({cause}); install clausetrace on every node") from None
        except self.ray.exceptions.RayError as error:
            return Crashed(f"lost its node {TRIES_AGAIN + 1} times ({type(error).__name__}); look at the cluster, and run again")
        return returned if isinstance(returned, ClausetraceError) else unpack_result(returned, self.asked.jobs[index])


def _do(work: str, parcel: Any, limits: LimitSettings, told: Any, index: int) -> Any:
    """The task: begun by Ray on a node."""
    import ray
    import ray.exceptions

    answer = do_on_node(work, parcel, limits, told, index, ray.get_runtime_context().get_node_id())
    with contextlib.suppress(ray.exceptions.RayError):
        ray.get(told.wait.remote())  # calls are taken in their order: all that was said has arrived
    return answer


def _load_ray() -> Any:
    os.environ.update(QUIET)
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise DependencyMissing(f"--engine ray needs Ray; {INSTALL}") from None
    return ray


@contextmanager
def connected(ray: Any, address: str, workers: int) -> Iterator[None]:
    """A connection to the cluster; one that this process already has is used and kept.

    Who runs many batches in one process keeps one around them all: a process in which Ray had been shut down three times was seen
    to crash in Python's garbage collector.
    """
    if ray.is_initialized():
        yield
        return
    address = address or os.environ.get(ADDRESS, "")
    _refuse_silent(address)
    started = {"num_cpus": workers or usual_workers(), "include_dashboard": False, "_node_ip_address": HERE}
    with _same_signals():
        try:
            ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR, **({} if address else started))
        except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
            raise _no_cluster(address, str(error).strip().partition("\n")[0]) from None
    _keep_quiet(ray)
    try:
        yield
    finally:
        ray.shutdown()


def _refuse_silent(address: str) -> None:
    """Raises UsageError where nobody listens at a host and port; Ray itself would try for minutes."""
    found = HOST_AND_PORT.fullmatch(address)
    if found:
        try:
            socket.create_connection((found["host"], int(found["port"])), ANSWERS_WITHIN).close()
        except OSError as error:
            raise _no_cluster(address, error.strerror or str(error)) from None


def _no_cluster(address: str, reason: str) -> UsageError:
    where = f"no Ray cluster answers at {address}" if address else "Ray cannot be started here"
    return UsageError(f"{where} ({reason}); start one with `ray start --head`, or leave --address out")


def _keep_quiet(ray: Any) -> None:
    """Ray writes what befalls its nodes to stdout, where a program may read ours; no setting of its own stops that.

    What it means for a document is said by this program; all of it stands in Ray's logs.
    """
    worker = ray._private.worker
    if hasattr(worker, "print_to_stdstream"):
        worker.print_to_stdstream = lambda *_, **__: None


@contextmanager
def _same_signals() -> Iterator[None]:
    """Ray answers SIGTERM in its own way; a run is interrupted by it as ever."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
