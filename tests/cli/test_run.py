"""`clausetrace run`: what it writes, what it says, how it ends."""

import json

import msgspec
import pytest

from pipeline.store.schema import FILES
from tests.cli.conftest import hows, rows, tree


def test_one_command_gives_chunks_and_a_summary(run, write, here):
    write("policy.md")

    ran = run("run", "policy.md")

    assert ran.code == 0 and ran.err == ""
    assert "policy" in ran.out and "100.00%" in ran.out
    chunks = rows(here / "out/policy/chunks.jsonl")
    assert any("cosmetic surgery" in chunk["text"] for chunk in chunks)
    assert all(chunk["label"].startswith("Care Advantage") for chunk in chunks)


@pytest.mark.parametrize("name", [name for name in FILES if name not in ("batch", "changes", "export", "sentences")])
def test_every_row_keeps_to_its_schema(run, write, here, name):
    write("policy.md")
    run("run", "policy.md")
    file, kind = FILES[name]
    content = (here / "out/policy" / file).read_bytes()

    for row in content.splitlines() if file.endswith("l") else [content]:
        decoded = msgspec.json.decode(row, type=kind)
        assert json.loads(msgspec.json.encode(decoded)) == json.loads(row)
        assert b"null" not in row


def test_the_run_file_lists_the_hashes_of_the_files(run, write, here):
    import hashlib

    write("policy.md")
    run("run", "policy.md")

    files = json.loads((here / "out/policy/run.json").read_text())["files"]

    assert {
        "chunks.jsonl",
        "clauses.jsonl",
        "pages.jsonl",
        "lines.jsonl",
        "furniture.jsonl",
        "tables.jsonl",
        "findings.jsonl",
    } <= set(files)
    assert all(hashlib.sha256((here / "out/policy" / name).read_bytes()).hexdigest() == sha for name, sha in files.items())


def test_every_character_has_a_fate(run, write, here):
    write("policy.md")
    run("run", "policy.md")

    ledger = json.loads((here / "out/policy/run.json").read_text())["ledger"]

    assert ledger["counted"] == ledger["by_reader"] == sum(ledger["letters"].values()) > 0
    assert sum(sum(ch.isalnum() for ch in line["text"]) for line in rows(here / "out/policy/lines.jsonl")) == ledger["counted"]


def test_two_runs_give_equal_bytes(run, write, here):
    for name in ("a.md", "sub/b.txt", "c.md"):
        write(name, f"{name}\n\n1. Scope\n(a) one\n(b) two {name}\n")

    run("run", here, "--out", "one", "--workers", 1, "--quiet")
    run("run", here, "--out", "three", "--workers", 3, "--quiet")

    assert tree(here / "one") == tree(here / "three")


def test_json_prints_the_batch(run, write, here):
    write("policy.md")

    ran = run("run", "policy.md", "--json")

    assert ran.out == (here / "out/run.json").read_text()
    msgspec.json.decode(ran.out.encode(), type=FILES["batch"][1])


def test_quiet_says_nothing(run, write):
    write("policy.md")

    assert run("run", "policy.md", "--quiet") == (0, "", "")


def test_a_dry_run_writes_nothing(run, write, here):
    write("a.md")
    write("b.txt", "other")
    write("c.txt", "other")

    ran = run("run", here, "--dry-run")

    assert ran.code == 0
    assert [line.split()[:2] for line in ran.out.splitlines()] == [["do", "a"], ["do", "b"], ["duplicate", "c"]]
    assert not (here / "out").exists()


def test_only_does_one_of_the_inputs(run, write, here):
    write("a.md")
    write("b.txt", "other")

    assert run("run", here, "--only", "b").code == 0
    assert hows(here / "out") == {"b": "done"}


def test_only_with_a_name_that_is_not_there_offers_the_nearest(run, write, here):
    write("policy.md")

    ran = run("run", here, "--only", "polciy")

    assert ran.code == 2 and "did you mean 'policy'?" in ran.err
    assert not (here / "out").exists()


