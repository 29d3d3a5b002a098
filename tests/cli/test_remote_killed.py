"""A run into a bucket that is killed between two requests: a reader never sees half a document, and the next run finishes it."""

import os
import random
import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT

SEED = 20240501
STARTER = """
import os, signal, sys, threading
from pipeline.store.remote.objects import Place

lock = threading.Lock()

def counted(act):
    def after(self, name, *rest):
        with lock:
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1
            return act(self, name, *rest)
    return after

if __name__ == "__main__":
    left = [int(sys.argv.pop(1))]
    for name in ("write", "create", "copy", "remove"):
        setattr(Place, name, counted(getattr(Place, name)))
    from pipeline.cli import main
    main(sys.argv[1:])
"""
"""Runs the command and kills it before its n-th change to the store; one change at a time, so that n of them have happened."""
KILLED = -9
DOCUMENTS = {"old": "1. Scope\n(a) old;\n(b) older.\n", "new": "1. Scope\n(a) new;\n(b) newer;\n(c) newest.\n"}


@pytest.fixture
def program(here):
    """A copy of the package: a result depends on the code, which must not change while the test goes on."""
    for name in ("pipeline", "config"):
        shutil.copytree(ROOT / name, here / "program" / name, ignore=shutil.ignore_patterns("__pycache__"))
    (here / "starter.py").write_text(STARTER)
    return here / "program"


@pytest.fixture
def start(program, bucket):
    def started(changes, *words):
        command = [sys.executable, "starter.py", str(changes), "run", bucket.at("in"), "--out", bucket.at("out"), "--quiet", *words]
        return subprocess.run(command, env={**os.environ, "PYTHONPATH": str(program)}, check=False).returncode

    return started


def undisturbed(start, bucket):
    """What a run gives that nobody kills, of each version of the document: what a reader finds, its objects, and all there are."""
    whole = {}
    for name, text in DOCUMENTS.items():
        bucket.put("in/policy.txt", text)
        assert start(-1) == 0
        whole[name] = bucket.whole("policy"), bucket.tree(), {key: bucket.get(f"out/{key}") for key in bucket.listed("out/")}
    return whole


def begin_anew(bucket, whole, *, earlier):
    """An output folder as the run left it that did the old document, or none; the new one waits to be done."""
    for key in bucket.listed("out/"):
        bucket.client.delete_object(Bucket=bucket.name, Key=f"out/{key}")
    for key, content in sorted(whole["old"][2].items(), key=lambda named: named[0].endswith("run.json")) if earlier else ():
        bucket.put(f"out/{key}", content)
    bucket.put("in/policy.txt", DOCUMENTS["new"])


def kill_and_finish(start, bucket, changes, whole, *, earlier):
    """Whether the run was killed before it ended; what readers and the next run find is as it must be."""
    begin_anew(bucket, whole, earlier=earlier)
    ended = start(changes)
    seen = bucket.whole("policy")

    assert ended in (0, KILLED)
    assert seen in [whole["old"][0] if earlier else None, whole["new"][0]]
    assert start(-1) == 0
    assert bucket.tree() == whole["new"][1]
    assert ".lock" not in bucket.listed("out/")
    return ended == KILLED


@pytest.mark.parametrize("earlier", [False, True], ids=["first", "over an earlier one"])
def test_a_killed_upload_is_never_seen_half_and_is_finished_by_the_next_run(start, bucket, earlier):
    whole = undisturbed(start, bucket)
    draw = random.Random(SEED)
    moments = sorted(draw.sample(range(16, 48) if earlier else range(1, 17), 2))

    killed = [kill_and_finish(start, bucket, changes, whole, earlier=earlier) for changes in moments]

    assert all(killed), f"seed {SEED}, moments {moments}"


@pytest.mark.full
@pytest.mark.parametrize("earlier", [False, True], ids=["first", "over an earlier one"])
def test_at_every_moment_of_an_upload_there_is_one_whole_document(start, bucket, earlier):
    whole = undisturbed(start, bucket)

    changes = 0
    while kill_and_finish(start, bucket, changes, whole, earlier=earlier):
        changes += 1

    assert changes > (45 if earlier else 15)


def test_a_run_that_was_killed_behind_the_turn_is_finished_without_doing_the_document_again(start, bucket):
    whole = undisturbed(start, bucket)
    turn = 1 + len(whole["new"][1]) + 1  # the lock, every file with timings.json, and not yet run.json
    begin_anew(bucket, whole, earlier=True)

    assert start(turn + 2) == KILLED
    assert bucket.whole("policy") == whole["new"][0]
    assert start(-1) == 0

    assert bucket.tree() == whole["new"][1]
    assert b'"how": "unchanged"' in bucket.get("out/run.json")
