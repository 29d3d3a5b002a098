"""Contents lists: the whole block, its heading included, with leaders or without, in columns, over several pages.

A row is an entry where it ends in leaders or a page number, or where its words begin a row again further on, which is what a list
of headings does in any language. A block begins at a heading that says so ("Contents", "Inhalt") and goes on while most rows are
entries. Without such a heading it takes more: leaders with ascending page numbers, or a dozen rows that stand again, whole and in
order, far apart. A list that merely ends in figures, a form with dotted lines and a passage printed twice are none.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from statistics import median

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Line, Mark, MarkKind, Page, Reason, Record
from pipeline.wording import squeeze

LEADERS = re.compile(r"(?:[.·•_]\s?){4,}|…{2,}")
"""``Scope ........ 4``, ``Scope . . . . .``; not ``Scope ...``."""
LAST_NUMBER = re.compile(r"(?:^|[\s.·•_…])(?P<number>\d{1,4})\s*$")
"""``Scope 4`` and ``Scope....4`` end in 4; ``Act 2/2002`` and ``4.1`` in none."""
PREFIXES = (24, 12, 6)
"""Letters and digits by which a row is known again, the longest that it has."""
FAR_APART = 3
"""Rows between the places to which two entries point, at the median: a passage printed twice has 1."""
MOSTLY = 0.8


class Row(Record, frozen=True):
    """One row of text: its lines, its words, the letters and digits of them; ``boxed`` where any of it stands in a table."""

    lines: tuple[Line, ...]
    text: str
    squeezed: str
    boxed: bool

    @property
    def page(self) -> int:
        """The page it stands on."""
        return self.lines[0].page


class Again(Record, frozen=True):
    """Where rows are said again: the last row that begins so, by prefix, and the last that says just that."""

    beginning: dict[str, int]
    whole: dict[str, int]


class Block(Record, frozen=True):
    """A contents list: rows from ``first`` to ``last`` (included), and why."""

    first: int
    last: int
    reason: Reason


def find_contents(pages: Sequence[Page], set_aside: set[str], settings: BoilerplateSettings) -> tuple[Mark, ...]:
    """Marks for every line of every contents list. ``set_aside`` are ids of lines that are something else already."""
    rows = [row for page in pages for row in make_rows(page, set_aside)]
    again = _make_again(rows)
    words = {squeeze(word) for word in settings.contents_words}
    blocks = [*_named(rows, again, words, len(pages), settings), *_led(rows, len(pages), settings), *_listed(rows, again, settings)]
    marks: dict[str, Mark] = {}
    for block in blocks:
        for row in rows[block.first : block.last + 1]:
            for line in row.lines:
                marks.setdefault(line.id, Mark(line.id, MarkKind.CONTENTS, 0.0, block.reason))
    return tuple(marks.values())


def make_rows(page: Page, set_aside: set[str]) -> Iterator[Row]:
    """The rows of a page in reading order, without the lines set aside."""
    kept = (line for line in page.lines if line.id not in set_aside)
    for _, pieces in groupby(kept, key=lambda line: line.row):
        lines = tuple(pieces)
        text = " ".join(line.text for line in lines)
        yield Row(lines, text, squeeze(text), any(line.area >= 0 for line in lines))


def _make_again(rows: Sequence[Row]) -> Again:
    beginning: dict[str, int] = {}
    whole: dict[str, int] = {}
    for index, row in enumerate(rows):
        whole[row.squeezed] = index
        for size in PREFIXES:
            if len(row.squeezed) >= size:
                beginning[row.squeezed[:size]] = index
    return Again(beginning, whole)


def _named(rows: Sequence[Row], again: Again, words: set[str], pages: int, settings: BoilerplateSettings) -> Iterator[Block]:
    """Blocks under a heading that names a contents list."""
    start = 0
    while start < len(rows):
        row = rows[start]
        if row.squeezed in words or squeeze(row.lines[-1].text) in words:
            ahead = (_is_entry(rows, i, again, pages, settings) for i in range(start + 1, len(rows)))
            entries = _run(ahead, settings)
            if len(entries) >= settings.contents_entries:
                last = start + 1 + entries[-1]
                evidence = (
                    f"{len(entries)} of {last - start} rows under {row.text[:40]!r} end in a page number or begin a row again later"
                )
                yield Block(start, last, Reason("contents under a heading", evidence))
                start = last
        start += 1


def _run(entries: Iterable[bool], settings: BoilerplateSettings) -> list[int]:
    """Which of the rows ahead are entries, up to where fewer than ``contents_share`` of a window of rows are."""
    found: list[int] = []
    for index, entry in enumerate(entries):
        if entry:
            found.append(index)
        window = settings.contents_window
        recent = sum(i > index - window for i in found[-window:])
        if index + 1 >= window and recent < settings.contents_share * window:
            break
    return found


def _is_entry(rows: Sequence[Row], index: int, again: Again, pages: int, settings: BoilerplateSettings) -> bool:
    row = rows[index]
    number = last_number(row)
    if LEADERS.search(row.text) or (number is not None and 0 < number <= pages and len(row.squeezed) > len(str(number))):
        return True
    known = next((row.squeezed[:size] for size in PREFIXES if len(row.squeezed) >= size), "")
    return again.beginning.get(known, -1) > index + settings.contents_window


def last_number(row: Row) -> int | None:
    """The number in which a row ends, or None."""
    found = LAST_NUMBER.search(row.text)
    return int(found["number"]) if found else None


def _led(rows: Sequence[Row], pages: int, settings: BoilerplateSettings) -> Iterator[Block]:
    """Blocks of rows with leaders that end in ascending page numbers."""
    numbered = [i for i, row in enumerate(rows) if LEADERS.search(row.text) and last_number(row) is not None]
    for run in _runs(numbered, settings):
        numbers = [last_number(rows[i]) or 0 for i in run]
        if len(run) >= settings.contents_entries and max(numbers) <= pages and _ascends(numbers):
            evidence = f"{len(run)} rows with leaders, page numbers {numbers[0]} to {numbers[-1]}"
            yield Block(run[0], run[-1], Reason("leaders and page numbers", evidence))


def _runs(indices: Sequence[int], settings: BoilerplateSettings) -> list[list[int]]:
    runs: list[list[int]] = []
    for index in indices:
        if runs and index - runs[-1][-1] <= settings.contents_window:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _ascends(numbers: Sequence[int]) -> bool:
    steps = [after >= before for before, after in pairwise(numbers)]
    return sum(steps) >= MOSTLY * len(steps)


def _listed(rows: Sequence[Row], again: Again, settings: BoilerplateSettings) -> Iterator[Block]:
    """Blocks of rows that stand again later, whole, in the same order and far apart."""
    target = [again.whole[row.squeezed] for row in rows]
    echoed = [i for i, row in enumerate(rows) if not row.boxed and len(row.squeezed) >= PREFIXES[-1] and target[i] > i]
    for run in _runs(echoed, settings):
        places = [target[i] for i in run]
        dense = len(run) >= settings.contents_share * (run[-1] - run[0] + 1)
        if len(run) < settings.contents_unnamed or not dense or places[0] <= run[-1] or not _ascends(places):
            continue
        if median(abs(after - before) for before, after in pairwise(places)) >= FAR_APART:
            evidence = f"{len(run)} of {run[-1] - run[0] + 1} rows stand again later in the same order, far apart"
            yield Block(run[0], run[-1], Reason("headings listed", evidence))
