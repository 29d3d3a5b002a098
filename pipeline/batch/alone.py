"""One stage alone, from what the stages before it gave, in a worker with the limits of a run.

What it gives is kept in `.stages/` for the stages behind it; the files of the document stay as the last run wrote them.
"""

from collections.abc import Sequence
from pathlib import Path

from pipeline.batch.inputs import Found, identify_one
from pipeline.batch.jobs import STAGE_WORK, Job, StageJob
from pipeline.batch.pool import Watcher, run_jobs
from pipeline.config.hashes import hash_settings
from pipeline.config.settings import Configuration
from pipeline.errors import ClausetraceError, InputError
from pipeline.model import Record, Stage
from pipeline.store.folders import load_run, load_timings, locked
from pipeline.store.remote.reading import copy_file
from pipeline.store.remote.urls import is_remote
from pipeline.store.stages import load_stage
from pipeline.store.versions import load_versions


def run_stage_alone(
    stage: Stage, folder: Path, configuration: Configuration, passwords: Sequence[str], watcher: Watcher
) -> tuple[Record, Record]:
    """The document, and what ``stage`` gives for it now. Raises InputError where an earlier result or the file is missing."""
    with locked(folder.absolute().parent):
        job = StageJob(stage, str(folder), _make_job(folder, configuration, passwords))
        for _, answer in run_jobs(STAGE_WORK, [job], 1, configuration.limits, watcher):
            if isinstance(answer, ClausetraceError):
                raise answer
        return load_stage(folder, Stage.EXTRACT), load_stage(folder, stage)


def _make_job(folder: Path, configuration: Configuration, passwords: Sequence[str]) -> Job:
    """The document of ``folder`` with what the configuration says of it now."""
    run, timings = load_run(folder), load_timings(folder)
    if run is None or timings is None:
        raise InputError(f"{folder} was not written by this version; run `clausetrace run` on its file first")
    given = run.input
    origin = timings.path if is_remote(timings.path) else ""
    path = copy_file(origin) if origin else Path(timings.path)
    found = Found(path, path.parent, given.source, given.bytes, given.sha256, origin=origin)
    one = identify_one(found, configuration, given.doc_id)
    return Job(
        path=str(path),
        out=str(folder.parent),
        identity=one.identity,
        own=one.own,
        configuration=configuration,
        settings_sha256=hash_settings(configuration, one.own),
        fingerprint=run.fingerprint,
        versions=load_versions(),
        pages=tuple(run.pages_chosen),
        passwords=tuple(passwords),
        origin=origin,
    )
