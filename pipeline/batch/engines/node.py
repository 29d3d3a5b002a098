"""What runs on a node of a cluster: one document, in a worker process with the same limits as anywhere.

The worker process is the pool's own, so that a document that hangs, grows or crashes is ended on its node and costs itself alone.
"""

import tempfile
import time
from pathlib import Path
from typing import Any

from pipeline.batch.engines.parcels import Parcel, Returned, pack_result, unpack
from pipeline.batch.jobs import Done
from pipeline.batch.pool import run_jobs
from pipeline.config.settings import LimitSettings
from pipeline.errors import ClausetraceError, UsageError
from pipeline.store.versions import load_versions

TOLD_EVERY = 0.2
"""Seconds between two messages about pages: a person sees no more, and each costs the cluster a call."""


class Told:
    """An actor beside the run: nodes tell it how far they are, and the run takes that from it."""

    def __init__(self) -> None:
        self._said: list[tuple[Any, ...]] = []

    def say(self, *said: Any) -> None:
        """Takes in one message: the job's place, what it is about, and the rest."""
        self._said.append(said)

    def wait(self) -> None:
        """Nothing; who asks for it has waited for all that he said before."""

    def take(self) -> list[tuple[Any, ...]]:
        """All that was said since the last time."""
        taken, self._said = self._said, []
        return taken


class Telling:
    """A watcher that passes on to ``Told`` what a worker on this node says of the job ``index``."""

    def __init__(self, told: Any, index: int) -> None:
        self._told, self._index = told, index
        self._last = 0.0

    def page(self, _: int, number: int, of: int) -> None:
        """Passed on, unless the last was just now."""
        now = time.monotonic()
        if now - self._last >= TOLD_EVERY:
            self._last = now
            self._told.say.remote(self._index, "page", number, of)

    def stage(self, _: int, name: str) -> None:
        """Passed on."""
        self._told.say.remote(self._index, "stage", name)

    def ended(self, _: int) -> None:
        """The run itself sees that."""


def do_on_node(work: str, parcel: Parcel, limits: LimitSettings, told: Any, index: int, node: str) -> Returned | ClausetraceError:
    """The document of ``parcel``. Errors are handed back; what is raised is a fault of the node."""
    if load_versions() != dict(parcel.job.versions):
        return UsageError(f"node {node} has {_differing(parcel)}; install the same on every node")
    told.say.remote(index, "node", node)
    with tempfile.TemporaryDirectory(prefix="clausetrace-") as folder:
        job = unpack(parcel, Path(folder))
        [(_, answer)] = run_jobs(work, [job], 1, limits, Telling(told, index))
        return pack_result(answer) if isinstance(answer, Done) else answer


def _differing(parcel: Parcel) -> str:
    """What is not the same here: a result depends on all versions."""
    there, here = parcel.job.versions, load_versions()
    names = [name for name in here if here[name] != there.get(name)]
    return ", ".join(f"{name} {here[name] or '(none)'} in place of {there.get(name, '(none)')}" for name in names)
