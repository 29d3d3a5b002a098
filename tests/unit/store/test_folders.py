"""One run at a time; a document's folder swapped in as a whole."""

import os
import subprocess
import sys

import pytest

from pipeline.errors import OutputError
from pipeline.store.folders import load_batch, locked, new_folder, recover, refuse_foreign, replace_file, swap_in

HOLD = """
import sys
from pathlib import Path
from pipeline.store.folders import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def written(folder, text="new"):
    (folder / "run.json").write_text(text)
    return folder


def names(folder):
    return sorted(entry.name for entry in folder.iterdir())


def test_a_second_run_is_told_who_has_the_folder(tmp_path):
    out = tmp_path / "out"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(out)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        first.stdout.readline()

        with pytest.raises(OutputError, match=rf"is in use by process {first.pid}; wait"), locked(out):
            pass
        first.stdin.close()
        first.wait()

    with locked(out):
        assert (out / ".lock").read_text() == str(os.getpid())


def test_the_lock_is_given_back_when_its_process_is_killed(tmp_path):
    out = tmp_path / "out"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(out)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        first.stdout.readline()
        first.kill()
        first.wait()

    with locked(out):
        pass


def test_a_released_lock_names_nobody(tmp_path):
    with locked(tmp_path):
        pass

    assert (tmp_path / ".lock").read_text() == ""


def test_a_folder_made_for_a_run_that_wrote_nothing_goes_again(tmp_path):
    with pytest.raises(OutputError), locked(tmp_path / "a" / "out"):
        raise OutputError("nothing to do")

    assert names(tmp_path / "a") == []


@pytest.mark.parametrize("place", ["file/out", "file"])
def test_a_place_that_cannot_be_written_is_named(tmp_path, place):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(OutputError, match=r"cannot be written \(.+\); choose another folder with --out"), locked(tmp_path / place):
        pass


def test_a_new_folder_takes_the_place_of_the_old_one(tmp_path):
    (tmp_path / "a").mkdir()
    written(tmp_path / "a", "old")
    (tmp_path / "a" / "left over").touch()
    new = written(new_folder(tmp_path, "a"))

    swap_in(tmp_path, "a", new)

    assert names(tmp_path) == ["a"]
    assert names(tmp_path / "a") == ["run.json"] and (tmp_path / "a" / "run.json").read_text() == "new"


@pytest.mark.parametrize("left", [["notes.txt"], ["chunks.jsonl"], [".hidden"]])
def test_a_folder_that_no_run_wrote_is_never_replaced(tmp_path, left):
    (tmp_path / "a").mkdir()
    for name in left:
        (tmp_path / "a" / name).touch()
    new = written(new_folder(tmp_path, "a"))

    with pytest.raises(OutputError, match="no result of clausetrace"):
        swap_in(tmp_path, "a", new)

    assert names(tmp_path / "a") == left


def test_a_file_or_a_link_in_the_place_is_never_replaced(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "gone")

    for name in ("file", "link"):
        with pytest.raises(OutputError):
            refuse_foreign(tmp_path / name)


def test_what_stepped_aside_comes_back_when_nothing_took_its_place(tmp_path):
    written(new_folder(tmp_path, "a"))
    (tmp_path / ".old-a").mkdir()
    written(tmp_path / ".old-a", "old")

    recover(tmp_path)

    assert names(tmp_path) == ["a"] and (tmp_path / "a" / "run.json").read_text() == "old"


def test_what_stepped_aside_goes_when_its_place_is_taken(tmp_path):
    for name, text in ((".old-a", "old"), ("a", "new")):
        (tmp_path / name).mkdir()
        written(tmp_path / name, text)

    recover(tmp_path)

    assert names(tmp_path) == ["a"] and (tmp_path / "a" / "run.json").read_text() == "new"


def test_a_half_written_batch_file_goes(tmp_path):
    (tmp_path / ".new-run.json").write_text("{")

    recover(tmp_path)

    assert names(tmp_path) == []


def test_a_file_is_replaced_as_a_whole(tmp_path):
    replace_file(tmp_path / "run.json", b"one")
    replace_file(tmp_path / "run.json", b"two")

    assert names(tmp_path) == ["run.json"] and (tmp_path / "run.json").read_bytes() == b"two"


@pytest.mark.parametrize("content", ["", "{", "{}", '{"schema_version": "x"}', "\xff"])
def test_a_batch_file_that_cannot_be_read_is_as_none(tmp_path, content):
    (tmp_path / "run.json").write_bytes(content.encode("latin-1"))

    assert load_batch(tmp_path) is None
