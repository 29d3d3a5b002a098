"""What must never pass unseen: a digit, a page, a clause, a footer in a clause. Each is red, and JUnit and SARIF tell the place."""

import json

import junitparser
import pytest

from tests.ci.policies import CARE, policy
from tests.fixture_runs import FIXTURES

ASKED = """\
families:
  care:
    floors: {at_least: {pages: 2}}
    expect:
      - clause: "3.b"
        contains: cosmetic surgery
        not_contains: Page 1 of
"""
FOOTED = tuple(line.replace("unless an accident", "Care Policy · Page 1 of 2 unless an accident") for line in CARE)
SHORTENED = CARE[: CARE.index("")]
LOST = tuple(line for line in CARE if not line.startswith("(b) cosmetic"))
TABLE = FIXTURES / "pdf/table-over-two-pages.pdf"
COPY = "documents: {table-over-two-pages: {transcriptions: [{csv: copy.csv, pages: [1, 2]}]}}\n"


@pytest.fixture
def told(run, here, monkeypatch):
    """Checks what stands under out: the failures that JUnit has, and the results of SARIF that are errors, by code."""
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)

    def checked():
        ran = run("check", "--junit", "junit.xml", "--sarif", "check.sarif")
        suites = junitparser.JUnitXml.fromfile(str(here / "junit.xml"))
        failures = {failure.type: failure.text for suite in suites for case in suite for failure in case.result}
        results = json.loads((here / "check.sarif").read_text())["runs"][0]["results"]
        return ran.code, failures, {result["ruleId"]: result for result in results if result["level"] == "error"}

    return checked


@pytest.fixture
def version(run, write):
    """Runs a version of the policy of which the YAML asks something."""

    def ran(lines):
        write("clausetrace.yaml", ASKED)
        write("care.pdf", policy("Care Policy", lines))
        assert run("run", "care.pdf", "--quiet").code == 0

    return ran


def test_what_is_whole_is_green(version, told):
    version(CARE)

    assert told() == (0, {}, {})


def test_a_digit_changed_in_a_transcription_is_told_with_line_page_and_box(run, write, told, here):
    run("run", TABLE, "--quiet")
    run("tables", "draft", "table-over-two-pages", "-o", "copy.csv")
    (here / "copy.csv").write_text((here / "copy.csv").read_text().replace("40,000", "70,000", 1))
    write("clausetrace.yaml", COPY)
    run("run", TABLE, "--quiet")

    code, failures, results = told()

    assert code == 1
    assert 'copy.csv, line 2, row "Cataract, for each eye"' in failures["TAB010"] and "place: page 1, [" in failures["TAB010"]
    assert results["TAB010"]["properties"]["page"] == 1 and len(results["TAB010"]["properties"]["bbox"]) == 4


def test_a_dropped_page_is_told_with_what_is_lacking_and_where_it_was_asked(version, told):
    version(SHORTENED)

    code, failures, results = told()

    assert code == 1
    assert (
        "pages: 1, and at least 2 are asked for" in failures["FLR001"] and "asked for at clausetrace.yaml:3" in failures["FLR001"]
    )
    [asked] = results["FLR001"]["relatedLocations"]
    assert asked["physicalLocation"]["artifactLocation"]["uri"] == "clausetrace.yaml"
    assert asked["physicalLocation"]["region"] == {"startLine": 3}


def test_a_lost_clause_is_told_with_the_gap_and_the_page(version, told):
    version(LOST)

    code, failures, results = told()

    assert code == 1
    assert "clause 3.c" in failures["NUM001"] and "place: page 2" in failures["NUM001"]
    assert results["NUM001"]["properties"]["clause"] == "3.c" and results["EXP001"]["message"]["text"]


def test_a_footer_in_a_clause_is_told_with_the_clause_and_its_words(version, told):
    version(FOOTED)

    code, failures, results = told()

    assert code == 1
    assert "clause 3.b" in failures["EXP006"] and "Page 1 of" in failures["EXP006"] and "place: page 2" in failures["EXP006"]
    assert results["EXP006"]["properties"]["clause"] == "3.b"
