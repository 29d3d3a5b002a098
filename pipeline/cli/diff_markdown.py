"""A difference as Markdown, for a pull request: what weighs and what is gone first and open, the rest in a fold."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from pipeline.cli.diff_lines import SHOWN_CELLS, count_kinds, name_cell, name_change, name_table, shorten
from pipeline.diff.records import Change, Difference, Kind, Piece, TableChange

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~@!&])")
"""What Markdown, or the place that shows it, would act on: "@name" calls a person. No: "4.1", "(a)"."""
MARKS = {"removed": ("~~", "~~"), "added": ("**", "**"), "equal": ("", "")}


def write_markdown(difference: Difference) -> Iterator[str]:
    """Its lines."""
    yield f"## {_plain(difference.old)} → {_plain(difference.new)}"
    yield ""
    yield f"{count_kinds(difference)}."
    weighty = [change for change in difference.clauses if change.weighty]
    gone = [change for change in difference.clauses if Kind.REMOVED in change.kinds and not change.weighty]
    others = [change for change in difference.clauses if Kind.REMOVED not in change.kinds and not change.weighty]
    for title, changes in (("Weighty", weighty), ("Removed", gone)):
        if changes:
            yield from ("", f"### {title}", "")
            yield from _list(changes)
    if others:
        yield from ("", f"<details><summary>Other clauses ({len(others)})</summary>", "")
        yield from _list(others)
        yield from ("", "</details>")
    if difference.tables:
        yield from ("", "### Tables", "")
        yield from (line for table in difference.tables for line in _table(table))


def _list(changes: Sequence[Change]) -> Iterator[str]:
    for change in changes:
        follow = f"; {len(change.follow)} clauses under it follow" if change.follow else ""
        yield f"- **{', '.join(change.kinds)}** {_plain(name_change(change))}{follow}"
        if change.words:
            yield f"  <br>{' '.join(_piece(piece) for piece in shorten(change.words))}"


def _piece(piece: Piece) -> str:
    before, behind = MARKS[piece.op]
    return f"{before}{_plain(piece.words)}{behind}"


def _plain(text: str) -> str:
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _table(change: TableChange) -> Iterator[str]:
    mark = ", weighty" if change.weighty else ""
    yield from (f"**{change.kind}{mark}** {_plain(name_table(change))}", "")
    if change.cells:
        yield from ("| cell | words |", "|---|---|")
    for cell in islice(change.cells, SHOWN_CELLS):
        yield f"| {_plain(name_cell(cell))} | {' '.join(map(_piece, shorten(cell.words)))} |"
    if len(change.cells) > SHOWN_CELLS:
        yield from ("", f"and {len(change.cells) - SHOWN_CELLS} more cells")
    yield ""
