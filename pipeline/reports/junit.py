"""A check as JUnit XML: a test suite a document, a test case a rule, in the dialect of Jenkins' xUnit plugin (junit-10.xsd).

A rule fails where a problem of it does; its failure lists them all, each with its place and what to do. What does not fail, since
it is less severe or accepted, stands in the case's output. No time is written, so that equal checks give equal bytes. Written with
the standard library: junitparser counts what was skipped on the root, which that schema refuses.
"""

from collections.abc import Collection, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from pipeline.checks.outcome import Checked, Outcome, Problem
from pipeline.model import Severity
from pipeline.reports.telling import clean, plural, tell, tell_advice, tell_all

NAME = "clausetrace check"
MOST = 100
"""Problems that a failure lists; SARIF and JSON have all of them."""


def write_junit(documents: Sequence[Checked], failing: Collection[Severity]) -> str:
    """The XML, with its declaration and a newline at its end."""
    root = Element("testsuites", {"name": NAME})
    for checked in documents:
        _add_suite(root, checked, failing)
    cases, failures = len(root.findall(".//testcase")), len(root.findall(".//failure"))
    root.attrib |= _counts(cases, failures)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _counts(tests: int, failures: int) -> dict[str, str]:
    return {"tests": str(tests), "failures": str(failures), "errors": "0"}


def _add_suite(root: Element, checked: Checked, failing: Collection[Severity]) -> None:
    failures = sum(bool(_broken(outcome, failing)) for outcome in checked.outcomes)
    suite = SubElement(root, "testsuite", {"name": clean(checked.doc_id), **_counts(len(checked.outcomes), failures)})
    properties = SubElement(suite, "properties")
    for name, value in (("source", checked.source), ("family", checked.family)):
        SubElement(properties, "property", {"name": name, "value": clean(value)})
    for outcome in checked.outcomes:
        _add_case(suite, checked, outcome, failing)


def _broken(outcome: Outcome, failing: Collection[Severity]) -> list[Problem]:
    return [problem for problem in outcome.problems if problem.counts(failing)]


def _add_case(suite: Element, checked: Checked, outcome: Outcome, failing: Collection[Severity]) -> None:
    case = SubElement(suite, "testcase", {"name": clean(f"{outcome.rule}: {outcome.title}"), "classname": clean(checked.doc_id)})
    if broken := _broken(outcome, failing):
        codes = ", ".join(dict.fromkeys(problem.code for problem in broken))
        failure = SubElement(case, "failure", {"message": _head(broken), "type": codes})
        failure.text = _list(broken, checked)
    if others := [problem for problem in outcome.problems if not problem.counts(failing)]:
        SubElement(case, "system-out").text = _list(others)


def _head(broken: Sequence[Problem]) -> str:
    rest = f" (and {plural(len(broken) - 1, 'other')})" if len(broken) > 1 else ""
    return f"{broken[0].code} {tell(broken[0])}{rest}"


def _list(problems: Sequence[Problem], failing: Checked | None = None) -> str:
    """The problems, and what to do about them where they are those that fail a document."""
    told = ["\n".join((*tell_all(one), *(tell_advice(failing, one) if failing else ()))) for one in problems[:MOST]]
    rest = [f"and {len(problems) - MOST} more"] if len(problems) > MOST else []
    return "\n" + "\n\n".join([*told, *rest]) + "\n"
