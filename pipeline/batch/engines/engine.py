"""What a batch asks of who does its documents, and the one that is always there: worker processes of this machine."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from pipeline.batch.jobs import SHARED_WORK, Job, share_pages
from pipeline.batch.pool import Watcher, run_jobs
from pipeline.config.settings import LimitSettings


class Engine(Protocol):
    """Does the jobs of a batch."""

    def run(self, jobs: Sequence[Job], limits: LimitSettings, watcher: Watcher) -> Iterator[tuple[int, Any]]:
        """The place of each job and what it gave, as they end: a Done whose folder lies in the job's ``out``, or an error."""


class LocalEngine:
    """Worker processes of this machine, so many at a time."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def run(self, jobs: Sequence[Job], limits: LimitSettings, watcher: Watcher) -> Iterator[tuple[int, Any]]:
        """See ``run_jobs``; workers without a job of their own read pages for the others."""
        return run_jobs(SHARED_WORK, jobs, self._workers, limits, watcher, share_pages)
