"""What the tests of the pool give their workers to do: each job is a list of pages, and each page says what happens on it."""

import os
import signal
import time
from pathlib import Path

from pipeline.errors import Damaged

MB = 1_000_000


def read_pages(job, given_up, report):
    """Goes through the pages; gives those that were read and why others were not."""
    read = []
    report.stage("extract")
    for number, happens in enumerate(job, 1):
        report.page(number, len(job))
        if number not in given_up:
            _happen(happens)
            read.append(number)
    report.stage("chunks")
    return read, dict(given_up), os.getpid()


def read_shared(job, given_up, report):
    """A document ("document", pages), or a range of its pages ("range", job, (first, last), folder) read for another worker."""
    if job[0] == "range":
        _, (_, pages), (first, last), folder = job
        for number in range(first, last + 1):
            report.page(number, len(pages))
            _happen(pages[number - 1].replace("_in_range", ""))
        file = Path(folder) / f"{first}.pages"
        file.write_text("read by another")
        return str(file)
    read, by_others = [], []
    report.stage("extract")
    for number, happens in enumerate(job[1], 1):
        report.page(number, len(job[1]))
        if number in given_up:
            continue
        if report.ahead(number):
            by_others.append(number)
        elif not happens.endswith("_in_range"):
            _happen(happens)
        read.append(number)
    return read, by_others, dict(given_up)


def _happen(happens):
    name, _, of = happens.partition(":")
    HAPPENINGS[name](of)


def _hang(_):
    time.sleep(60)


def _grow(_):
    kept = [bytearray(20 * MB) for _ in range(1000) if time.sleep(0.002) is None]
    assert kept


def _ask_for_much(_):
    assert bytearray(10_000 * MB)


def _crash(_):
    os.kill(os.getpid(), signal.SIGSEGV)


def _crash_once(mark):
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)


def _fail(_):
    raise KeyError("a fault of the program")


def _refuse(_):
    raise Damaged("is cut short")


HAPPENINGS = {
    "fine": lambda _: None,
    "slow": lambda _: time.sleep(0.1),
    "wait": lambda _: time.sleep(0.4),
    "hang": _hang,
    "grow": _grow,
    "huge": _ask_for_much,
    "crash": _crash,
    "crash_once": _crash_once,
    "fail": _fail,
    "refuse": _refuse,
}


def crashes_behind_pages(job, given_up, report):
    """A crash behind the last page, before any stage is told: the page is not to blame."""
    report.page(1, 1)
    os.kill(os.getpid(), signal.SIGSEGV)


def hangs_behind_pages(job, given_up, report):
    """A hang behind the last page, before any stage is told."""
    report.page(1, 1)
    time.sleep(60)


def takes_together(job, given_up, report):
    """Pages that are read, and what is worked out of them together: ("how many pages", "what happens then")."""
    pages, happens = job
    report.page(pages, pages)
    report.page(0, pages)
    _happen(happens)
    return dict(given_up)


def never_ends(job, given_up, report):
    """A stage that hangs, with no page to blame."""
    report.page(1, 1)
    report.stage("clauses")
    time.sleep(60)


def always_dies(job, given_up, report):
    """A stage that crashes, with no page to blame."""
    report.stage("clauses")
    os.kill(os.getpid(), signal.SIGSEGV)
