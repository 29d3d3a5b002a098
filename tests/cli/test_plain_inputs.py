"""`clausetrace run` over Markdown and text as people save them, and over what looks like it."""

import json
import shutil

import pytest

from tests.cli.conftest import ending, hows, rows
from tests.conftest import ROOT

MARKDOWN = "# Care Advantage\n\n## 1. Scope\nWe pay for treatment.\n\n### 1.1 Abroad\nTreatment abroad is left out.\n"


def test_line_ends_and_a_byte_order_mark_change_nothing(run, write, here):
    write("unix/policy.md", MARKDOWN)
    write("windows/policy.MD", b"\xef\xbb\xbf" + MARKDOWN.replace("\n", "\r\n").encode())
    write("mac/policy.md", MARKDOWN.replace("\n", "\r"))

    texts = []
    for place in ("unix", "windows", "mac"):
        assert run("run", place, "--out", f"out-{place}").code == 0
        chunks = rows(here / f"out-{place}/policy/chunks.jsonl")
        texts.append([(chunk["label"], chunk["text"], chunk["clause_path"]) for chunk in chunks])

    assert texts[0] == texts[1] == texts[2] and len(texts[0]) > 0


def test_markdown_headings_are_sections_and_provenance_goes_by_character_span(run, write, here):
    write("policy.md", MARKDOWN)
    run("run", "policy.md")

    [page] = rows(here / "out/policy/pages.jsonl")
    chunks = rows(here / "out/policy/chunks.jsonl")

    assert all(chunk["label"].startswith("Care Advantage › ") for chunk in chunks)
    assert {"1", "1.1"} <= {clause["id"] for clause in rows(here / "out/policy/clauses.jsonl")}
    for chunk in chunks:
        spans = [page["text"][place["char_start"] : place["char_end"]] for place in chunk["provenance"]]
        assert "".join(spans).split() == chunk["text"].split()
        assert all(place["verified"] for place in chunk["provenance"])


@pytest.mark.parametrize(
    "content", ["Pr\u00e4mie".encode("latin-1"), "Pr\u00e4mie".encode("utf-16"), b"1. Scope\n\0"], ids=["latin-1", "utf-16", "nul"]
)
def test_a_wrong_encoding_is_a_named_error_that_says_where(run, write, here, content):
    write("policy.txt", content)

    ran = run("run", "policy.txt")

    assert ran.code == 3 and ending(here)["code"] == "wrong_encoding"
    assert "line " in ran.err and "save it as UTF-8" in ran.err


@pytest.mark.parametrize("content", ["", "\ufeff", "  \n\n\t\n"], ids=["empty", "mark", "blank"])
def test_a_file_without_text_gives_no_chunk_and_a_finding(run, write, here, content):
    write("policy.md", content)

    assert run("run", "policy.md").code == 0
    assert rows(here / "out/policy/chunks.jsonl") == []
    assert [row["code"] for row in rows(here / "out/policy/findings.jsonl")] == ["TXT002"]


def test_a_text_has_one_page(run, write, here):
    write("policy.md", MARKDOWN)

    assert run("run", "policy.md", "--pages", "1").code == 0
    ran = run("run", "policy.md", "--pages", "2-3")
    assert ran.code == 3 and ending(here)["code"] == "no_such_pages"


def test_a_title_in_the_metadata_is_offered_until_the_configuration_names_one(run, write, here):
    shutil.copy(ROOT / "fixtures/pdf/front-matter.pdf", here)
    run("run", "front-matter.pdf")

    [offer] = [row for row in rows(here / "out/front-matter/findings.jsonl") if row["code"] == "META001"]
    assert (offer["severity"], offer["text"]) == ("note", "Front matter")
    assert rows(here / "out/front-matter/chunks.jsonl")[0]["metadata"]["title"] == "front-matter"

    write("clausetrace.yaml", "documents: {front-matter: {title: Front matter}}")
    run("run", "front-matter.pdf")
    assert "META001" not in [row["code"] for row in rows(here / "out/front-matter/findings.jsonl")]
    assert rows(here / "out/front-matter/chunks.jsonl")[0]["label"].startswith("Front matter › ")


def test_both_readers_give_the_same_chunks_and_keep_to_the_same_files(run, write, here):
    shutil.copy(ROOT / "fixtures/pdf/front-matter.pdf", here)
    write("slow.yaml", "extract: {reader: pdfplumber}")
    run("run", "front-matter.pdf", "--out", "fast")
    run("run", "front-matter.pdf", "-c", "slow.yaml", "--out", "slow")

    one, two = (rows(here / out / "front-matter/chunks.jsonl") for out in ("fast", "slow"))

    assert [(row["id"], row["text"], row["label"], row["clause_path"]) for row in one] == [
        (row["id"], row["text"], row["label"], row["clause_path"]) for row in two
    ]
    assert all(place["verified"] for row in two for place in row["provenance"])


def test_a_right_page_that_is_not_utf_8_is_named(run, write):
    write("policy.md", MARKDOWN)
    write("fixtures/pages/policy/p0001.txt", "Pr\u00e4mie".encode("latin-1"))

    ran = run("run", "policy.md")

    assert ran.code == 2 and "p0001.txt is not UTF-8" in ran.err and ran.err.count("\n") == 1


@pytest.mark.parametrize("content", [b"secret\r\n", b"\xef\xbb\xbfsecret\n"], ids=["windows", "mark"])
def test_a_password_file_may_come_from_any_editor(run, write, here, content):
    shutil.copy(ROOT / "fixtures/pdf/encrypted-with-password.pdf", here)
    right = json.loads((ROOT / "fixtures/truth/encrypted-with-password.json").read_text())["password"].encode()
    write("passwords.txt", content.replace(b"secret", right))

    assert run("run", "encrypted-with-password.pdf", "--password-file", "passwords.txt").code == 0
    assert hows(here / "out") == {"encrypted-with-password": "done"}
