"""A run that is stopped: one line on stderr that says what is done, exit code 130, nothing half-written."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from tests.cli.conftest import hows
from tests.conftest import ROOT

SLOW = "1. Scope\n" * 200_000


@contextmanager
def running(*words):
    """A run in a session of its own, as a terminal has one: Ctrl-C there reaches every process of it."""
    command = [sys.executable, "-m", "pipeline", "run", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True) as run:
        try:
            yield run
        finally:
            run.kill()


def wait_for(place):
    while not place.exists():
        time.sleep(0.005)


@pytest.mark.parametrize("seconds", [0, 0.1, 0.2, 0.3, 0.5, 1.0])
def test_ctrl_c_ends_every_process_with_one_line(write, here, seconds):
    write("big.txt", SLOW)
    with running("big.txt") as run:
        wait_for(here / "out/.lock")
        time.sleep(seconds)

        os.killpg(run.pid, signal.SIGINT)
        said = run.stderr.read()

    assert run.returncode == 130
    assert [line.partition(":")[0] for line in said.split("\n") if line] == ["clausetrace"] and "interrupted" in said


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_what_was_done_stands_and_is_told(write, here, sent):
    write("a.txt", "1. Scope\n2. Terms\n")
    write("big.txt", SLOW)
    with running("a.txt", "big.txt", "--workers", "1") as run:
        wait_for(here / "out/a")
        time.sleep(0.5)

        run.send_signal(sent)
        said = run.stderr.read()

    assert run.returncode == 130
    assert said == (
        "clausetrace: interrupted with 1 of 2 documents done; what is done stands in out, and the same command does the rest\n"
    )
    assert hows(here / "out") == {"a": "done"}
