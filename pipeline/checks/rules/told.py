"""The run's own findings as problems, each with a hash of the words that it is about, for a person to accept it by.

The words are, in this order: those of the clause that the finding names, with its label, its title and the label before it; those
that the finding quotes; those of its lines; those of its page; the file itself. So a new page or line break brings no accepted
finding of a clause back, and another word in it, or a label more or less before it, does.
"""

from collections.abc import Iterator, Mapping, Sequence

from pipeline.checks.outcome import Problem
from pipeline.checks.written import Written
from pipeline.store.rows import ClauseRow, FindingRow
from pipeline.wording import hash_words


def tell(written: Written) -> Iterator[Problem]:
    """One problem a finding, in the run's order."""
    clauses = _words_of_clauses(written.clauses)
    named = {line_id for row in written.findings for line_id in row.line_ids}
    lines = {line.id: line.text for line in written.lines if line.id in named}
    pages = {page.page: page.text for page in written.pages}
    for row in written.findings:
        words = clauses.get(row.clause_id) or row.text or _quote(row, lines, pages) or written.run.input.sha256
        yield Problem(
            code=row.code,
            severity=row.severity,
            message=row.message,
            page=row.page,
            bbox=tuple(row.bbox),
            clause_id=row.clause_id,
            text=row.text,
            content_hash=hash_words(words),
        )


def _words_of_clauses(clauses: Sequence[ClauseRow]) -> dict[str, str]:
    """By id, the words of each clause behind the label of the one before it under the same parent."""
    before: dict[str, str] = {}
    words: dict[str, str] = {}
    for clause in clauses:
        words[clause.id] = " ".join((before.get(clause.parent, ""), clause.label, clause.title, clause.text))
        before[clause.parent] = clause.label
    return words


def _quote(row: FindingRow, lines: Mapping[str, str], pages: Mapping[int, str]) -> str:
    """The words of a finding's lines, else of its page, which is named since it may have none; "" where it names neither."""
    quoted = " ".join(lines.get(line_id, "") for line_id in row.line_ids)
    return quoted or (f"page {row.page}: {pages.get(row.page, '')}" if row.page else "")
