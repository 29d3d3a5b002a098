from pathlib import Path

import junitparser
import pytest
import xmlschema

from pipeline.reports.junit import MOST, write_junit
from tests.unit.reports.checks import ERROR, FAILING, WARNING, checked, every_kind, outcome, problem

SCHEMA = Path(__file__).resolve().parents[2] / "formats" / "junit-10.xsd"


@pytest.fixture(scope="module")
def schema():
    """Jenkins' schema, as the source package of pytest carries it (testing/example_scripts); its licence stands in it."""
    return xmlschema.XMLSchema(str(SCHEMA))


def read(written):
    """The cases by document and rule, as another library reads them."""
    suites = junitparser.JUnitXml.fromstring(written.encode())
    return {(suite.name, case.name.partition(":")[0]): case for suite in suites for case in suite}


@pytest.mark.parametrize("documents", [every_kind(), [], [checked()]], ids=["every kind", "no document", "no rule"])
def test_it_follows_the_schema(schema, documents):
    written = write_junit(documents, FAILING)

    assert not list(schema.iter_errors(written))


def test_the_schema_refuses_what_is_not_junit(schema):
    written = write_junit(every_kind(), FAILING).replace("<testcase name=", "<testcase nom=")

    assert list(schema.iter_errors(written))


def test_a_document_is_a_suite_and_a_rule_a_case():
    cases = read(write_junit(every_kind(), FAILING))

    assert list(cases) == [
        ("care", "ledger"),
        ("care", "verified"),
        ("care", "findings"),
        ("übersicht 2", "ledger"),
        ("übersicht 2", "verified"),
    ]
    assert [name for name, case in cases.items() if case.is_failure] == [("care", "verified")]


def test_a_failure_says_what_where_and_what_to_do():
    case = read(write_junit(every_kind(), FAILING))["care", "verified"]

    [failure] = case.result

    assert failure.message == "PRV001 page 37: chunk care/4.2.c#1 is unverified (and 1 other)"
    assert failure.type == "PRV001"
    assert "place: page 37, [72 90 300 104], clause 4.2.c" in failure.text
    assert 'text: "maternity"' in failure.text
    assert "to look at it: clausetrace explain page policies/care.pdf 37" in failure.text
    assert "what to do: Compare the chunk with the page" in failure.text


def test_what_was_accepted_is_told_with_its_reason_and_fails_nothing():
    case = read(write_junit(every_kind(), (ERROR, WARNING)))["care", "findings"]

    [failure] = case.result

    assert "accepted: the insurer's own slip" in case.system_out
    assert "b) missing before c)" not in failure.text


def test_what_is_less_severe_than_asked_fails_nothing():
    written = write_junit([checked(outcome("findings", problem("NUM001", WARNING)))], FAILING)

    case = read(written)["care", "findings"]

    assert not case.result
    assert "NUM001 warning" in case.system_out


def test_the_counts_are_those_of_the_cases():
    report = junitparser.JUnitXml.fromstring(write_junit(every_kind(), FAILING).encode())

    assert (report.tests, report.failures, report.errors) == (5, 1, 0)
    assert [(suite.tests, suite.failures) for suite in report] == [(3, 1), (2, 0)]


def test_a_long_list_says_how_many_more_there_are():
    written = write_junit([checked(outcome("verified", *[problem()] * (MOST + 7)))], FAILING)

    [failure] = read(written)["care", "verified"].result

    assert failure.text.count("PRV001 error") == MOST
    assert failure.text.rstrip().endswith("and 7 more")
