"""Checks in a line, for tests of reports: ``checked(outcome("ledger", problem("LED001")))``."""

from pipeline.checks.outcome import Checked, Outcome, Problem
from pipeline.model import Severity

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
FAILING = (ERROR,)


def problem(code="PRV001", severity=ERROR, message="chunk care/4.2.c#1 is unverified", **others):
    return Problem(code, severity, message, **others)


def outcome(rule="verified", *problems, title=""):
    return Outcome(rule, title or f"what {rule} asks", problems)


def checked(*outcomes, doc_id="care", source="", family="care"):
    return Checked(doc_id, family, source or f"policies/{doc_id}.pdf", outcomes)


def every_kind():
    """Two documents with all that a report can meet: failing, not failing, accepted, of no page, with signs that formats act on."""
    hostile = problem(
        "NUM001",
        WARNING,
        'c) missing\r\nbefore d), 100% <b>"&amp;"</b> @all [x](http://y) ::error::a,b:c \x1b[2J\ufffe\ud800',
        page=12,
        bbox=(72.0, 100.5, 523.0, 112.0),
        clause_id="4.2<i>.d",
        text="d) `code` | *stars* & ]]> </failure>",
    )
    lived_with = problem("NUM001", WARNING, "b) missing before c)", page=3, clause_id="2.c", accepted="the insurer's own slip")
    first = checked(
        outcome("ledger"),
        outcome("verified", problem(page=37, bbox=(72.0, 90.0, 300.0, 104.0), clause_id="4.2.c", text="maternity"), problem()),
        outcome("findings", hostile, lived_with, problem("TAB001", NOTE, "pages 81 to 290: 220 tables", page=81)),
    )
    return [first, checked(outcome("ledger"), outcome("verified"), doc_id="übersicht 2", source="policies/übersicht 2 #1.pdf")]
