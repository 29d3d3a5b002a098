"""`clausetrace check --reader`: what another library reads in the PDF, against the files of a run."""

import json
import shutil

import pytest

from tests.cli.conftest import rows
from tests.conftest import ROOT

DOC = "clause-over-two-pages"


@pytest.fixture
def done(run, here):
    """A document that was run; its chunks and pages can be falsified."""
    shutil.copy(ROOT / f"fixtures/pdf/{DOC}.pdf", here)
    assert run("run", f"{DOC}.pdf").code == 0
    return here / "out" / DOC


def falsify(folder, change):
    """Changes words in the chunks and pages of a document, and leaves them as whole files."""
    for name in ("chunks.jsonl", "pages.jsonl"):
        changed = [json.dumps(change(row), ensure_ascii=False) for row in rows(folder / name)]
        (folder / name).write_text("".join(f"{row}\n" for row in changed), encoding="utf-8")


def reread(run, *words):
    """What the independent reader says: its title, and the code, severity, page and message of each problem."""
    [document] = json.loads(run("check", *words, "--json").out)
    [rule] = [outcome for outcome in document["outcomes"] if outcome["rule"] == "reread"]
    return rule["title"], [tuple(problem[key] for key in ("code", "severity", "page", "message")) for problem in rule["problems"]]


@pytest.mark.parametrize("reader", ["pypdf", "pdfplumber"])
def test_a_right_run_is_confirmed_by_both_libraries(run, done, reader):
    title, problems = reread(run, DOC, "--reader", reader, "--sample", "all")

    assert problems == [] and title.startswith(f"{reader} has the words of every chunk on its page (3 of 3 chunks on 2 of 2 pages")
    assert run("check", "--reader", reader).code == 0


def test_a_false_digit_in_the_files_is_red_with_page_span_and_both_readings(run, done):
    falsify(done, lambda row: row | {"text": row["text"].replace("up to 1%", "up to 7%")})

    ran = run("check", DOC)

    assert ran.code == 1 and "error PRV004 page 2 [" in ran.out
    assert 'payable up to 7% of the sum" from characters' in ran.out and "; pypdf has " in ran.out
    assert "payable up to 1% of the sum" in ran.out and f"clausetrace explain page {DOC} 2" in ran.out


def test_a_place_on_the_wrong_page_is_red(run, done):
    def shift(row):
        return row | {"provenance": [place | {"page": 3 - place["page"]} for place in row.get("provenance", [])]}

    falsify(done, lambda row: shift(row) if "provenance" in row else row)

    assert {code for code, *_ in reread(run)[1]} == {"PRV006"} and "error PRV006 page" in run("check").out


def test_the_yaml_says_who_reads_and_how_many_pages(run, done, write):
    write("clausetrace.yaml", "check: {reader: pdfplumber, sample: 1}\n")

    assert reread(run)[0].startswith("pdfplumber ") and "on 1 of 2 pages" in reread(run)[0]
    assert "on 2 of 2 pages" in reread(run, "--sample", "all")[0]


def test_none_asks_no_reader(run, done):
    [document] = json.loads(run("check", "--reader", "none", "--json").out)

    assert "reread" not in [outcome["rule"] for outcome in document["outcomes"]]


def test_a_pdf_that_is_gone_is_a_note_and_where_a_person_asked_an_error(run, done, here):
    (here / f"{DOC}.pdf").rename(here / "moved.pdf")

    [(code, severity, _, message)] = reread(run)[1]

    assert (code, severity) == ("PRV007", "note") and "name it with --pdf" in message and run("check").code == 0
    assert [found[:2] for found in reread(run, "--reader", "pypdf")[1]] == [("PRV007", "error")]
    assert reread(run, "--pdf", "moved.pdf")[1] == []


def test_another_pdf_is_not_taken_for_the_one_that_was_run(run, done, here):
    shutil.copy(ROOT / "fixtures/pdf/two-labels.pdf", here / f"{DOC}.pdf")

    [(code, _, _, message)] = reread(run)[1]

    assert code == "PRV007" and "its SHA-256 differs" in message


def test_an_encrypted_pdf_is_read_with_its_password(run, here, write):
    right = json.loads((ROOT / "fixtures/truth/encrypted-with-password.json").read_text())["password"]
    shutil.copy(ROOT / "fixtures/pdf/encrypted-with-password.pdf", here)
    write("passwords.txt", f"wrong\n{right}\n")
    run("run", "encrypted-with-password.pdf", "--password-file", "passwords.txt")

    assert [found[:2] for found in reread(run)[1]] == [("PRV003", "warning")]
    assert reread(run, "--password-file", "passwords.txt")[1] == []


@pytest.mark.parametrize("sample", ["0", "few", "-1"])
def test_a_sample_that_is_no_number_of_pages_is_an_error_of_usage(run, done, sample):
    ran = run("check", "--sample", sample)

    assert ran.code == 2 and f"--sample {sample}: write how many pages" in ran.err


def test_text_and_markdown_are_not_read_by_readers_of_pdfs(run, write):
    write("policy.md")
    run("run", "policy.md")

    [document] = json.loads(run("check", "--json").out)

    assert "reread" not in [outcome["rule"] for outcome in document["outcomes"]]
