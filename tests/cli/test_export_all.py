"""`clausetrace export --all`: one file of all chunks, and the changes that keep an outside index in step."""

import contextlib
import csv
import json
import os
import random
import shutil
import subprocess
import sys
import time

import pytest

from pipeline.store import combined
from pipeline.store.schema import FILES
from tests.cli.conftest import rows
from tests.conftest import ROOT

TARGET = "export-all"


@pytest.fixture
def two(write, run):
    for name in ("b", "a"):
        write(f"in/{name}.txt", f"1. Scope of {name}\n2. Terms\n3. Premium\n")
    assert run("run", "in").code == 0


def export(run, form="jsonl", *words):
    ran = run("export", "--all", "--to", form, *words)
    assert ran.code == 0 and ran.err == ""
    return ran.out


def apply(index, folder):
    """What a consumer does: an index by document and clause key, kept in step by the changes alone."""
    new = {(row["metadata"]["doc_id"], row["clause_key"]): row for row in rows(folder / "chunks.jsonl")}
    for change in rows(folder / "changes.jsonl"):
        name = change["doc_id"], change["clause_key"]
        if change["change"] == "removed":
            del index[name]
        else:
            assert (name in index) == (change["change"] != "added")
            index[name] = new[name]
    return index


def test_all_chunks_stand_in_one_file_by_document(run, here, two):
    said = export(run)

    parts = [(here / "out" / doc_id / "chunks.jsonl").read_bytes() for doc_id in ("a", "b")]
    assert (here / TARGET / "chunks.jsonl").read_bytes() == b"".join(parts)
    assert "export 1: 6 chunks of 2 documents; 6 added, 0 changed" in said


def test_a_second_export_has_no_changes(run, here, two):
    export(run)
    first = (here / TARGET / "chunks.jsonl").read_bytes()

    export(run)

    assert (here / TARGET / "changes.jsonl").read_bytes() == b""
    assert (here / TARGET / "chunks.jsonl").read_bytes() == first
    about = json.loads((here / TARGET / "export.json").read_text())
    assert (about["number"], about["since"]) == (2, 1)


def test_every_kind_of_change_is_told_by_its_clause_key(run, write, here, two):
    export(run)
    write("in/b.txt", "1. Scope of b\n2. New terms\n4. Excess\n")
    run("run", "in")

    export(run)

    told = {row["clause_key"]: row for row in rows(here / TARGET / "changes.jsonl")}
    kinds = {key: row["change"] for key, row in told.items()}
    assert kinds == {"b/3#1": "removed", "b/1#1": "refreshed", "b/2#1": "changed", "b/4#1": "added"}
    assert [row["embed"] for row in told.values()] == [False, False, True, True]
    assert told["b/1#1"]["content_hash"] == told["b/1#1"]["content_hash_before"] != ""
    assert told["b/1#1"]["id"] != told["b/1#1"]["id_before"] != ""


def test_a_new_title_embeds_again_what_has_the_same_text(run, write, here, two):
    export(run)
    write("clausetrace.yaml", "documents: {a: {title: Named}}")
    run("run", "in")

    export(run)

    told = rows(here / TARGET / "changes.jsonl")
    assert {(row["doc_id"], row["change"], row["embed"]) for row in told} == {("a", "refreshed", True)}


def test_an_index_that_applies_every_change_is_the_newest_file(run, write, here, two):
    index = {}
    steps = [
        lambda: None,
        lambda: write("in/c.txt", "1. A third\n2. Terms\n"),
        lambda: write("in/a.txt", "1. Scope of a\n1.1 A part\n3. Premium\n"),
        lambda: write("clausetrace.yaml", "documents: {c: {title: Third, doc_id: renamed}}"),
        lambda: (here / "in/b.txt").unlink(),
    ]
    for step in steps:
        step()
        run("run", "in")
        run("clean")
        export(run)

        apply(index, here / TARGET)

        newest = {(row["metadata"]["doc_id"], row["clause_key"]): row for row in rows(here / TARGET / "chunks.jsonl")}
        assert index == newest


def test_two_versions_of_one_family_are_two_documents(run, write, here, two):
    write("clausetrace.yaml", "documents: {a: {family: care}, b: {family: care}}")
    run("run", "in")
    export(run)
    write("in/b.txt", "1. Scope of b\n2. Terms\n")
    run("run", "in")

    export(run)

    removed = [row for row in rows(here / TARGET / "changes.jsonl") if row["change"] == "removed"]
    assert [(row["doc_id"], row["clause_key"]) for row in removed] == [("b", "care/3#1")]


@pytest.mark.parametrize("name", ["changes", "export"])
def test_what_is_written_keeps_to_its_schema(run, here, two, name):
    import msgspec

    export(run)
    file, kind = FILES[name]
    content = (here / TARGET / file).read_bytes()

    for row in content.splitlines() if file.endswith("l") else [content]:
        assert json.loads(msgspec.json.encode(msgspec.json.decode(row, type=kind))) == json.loads(row)
        assert b"null" not in row


