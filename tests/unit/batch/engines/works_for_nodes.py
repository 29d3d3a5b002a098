"""What the tests of the cluster give a node's worker to do with a document, in place of reading it."""

import os
import signal
import time
from pathlib import Path

from pipeline.batch.work import do_document

HELD = "CLAUSETRACE_TEST_HELD"
"""The variable that names the file in which a document notes that it is begun, so that it knows when that is not the first time."""


def hang_on_a_page(job, given_up, report):
    """A page that hangs each time it is tried, and one that follows."""
    report.page(1, 1)
    time.sleep(120)


def crash(job, given_up, report):
    """A stage that crashes."""
    report.stage("clauses")
    os.kill(os.getpid(), signal.SIGSEGV)


def grow(job, given_up, report):
    """A stage that takes more and more memory."""
    report.stage("clauses")
    kept = [bytearray(20_000_000) for _ in range(1000) if time.sleep(0.002) is None]
    assert kept


def hold_once(job, given_up, report):
    """A document that is never done where it is begun first, and done as usual where it is begun again."""
    begun = Path(os.environ[HELD])
    report.stage("extract")
    first = not begun.exists()
    with begun.open("a") as noted:
        noted.write(f"{os.getpid()}\n")
    if first:
        time.sleep(600)
    return do_document(job, given_up, report)
