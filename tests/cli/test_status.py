"""`clausetrace status` and `clausetrace clean`: how documents stand, and what becomes of those that have gone."""

import json

import pytest

from tests.cli.conftest import confirmed, hows, rows, tree


@pytest.fixture
def three(write, run):
    for name in "abc":
        write(f"in/{name}.txt", f"1. Scope of {name}\n2. Terms\n")
    assert run("run", "in").code == 0


def standings(run, *words):
    found = json.loads(run("status", *words, "--json").out)
    return {row["doc_id"]: row for row in found}


def states(run, *words):
    return {doc_id: row["state"] for doc_id, row in standings(run, *words).items()}


def test_each_document_is_a_row_and_the_sum_is_told(run, write, here, three):
    write("in/b.txt", "1. Another scope\n")
    (here / "in/c.txt").unlink()

    ran = run("status")

    assert ran.code == 0 and ran.err == ""
    assert [line.split()[:2] for line in ran.out.splitlines()[:3]] == [["a", "done"], ["b", "stale"], ["c", "gone"]]
    assert "its file changed" in ran.out and "3 documents in out: 1 done, 1 stale, 1 gone" in ran.out


CHANGES = [
    ("clausetrace.yaml", "chunks: {size: 60}", ["settings"], "settings changed from chunks on", "chunks"),
    ("clausetrace.yaml", "documents: {a: {title: Named}}", ["settings"], "settings changed from chunks on", "chunks"),
    ("clausetrace.yaml", "provenance: {sample: 1}", ["settings"], "settings changed from checks on", "checks"),
    ("in/a.txt", "1. Another\n", ["file"], "its file changed", "extract"),
    ("out/a/chunks.jsonl", "", ["results"], "its results changed: chunks.jsonl", "extract"),
    ("fixtures/pages/a/p0001.txt", confirmed("1. Scope of a"), ["right pages"], "the right text of its pages changed", "checks"),
]


@pytest.mark.parametrize(("name", "content", "causes", "message", "first"), CHANGES, ids=[change[3] for change in CHANGES])
def test_what_changed_is_named_with_the_stage_from_which_it_is_done_again(
    run, write, here, three, name, content, causes, message, first
):
    write(name, content)

    row = standings(run)["a"]

    assert (row["state"], row["causes"], row["message"]) == ("stale", causes, message)
    assert row["first_stage"] == first


def test_a_changed_version_is_named(run, three, monkeypatch):
    from pipeline.batch import status
    from pipeline.store.versions import load_versions

    monkeypatch.setattr(status, "load_versions", lambda: {**load_versions(), "pypdf": "99"})

    row = standings(run)["a"]

    assert row["causes"] == ["version"] and row["message"].endswith("-> 99")
    assert row["first_stage"] == "extract"


def test_a_document_of_chosen_pages_alone_is_stale(run, three):
    run("run", "in", "--only", "a", "--pages", "1")

    assert standings(run)["a"]["causes"] == ["pages"]


@pytest.mark.parametrize("settings", ["", "chunks: {size: 60}", "documents: {b: {skip_pages: [1]}}", "limits: {pages: 7}"])
def test_stale_is_what_a_run_would_do_again(run, write, three, settings):
    write("clausetrace.yaml", settings)
    write("in/c.txt", "1. New\n")

    planned = {row["doc_id"]: row["step"] for row in json.loads(run("run", "in", "--dry-run", "--json").out)}

    assert states(run) == {doc_id: {"do": "stale", "keep": "done"}[step] for doc_id, step in planned.items()}
    run("run", "in")
    assert set(states(run).values()) == {"done"}


def test_a_failed_document_stands_with_its_reason_and_exit_code_3(run, write, three):
    write("in/d.pdf", b"no PDF")
    run("run", "in")

    ran = run("status", "--fail-on", "stale")

    assert ran.code == 3
    assert "d  failed     d.pdf is not a PDF" in ran.out


def test_fail_on_stale_is_exit_code_1(run, write, three):
    assert run("status", "--fail-on", "stale").code == 0

    write("in/a.txt", "1. Another\n")

    assert run("status").code == 0
    assert run("status", "--fail-on", "stale").code == 1


@pytest.mark.parametrize("command", ["status", "clean"])
def test_a_folder_without_a_run_is_exit_code_2(run, here, command):
    (here / "empty").mkdir()

    for name in ("nowhere", "empty"):
        ran = run(command, name)

        assert ran.code == 2 and name in ran.err and ran.err.count("\n") == 1
    assert not (here / "nowhere").exists()


def test_a_renamed_file_is_done_and_not_cleaned(run, here, three):
    (here / "in/a.txt").rename(here / "in/new.txt")

    assert "its file is new.txt now" in standings(run)["a"]["message"]
    assert "no document of out has gone" in run("clean").out
    run("run", "in")
    assert {chunk["metadata"]["source"] for chunk in rows(here / "out/a/chunks.jsonl")} == {"new.txt"}
    assert states(run)["a"] == "done" and standings(run)["a"]["source"] == "new.txt"


