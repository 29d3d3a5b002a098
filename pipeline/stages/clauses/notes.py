"""Footnotes: rows in smaller type at the foot of a page that begin with a mark, on a page whose text shows such marks.

They stand apart from the clauses: their numbers begin anew on each page and would be taken for lists. Small print that no mark
points to is text like any other.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from pipeline.config.settings import ClauseSettings
from pipeline.stages.clauses.rows import Row, body_style
from pipeline.wording import find_marks

NOTE = re.compile(r"(?:\d{1,3}|[*†‡§])[.)\]]?\s*\S")
"""How a note begins: "1. Subs. by Act 3", "* From April"."""


def find_notes(rows: Sequence[Row], settings: ClauseSettings) -> frozenset[int]:
    """The indices of the rows that are footnotes."""
    large = body_style(rows)[0] * settings.note_size
    found: list[int] = []
    for _, members in groupby(range(len(rows)), key=lambda at: rows[at].page):
        found.extend(_notes_of(rows, list(members), large))
    return frozenset(found)


def _notes_of(rows: Sequence[Row], page: Sequence[int], large: float) -> Iterator[int]:
    first = len(page)
    while first and rows[page[first - 1]].size <= large and not rows[page[first - 1]].tabular:
        first -= 1
    while first < len(page) and not NOTE.match(rows[page[first]].text):
        first += 1
    if first and any(_has_mark(rows[at]) for at in page[:first]):
        yield from page[first:]


def _has_mark(row: Row) -> bool:
    return any(len(line.runs) > 1 and find_marks(line) for line in row.lines)
