"""Clauses as rows of plain columns, for people who read them in a spreadsheet and programs that read a data frame.

One row a clause, in reading order. Lists become text: the path and the headings by ` › `, codes of findings by a space. A clause's
`text` are its own words, as in `clauses.jsonl`; those of its children stand in their rows.
"""

from collections.abc import Iterable, Sequence

from pipeline.store.rows import ClauseRow, FindingRow, PageRow

STEP = " › "
COLUMNS = (
    *("clause_id", "label", "title", "text", "page", "page_end", "page_label", "path", "headings", "level", "parent"),
    *("confidence", "reason", "findings", "clause_key", "content_hash", "doc_id"),
)
WHOLE = frozenset({"page", "page_end", "level"})
NUMBERS = frozenset({"confidence"})
"""Columns of whole numbers and of numbers; all others are text."""

Cell = str | int | float


def make_clause_cells(
    clauses: Iterable[ClauseRow], pages: Iterable[PageRow], findings: Iterable[FindingRow]
) -> list[Sequence[Cell]]:
    """The values of COLUMNS for each clause."""
    labels = {page.page: page.label for page in pages}
    codes: dict[str, list[str]] = {}
    for finding in findings:
        codes.setdefault(finding.clause_id, []).append(finding.code)
    return [_make_cells(clause, labels, " ".join(sorted(set(codes.get(clause.id, ()))))) for clause in clauses]


def _make_cells(clause: ClauseRow, labels: dict[int, str], codes: str) -> Sequence[Cell]:
    own = clause.id, clause.label, clause.title, clause.text, clause.page, clause.page_end, labels.get(clause.page, "")
    place = STEP.join(clause.path), STEP.join(clause.headings), clause.level, clause.parent
    reason = f"{clause.reason.rule}: {clause.reason.evidence}"
    return (*own, *place, clause.confidence, reason, codes, clause.clause_key, clause.content_hash, clause.doc_id)