def test_what_is_unchanged_is_not_done_again(run, write, here):
    write("a.md")
    write("b.txt", "1. one")
    run("run", here)
    before = tree(here / "out")

    run("run", here)
    assert hows(here / "out") == {"a": "unchanged", "b": "unchanged"}
    assert tree(here / "out") == before

    write("b.txt", "1. two")
    run("run", here)
    assert hows(here / "out") == {"a": "unchanged", "b": "done"}

    run("run", here, "--force")
    assert hows(here / "out") == {"a": "done", "b": "done"}


def test_a_changed_setting_or_a_damaged_file_is_done_again(run, write, here):
    write("a.md")
    write("small.yaml", "chunks: {size: 50}")
    run("run", "a.md")

    run("run", "a.md", "-c", "small.yaml")
    assert hows(here / "out") == {"a": "done"}

    (here / "out/a/chunks.jsonl").write_text("")
    run("run", "a.md", "-c", "small.yaml")
    assert hows(here / "out") == {"a": "done"}
    assert rows(here / "out/a/chunks.jsonl")


def test_a_renamed_file_stays_one_document(run, write, here):
    write("in/old.txt", "1. Scope\n2. Terms\n")
    run("run", "in")
    before = rows(here / "out/old/chunks.jsonl")
    (here / "in/old.txt").rename(here / "in/new.txt")

    ran = run("run", "in")

    assert ran.code == 0 and hows(here / "out") == {"old": "renamed"}
    after = rows(here / "out/old/chunks.jsonl")
    assert {chunk["metadata"]["source"] for chunk in after} == {"new.txt"}
    assert [chunk["id"] for chunk in after] == [chunk["id"] for chunk in before]
    assert [chunk["label"] for chunk in after] == [chunk["label"] for chunk in before]
    assert sorted(entry.name for entry in (here / "out").iterdir()) == [".lock", "old", "run.json"]
    run("run", "in")
    assert hows(here / "out") == {"old": "unchanged"}


def test_a_copy_under_another_name_is_a_document_of_its_own_and_hides_no_clash(run, write, here):
    write("old.txt", "1. Scope")
    write("a/x.txt", "1. Scope")
    write("b/x.txt", "1. Terms")
    run("run", "old.txt")

    assert run("run", "a").code == 0
    assert hows(here / "out") == {"x": "done", "old": "absent"}
    clash = run("run", "a", "b")
    assert clash.code == 2 and "would both be 'x'" in clash.err


def test_only_knows_a_renamed_file_by_its_stem_too(run, write, here):
    write("old.txt", "1. Scope").rename(here / "before.txt")
    run("run", "before.txt")
    (here / "before.txt").rename(here / "after.txt")
    write("same.txt", "1. Scope")

    ran = run("run", "after.txt", "same.txt", "--only", "after")

    assert ran.code == 2 and "did you mean 'before'?" in ran.err
    assert "there are before\n" in run("run", "after.txt", "--only", "zzz").err


def test_a_document_of_an_earlier_run_is_listed_as_absent(run, write, here):
    write("a.md")
    write("b.txt", "other")
    run("run", "a.md")

    ran = run("run", "b.txt")

    assert hows(here / "out") == {"b": "done", "a": "absent"}
    assert "not among these inputs: a" in ran.out


def test_a_duplicate_is_listed_and_done_once(run, write, here):
    write("a.md")
    write("b.md")

    ran = run("run", here)

    assert hows(here / "out") == {"a": "done", "b": "duplicate"}
    assert "duplicate of a" in ran.out
    assert not (here / "out/b").exists()


def test_one_bad_document_costs_itself_alone(run, write, here):
    write("a.pdf", b"no PDF at all")
    write("b.md")

    ran = run("run", here)

    assert ran.code == 3
    assert hows(here / "out") == {"a": "failed", "b": "done"}
    assert ran.err.count("\n") == 1 and ran.err.startswith("clausetrace: a.pdf")


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.pdf", b"no PDF at all", "not_a_pdf"),
        ("a.pdf", b"", "not_a_pdf"),
        ("a.txt", "Pr\u00e4mie".encode("latin-1"), "wrong_encoding"),
        ("a.md", b"x" * 2_000_001, "too_large"),
    ],
)
def test_a_document_that_cannot_be_done_is_a_named_error(run, write, here, name, content, code):
    write(name, content)
    write("clausetrace.yaml", "limits: {file_mb: 2}")

    ran = run("run", name)

    assert ran.code == 3
    [row] = json.loads((here / "out/run.json").read_text())["documents"]
    assert (row["how"], row["code"]) == ("failed", code)
    assert row["message"].startswith(name) and ran.err == f"clausetrace: {row['message']}\n"


