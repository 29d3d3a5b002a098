"""Footnotes: rows in smaller type at the foot of a page that begin with a mark, on a page whose text shows such marks.

They stand apart from the clauses: their numbers begin anew on each page and would be taken for lists. A mark stands behind other
words, or, where it is that of the first note, at the beginning of a row. Small print that no mark points to is text like any other.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from pipeline.config.settings import ClauseSettings
from pipeline.stages.clauses.rows import Row, body_style
from pipeline.wording import find_marks

NOTE = re.compile(r"(?P<mark>\d{1,3}|[*†‡§])[.)\]]?\s*\S")
"""How a note begins: "1. Subs. by Act 3", "* From April"."""


def find_notes(rows: Sequence[Row], settings: ClauseSettings) -> frozenset[int]:
    """The indices of the rows that are footnotes."""
    large = body_style(rows)[0] * settings.note_size
    found: list[int] = []
    for _, members in groupby(range(len(rows)), key=lambda at: rows[at].page):
        found.extend(_notes_of(rows, list(members), large, settings))
    return frozenset(found)


def _notes_of(rows: Sequence[Row], page: Sequence[int], large: float, settings: ClauseSettings) -> Iterator[int]:
    first = len(page)
    while first and rows[page[first - 1]].size <= large and not rows[page[first - 1]].tabular:
        first -= 1
    note = None
    while first < len(page) and (note := NOTE.match(rows[page[first]].text)) is None:
        first += 1
    if note and any(_has_mark(rows[at]) or _begins_with(rows[at], note["mark"], settings) for at in page[:first]):
        yield from page[first:]


def _has_mark(row: Row) -> bool:
    return any(len(line.runs) > 1 and find_marks(line) for line in row.lines)


def _begins_with(row: Row, mark: str, settings: ClauseSettings) -> bool:
    """Whether a row begins with just this mark, raised: "1[153A." where the whole section was put in later."""
    runs = row.lines[0].runs
    if len(runs) < 2 or runs[0].size >= settings.raised_size * row.size:
        return False
    return row.lines[0].text[runs[0].start : runs[0].end].strip() == mark
