"""Contents lists: the whole block, its heading included, with leaders or without, in columns, over several pages.

A row is an entry where it ends in leaders or a page number, or where its words begin a row again further on, which is what a list
of headings does in any language. A block begins at a heading that says so ("Contents", "Inhalt") and goes on while most rows are
entries. Without such a heading it takes more: leaders with ascending page numbers, or a dozen rows that stand again, whole and in
order, far apart; its last entries may stand there in another wrap. A list that merely ends in figures, a form with dotted lines and
a passage printed twice are none.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby, islice, pairwise
from operator import attrgetter
from statistics import median

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Line, Mark, MarkKind, Page, Reason, Record

LEADERS = re.compile(r"(?:[.·•_]\s?){4,}|…{2,}")
"""``Scope ........ 4``, ``Scope . . . . .``; not ``Scope ...``."""
LEADER = re.compile(r"[.·•_…]")
"""What leaders are made of: most rows of figures have none, which this tells in a fifth of the time."""
LAST_NUMBER = re.compile(r"(?P<title>.*[^\W\d_].*?)(?:\s|[.·•_]{2}|…)(?P<number>\d{1,3})\s*$")
"""``Scope 4`` and ``Scope....4`` end in 4; ``Act 2/2002``, ``A4``, ``7.50`` and ``Index 69.2 68`` in none."""
FIGURES = re.compile(r"(?:\d[.,]\d+|\s\d+\s+\d+)\s*$")
"""What a row of a table has before its last figure: ``Index 69.2``, ``Deaths 12 14``; not ``Chapter 1`` and not ``2.1 Scope``."""
NOT_LETTERS = re.compile(r"[\W_]+")
KNOWN_BY = 24
"""Letters and digits at the start of a row by which it is known again; the rest may run on ("4. Scope" and "4. Scope.- We pay")."""
LEAST_KNOWN = 6
"""Letters and digits that it takes at least; a shorter row must stand again whole."""
LABEL_AND_TITLE = 2
CLOSING = ")]”\"',;"
"""What ends a piece of a sentence or of a table's row, and no heading."""
OPENING = 3
"""Entries by which the text is known where it begins behind its contents list."""
FAR_APART = 3
"""Rows between the places to which two entries point, at the median: a passage printed twice has 1."""
MOSTLY = 0.8
ROW = attrgetter("row")
WRAPPED = 3
"""Rows of an entry at most: headings take three."""


class Row(Record, frozen=True):
    """One row of text: its lines and its words; ``boxed`` where any of it stands in a table."""

    lines: tuple[Line, ...]
    text: str
    boxed: bool


class Block(Record, frozen=True):
    """A contents list: rows from ``first`` to ``last`` (included), and why."""

    first: int
    last: int
    reason: Reason