def test_a_failed_document_leaves_the_earlier_result_and_says_so(run, write, here):
    write("a.txt", "1. Scope")
    run("run", "a.txt")
    before = tree(here / "out/a")

    write("a.txt", b"\xff")
    ran = run("run", "a.txt")

    assert ran.code == 3 and "the result of an earlier run is still in its folder" in ran.err
    assert tree(here / "out/a") == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["run", "missing.pdf"], "missing.pdf is not there"),
        (["run", "empty"], "empty has nothing to read"),
        (["run", "policy.md", "--out", "policy.md"], "cannot be written"),
        (["run", "policy.md", "--out", "/proc/none/out"], "cannot be written"),
        (["run", "policy.md", "-c", "none.yaml"], "none.yaml cannot be read"),
        (["run", "policy.md", "--pages", "20-10"], "names no pages"),
        (["run", "policy.md", "--password-file", "none"], "cannot be read"),
        (["run", "x", "y"], "would both be 'policy'"),
    ],
)
def test_what_cannot_be_done_as_asked_is_one_line_and_exit_code_2(run, write, here, words, says):
    write("policy.md")
    write("x/policy.md", "1")
    write("y/policy.md", "2")
    (here / "empty").mkdir()

    ran = run(*words)

    assert ran.code == 2 and says in ran.err and ran.err.count("\n") == 1 and ran.out == ""
    assert not (here / "out").exists()


def test_a_configuration_with_three_mistakes_is_three_lines(run, write, here):
    write("policy.md")
    write("bad.yaml", "chunks: {size: 30, overlap: 40}\nextract: {reeder: x}\nlimits: {pages: no}\n")

    ran = run("run", "policy.md", "-c", "bad.yaml")

    assert ran.code == 2
    places = [line.removeprefix("clausetrace: ").partition(": ")[0] for line in ran.err.splitlines()]
    assert places == ["bad.yaml:1", "bad.yaml:2", "bad.yaml:3"]
    assert not (here / "out").exists()


def test_a_folder_of_another_is_never_written_over(run, write, here):
    write("policy.md")
    write("out/policy/thesis.txt", "years of work")

    ran = run("run", "policy.md")

    assert ran.code == 2 and "no result of clausetrace" in ran.err
    assert (here / "out/policy/thesis.txt").read_text() == "years of work"


def test_an_empty_file_gives_no_chunk_and_a_finding(run, write, here):
    write("empty.txt", "")

    assert run("run", "empty.txt").code == 0
    assert rows(here / "out/empty/chunks.jsonl") == []
    assert "TXT002" in [row["code"] for row in rows(here / "out/empty/findings.jsonl")]


def test_what_the_yaml_says_stands_in_label_and_metadata(run, write, here):
    write("policy.txt", "1. Scope\nWe pay.\n")
    write("clausetrace.yaml", "documents: {policy: {title: Care, updated: 2024-05-01, status: archived, language: no}}")
    run("run", "policy.txt")

    [chunk, *_] = rows(here / "out/policy/chunks.jsonl")

    assert chunk["label"].startswith("Care [ARCHIVED, updated 2024-05-01] › ")
    assert (chunk["metadata"]["status"], chunk["metadata"]["language"]) == ("archived", "no")


def test_a_name_that_leads_elsewhere_stays_inside_the_output(run, write, here):
    write("in/CON.txt", "1. one")
    write("in/..x.txt", "1. hidden")
    write("in/a\nb.txt", "1. two")

    assert run("run", "in").code == 0
    assert sorted(entry.name for entry in (here / "out").iterdir()) == [".lock", "CON_", "a_b", "run.json"]
