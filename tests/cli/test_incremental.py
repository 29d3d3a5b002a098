"""A changed setting: only the stages that it shapes, and those behind them, are run again, with the bytes of a run from nothing."""

import json
import shutil

import pytest

from tests.cli.conftest import hows, tree
from tests.conftest import ROOT

ALL = ["extract", "boilerplate", "clauses", "tables", "chunks", "checks"]
CHANGES = {
    "extract: {piece_gap: 0.8}": "extract",
    "boilerplate: {fallback: 0.7}": "boilerplate",
    "documents: {gap: {skip_pages: [1]}}": "boilerplate",
    "documents: {gap: {overrules: [{page: 1, text: Scope, is: body, reason: as printed}]}}": "boilerplate",
    "clauses: {beam: 3}": "clauses",
    "tables: {snap: 2.0}": "tables",
    "chunks: {size: 60}": "chunks",
    "documents: {gap: {title: Named, updated: 2024-05-01, family: care, doc_id: gap}}": "chunks",
    "provenance: {second_reader: none}": "checks",
}


def stages_run(here, doc_id="gap"):
    timings = json.loads((here / "out" / doc_id / "timings.json").read_text())
    return [stage for stage in timings["stages"] if stage != "write"]


@pytest.fixture
def gap(here, run):
    shutil.copy(ROOT / "fixtures/pdf/gap.pdf", here / "gap.pdf")
    assert run("run", "gap.pdf").code == 0
    assert stages_run(here) == ALL


@pytest.mark.parametrize(("change", "first"), CHANGES.items())
def test_a_changed_setting_redoes_the_stages_behind_it_alone(run, write, here, gap, change, first):
    write("clausetrace.yaml", change)

    assert run("run", "gap.pdf").code == 0
    assert hows(here / "out") == {"gap": "done"}
    assert stages_run(here) == ALL[ALL.index(first) :]
    run("run", "gap.pdf", "--out", "anew")
    assert tree(here / "out") == tree(here / "anew")


def test_force_redoes_them_all(run, here, gap):
    run("run", "gap.pdf", "--force")

    assert stages_run(here) == ALL


def test_a_stage_run_alone_with_other_settings_is_not_taken_for_the_runs_own(run, write, here, gap):
    write("other.yaml", "clauses: {beam: 1}")
    write("clausetrace.yaml", "chunks: {size: 60}")

    run("stage", "clauses", "gap", "-c", "other.yaml")
    run("run", "gap.pdf")

    assert stages_run(here) == ALL[ALL.index("clauses") :]


def test_a_stage_run_alone_with_the_settings_of_the_next_run_is_taken(run, write, here, gap):
    write("clausetrace.yaml", "clauses: {beam: 3}")

    run("stage", "clauses", "gap")
    run("run", "gap.pdf")

    assert stages_run(here) == ALL[ALL.index("tables") :]
    run("run", "gap.pdf", "--out", "anew")
    assert tree(here / "out") == tree(here / "anew")


def test_a_renamed_file_is_done_again_where_its_kept_stages_are_of_other_settings(run, write, here, gap):
    write("other.yaml", "chunks: {size: 30, overlap: 5}")
    before = tree(here / "out")["gap/clauses.jsonl"]
    run("stage", "chunks", "gap", "-c", "other.yaml")
    (here / "gap.pdf").rename(here / "new.pdf")

    run("run", "new.pdf")

    assert hows(here / "out") == {"gap": "done"}
    assert tree(here / "out")["gap/clauses.jsonl"] == before


def test_a_damaged_stage_is_done_again(run, write, here, gap):
    file = here / "out/gap/.stages/tables.msgpack.zst"
    file.write_bytes(file.read_bytes()[:-9])
    write("clausetrace.yaml", "chunks: {size: 60}")

    assert run("run", "gap.pdf").code == 0
    assert stages_run(here) == ALL[ALL.index("tables") :]


def test_another_version_redoes_all_stages(run, write, here, gap, monkeypatch):
    from pipeline.batch import plan
    from pipeline.store.versions import load_versions

    write("clausetrace.yaml", "chunks: {size: 60}")
    monkeypatch.setattr(plan, "load_versions", lambda: {**load_versions(), "pypdfium2": "99"})

    run("run", "gap.pdf")

    assert stages_run(here) == ALL
