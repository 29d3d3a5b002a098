"""The summary of a batch: a row a document where that fits, a few lines a document where it does not, and what to look at next."""

import math
import shutil
from collections.abc import Iterator
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.batch.run import Outcome
from pipeline.batch.status import is_gone
from pipeline.cli.options import printable
from pipeline.model import Severity
from pipeline.store.read import load_findings
from pipeline.store.rows import Ending, How

UNBOUNDED = (200, 24)
"""Characters and rows of a place that is no terminal and says no width: wide enough that nothing is cut off."""
HEADS = (
    *("document", "", "pages", "clauses", "chunks", "furniture\nlines", "tables\nexcluded", "tables\nkept"),
    *("errors", "warnings", "notes", "in the\nledger", "seconds"),
)
LEFT = 2
"""Columns of words; the others are numbers, to the right."""
DONE = (How.DONE, How.RENAMED, How.UNCHANGED)
SHOWN = 5
"""Errors of a document that are shown: more are one cause, and the file has them."""
HUNDREDTHS = 100
MEASURE = 10_000
"""Characters beyond any table's width."""


def show_summary(outcome: Outcome, out: Path, place: str = "") -> None:
    """Prints it on stdout. ``out`` is the local folder that the run worked in, ``place`` what the place of its
    results is called where that is another.
    """
    console = Console(width=shutil.get_terminal_size(UNBOUNDED).columns, highlight=False)
    table = _table(outcome)
    if Console(width=MEASURE).measure(table).maximum <= console.width:
        console.print(table)
    else:
        for row in outcome.now:
            _print(console, *_lines(row, _seconds(outcome, row)))
    for row in outcome.now:
        _print(console, *_errors(row, out))
    _print(console, *_others(outcome, out))
    if any(row.how in DONE for row in outcome.now):
        _print(console, f"Chunks are in {place or out}/<document>/chunks.jsonl; what to look at is in findings.jsonl beside them.")


def _others(outcome: Outcome, out: Path) -> Iterator[str]:
    """What stands in the folder and was not done now: of files that are elsewhere, and of files that have gone."""
    now = {row.doc_id for row in outcome.now}
    absent = [row for row in outcome.batch.documents if row.how is How.ABSENT and row.doc_id not in now]
    gone = [row for row in absent if is_gone(out, row.doc_id)]
    there = [row.doc_id for row in absent if row not in gone]
    if there:
        yield f"From earlier runs, not among these inputs: {', '.join(there)}"
    if gone:
        named = ", ".join(f"{row.doc_id} ({printable(row.source)})" for row in gone)
        yield f"Their files are no longer there: {named}; `clausetrace clean {out}` removes what came of them."


def _print(console: Console, *lines: str) -> None:
    for line in lines:
        console.print(Text(line), soft_wrap=True)


def _table(outcome: Outcome) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for index, head in enumerate(HEADS):
        table.add_column(head, justify="left" if index < LEFT else "right", no_wrap=True)
    for row in outcome.now:
        table.add_row(*map(Text, (row.doc_id, _ended(row), *_counts(row, _seconds(outcome, row)))))
    return table


def _ended(row: Ending) -> str:
    if row.how is How.DUPLICATE:
        return f"duplicate of {row.duplicate_of}"
    return f"failed: {row.code.replace('_', ' ').replace('pdf', 'PDF')}" if row.how is How.FAILED else row.how


def _counts(row: Ending, seconds: str) -> list[str]:
    if row.how not in DONE:
        return []
    counted = (
        *(row.pages, row.clauses, row.chunks, row.furniture_lines, row.tables_excluded, row.tables_kept),
        *(row.errors, row.warnings, row.notes),
    )
    return [*(f"{count:,}" for count in counted), _percent(row), seconds]


def _percent(row: Ending) -> str:
    """Rounded down, so that 100.00% means all of them."""
    return f"{math.floor(row.ledger_percent * HUNDREDTHS) / HUNDREDTHS:.2f}%"


def _seconds(outcome: Outcome, row: Ending) -> str:
    seconds = outcome.seconds.get(row.doc_id)
    return "" if seconds is None else f"{seconds:.1f}"


def _lines(row: Ending, seconds: str) -> Iterator[str]:
    """A document in a few lines."""
    if row.how not in DONE:
        yield f"{row.doc_id}: {_ended(row)}"
        return
    pages, clauses, chunks = _many(row.pages, "page"), _many(row.clauses, "clause"), _many(row.chunks, "chunk")
    yield f"{row.doc_id} ({row.how}): {pages}, {clauses}, {chunks}"
    yield f"  {_many(row.furniture_lines, 'furniture line')}; tables: {row.tables_excluded:,} excluded, {row.tables_kept:,} kept"
    yield f"  findings: {_many(row.errors, 'error')}, {_many(row.warnings, 'warning')}, {_many(row.notes, 'note')}"
    yield f"  ledger: {_percent(row)} of the characters accounted for{f'; {seconds} seconds' if seconds else ''}"


def _many(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def _errors(row: Ending, out: Path) -> Iterator[str]:
    """The findings of a document that are errors, in words."""
    if row.how not in DONE or not row.errors:
        return
    found = [finding for finding in load_findings(out / row.doc_id) if finding.severity is Severity.ERROR]
    for finding in found[:SHOWN]:
        page = f" page {finding.page}" if finding.page else ""
        yield f"{row.doc_id}: error {finding.code}{page}: {finding.message}"
    if len(found) > SHOWN:
        yield f"{row.doc_id}: {len(found) - SHOWN:,} more errors are in its findings.jsonl"