class Index:
    """Where rows begin with given words, for looking ahead. Built on first use: most documents never ask."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._sorted: list[tuple[str, int]] = []

    def stands_after(self, words: str, after: int) -> bool:
        """Whether a row behind row ``after`` begins with ``words`` (letters and digits alone), or, if short, says just that."""
        if not self._sorted:
            # of rows that begin alike the last one answers for all: a form that is printed a hundred times is looked at once
            self._sorted = sorted({letters_of(row.text)[:KNOWN_BY]: index for index, row in enumerate(self._rows)}.items())
        start = bisect_left(self._sorted, (words, -1))
        for known, index in islice(self._sorted, start, None):
            if not known.startswith(words):
                return False
            if index > after and (known == words or len(words) >= LEAST_KNOWN):
                return True
        return False


def find_contents(pages: Sequence[Page], set_aside: set[str], settings: BoilerplateSettings) -> tuple[Mark, ...]:
    """Marks for every line of every contents list. ``set_aside`` are ids of lines that are something else already."""
    rows = [row for page in pages for row in make_rows(page, set_aside)]
    blocks = [*_named(rows, settings), *_led(rows, len(pages), settings), *_listed(rows, settings)]
    marks: dict[str, Mark] = {}
    for block in blocks:
        for row in rows[block.first : block.last + 1]:
            for line in row.lines:
                marks.setdefault(line.id, Mark(line.id, MarkKind.CONTENTS, 0.0, block.reason))
    return tuple(marks.values())


def make_rows(page: Page, set_aside: set[str]) -> Iterator[Row]:
    """The rows of a page in reading order, without the lines set aside."""
    kept = [line for line in page.lines if line.id not in set_aside]
    for _, pieces in groupby(kept, key=ROW):
        lines = tuple(pieces)
        yield Row(lines, " ".join([line.text for line in lines]), any(line.area >= 0 for line in lines))


def letters_of(text: str) -> str:
    """Letters and digits alone, in one case."""
    return NOT_LETTERS.sub("", text).casefold()


def _named(rows: Sequence[Row], settings: BoilerplateSettings) -> Iterator[Block]:
    """Blocks under a heading that names a contents list."""
    words = {letters_of(word) for word in settings.contents_words}
    longest = 2 * max(map(len, settings.contents_words), default=0)
    index, behind = Index(rows), -1
    for start, row in enumerate(rows):
        if start <= behind or len(row.text) > longest or not _is_heading(row, words):
            continue
        entries = _entries_under(rows, start, index, settings)
        if len(entries) >= settings.contents_entries:
            behind = entries[-1]
            evidence = (
                f"{len(entries)} of {behind - start} rows under {row.text[:40]!r} end in a page number or begin a row again later"
            )
            yield Block(start, behind, Reason("contents under a heading", evidence))


def _is_heading(row: Row, words: set[str]) -> bool:
    """Whether a row is one of the headings, alone or behind a label in a piece of its own ("A. INDEX"); "index)" is none."""
    last = row.lines[-1].text.strip()
    return len(row.lines) <= LABEL_AND_TITLE and last[-1:] not in CLOSING and letters_of(last) in words


def _entries_under(rows: Sequence[Row], start: int, index: Index, settings: BoilerplateSettings) -> list[int]:
    """The rows that are entries, up to where fewer than ``contents_share`` of a window of rows are, or where the text begins.

    A stretch of rows that are no entries (ten sections repealed) does not end the list if most rows up to the text's beginning are.
    """
    window, entries, sure = settings.contents_window, list[int](), start + settings.contents_window
    for at in range(start + 1, len(rows)):
        opening = [rows[entry] for entry in entries[:OPENING]]
        if len(entries) >= settings.contents_entries and _begins_text(rows[at], opening):
            break
        if _is_entry(rows, at, index, settings):
            entries.append(at)
        recent = sum(entry > at - window for entry in entries[-window:])
        if at >= sure and recent < settings.contents_share * window:
            sure = _beginning_of_text(rows, at, opening)
            ahead = [_is_entry(rows, i, index, settings) for i in range(at, sure)]
            if sum(ahead) <= settings.contents_share * len(ahead):
                break
    return entries


def _beginning_of_text(rows: Sequence[Row], at: int, opening: Sequence[Row]) -> int:
    """The row behind ``at`` that says what one of the first entries says, or ``at`` where there is none."""
    return next((i for i in range(at, len(rows)) if _begins_text(rows[i], opening)), at)


def _begins_text(row: Row, opening: Sequence[Row]) -> bool:
    """Whether a row is the heading to which one of the first entries points."""
    words = letters_of(row.text)
    titles = (letters_of(LAST_NUMBER.sub(r"\g<title>", entry.text)) for entry in opening)
    return bool(words) and any(words == title or (len(words) >= LEAST_KNOWN and title.startswith(words)) for title in titles)


def _is_entry(rows: Sequence[Row], at: int, index: Index, settings: BoilerplateSettings) -> bool:
    """Whether a row has leaders, ends in a number no smaller than the row before, or begins a row again further on.

    The last does not count where the rows before have page numbers: what follows such a list is text, and text may be said again.
    """
    row, number = rows[at], last_number(rows[at])
    before = last_number(rows[at - 1])
    if LEADERS.search(row.text) or (number is not None and (before or 1) <= number and len(row.text) > len(str(number))):
        return True
    if _counts_pages(rows[max(0, at - settings.contents_window) : at], settings):
        return False
    words = letters_of(row.text)[:KNOWN_BY]
    return bool(words) and index.stands_after(words, at + settings.contents_window)


def _counts_pages(rows: Sequence[Row], settings: BoilerplateSettings) -> bool:
    """Whether the rows end in numbers that ascend throughout, as page numbers do and the numbers of articles do not."""
    numbers = [number for row in rows if (number := last_number(row)) is not None]
    return len(numbers) >= settings.contents_entries and all(after >= before for before, after in pairwise(numbers))


def last_number(row: Row) -> int | None:
    """The page number in which a row ends, or None."""
    found = LAST_NUMBER.match(row.text) if row.text[-1:].isdigit() else None
    return int(found["number"]) if found and not FIGURES.search(found["title"]) else None


def _led(rows: Sequence[Row], pages: int, settings: BoilerplateSettings) -> Iterator[Block]:
    """Blocks of rows with leaders that end in ascending page numbers."""
    ending = ((i, row) for i, row in enumerate(rows) if row.text[-1:].isdigit() and LEADER.search(row.text))
    numbered = [i for i, row in ending if LEADERS.search(row.text) and last_number(row)]
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


def _listed(rows: Sequence[Row], settings: BoilerplateSettings) -> Iterator[Block]:
    """Blocks of rows that stand again later, whole, in the same order and far apart."""
    last = {row.text: at for at, row in enumerate(rows)}
    target = [last[row.text] for row in rows]
    echoed = [i for i, row in enumerate(rows) if target[i] > i and not row.boxed and len(row.text) >= LEAST_KNOWN]
    for run in _runs(echoed, settings):
        while len(run) > 1 and target[run[0]] > target[run[1]]:
            run = run[1:]
        places = [target[i] for i in run]
        dense = len(run) >= settings.contents_share * (run[-1] - run[0] + 1)
        if len(run) < settings.contents_unnamed or not dense or places[0] <= run[-1] or not _ascends(places):
            continue
        if median(abs(after - before) for before, after in pairwise(places)) >= FAR_APART:
            evidence = f"{len(run)} of {run[-1] - run[0] + 1} rows stand again later in the same order, far apart"
            yield Block(run[0], _end_of_list(rows, run[-1], places[-1]), Reason("headings listed", evidence))


def _end_of_list(rows: Sequence[Row], last: int, place: int) -> int:
    """The last row of a list whose row ``last`` points to row ``place``: entries behind it may stand there in another wrap."""
    target = place
    while target > 0:
        place, target = target, 0
        for count in range(1, WRAPPED + 1):
            words = letters_of(" ".join(row.text for row in rows[last + 1 : last + 1 + count]))
            found = _stands_at(rows, words, max(place, last + count) + 1) if len(words) >= LEAST_KNOWN else 0
            if found:
                last, target = last + count, found
                break
    return last


def _stands_at(rows: Sequence[Row], words: str, start: int) -> int:
    """The first row from ``start`` on at which ``words`` stand whole, in so many rows as they take; 0 where they don't."""
    for at in range(start, len(rows)):
        rest, row = words, at
        while rest and row < len(rows) and (letters := letters_of(rows[row].text)) and rest.startswith(letters):
            rest, row = rest[len(letters) :], row + 1
        if not rest:
            return at
    return 0
