"""A disk that fills up, folders and files that vanish or change under a run, a folder that cannot be written, two runs in one."""

import ctypes
import os
import resource
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from tests.cli.conftest import hows, rows, tree
from tests.cli.test_interrupted import running, wait_for
from tests.conftest import ROOT

SMALL_DISK, SMALL_FILE = 150_000, 20_000
"""Bytes of a disk, and of a file where a small disk cannot be had, that fill up while a document is written."""
LONG = "1. Scope\n" + "".join(f"({n}) item {n}\n" for n in range(1, 400))
WHILE = "1. Scope\n" * 1_500
"""A document that is being read for a second or two."""


def ended(*words, before=None):
    """Exit code and stderr of a run in a process of its own."""
    command = [sys.executable, "-m", "pipeline", "run", *map(str, words)]
    ran = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, preexec_fn=before, check=False
    )
    assert "Traceback" not in ran.stderr
    return ran.returncode, ran.stderr


@contextmanager
def mounted(place, options):
    """A file system in memory at ``place``; None where this user may not mount one."""
    place.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    done = sys.platform == "linux" and libc.mount(b"tmpfs", os.fsencode(place), b"tmpfs", 0, options.encode()) == 0
    try:
        yield place if done else None
    finally:
        if done:
            libc.umount2(os.fsencode(place), 2)


def bound_files():
    """Long files cannot be written by what is started now: the same kind of error as a full disk, from another limit."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL_FILE, SMALL_FILE))


def no_half(out):
    """Whether nothing but whole documents is visible."""
    visible = [entry for entry in out.iterdir() if not entry.name.startswith(".")] if out.exists() else []
    return all((entry / "run.json").is_file() for entry in visible if entry.is_dir())


def test_a_full_disk_is_one_line_and_the_next_run_gives_the_same_bytes(write, here):
    write("in/a.txt", "1. Scope\n")
    write("in/b.txt", LONG)
    assert ended("in", "--out", "whole")[0] == 0

    with mounted(here / "small", f"size={SMALL_DISK}") as small:
        out = (small or here) / "out"
        code, said = ended("in", "--out", out, "--workers", "1", before=None if small else bound_files)

        assert code == 2 and "cannot be written" in said and said.count("\n") <= 2, said
        assert ("No space left" in said) if small else ("File too large" in said)
        assert no_half(out) and not (out / "b").exists()
        if small:
            shutil.copytree(out, here / "out")

    assert ended("in")[0] == 0
    assert tree(here / "out") == tree(here / "whole")


def test_a_disk_that_fills_up_over_an_earlier_result_leaves_it(write, here):
    write("in/b.txt", "1. Scope\n")
    with mounted(here / "small", f"size={SMALL_DISK}") as small:
        out = (small or here) / "out"
        assert ended("in", "--out", out)[0] == 0
        before = tree(out)
        write("in/b.txt", LONG)

        code, said = ended("in", "--out", out, before=None if small else bound_files)

        assert code == 2 and "cannot be written" in said
        assert {name: content for name, content in tree(out).items() if not name.startswith(".new-")} == before


def test_an_output_folder_that_vanishes_is_one_line_and_the_next_run_does_all(write, here):
    write("in/a.txt", "1. Scope\n")
    write("in/big.txt", WHILE)
    with running("in", "--workers", "1") as run:
        wait_for(here / "out/a")
        shutil.rmtree(here / "out")

        said = run.stderr.read()

    assert run.returncode == 2 and "cannot be written" in said and "Traceback" not in said, said
    write("in/big.txt", "1. Scope\n2. Terms\n")
    assert ended("in")[0] == 0
    assert hows(here / "out") == {"a": "done", "big": "done"}


@pytest.mark.parametrize(
    ("happens", "says"), [(lambda file: file.unlink(), "cannot be read"), (lambda file: file.write_text("2. Other\n"), "changed")]
)
def test_an_input_that_vanishes_or_changes_costs_itself_alone(write, here, happens, says):
    write("in/0.txt", "1. First\n")
    write("in/a.txt", WHILE)
    later = write("in/b.txt", "1. Scope\n")
    write("in/c.txt", "1. Scope of c\n")
    with running("in", "--workers", "1") as run:
        wait_for(here / "out/0")
        happens(later)

        said = run.stderr.read()

    assert run.returncode == 3 and "b.txt" in said and says in said, said
    assert {doc_id: how for doc_id, how in hows(here / "out").items() if doc_id != "a"} == {"0": "done", "b": "failed", "c": "done"}
    assert not (here / "out/b").exists()


def test_an_input_folder_that_vanishes_is_named_for_each_document(write, here):
    write("in/0.txt", "1. First\n")
    write("in/a.txt", WHILE)
    write("in/b.txt", "1. Scope\n")
    with running("in", "--workers", "1") as run:
        wait_for(here / "out/0")
        shutil.rmtree(here / "in")

        said = run.stderr.read()

    assert run.returncode == 3 and "b.txt cannot be read" in said and "Traceback" not in said, said


def test_a_read_only_output_is_one_line(write, here):
    write("in/a.txt", "1. Scope\n")
    with mounted(here / "fixed", "ro") as fixed:
        if fixed is None:
            (here / "fixed").chmod(0o555)
        out = here / "fixed" / "out" if fixed or os.geteuid() else "/proc/clausetrace"

        code, said = ended("in", "--out", out)

    assert code == 2 and said.count("\n") == 1 and "cannot be written" in said and "--out" in said, said


def test_a_second_run_into_one_folder_is_refused_and_the_first_ends_as_if_alone(write, here):
    write("in/a.txt", "1. Scope\n")
    write("in/b.txt", 2 * WHILE)
    write("other/b.txt", "1. Another\n")
    with running("in", "--workers", "1") as run:
        wait_for(here / "out/a")

        code, said = ended("other")

        assert code == 2 and f"in use by process {run.pid}" in said, said
        run.stderr.read()
    assert run.returncode == 0
    assert ended("in", "--out", "whole")[0] == 0
    assert tree(here / "out") == tree(here / "whole")
    assert [row["text"] for row in rows(here / "out/a/chunks.jsonl")]
