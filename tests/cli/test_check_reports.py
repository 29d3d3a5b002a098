"""The reports of `clausetrace check`, through the command line: a gap fails, a document without one does not."""

import json

import junitparser
import pytest

from tests.cli.conftest import POLICY

GAPPED = POLICY.replace("(b) cosmetic surgery;\n", "")


@pytest.fixture
def checked(run, write, monkeypatch):
    """Two documents in a repository, one with a gap, and the command that checks them."""
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    write(".git/HEAD", "ref: refs/heads/main\n")
    write("policies/care.md")
    write("policies/travel.md", GAPPED)
    assert run("run", "policies").code == 0
    return lambda *words: run("check", *words)


def sources(sarif):
    return [artifact["location"]["uri"] for artifact in json.loads(sarif)["runs"][0]["artifacts"]]


def test_all_reports_are_written_beside_what_is_said(checked, here):
    ran = checked("--junit", "made/junit.xml", "--sarif", "made/check.sarif", "--markdown", "made/check.md")

    suites = junitparser.JUnitXml.fromfile(str(here / "made/junit.xml"))
    assert ran.code == 1 and "NUM001" in ran.out
    assert {suite.name: suite.failures for suite in suites} == {"care": 0, "travel": 1}
    assert "NUM001" in (here / "made/check.md").read_text() and "NUM001" in (here / "made/check.sarif").read_text()


def test_files_are_named_from_the_root_of_the_repository(checked, here, monkeypatch):
    (here / "below").mkdir()
    monkeypatch.chdir(here / "below")

    ran = checked("--out", "../out", "--sarif", "-")

    assert sources(ran.out) == ["policies/care.md", "policies/travel.md"]


def test_a_file_outside_the_repository_is_named_whole(run, checked, here, monkeypatch):
    (here / "elsewhere").mkdir()
    (here / "elsewhere/.git").mkdir()
    monkeypatch.chdir(here / "elsewhere")

    ran = checked("--out", "../out", "--sarif", "-")

    assert sources(ran.out)[0] == f"file://{here}/policies/care.md"


def test_a_file_that_has_gone_is_named_as_the_run_named_it(checked, here):
    (here / "policies/care.md").unlink()

    ran = checked("--sarif", "-")

    assert sources(ran.out) == ["care.md", "policies/travel.md"]


def test_a_report_that_is_printed_takes_the_place_of_the_rest(checked):
    ran = checked("--markdown", "-")

    assert ran.out.startswith("## Check failed: 1 of 2 documents\n")
    assert "rules hold" not in ran.out


@pytest.mark.parametrize(
    "words",
    [
        ("--json", "--junit", "-"),
        ("--sarif", "-", "--markdown", "-"),
        ("--show-accept", "--sarif", "-"),
        ("--json", "--annotations"),
        ("--json", "--show-accept"),
    ],
)
def test_two_outputs_on_stdout_are_refused_before_any_work(run, words):
    ran = run("check", *words)

    assert ran.code == 2 and not ran.out
    assert " would all be printed; choose one" in ran.err and words[0] in ran.err


def test_annotations_are_printed_where_github_listens(checked, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")

    told, silent, plain = checked(), checked("--no-annotations"), checked("--json")

    assert "\n::error file=policies/travel.md,title=NUM001 " in told.out
    assert "::error" not in silent.out and json.loads(plain.out)


def test_annotations_are_printed_where_they_are_asked_for(checked):
    assert "::error" in checked("--annotations").out
    assert "::error" not in checked().out


def test_what_was_accepted_fails_no_report(checked, write):
    hash_line = next(line for line in checked("travel", "--show-accept").out.splitlines() if "hash:" in line)
    write(
        "clausetrace.yaml",
        f"families: {{travel: {{accept: [{{code: NUM001,{hash_line.strip().replace('hash:', ' hash:')}, reason: cut}}]}}}}\n",
    )

    ran = checked("--junit", "-")

    suites = junitparser.JUnitXml.fromstring(ran.out.encode())
    assert ran.code == 0
    assert suites.failures == 0 and "accepted: cut" in ran.out


def test_a_severity_that_does_not_fail_the_build_fails_no_report(checked):
    ran = checked("--fail-on", "never", "--junit", "-")

    assert ran.code == 0
    assert junitparser.JUnitXml.fromstring(ran.out.encode()).failures == 0


def test_a_report_that_cannot_be_written_is_exit_code_2(checked, write):
    write("taken", "a file")

    ran = checked("--junit", "taken/junit.xml")

    assert ran.code == 2 and "taken" in ran.err


# ---------------------------------------------------------------- documents that failed


def test_a_document_that_failed_fails_the_check_though_it_has_no_results(run, checked, write):
    write("policies/broken.pdf", "no PDF")
    run("run", "policies")

    ran = checked("--sarif", "-")

    [told] = [result for result in json.loads(ran.out)["runs"][0]["results"] if result["ruleId"] == "OUT007"]
    assert ran.code == 1
    assert "broken.pdf is not a PDF" in told["message"]["text"]
    assert told["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "policies/broken.pdf"


def test_the_results_of_an_earlier_version_do_not_stand_for_one_that_failed(run, checked, write):
    write("policies/care.md", b"\xff\xfe no UTF-8")
    run("run", "policies")

    ran = checked("care")

    assert ran.code == 1 and "care: error OUT007 the last run of it failed: care.md is not UTF-8" in ran.out


def test_where_all_failed_the_check_says_why(run, write):
    write("policies/broken.pdf", "no PDF")
    run("run", "policies")

    ran = run("check")

    assert ran.code == 3 and "broken.pdf is not a PDF" in ran.err


# ---------------------------------------------------------------- explain code


def test_a_code_is_explained(run):
    ran = run("explain", "code", "num001")

    assert ran.code == 0
    assert ran.out.startswith("NUM001: A gap in a sequence of labels (usually: warning)\n")


def test_a_code_that_is_not_there_is_exit_code_2_with_a_hint(run):
    ran = run("explain", "code", "NUM0O1")

    assert ran.code == 2 and "did you mean NUM001?" in ran.err
