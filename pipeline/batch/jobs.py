"""What goes to a worker and what comes back. Known on both sides; imports no stage, so that this side starts fast."""

from collections.abc import Mapping

from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.model import Identity, Record, SourceKind, Stage
from pipeline.store.rows import DocumentRun, Timings

WORK = "pipeline.batch.work:do_document"
"""What a worker does with a Job, and gives a Done for; named, since only workers import it."""
SHARED_WORK = "pipeline.batch.ranges:do_shared"
"""The same, and what it does with a RangeJob: the file with the pages."""
STAGE_WORK = "pipeline.batch.work:do_stage"
"""What a worker does with a StageJob."""
GUESS_WORK = "pipeline.batch.work:guess"
"""What a worker does with a Job to give Guesses."""
ALONE = (Stage.EXTRACT, Stage.BOILERPLATE, Stage.CLAUSES, Stage.TABLES, Stage.CHUNKS)
"""The stages that can be run alone, in the order in which they build on each other."""
READING = (Stage.EXTRACT, Stage.TABLES)
"""Those that read the file itself; the others go by what was extracted."""


class Job(Record, frozen=True):
    """A document to be done by a worker. ``passwords`` are tried in turn where the file asks for one.

    ``origin`` is the address that ``path`` is a copy of, "" where it is the file itself.
    ``reuse``: what the first stages gave in an earlier run is taken as it is, where nothing that shapes it has changed.
    """

    path: str
    out: str
    identity: Identity
    own: DocumentSettings
    configuration: Configuration
    settings_sha256: str
    fingerprint: str
    versions: Mapping[str, str]
    pages: tuple[int, ...] = ()
    passwords: tuple[str, ...] = ()
    fixture_pages: Mapping[int, str] = {}
    workers: int = 1
    reuse: bool = True
    origin: str = ""


class RangeJob(Record, frozen=True):
    """Pages of a document to be read for the worker that has it, into a file below ``folder``."""

    document: Job
    first: int
    last: int
    folder: str


def share_pages(job: Job, pages: tuple[int, int], folder: str) -> RangeJob | None:
    """The job of reading some pages of another; None where only chosen pages are read, or where there is nothing to read apart."""
    apart = job.identity.kind is SourceKind.PDF and not job.pages
    return RangeJob(job, *pages, folder) if apart else None


class Done(Record, frozen=True):
    """What a worker hands back: the folder that it wrote, what stands in its ``run.json``, and what it cost."""

    folder: str
    run: DocumentRun
    timings: Timings


class Guesses(Record, frozen=True):
    """What a document seems to say of itself: the title in its metadata, and dates printed on it (date, as printed, page)."""

    title: str
    dates: tuple[tuple[str, str, int], ...]


class StageJob(Record, frozen=True):
    """One stage of the document whose results are in ``folder``."""

    stage: Stage
    folder: str
    document: Job
