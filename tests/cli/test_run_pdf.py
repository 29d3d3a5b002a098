"""`clausetrace run` over PDFs: passwords, chosen pages, files that are cut short, and what they say of themselves."""

import json
import shutil

import pytest

from tests.cli.conftest import ending, hows, rows
from tests.conftest import ROOT

PDFS = ROOT / "fixtures" / "pdf"


@pytest.fixture
def copy(here):
    """Copies a fixture into the current folder."""
    return lambda name: shutil.copy(PDFS / name, here / name)


def test_a_file_with_a_real_password_is_a_named_error_and_the_others_go_on(run, copy, write, here):
    copy("encrypted-with-password.pdf")
    write("policy.md")

    ran = run("run", here)

    assert ran.code == 3 and "--password-file" in ran.err
    assert hows(here / "out") == {"encrypted-with-password": "failed", "policy": "done"}


def test_an_empty_password_needs_none(run, copy, here):
    copy("encrypted-empty-password.pdf")

    assert run("run", "encrypted-empty-password.pdf").code == 0
    assert rows(here / "out/encrypted-empty-password/chunks.jsonl")


def test_the_right_password_among_others_opens_the_file(run, copy, write, here):
    copy("encrypted-with-password.pdf")
    right = json.loads((ROOT / "fixtures/truth/encrypted-with-password.json").read_text())["password"]
    write("passwords.txt", f"wrong\n{right}\n")

    assert run("run", "encrypted-with-password.pdf", "--password-file", "passwords.txt").code == 0
    assert rows(here / "out/encrypted-with-password/chunks.jsonl")
    written = b"".join(path.read_bytes() for path in (here / "out").rglob("*") if path.is_file())
    assert right.encode() not in written


def test_wrong_passwords_are_passed_over(run, copy, write, here):
    copy("encrypted-with-password.pdf")
    write("passwords.txt", "wrong\n\nalso wrong\n")

    ran = run("run", "encrypted-with-password.pdf", "--password-file", "passwords.txt")

    assert ran.code == 3 and ending(here)["code"] == "password_needed"


@pytest.mark.parametrize("share", [0.02, 0.5, 0.95])
def test_a_file_that_is_cut_short_ends_in_a_result_or_a_named_error(run, write, share):
    content = (PDFS / "letterhead.pdf").read_bytes()
    write("cut.pdf", content[: int(len(content) * share)])

    ran = run("run", "cut.pdf")

    assert ran.code in (0, 3) and ran.err.count("\n") == (ran.code == 3)


def test_pages_are_read_alone(run, copy, here):
    copy("front-matter.pdf")

    assert run("run", "front-matter.pdf", "--pages", "2-3").code == 0
    assert [row["page"] for row in rows(here / "out/front-matter/pages.jsonl")] == [2, 3]
    assert json.loads((here / "out/front-matter/run.json").read_text())["pages_chosen"] == [2, 3]
    run("run", "front-matter.pdf")
    assert ending(here)["how"] == "done" and len(rows(here / "out/front-matter/pages.jsonl")) > 2


def test_pages_that_are_not_there_are_a_named_error(run, copy, here):
    copy("gap.pdf")

    ran = run("run", "gap.pdf", "--pages", "90-95")

    assert ran.code == 3 and ending(here)["code"] == "no_such_pages"


def test_a_document_over_the_limit_of_pages_is_a_named_error(run, copy, write, here):
    copy("front-matter.pdf")
    write("clausetrace.yaml", "limits: {pages: 2}")

    ran = run("run", "front-matter.pdf")

    assert ran.code == 3 and ending(here)["code"] == "too_large" and "limits.pages" in ran.err


def test_a_page_over_its_time_is_a_finding_and_the_others_are_read(run, copy, write, here):
    copy("front-matter.pdf")
    write("clausetrace.yaml", "limits: {page_seconds: 0.000001, document_seconds: 60}")

    run("run", "front-matter.pdf")

    given_up = (
        json.loads((here / "out/front-matter/run.json").read_text())["pages_given_up"] if ending(here)["how"] == "done" else []
    )
    assert ending(here)["code"] in ("", "timed_out")
    assert all("took longer than 1e-06 s" in page["why"] for page in given_up)