def test_a_duplicate_is_told_from_one_that_has_gone(run, write, here, three):
    write("in/d.txt", (here / "in/a.txt").read_bytes())
    run("run", "in")
    assert states(run)["d"] == "duplicate"

    (here / "in/d.txt").unlink()

    assert states(run) == {"a": "done", "b": "done", "c": "done", "d": "gone"}


def test_a_file_on_another_system_is_not_looked_at_and_never_taken_to_have_gone(run, here, three):
    timings = here / "out/a/timings.json"
    timings.write_text(json.dumps({**json.loads(timings.read_text()), "path": "s3://bucket/in/a.txt"}))
    (here / "in/a.txt").unlink()

    row = standings(run)["a"]

    assert row["state"] == "done" and "was not looked at" in row["message"]
    assert "no document of out has gone" in run("clean", "--missing-folders").out


def test_a_document_whose_row_was_lost_with_a_killed_run_is_listed(run, here, three):
    (here / "out/run.json").unlink()

    assert states(run) == {"a": "done", "b": "done", "c": "done"}


def test_a_run_tells_which_documents_have_gone(run, write, here, three):
    write("elsewhere/d.txt", "1. Other\n")
    (here / "in/a.txt").unlink()

    ran = run("run", "elsewhere")

    assert "Their files are no longer there: a (a.txt); `clausetrace clean out`" in ran.out
    assert "not among these inputs: b, c\n" in ran.out


def test_a_folder_that_was_moved_is_followed(run, here, three):
    (here / "in").rename(here / "moved")
    assert set(states(run).values()) == {"gone"}

    run("run", "moved")

    assert set(states(run).values()) == {"done"}
    assert hows(here / "out") == {"a": "unchanged", "b": "unchanged", "c": "unchanged"}


# ---------------------------------------------------------------- clean


def test_clean_removes_what_has_gone_and_nothing_else(run, here, three):
    (here / "in/b.txt").unlink()
    before = tree(here / "out")

    ran = run("clean")

    assert ran.code == 0 and ran.out.startswith("removed: b")
    assert tree(here / "out") == {name: content for name, content in before.items() if not name.startswith("b/")}
    assert list(hows(here / "out")) == ["a", "c"]
    assert "no document of out has gone" in run("clean").out


def test_a_duplicate_of_the_same_name_that_has_gone_costs_the_document_nothing(run, write, here, three):
    write("in/sub/b.txt", (here / "in/b.txt").read_bytes())
    run("run", "in")
    (here / "in/sub/b.txt").unlink()
    before = tree(here / "out")

    assert "no document of out has gone" in run("clean").out
    assert tree(here / "out") == before and "b" in hows(here / "out")


def test_a_dry_run_removes_nothing(run, here, three):
    (here / "in/b.txt").unlink()
    before = tree(here / "out")

    ran = run("clean", "--dry-run")

    assert ran.out.startswith("would be removed: b")
    assert tree(here / "out") == before and "b" in hows(here / "out")


def test_a_folder_that_holds_something_of_a_person_is_kept_and_named(run, write, here, three):
    write("out/b/tables/notes.md", "mine")
    (here / "in/b.txt").unlink()
    before = tree(here / "out")

    ran = run("clean")

    assert ran.out.startswith("kept: b") and "tables/notes.md" in ran.out
    assert tree(here / "out") == before and "b" in hows(here / "out")


def test_a_link_in_place_of_a_folder_is_kept(run, here, three):
    (here / "out/b").rename(here / "elsewhere")
    (here / "out/b").symlink_to(here / "elsewhere")
    (here / "in/b.txt").unlink()

    assert run("clean").out.startswith("kept: b")
    assert (here / "elsewhere/chunks.jsonl").is_file()


def test_a_missing_input_folder_removes_nothing_unless_that_is_said(run, here, three):
    (here / "in").rename(here / "unmounted")

    assert [row["fate"] for row in json.loads(run("clean", "--json").out)] == ["kept"] * 3
    assert run("clean", "--missing-folders").out.count("removed: ") == 3
    assert hows(here / "out") == {}


def test_clean_waits_for_no_run_that_holds_the_folder(run, here, three):
    from pipeline.store.folders import locked

    (here / "in/b.txt").unlink()
    with locked(here / "out"):
        ran = run("clean")

    assert ran.code == 2 and "in use by process" in ran.err
    assert (here / "out/b/run.json").is_file()


def test_a_removal_that_was_killed_is_ended_by_the_next_run(run, here, three):
    (here / "in/b.txt").unlink()
    (here / "out/b").rename(here / "out/.new-gone-b")
    (here / "out/.new-gone-b/run.json").unlink()

    run("run", "in")

    assert sorted(entry.name for entry in (here / "out").iterdir()) == [".lock", "a", "c", "run.json"]
    assert hows(here / "out") == {"a": "unchanged", "c": "unchanged"}
