"""Whether what a run wrote is whole: its files against each other, added up anew.

OUT001 a file that changed since it was written; OUT002 settings that are no longer those of the run; OUT003 an id or key given
twice; OUT004 a ledger that does not add up; OUT005 a chunk that is not verified and has no finding that says so; OUT006 pages of
the file that the results do not cover; OUT007 a document that failed in the last run.
"""

from collections import Counter
from collections.abc import Iterator

from pipeline.checks.outcome import Problem
from pipeline.checks.written import Written
from pipeline.model import Severity

PRV001 = "PRV001"
SHOWN = 10
"""Pages that a message names; more are counted."""


def find_failed(written: Written) -> Iterator[Problem]:
    """A last run that failed."""
    if written.failed:
        yield say_failed(written.failed)


def say_failed(message: str) -> Problem:
    """The problem of a document that failed."""
    return _error("OUT007", f"the last run of it failed: {message}")


def find_changed(written: Written) -> Iterator[Problem]:
    """Files that are not as they were written."""
    for name in written.changed:
        yield _error("OUT001", f"{name} is not as it was written; run the document again with --force")


def find_stale(written: Written) -> Iterator[Problem]:
    """Settings that are not those of the run."""
    if written.settings_sha256 != written.run.settings_sha256:
        yield _error("OUT002", "the settings are no longer those of the run; run the document again, or name them with -c")


def find_taken(written: Written) -> Iterator[Problem]:
    """Ids and keys that two chunks, clauses, lines or tables have."""
    groups = {
        "chunks have the id": [chunk.id for chunk in written.chunks],
        "chunks have the key": [chunk.clause_key for chunk in written.chunks],
        "clauses have the id": [clause.id for clause in written.clauses],
        "lines have the id": [line.id for line in written.lines],
        "tables have the id": [table.id for table in written.tables],
    }
    for what, names in groups.items():
        if len(names) > len(set(names)):
            yield from (_error("OUT003", f"{times} {what} {name}") for name, times in Counter(names).items() if times > 1)


def find_pages_lacking(written: Written) -> Iterator[Problem]:
    """Pages that were not asked for, or that have no row. Those that could not be read are findings of the run (EXT001)."""
    if written.run.pages_chosen:
        pages = len(written.run.pages_chosen)
        yield _error("OUT006", f"only the {pages} pages asked for with --pages are covered; run the document again without")
        return
    there = {page.page for page in written.pages}
    lacking = [page for page in range(1, max(there, default=0) + 1) if page not in there]
    if lacking:
        more = f" and {len(lacking) - SHOWN} more" if len(lacking) > SHOWN else ""
        named = ", ".join(map(str, lacking[:SHOWN]))
        message = f"pages.jsonl lacks {len(lacking)} of {max(there)} pages: {named}{more}; run the document again with --force"
        yield Problem("OUT006", Severity.ERROR, message, lacking[0])


def find_uneven(written: Written) -> Iterator[Problem]:
    """A ledger whose two totals differ."""
    ledger = written.run.ledger
    if ledger.counted != ledger.by_reader:
        message = f"the lines have {ledger.counted} letters and digits, the reader counts {ledger.by_reader} apart from them"
        yield _error("OUT004", message)


def find_unverified(written: Written) -> Iterator[Problem]:
    """Chunks that were not found on their page, where no finding says so already."""
    if any(row.code == PRV001 for row in written.findings):
        return
    for chunk in written.chunks:
        unverified = [place for place in chunk.provenance if not place.verified]
        if unverified or not chunk.provenance:
            page, box = (unverified[0].page, tuple(unverified[0].bbox)) if unverified else (0, ())
            message, clause_id = f"chunk {chunk.clause_key} is not verified", chunk.metadata.clause_id
            yield Problem("OUT005", Severity.ERROR, message, page, box, clause_id, chunk.text)


def _error(code: str, message: str) -> Problem:
    return Problem(code, Severity.ERROR, message)
