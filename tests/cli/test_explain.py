"""`clausetrace explain`: furniture, a clause and a page, as text, as JSON and as pictures."""

import json
import shutil

import pytest

from tests.cli.conftest import hows
from tests.conftest import ROOT

PDFS = ROOT / "fixtures" / "pdf"


@pytest.fixture
def copy(here):
    """Copies a fixture into the current folder."""
    return lambda name, to="": shutil.copy(PDFS / name, here / (to or name))


def is_png(file):
    return file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["furniture", "clause", "page"])
def test_help_of_each_has_an_example(run, name):
    ran = run("explain", name, "--help")

    assert ran.code == 0 and f"  clausetrace explain {name} prospectus" in ran.out


# ---------------------------------------------------------------- furniture


def test_furniture_is_explained_as_text(run, copy, here):
    copy("changing-header.pdf")

    ran = run("explain", "furniture", "changing-header.pdf")

    assert ran.code == 0 and ran.err == ""
    assert "<- threshold" in ran.out and "Nearest lines above the threshold:" in ran.out and "Set aside:" in ran.out
    assert hows(here / "out") == {"changing-header": "done"}


@pytest.mark.parametrize(("name", "begins"), [("shares.png", b"\x89PNG"), ("shares.SVG", b"<?xml")])
def test_furniture_is_drawn_into_a_file(run, copy, here, name, begins):
    copy("letterhead.pdf")

    ran = run("explain", "furniture", "letterhead.pdf", "-o", name)

    assert ran.code == 0 and ran.out == f"{name} is written\n"
    assert (here / name).read_bytes().startswith(begins)


def test_furniture_as_json_is_what_run_json_says(run, copy, here):
    copy("letterhead.pdf")
    run("run", "letterhead.pdf")

    told = json.loads(run("explain", "furniture", "letterhead", "--json", "-o", "shares.svg").out)

    kept = json.loads((here / "out/letterhead/run.json").read_text())["boilerplate"]
    assert told["gap"]["threshold"] == pytest.approx(kept["threshold"], abs=1e-6)
    assert len(told["gap"]["shares"]) == len(kept["shares"]) > 0


def test_a_text_has_no_shares_and_says_so(run, write):
    write("policy.md")

    ran = run("explain", "furniture", "policy.md")

    assert ran.code == 0 and "Nothing was set aside." in ran.out


@pytest.mark.parametrize("words", [("furniture", "policy.md", "-o", "a.pdf"), ("page", "policy.md", "1", "-o", "a.svg")])
def test_a_picture_of_another_kind_is_exit_code_2_before_any_work(run, write, here, words):
    write("policy.md")

    ran = run("explain", *words)

    assert ran.code == 2 and "give a name that ends so" in ran.err and not (here / "out").exists()


# ---------------------------------------------------------------- clause


def test_a_clause_is_explained_from_its_outermost_label(run, write):
    write("policy.md")

    ran = run("explain", "clause", "policy.md", "2.b")

    assert ran.code == 0 and ran.err == ""
    assert ran.out.index(" 2. Exclusions · 2 ") < ran.out.index("(b) · 2.b · ") and "accepted: follows (a)" in ran.out
    assert "between 2.a and 2.c" in ran.out


def test_a_clause_as_json_has_the_same_path(run, write):
    write("policy.md")

    told = json.loads(run("explain", "clause", "policy.md", "2.b", "--json").out)

    assert [one["id"] for one in told["path"]][-2:] == ["2", "2.b"]
    assert all(one["reason"]["rule"] and one["reason"]["evidence"] for one in told["path"])


def test_an_id_that_is_not_there_lists_the_nearest_and_is_exit_code_2(run, write):
    write("policy.md")

    ran = run("explain", "clause", "policy.md", "2.d")

    assert ran.code == 2 and "has no clause '2.d'; nearest: 2.a, 2.b, 2.c" in ran.err


def test_a_document_that_is_not_there_is_exit_code_2(run, here):
    assert run("explain", "clause", "policy", "1").code == 2


# ---------------------------------------------------------------- page


def test_a_page_is_drawn_from_a_pdf_that_is_run_first(run, copy, here):
    copy("table-over-two-pages.pdf")

    ran = run("explain", "page", "table-over-two-pages.pdf", "2")

    assert ran.code == 0 and ran.out == "page-0002.png is written\n" and is_png(here / "page-0002.png")
    assert sorted(path.name for path in (here / "out/table-over-two-pages").iterdir() if path.suffix == ".png") == []


def test_a_page_is_drawn_of_a_document_that_was_run_elsewhere(run, copy, here, monkeypatch):
    copy("gap.pdf")
    run("run", "gap.pdf")
    (here / "other").mkdir()
    monkeypatch.chdir(here / "other")

    assert run("explain", "page", "gap", "1", "--out", "../out", "-o", "a.png", "--lines", "--dpi", "60").code == 0
    assert is_png(here / "other/a.png")


def test_a_pdf_that_was_moved_is_named_with_what_to_do(run, copy, here):
    copy("gap.pdf")
    run("run", "gap.pdf")
    (here / "gap.pdf").rename(here / "moved.pdf")

    ran = run("explain", "page", "gap", "1")

    assert ran.code == 3 and "gap.pdf" in ran.err and "--pdf" in ran.err and ran.err.count("\n") == 1
    assert run("explain", "page", "gap", "1", "--pdf", "moved.pdf").code == 0


def test_a_pdf_that_has_changed_is_named_and_not_drawn(run, copy, here):
    copy("gap.pdf")
    run("run", "gap.pdf")
    copy("letterhead.pdf", "gap.pdf")

    for words in (("gap", "1"), ("gap", "1", "--pdf", "gap.pdf")):
        ran = run("explain", "page", *words)
        assert ran.code == 3 and "SHA-256 differs" in ran.err
    assert not list(here.glob("*.png"))


def test_a_page_that_was_not_read_is_exit_code_2(run, copy):
    copy("front-matter.pdf")
    run("run", "front-matter.pdf", "--pages", "2-3")

    ran = run("explain", "page", "front-matter", "5")

    assert ran.code == 2 and "has no page 5; pages 2 to 3 were read" in ran.err


def test_a_text_has_no_page_to_draw(run, write):
    write("policy.md")

    ran = run("explain", "page", "policy.md", "1")

    assert ran.code == 2 and "policy.md is no PDF" in ran.err


def test_an_encrypted_page_is_drawn_with_its_password(run, copy, write, here):
    copy("encrypted-with-password.pdf")
    truth = json.loads((PDFS.parent / "truth/encrypted-with-password.json").read_text())
    write("passwords.txt", f"wrong\n{truth['password']}\n")

    ran = run("explain", "page", "encrypted-with-password.pdf", "1", "--password-file", "passwords.txt")

    assert ran.code == 0 and is_png(here / "page-0001.png")


def test_the_shapes_of_a_page_as_json_need_no_pdf(run, copy, here):
    copy("gap.pdf")
    run("run", "gap.pdf")
    (here / "gap.pdf").unlink()

    shapes = json.loads(run("explain", "page", "gap", "1", "--json").out)

    assert {shape["layer"] for shape in shapes} >= {"label", "clause", "line", "column"}
    assert not list(here.glob("*.png"))


def test_an_output_that_cannot_be_written_is_exit_code_2(run, copy):
    copy("gap.pdf")

    ran = run("explain", "page", "gap.pdf", "1", "-o", "no/such/folder/a.png")

    assert ran.code == 2 and "no/such/folder" in ran.err
