"""Footnotes: rows in smaller type at the foot of a page that begin with a mark, on a page whose text shows such marks.

They stand apart from the clauses: their numbers begin anew on each page and would be taken for lists. A mark stands behind other
words, or, where it is that of the first note, at the beginning of a row. Small print that no mark points to is text like any other.
At the end of the document it may answer marks of all pages that have no notes of their own, where each of its notes does.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from pipeline.config.settings import ClauseSettings
from pipeline.model import Line
from pipeline.stages.clauses.rows import Row, body_style
from pipeline.wording import MARK, find_marks

NOTE = re.compile(r"(?P<mark>\d{1,3}|[*†‡§])[.)\]]?\s*\S")
"""How a note begins: "1. Subs. by Act 3", "* From April"."""


def find_notes(rows: Sequence[Row], settings: ClauseSettings) -> frozenset[int]:
    """The indices of the rows that are footnotes."""
    large = body_style(rows)[0] * settings.note_size
    found: set[int] = set()
    page: list[int] = []
    for _, members in groupby(range(len(rows)), key=lambda at: rows[at].page):
        page = [at for at in members if not rows[at].turned]
        found.update(_notes_of(rows, page, large, settings))
    if found.isdisjoint(page):
        found.update(_notes_at_end(rows, page, {rows[at].page for at in found}, large))
    return frozenset(found)


def _notes_of(rows: Sequence[Row], page: Sequence[int], large: float, settings: ClauseSettings) -> Iterator[int]:
    first = _first_small(rows, page, large)
    mark = note_mark(rows[page[first]]) if first < len(page) else ""
    if mark and any(_has_mark(row) or leading_mark(row.lines[0], settings) == mark for row in (rows[at] for at in page[:first])):
        yield from page[first:]


def _notes_at_end(rows: Sequence[Row], last: Sequence[int], noted: set[int], large: float) -> Iterator[int]:
    """The small print of the last page, where every mark in it stands raised on a page that is not among the ``noted``."""
    small = last[_first_small(rows, last, large) :]
    marks = {mark for at in small if (mark := note_mark(rows[at]))}
    waiting = (row for row in rows if row.page not in noted)
    raised = {
        line.text[start:end] for row in waiting for line in row.lines if len(line.runs) > 1 for start, end in find_marks(line)
    }
    if marks and marks <= raised:
        yield from small


def _first_small(rows: Sequence[Row], page: Sequence[int], large: float) -> int:
    """Where the small print at the foot of a page begins with a mark; the page's length where it does not."""
    first = len(page)
    while first and rows[page[first - 1]].size <= large and not rows[page[first - 1]].tabular:
        first -= 1
    while first < len(page) and not note_mark(rows[page[first]]):
        first += 1
    return first


def note_mark(row: Row) -> str:
    """The mark with which a note begins, "" where a row begins with none."""
    found = NOTE.match(row.text)
    return found["mark"] if found else ""


def _has_mark(row: Row) -> bool:
    return any(len(line.runs) > 1 and find_marks(line) for line in row.lines)


def leading_mark(line: Line, settings: ClauseSettings) -> str:
    """The raised mark with which a row begins, as the sections of amended laws do that were put in whole ("1[153A."); else ""."""
    if len(line.runs) < 2 or line.runs[0].size >= settings.raised_size * line.size:
        return ""
    words = line.text[line.runs[0].start : line.runs[0].end].strip()
    return words if MARK.fullmatch(words) else ""
