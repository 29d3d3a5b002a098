"""One long document read by several workers: the pages of a range as one of them reads them, in a file for the one that goes on.

What another read is what this one would have read, so a result does not depend on who read what. Whatever goes wrong with a page
while it is read for another is left to that one: it reads the page itself, and says what is wrong with it.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.batch.jobs import Done, Job, RangeJob
from pipeline.batch.seat import Report
from pipeline.batch.work import do_document, opened, read_file
from pipeline.runner import Task
from pipeline.stages.extract.ranges import ReadAhead, decode_pages, read_range


def do_shared(job: Job | RangeJob, given_up: Mapping[int, str], report: Report) -> Done | str:
    """A document, with pages that others read for it; or pages that are read for another."""
    if isinstance(job, RangeJob):
        return _read_range(job, given_up, report)
    return do_document(job, given_up, report, make_ahead(report))


def _read_range(job: RangeJob, given_up: Mapping[int, str], report: Report) -> str:
    of = job.document
    wanted = [number for number in range(job.first, job.last + 1) if number not in given_up]

    def read(task: Task) -> bytes:
        settings, password = task.configuration.extract, task.wishes.password
        return read_range(task.content, of.identity.source, wanted, settings, password=password, on_page=report.page)

    pages = opened(of, read_file(of), given_up, read)
    file = Path(job.folder) / f"{os.getpid()}-{job.first}.pages"
    file.write_bytes(pages)
    return str(file)


def make_ahead(report: Report) -> ReadAhead:
    """Gives the pages that others have read, range by range: each file is read once and then taken away."""
    read: dict[str, Mapping[int, Any]] = {}

    def ahead(number: int) -> Any:
        name = report.ahead(number)
        if name and name not in read:
            read.clear()
            read[name] = decode_pages(Path(name).read_bytes())
            Path(name).unlink()
        return read[name].get(number) if name else None

    return ahead
