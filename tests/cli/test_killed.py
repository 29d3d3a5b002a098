"""A run that is killed at any moment leaves nothing half-written, and the next one finishes the job."""

import os
import random
import shutil
import subprocess
import sys
import time

import pytest

from tests.cli.conftest import tree
from tests.conftest import ROOT

SEED = 20240501
COMMAND = [sys.executable, "-m", "pipeline", "run", "in", "--quiet", "--workers", "2"]


PROGRAM = "program"
"""A copy of the package: a result depends on the code, which must not change while the test goes on."""


def start(*words):
    return subprocess.Popen([*COMMAND, *words], env={**os.environ, "PYTHONPATH": PROGRAM})


@pytest.fixture
def documents(write, here):
    for name in ("pipeline", "config"):
        shutil.copytree(ROOT / name, here / PROGRAM / name, ignore=shutil.ignore_patterns("__pycache__"))
    for number in range(4):
        write(f"in/policy-{number}.txt", f"1. Scope {number}\n" + "".join(f"({n}) item {n} of {number}\n" for n in range(1, 120)))


def kill_and_finish(here, moments):
    """Kills runs at the moments (seconds) given, one after another, then lets one end; the second and later ones force all work."""
    for moment in moments:
        with start("--force") as run:
            time.sleep(moment)
            run.kill()
        visible = [entry for entry in (here / "out").glob("*") if not entry.name.startswith(".") and entry.is_dir()]
        assert all((entry / "run.json").is_file() for entry in visible)
    assert start("--force").wait() == 0


def undisturbed(here):
    """What a run gives that nobody kills, and how many seconds it takes."""
    began = time.monotonic()
    assert start("--out", "whole").wait() == 0
    return tree(here / "whole"), time.monotonic() - began


def test_the_next_run_gives_the_bytes_of_an_undisturbed_one(documents, here):
    whole, seconds = undisturbed(here)
    draw = random.Random(SEED)

    kill_and_finish(here, [draw.uniform(0, seconds) for _ in range(5)])

    assert tree(here / "out") == whole
    assert not list((here / "out").glob(".new-*")) and not list((here / "out").glob(".old-*"))


@pytest.mark.full
def test_two_hundred_kills_change_nothing(documents, here):
    whole, seconds = undisturbed(here)
    draw = random.Random(SEED)

    for _ in range(200):
        kill_and_finish(here, [draw.uniform(0, seconds)])
        assert tree(here / "out") == whole
