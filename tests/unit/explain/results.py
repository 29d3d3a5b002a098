"""A whole result in a line, for tests of explanations: what the stages gave for one small document."""

from collections.abc import Mapping, Sequence

from pipeline.model import (
    Boilerplate,
    Checks,
    Chunks,
    Clause,
    ClauseTree,
    Document,
    Entry,
    Fate,
    Finding,
    Ledger,
    Rejected,
    Result,
    Table,
    Tables,
)
from tests.trees import BECAUSE, NOTHING_ASIDE, lines_of


def result(
    document: Document,
    nodes: Sequence[Clause] = (),
    *,
    rejected: Sequence[Rejected] = (),
    findings: Sequence[Finding] = (),
    tables: Sequence[Table] = (),
    fates: Mapping[str, Fate] | None = None,
    boilerplate: Boilerplate = NOTHING_ASIDE,
) -> Result:
    """A result in which every line is body, save those that ``fates`` names by id."""
    entries = tuple(Entry(line.id, (fates or {}).get(line.id, Fate.BODY), "", BECAUSE) for line in lines_of(document))
    tree = ClauseTree(tuple(nodes), tuple(rejected), tuple(findings))
    ledger = Ledger(entries, (), 0, 0)
    return Result(document, boilerplate, tree, Tables(tuple(tables)), Chunks(()), Checks((), ledger))
