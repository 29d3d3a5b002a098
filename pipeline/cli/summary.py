"""The summary of a batch: one row a document, and what a person should look at next."""

import sys
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.batch.run import Outcome
from pipeline.store.rows import Ending, How

WIDE = 200
"""Characters a row may have where the summary does not go to a terminal, and nothing must be cut off."""
HEADS = ("document", "", "pages", "clauses", "chunks", "furniture lines", "tables excluded", "tables kept")
FINDINGS = ("errors", "warnings", "notes")


def show_summary(outcome: Outcome, out: Path) -> None:
    """Prints it on stdout."""
    console = Console(width=None if sys.stdout.isatty() else WIDE, highlight=False)
    console.print(_table(outcome))
    now = {row.doc_id for row in outcome.now}
    absent = [row.doc_id for row in outcome.batch.documents if row.how is How.ABSENT and row.doc_id not in now]
    if absent:
        console.print(Text(f"From earlier runs, not among these inputs: {', '.join(absent)}"))
    if any(row.how in (How.DONE, How.RENAMED, How.UNCHANGED) for row in outcome.now):
        console.print(Text(f"Chunks are in {out}/<document>/chunks.jsonl; what to look at is in findings.jsonl beside them."))


def _table(outcome: Outcome) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for index, head in enumerate((*HEADS, *FINDINGS, "ledger", "seconds")):
        table.add_column(head, justify="left" if index < 2 else "right", overflow="fold")
    for row in outcome.now:
        seconds = outcome.seconds.get(row.doc_id)
        table.add_row(*map(Text, _cells(row, "" if seconds is None else f"{seconds:.1f}")))
    return table


def _cells(row: Ending, seconds: str) -> list[str]:
    if row.how is How.DUPLICATE:
        return [row.doc_id, f"duplicate of {row.duplicate_of}"]
    if row.how is How.FAILED:
        return [row.doc_id, f"failed: {row.code}"]
    counts = (
        row.pages,
        row.clauses,
        row.chunks,
        row.furniture_lines,
        row.tables_excluded,
        row.tables_kept,
        row.errors,
        row.warnings,
        row.notes,
    )
    return [row.doc_id, row.how, *(f"{count:,}" for count in counts), f"{row.ledger_percent:.2f}%", seconds]
