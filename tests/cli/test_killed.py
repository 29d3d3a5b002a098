"""A run that is killed at any moment leaves nothing half-written, and the next one finishes the job.

Moments are drawn from a seed that is printed: by the clock over the whole of a run, and by the run's touches of its output folder,
so that every step of writing and of swapping in has its turn. CLAUSETRACE_SEED draws others.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from pipeline.store.folders import load_run
from pipeline.store.read import find_changed
from pipeline.store.stages import KINDS, load_key
from tests.cli.conftest import tree
from tests.conftest import ROOT

SEED = int(os.environ.get("CLAUSETRACE_SEED", "20240501"))
COMMAND = [sys.executable, "-m", "pipeline", "run", "in", "--quiet", "--workers", "2"]
PROGRAM = "program"
"""A copy of the package: a result depends on the code, which must not change while the test goes on."""
KILLING = ROOT / "tests" / "cli" / "killing"
FEW, MANY = {"clock": 8, "run": 6, "worker": 6}, {"clock": 80, "run": 60, "worker": 60}
"""How many kills of each kind: 20 in ordinary tests, 200 in all."""


def start(*words, **environment):
    path = f"{KILLING}{os.pathsep}{PROGRAM}" if environment else PROGRAM
    known = {**os.environ, "PYTHONPATH": path, **environment}
    return subprocess.Popen([*COMMAND, *words], env=known, start_new_session=True)


@pytest.fixture
def documents(write, here):
    for name in ("pipeline", "config"):
        shutil.copytree(ROOT / name, here / PROGRAM / name, ignore=shutil.ignore_patterns("__pycache__"))
    for number in range(3):
        write(f"in/policy-{number}.txt", f"1. Scope {number}\n" + "".join(f"({n}) item {n} of {number}\n" for n in range(1, 120)))
    shutil.copy(ROOT / "fixtures" / "pdf" / "table-over-two-pages.pdf", here / "in" / "table.pdf")


def endings(out):
    """The rows of the batch, save what says how often and when it was done."""
    rows = json.loads((out / "run.json").read_text())["documents"]
    return [{key: value for key, value in row.items() if key != "how"} for row in rows]


def half_written(out):
    """What is visible under its final name and not whole: a folder without its run.json, or a file that is not as that says."""
    visible = [entry for entry in out.glob("*") if not entry.name.startswith(".") and entry.is_dir()]
    runs = {entry: load_run(entry) for entry in visible}
    return [
        entry
        for entry, run in runs.items()
        if run is None or not all(load_key(entry, stage) for stage in KINDS) or find_changed(entry, run)
    ]


class Undisturbed:
    """What a run gives that nobody kills, how many seconds it takes, and how often its processes touch the folder."""

    def __init__(self, here):
        began = time.monotonic()
        assert start("--out", "whole").wait() == 0
        self.seconds = time.monotonic() - began
        self.tree, self.endings = tree(here / "whole"), endings(here / "whole")
        log = here / "touches.txt"
        for _ in range(2):
            log.unlink(missing_ok=True)
            assert start("--force", "--out", "out", KILL_FOLDER="out", KILL_LOG=str(log)).wait() == 0
        touches = Counter(log.read_text().splitlines())
        self.touches = {who: max(touches[line] for line in touches if line.startswith(who)) for who in ("run", "worker")}


def kill(kind, undisturbed, draw):
    """Kills a run at a moment of the kind that is drawn; gives what was drawn and how the run ended."""
    if kind == "clock":
        moment, everything = draw.uniform(0, undisturbed.seconds), draw.random() < 0.5
        with start("--force") as run:
            time.sleep(moment)
            os.killpg(run.pid, signal.SIGKILL) if everything else run.kill()
        return f"after {moment:.3f} s{', all processes' if everything else ''}", run.returncode
    touch = draw.randint(1, undisturbed.touches[kind])
    with start("--force", KILL_FOLDER="out", KILL_WHO=kind, KILL_AT=str(touch)) as run:
        pass
    return f"at touch {touch} of {undisturbed.touches[kind]}", run.returncode


def kill_and_finish(here, kind, kills):
    """Kills runs, over a folder that is empty or filled, and lets one end behind each kill; all must be as if undisturbed."""
    sys.stdout.write(f"seed {SEED}\n")
    draw, undisturbed = random.Random(f"{SEED} {kind}"), Undisturbed(here)
    out, killed = here / "out", 0
    for number in range(kills):
        if draw.random() < 0.5:
            shutil.rmtree(out)
        moment, ended = kill(kind, undisturbed, draw)
        killed += ended == -signal.SIGKILL
        assert not half_written(out), f"kill {number} {moment}"

        assert start().wait() == 0, f"kill {number} {moment}: the next run did not end well"

        assert tree(out) == undisturbed.tree, f"kill {number} {moment}: other bytes"
        assert endings(out) == undisturbed.endings, f"kill {number} {moment}: other rows"
        assert not list(out.glob(".new-*")) and not list(out.glob(".old-*")), f"kill {number} {moment}: left over"
    assert killed >= (1 if kind == "clock" else kills / 3), "the runs ended before they were killed"


@pytest.mark.parametrize("kind", FEW)
def test_the_next_run_gives_the_bytes_of_an_undisturbed_one(documents, here, kind):
    kill_and_finish(here, kind, FEW[kind])


@pytest.mark.full
@pytest.mark.parametrize("kind", MANY)
def test_two_hundred_kills_change_nothing(documents, here, kind):
    kill_and_finish(here, kind, MANY[kind])
