"""`clausetrace pages`, and what `run` and `check` make of stored pages: from one that is saved to one that is confirmed."""

import json
import shutil

import pytest

from tests.cli.conftest import confirm, confirmed, rows
from tests.conftest import ROOT

DOC = "clause-over-two-pages"
STORED = f"fixtures/pages/{DOC}"


@pytest.fixture
def saved(run, here):
    """A document of two pages, run, with both of its pages stored and confirmed."""
    shutil.copy(ROOT / f"fixtures/pdf/{DOC}.pdf", here)
    assert run("pages", "save", f"{DOC}.pdf", "1-2").code == 0
    for file in (here / STORED).iterdir():
        confirm(file)
    assert run("run", f"{DOC}.pdf").code == 0
    return here / STORED


def kinds(here):
    """What the chunks say of stored pages, by page."""
    places = [place for row in rows(here / f"out/{DOC}/chunks.jsonl") for place in row["provenance"]]
    return {page: {place["fixture_page"] for place in places if place["page"] == page} for page in (1, 2)}


def replace(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def problems(run, *words):
    """The code, severity, page and message of what breaks the rule of stored pages."""
    [document] = json.loads(run("check", *words, "--json").out)
    [rule] = [outcome for outcome in document["outcomes"] if outcome["rule"] == "pages"]
    return [tuple(problem[key] for key in ("code", "severity", "page", "message")) for problem in rule["problems"]]


# ---------------------------------------------------------------- save, list


def test_a_saved_page_is_the_text_of_the_page_and_confirmed_by_nobody(run, here):
    shutil.copy(ROOT / f"fixtures/pdf/{DOC}.pdf", here)

    ran = run("pages", "save", f"{DOC}.pdf", "2")
    first, source, *text = (here / STORED / "p0002.txt").read_text().splitlines()

    assert ran.code == 0 and f"{STORED}/p0002.txt is written, and confirmed by nobody" in ran.out
    assert first.startswith("# not confirmed: ") and source.startswith(f"# saved from: {DOC}.pdf, page 2, sha256=")
    assert text == rows(here / f"out/{DOC}/pages.jsonl")[1]["text"].splitlines()


def test_a_stored_page_is_written_over_with_force_alone_and_then_none_of_those_asked_for(run, saved):
    before = (saved / "p0002.txt").read_bytes()
    (saved / "p0001.txt").unlink()

    refused = run("pages", "save", DOC, "1,2")

    assert refused.code == 2 and f"{STORED}/p0002.txt: stored already" in refused.err and not (saved / "p0001.txt").exists()
    assert run("pages", "save", DOC, "1,2", "--force").code == 0
    assert (saved / "p0002.txt").read_bytes() != before


@pytest.mark.parametrize(("asked", "said"), [("9", "has no page 9; it has pages 1 to 2"), ("x", "PAGES x: 'x' names no pages")])
def test_pages_that_are_not_there_are_an_error_of_usage(run, saved, asked, said):
    ran = run("pages", "save", DOC, asked)

    assert ran.code == 2 and said in ran.err


def test_the_list_says_who_confirmed_and_gives_the_line_that_does_once_name_and_date_are_put_in(run, saved):
    run("pages", "save", DOC, "2", "--force")

    one, two, line = run("pages", "list").out.splitlines()
    file = saved / "p0002.txt"
    text = file.read_text().split("\n", 1)[1]
    file.write_text(f"{line.strip().replace('NAME YYYY-MM-DD', 'Ann Other 2026-12-01')}\n{text}")

    assert one == f"{STORED}/p0001.txt: confirmed by Jane Roe on 2026-11-30" and two == f"{STORED}/p0002.txt: confirmed by nobody"
    assert run("pages", "list", DOC).out.splitlines()[1] == f"{STORED}/p0002.txt: confirmed by Ann Other on 2026-12-01"


def test_the_line_as_it_is_printed_confirms_nothing(run, saved):
    run("pages", "save", DOC, "2", "--force")
    line = run("pages", "list").out.splitlines()[2].strip()
    file = saved / "p0002.txt"

    file.write_text(f"{line}\n{file.read_text().split(chr(10), 1)[1]}")

    assert "p0002.txt: its first line confirms nothing" in run("pages", "list").out
    assert [row["state"] for row in json.loads(run("pages", "list", "--json").out)] == ["confirmed", "unreadable"]


def test_pages_are_found_beside_the_configuration_and_where_the_option_says(run, saved, here):
    (here / "sub").mkdir()
    shutil.move(here / "fixtures", here / "sub/fixtures")
    (here / "sub/own.yaml").write_text("chunks: {size: 220}\n")

    assert run("pages", "list").out == ""
    assert run("pages", "list", "-c", "sub/own.yaml").out.count("confirmed by Jane Roe") == 2
    assert run("pages", "list", "--pages-dir", "sub/fixtures/pages").out.count("confirmed by Jane Roe") == 2


# ---------------------------------------------------------------- run


def test_a_run_says_of_each_place_whether_a_confirmed_page_has_its_words(run, saved, here):
    assert kinds(here) == {1: {"matched"}, 2: {"matched"}}

    replace(saved / "p0002.txt", "ombudsman", "arbitrator")
    confirm(saved / "p0002.txt")
    run("run", f"{DOC}.pdf")

    assert kinds(here)[1] == {"matched"} and "differs" in kinds(here)[2]


def test_pages_that_nobody_confirmed_or_that_changed_since_are_no_right_text(run, saved, here):
    run("pages", "save", DOC, "1", "--force")
    replace(saved / "p0002.txt", "ombudsman", "arbitrator")

    run("run", f"{DOC}.pdf")

    assert kinds(here) == {1: {"none"}, 2: {"none"}}


def test_versions_of_a_family_share_their_pages(run, write, here):
    write("2025.txt", "1. Scope\nWe pay 500.\n")
    write("2026.txt", "1. Scope\nWe pay 600.\n")
    write("clausetrace.yaml", "documents: {'2025': {family: p}, '2026': {family: p}}\n")
    write("fixtures/pages/p/p0001.txt", confirmed("1. Scope\nWe pay 500."))

    run("run", "2025.txt", "2026.txt")

    seen = {
        name: {place["fixture_page"] for row in rows(here / f"out/{name}/chunks.jsonl") for place in row["provenance"]}
        for name in ("2025", "2026")
    }
    assert seen == {"2025": {"matched"}, "2026": {"differs"}}


def test_confirming_a_page_redoes_the_checks_alone_and_naming_the_folder_elsewhere_nothing(run, saved, here):
    run("pages", "save", DOC, "1", "--force")
    [row] = json.loads(run("status", "--json").out)
    run("run", f"{DOC}.pdf")
    shutil.move(here / "fixtures", here / "kept")
    (here / "clausetrace.yaml").write_text("provenance: {fixture_pages: kept/pages}\n")

    [moved] = json.loads(run("status", "--json").out)

    assert (row["state"], row["causes"], row["first_stage"]) == ("stale", ["right pages"], "checks")
    assert moved["state"] == "done"


# ---------------------------------------------------------------- check, diff


def test_what_reads_as_it_was_confirmed_breaks_nothing(run, saved):
    assert problems(run) == []
    assert run("check").code == 0 and run("pages", "diff", DOC).code == 0


def test_a_word_changed_is_red_with_the_page_and_both_readings(run, saved):
    replace(saved / "p0002.txt", "ombudsman", "arbitrator")
    confirm(saved / "p0002.txt")

    ran = run("check")

    assert ran.code == 1 and "error PAG002 page 2 [" in ran.out
    assert (
        f"than in {STORED}/p0002.txt (confirmed by Jane Roe on 2026-11-30)" in ran.out
        and "[-arbitrator.-] {+ombudsman.+}" in ran.out
    )
    assert f"clausetrace explain page {DOC} 2" in ran.out


def test_a_stored_page_changed_after_it_was_confirmed_is_red_and_said_to_be_no_longer_confirmed(run, saved):
    replace(saved / "p0002.txt", "ombudsman", "arbitrator")

    found = problems(run)

    assert [(code, severity, page) for code, severity, page, _ in found] == [("PAG007", "warning", 2), ("PAG002", "error", 2)]
    assert "was changed after Jane Roe confirmed it on 2026-11-30" in found[0][3] and "(not confirmed)" in found[1][3]


def test_a_page_that_nobody_confirmed_is_compared_and_said_to_be_so(run, saved):
    run("pages", "save", DOC, "1", "--force")

    assert [(code, severity, page) for code, severity, page, _ in problems(run)] == [("PAG006", "note", 1)]
    assert run("check", "--fail-on", "note").code == 1


def test_a_word_that_the_run_lost_and_one_that_is_more_are_told_apart(run, saved):
    replace(saved / "p0002.txt", "ombudsman", "same ombudsman")
    replace(saved / "p0001.txt", "the group administrator", "the administrator")
    for page in saved.iterdir():
        confirm(page)

    found = problems(run)

    assert [(code, page) for code, _, page, _ in found] == [("PAG003", 1), ("PAG001", 2)]
    assert "the {+group+} administrator" in found[0][3] and "the [-same-] ombudsman" in found[1][3]


def test_words_in_another_order_are_told_as_moved_and_not_as_lost(run, saved):
    first, source, *lines = (saved / "p0002.txt").read_text().splitlines()
    (saved / "p0002.txt").write_text("\n".join([first, source, lines[0], *lines[2:4], lines[1], *lines[4:]]) + "\n")
    confirm(saved / "p0002.txt")

    assert [code for code, *_ in problems(run)] == ["PAG004"]


def test_a_dropped_page_is_named_and_what_stands_behind_it_is_found_on_its_new_page(run, saved, here, write):
    from pypdf import PdfReader, PdfWriter

    file = PdfWriter()
    file.add_page(PdfReader(here / f"{DOC}.pdf").pages[1])
    file.write(here / f"{DOC}.pdf")

    run("run", f"{DOC}.pdf")
    found = [(code, page, message) for code, _, page, message in problems(run) if code == "PAG005"]

    assert [(code, page) for code, page, _ in found] == [("PAG005", 1)]
    assert f"what is page 2 in {STORED}/p0002.txt (confirmed by Jane Roe on 2026-11-30) stands on page 1" in found[0][2]


def test_white_space_line_ends_and_hyphens_at_them_are_no_difference(run, write):
    write("policy.txt", "1. Scope of main-\ntenance\n2. Exclusions\n")
    write("fixtures/pages/policy/p1.txt", confirmed("1.  Scope of maintenance\n\n2. Exclusions\n"))

    run("run", "policy.txt")

    assert problems(run) == []


def test_an_archived_version_is_held_against_its_own_pages_alone(run, write, here):
    write("new.txt", "1. Scope\nWe pay 500.\n")
    write("old.txt", "1. Scope\nWe pay 400.\n")
    write("clausetrace.yaml", "documents: {new: {family: p}, old: {family: p, status: archived}}\n")
    run("run", "new.txt", "old.txt")
    run("pages", "save", "new", "1")

    assert run("check").code == 0
    write("clausetrace.yaml", "documents: {new: {family: p}, old: {family: p}}\n")
    run("run", "new.txt", "old.txt")

    ran = run("check")

    assert ran.code == 1 and "We pay [-500.-] {+400.+}" in ran.out and "new: error" not in ran.out


def test_pages_left_out_of_a_run_are_not_missed(run, saved):
    run("run", f"{DOC}.pdf", "--pages", "1")

    assert problems(run) == []


def test_the_word_diff_shows_every_difference_and_ends_with_1(run, saved):
    replace(saved / "p0002.txt", "ombudsman", "arbitrator")

    ran = run("pages", "diff", DOC, "2")
    [row] = json.loads(run("pages", "diff", DOC, "2", "--json").out)

    assert ran.code == 1 and f"page 2, {STORED}/p0002.txt (changed after Jane Roe confirmed it" in ran.out
    assert "  changed: " in ran.out and "[-arbitrator.-] {+ombudsman.+}" in ran.out
    assert row["stands_on"] == 0 and [change["stored"] for change in row["changes"]] == [["arbitrator."]]


def test_two_files_of_one_page_are_refused(run, saved):
    shutil.copy(saved / "p0001.txt", saved / "p1.txt")

    ran = run("check")

    assert ran.code == 2 and "are both page 1; remove one" in ran.err


def test_pages_of_which_none_is_stored_are_an_error_of_usage(run, saved):
    shutil.rmtree(saved)

    ran = run("pages", "diff", DOC)

    assert ran.code == 2 and "clausetrace pages save" in ran.err
