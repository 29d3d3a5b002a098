"""What a run says at its end: the summary in any width, errors in words, and why it ends with 1."""

import json
import shutil

import pytest

from pipeline.cli.summary import show_summary
from tests.cli.conftest import hows
from tests.conftest import ROOT

OVERRULED = "documents: {policy: {overrules: [{page: 1, text: not there, is: body, reason: a test}]}}"


def test_a_narrow_place_gets_lines_in_place_of_a_table(run, write, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    write("policy.md")
    write("copy.md")

    ran = run("run", "policy.md", "copy.md")

    first, *others = ran.out.splitlines()
    assert first.startswith("policy (done): 1 page, 5 clauses, ")
    assert "copy: duplicate of policy" in others and any("ledger: 100.00% of the characters" in line for line in others)
    assert max(map(len, ran.out.splitlines()[:-1])) <= 80


def test_a_wide_place_gets_a_table_that_cuts_no_name(run, write, monkeypatch):
    monkeypatch.setenv("COLUMNS", "250")
    name = "a-long-name-" * 10
    write(f"{name}.md")

    assert f" {name} " in run("run", f"{name}.md").out


def test_errors_are_told_in_words(run, write):
    write("policy.md")
    write("clausetrace.yaml", OVERRULED)

    ran = run("run", "policy.md")

    assert "policy: error CFG001" in ran.out and "not there" in ran.out


def test_hundred_percent_means_all_of_them(run, write, capsys):
    from pathlib import Path

    import msgspec

    from pipeline.batch.run import Outcome
    from pipeline.store.rows import BatchRun

    write("policy.md")
    run("run", "policy.md")
    batch = msgspec.json.decode(Path("out/run.json").read_bytes(), type=BatchRun)
    short = msgspec.structs.replace(batch.documents[0], ledger_percent=99.9999)

    show_summary(Outcome(batch, (short,), {}), Path("out"))

    said = capsys.readouterr().out
    assert "99.99%" in said and "100.00%" not in said


@pytest.mark.parametrize(("fail_on", "code"), [("never", 0), ("error", 0), ("warning", 1), ("note", 1)])
def test_findings_end_a_run_with_1_where_that_is_wanted_and_it_says_so(run, write, fail_on, code):
    write("empty.txt", "")

    ran = run("run", "empty.txt", "--fail-on", fail_on, "--quiet")

    assert ran.code == code
    assert ("empty has 1 of severity" in ran.err and "findings.jsonl" in ran.err) == bool(code)


def test_chosen_pages_in_place_of_all_are_told(run, here):
    shutil.copy(ROOT / "fixtures/pdf/front-matter.pdf", here)
    first = run("run", "front-matter.pdf", "--pages", "2-3")
    run("run", "front-matter.pdf")

    ran = run("run", "front-matter.pdf", "--pages", "2-3")

    assert first.err == "" and "front-matter held all pages" in ran.err


def test_an_entry_that_nearly_names_an_input_is_told(run, write):
    write("policy-2024.md")
    write("near.yaml", "documents: {policy-2042: {title: Care}, another: {title: Other}}")
    write("right.yaml", "documents: {policy-2024: {title: Care}, policy-2042: {title: Other}}")

    assert run("run", "policy-2024.md", "-c", "near.yaml").err == (
        "clausetrace: documents: 'policy-2042' in the configuration names no input; is 'policy-2024' meant?\n"
    )
    assert run("run", "policy-2024.md", "-c", "right.yaml").err == ""


def test_a_document_that_failed_and_is_no_longer_asked_for_is_forgotten(run, write, here):
    write("a.pdf", b"no PDF")
    write("b.txt", "1. Scope")
    failed = run("run", "a.pdf", "b.txt")

    ran = run("run", "b.txt")

    assert "failed: not a PDF" in failed.out
    assert hows(here / "out") == {"b": "unchanged"} and "From earlier runs" not in ran.out


def test_json_is_all_that_stands_on_stdout(run, write):
    write("a.pdf", b"no PDF")
    write("policy.md")
    write("clausetrace.yaml", OVERRULED)

    ran = run("run", "a.pdf", "policy.md", "--json", "--fail-on", "error")

    assert {row["doc_id"] for row in json.loads(ran.out)["documents"]} == {"a", "policy"}
    assert ran.code == 3 and len(ran.err.splitlines()) == 2
