"""Bulleted headings: parts of a document that a sign and a bold title open, alone on their row or run in before the text.

A sign alone proves nothing, since most bulleted rows are items of a list. It heads parts where it stands at one indent, before bold
words nearly every time, and lists with labels begin further in under several of them. A row in a table is none.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pipeline.config.settings import ClauseSettings
from pipeline.model import Record
from pipeline.stages.clauses.rows import Row, bold_end
from pipeline.wording import BULLET


class Bulleted(Record, frozen=True):
    """Where the title begins and ends in a row's text; a title that is the ``whole`` row may go on below."""

    start: int
    end: int
    whole: bool


def find_bulleted(rows: Sequence[Row], labelled: frozenset[int], settings: ClauseSettings) -> Mapping[int, Bulleted]:
    """The bulleted headings of a document by row. ``labelled`` rows may begin with a label."""
    found: dict[int, Bulleted] = {}
    for members in _group(rows, labelled, settings):
        titles = {at: title for at in members if (title := _title(rows[at], settings))}
        lists = sum(_opens_list(rows, at, labelled, settings) for at in members)
        if len(titles) >= max(settings.bulleted_rows, settings.bulleted_bold * len(members)) and lists >= settings.bulleted_lists:
            found.update(titles)
    return found


def _group(rows: Sequence[Row], labelled: frozenset[int], settings: ClauseSettings) -> Iterator[list[int]]:
    """The rows with one sign at one indent, in reading order."""
    by_sign: dict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        sign = BULLET.match(row.text)
        if sign and not row.tabular and at not in labelled:
            by_sign[sign.group().strip()].append(at)
    for members in by_sign.values():
        placed = sorted(members, key=lambda at: rows[at].x)
        start = 0
        for end in range(1, len(placed) + 1):
            if end == len(placed) or rows[placed[end]].x - rows[placed[end - 1]].x > settings.indent_tolerance:
                yield sorted(placed[start:end])
                start = end


def _title(row: Row, settings: ClauseSettings) -> Bulleted | None:
    """The bold words behind the sign, where there are some and not too many."""
    sign = BULLET.match(row.text)
    start = sign.end() if sign else 0
    end = bold_end(row, start)
    words = row.text[start:end].split()
    return Bulleted(start, end, not row.text[end:].strip()) if 0 < len(words) <= settings.heading_words else None


def _opens_list(rows: Sequence[Row], at: int, labelled: frozenset[int], settings: ClauseSettings) -> bool:
    """Whether the row below may be labelled and stands further in."""
    below = at + 1
    return below < len(rows) and below in labelled and rows[below].x > rows[at].x + settings.indent_tolerance
