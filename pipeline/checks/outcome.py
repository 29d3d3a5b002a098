"""What a check of documents says, for the terminal, JSON and reports alike: every rule held against a document, and what broke it.

A rule without problems held; that it was asked at all is told too, so that a report can show what was looked at.
"""

from collections.abc import Collection

from pipeline.model import Record, Severity


class Problem(Record, frozen=True):
    """Something that is wrong, and where to look: page 0 is the whole document. ``bbox`` in points from the top left, or ().

    ``code`` is stable (NUM001, PRV001, OUT003, ...). ``clause_id``, ``text`` (words of the page) and ``content_hash`` (of what an
    acknowledgement would accept) are "" where there is none. ``accepted`` is the reason that a person gave for living with it.
    ``asked_at`` is where the YAML asks for what does not hold, as file:line; "" where no person asked.
    """

    code: str
    severity: Severity
    message: str
    page: int = 0
    bbox: tuple[float, ...] = ()
    clause_id: str = ""
    text: str = ""
    content_hash: str = ""
    accepted: str = ""
    asked_at: str = ""

    def counts(self, severities: Collection[Severity]) -> bool:
        """Whether it is as grave as one of these, and nobody lives with it."""
        return self.severity in severities and not self.accepted


class Outcome(Record, frozen=True):
    """One rule held against one document: its stable name (``ledger``, ``verified``, ``ids``, ...), what it asks, what broke it."""

    rule: str
    title: str
    problems: tuple[Problem, ...] = ()


class Checked(Record, frozen=True):
    """One document with every rule that was held against it. ``source`` is its path as in ``run.json``."""

    doc_id: str
    family: str
    source: str
    outcomes: tuple[Outcome, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, in the order of the rules."""
        return tuple(problem for outcome in self.outcomes for problem in outcome.problems)
