"""A person's word on labels: rows that begin a clause, or do not, whatever the program thinks. Matched by page and by words."""

from collections.abc import Sequence

from pipeline.config.settings import Overrule, OverruleKind
from pipeline.model import Finding, Record, Severity, Stage
from pipeline.stages.clauses.rows import Row
from pipeline.wording import squeeze

OURS = (OverruleKind.CLAUSE, OverruleKind.NOT_CLAUSE)


class Said(Record, frozen=True):
    """Rows forced to begin a clause, rows barred from it, and what matched nothing."""

    forced: frozenset[int]
    barred: frozenset[int]
    findings: tuple[Finding, ...]


def apply_overrules(rows: Sequence[Row], overrules: Sequence[Overrule]) -> Said:
    """The rows that ``overrules`` of this stage speak of. One that matches no row is a finding."""
    rows_of: dict[OverruleKind, set[int]] = {kind: set() for kind in OURS}
    findings = []
    for overrule in overrules:
        if overrule.is_ not in OURS:
            continue
        wanted = squeeze(overrule.text)
        matched = [
            at for at, row in enumerate(rows) if overrule.page in (0, row.page) and wanted and squeeze(row.text).startswith(wanted)
        ]
        rows_of[overrule.is_].update(matched)
        if not matched:
            message = f"overrule matches no line: page {overrule.page}, is {overrule.is_}; a line must begin with these words"
            findings.append(Finding("CFG001", Severity.ERROR, Stage.CLAUSES, message, page=overrule.page, text=overrule.text))
    return Said(frozenset(rows_of[OverruleKind.CLAUSE]), frozenset(rows_of[OverruleKind.NOT_CLAUSE]), tuple(findings))