def test_csv_and_parquet_hold_the_same_chunks_in_plain_columns(run, here, two):
    pandas = pytest.importorskip("pandas")
    export(run)
    chunks = rows(here / TARGET / "chunks.jsonl")

    export(run, "csv")
    with (here / TARGET / "chunks.csv").open(newline="") as opened:
        from_csv = list(csv.DictReader(opened))
    export(run, "parquet")
    from_parquet = pandas.read_parquet(here / TARGET / "chunks.parquet", engine="fastparquet").to_dict("records")

    for chunk, in_csv, in_parquet in zip(chunks, from_csv, from_parquet, strict=True):
        assert in_csv["text"] == in_parquet["text"] == chunk["text"]
        assert in_parquet["metadata.page_first"] == chunk["metadata"]["page_first"] == int(in_csv["metadata.page_first"])
        assert json.loads(in_csv["provenance"]) == json.loads(in_parquet["provenance"]) == chunk["provenance"]
    assert sorted(entry.name for entry in (here / TARGET).iterdir()) == [
        ".known.msgpack.z", "changes.jsonl", "chunks.parquet", "export.json",
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_equal_documents_give_equal_bytes(run, here, two, form):
    if form == "parquet":
        pytest.importorskip("fastparquet")
    export(run, form, "-o", "one")
    export(run, form, "-o", "two")

    assert {file.name: file.read_bytes() for file in (here / "one").iterdir()} == {
        file.name: file.read_bytes() for file in (here / "two").iterdir()
    }


def test_a_folder_that_holds_something_else_is_never_replaced(run, write, here, two):
    write(f"{TARGET}/notes.md", "mine")

    ran = run("export", "--all", "--to", "jsonl")

    assert ran.code == 2 and "notes.md" in ran.err and "-o" in ran.err
    assert [entry.name for entry in (here / TARGET).iterdir()] == ["notes.md"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--to", "jsonl"], "--all for the chunks of all"),
        (["a", "--all", "--to", "jsonl"], "leave out DOC"),
        (["a", "--to", "jsonl"], "out/a/chunks.jsonl"),
        (["--all", "--to", "jsonl", "--out", "nowhere"], "nowhere is no folder"),
        (["--all", "--to", "jsonl", "--out", "in"], "no run has written into in"),
    ],
)
def test_what_cannot_be_exported_is_one_line_and_exit_code_2(run, two, words, says):
    ran = run("export", *words)

    assert ran.code == 2 and says in ran.err and ran.err.count("\n") == 1


def test_chunks_that_are_not_as_their_run_left_them_stop_the_export(run, here, two):
    export(run)
    before = (here / TARGET / "chunks.jsonl").read_bytes()
    file = here / "out/a/chunks.jsonl"
    file.write_bytes(file.read_bytes().replace(b"Premium", b"Premiun"))

    ran = run("export", "--all", "--to", "jsonl")

    assert ran.code == 2 and "out/a/chunks.jsonl is not as its run left it" in ran.err
    assert (here / TARGET / "chunks.jsonl").read_bytes() == before
    assert sorted(entry.name for entry in here.iterdir()) == [TARGET, "in", "out"]


# ---------------------------------------------------------------- killed


class Killed(BaseException):
    """Stands for kill -9: nothing that tidies up is run behind it."""


def test_an_export_killed_at_any_step_loses_no_change(run, write, here, two, monkeypatch):
    """Every call that changes the disk is cut off in turn; the next export tells the changes since the last whole one."""
    apply_first(run, here)
    shutil.copytree(here / TARGET, here / "first")
    write("in/a.txt", "1. Scope of a\n2. New terms\n")
    run("run", "in")
    steps = 0

    while kill_at(monkeypatch, run, steps):
        steps += 1
        index = {(row["metadata"]["doc_id"], row["clause_key"]): row for row in rows(here / "first/chunks.jsonl")}
        whole = here / TARGET if (here / TARGET).exists() else here / f".old-{TARGET}"
        before = json.loads((whole / "export.json").read_text())["number"]
        if before == 2:
            apply(index, whole)
        export(run)
        assert json.loads((here / TARGET / "export.json").read_text())["since"] == before
        apply(index, here / TARGET)
        assert list(index.values()) == rows(here / TARGET / "chunks.jsonl"), f"step {steps}"
        assert sorted(entry.name for entry in here.iterdir()) == [TARGET, "first", "in", "out"]
        shutil.rmtree(here / TARGET)
        shutil.copytree(here / "first", here / TARGET)

    assert steps > 10


def apply_first(run, here):
    export(run)
    return apply({}, here / TARGET)


def kill_at(monkeypatch, run, at):
    """Runs an export in which the step ``at`` and all behind it do nothing but end it."""
    from pathlib import Path

    from pipeline.batch import exports

    left = [at]

    def cut(act):
        def stepped(*given, **named):
            if left[0] <= 0:
                left[0] = -1
                raise Killed
            left[0] -= 1
            return act(*given, **named)

        return stepped

    with monkeypatch.context() as patched:
        for place, name in (
            (combined, "write_file"),
            (combined, "flush_tree"),
            (combined, "flush_folder"),
            (exports, "sync_file"),
            (Path, "rename"),
            (Path, "mkdir"),
            (shutil, "rmtree"),
        ):
            patched.setattr(place, name, cut(getattr(place, name)))
        with contextlib.suppress(Killed):
            run("export", "--all", "--to", "jsonl")
    return left[0] == -1


@pytest.mark.full
def test_exports_killed_at_drawn_moments_lose_no_change(run, write, here, two):
    seed = 20240501
    draw = random.Random(seed)
    index = apply_first(run, here)
    held = 1
    for turn in range(40):
        write("in/a.txt", f"1. Scope of a\n2. Terms of turn {turn}\n")
        run("run", "in", "--quiet")
        command = [sys.executable, "-m", "pipeline", "export", "--all", "--to", "jsonl"]
        with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL) as started:
            time.sleep(draw.uniform(0, 0.8))
            started.kill()
        export(run)
        about = json.loads((here / TARGET / "export.json").read_text())
        if about["since"] == held:
            apply(index, here / TARGET)
        else:
            index = {(row["metadata"]["doc_id"], row["clause_key"]): row for row in rows(here / TARGET / "chunks.jsonl")}
        held = about["number"]
        assert list(index.values()) == rows(here / TARGET / "chunks.jsonl"), f"seed {seed}, turn {turn}"
