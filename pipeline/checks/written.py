"""What is wrong with what a run wrote: its own findings, and what its files say against each other, added up anew.

OUT001 a file that changed since it was written; OUT002 settings that are no longer those of the run; OUT003 an id or key given
twice; OUT004 a ledger that does not add up; OUT005 a chunk that is not verified and has no finding that says so. Reads nothing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.checks.outcome import Problem
from pipeline.model import Record, Severity
from pipeline.store.rows import ChunkRow, DocumentRun, FindingRow

PRV001 = "PRV001"


class Written(Record, frozen=True):
    """A document as it stands in its folder. ``changed``: files that are not as they were written. ``settings_sha256``: of now."""

    run: DocumentRun
    findings: Sequence[FindingRow]
    chunks: Sequence[ChunkRow]
    changed: Sequence[str]
    settings_sha256: str


def find_problems(written: Written) -> list[Problem]:
    """What is wrong, the run's own findings first, in its order."""
    told = [Problem(row.code, row.severity, row.message, row.page, tuple(row.bbox)) for row in written.findings]
    return [*told, *_find_stale(written), *_find_taken(written.chunks), *_find_untold(written)]


def _find_stale(written: Written) -> Iterator[Problem]:
    for name in written.changed:
        yield Problem("OUT001", Severity.ERROR, f"{name} is not as it was written; run the document again with --force")
    if written.settings_sha256 != written.run.settings_sha256:
        yield Problem(
            "OUT002", Severity.ERROR, "the settings are no longer those of the run; run the document again, or name them with -c"
        )


def _find_taken(chunks: Sequence[ChunkRow]) -> Iterator[Problem]:
    """Ids and keys that two chunks have."""
    for what, names in (("id", [chunk.id for chunk in chunks]), ("key", [chunk.clause_key for chunk in chunks])):
        for name, times in Counter(names).items():
            if times > 1:
                yield Problem("OUT003", Severity.ERROR, f"{times} chunks have the {what} {name}")


def _find_untold(written: Written) -> Iterator[Problem]:
    ledger = written.run.ledger
    if ledger.counted != ledger.by_reader:
        message = f"the lines have {ledger.counted} letters and digits, the reader counts {ledger.by_reader} apart from them"
        yield Problem("OUT004", Severity.ERROR, message)
    if any(row.code == PRV001 for row in written.findings):
        return
    for chunk in written.chunks:
        unverified = [place for place in chunk.provenance if not place.verified]
        if unverified or not chunk.provenance:
            page, box = (unverified[0].page, tuple(unverified[0].bbox)) if unverified else (0, ())
            yield Problem("OUT005", Severity.ERROR, f"chunk {chunk.clause_key} is not verified", page, box)
