"""Where words stand: the box of a piece of a line, and the places of a run of pieces.

A place is an unbroken run of lines in one column of one page. It ends where the page or the column does, where words in between
are left out, where the direction of the writing changes, and where the text goes on further up: its box then holds its own words
and hardly any others.
"""

import re
from collections.abc import Iterable, Mapping

from pipeline.geometry import Box, union
from pipeline.model import Document, Line, Place, Record, Span

WORD = re.compile(r"\S+")
ROWS_APART = 0.5
"""Share of a line's height by which the next line may begin above it and still count as beside or below it."""


class Spot(Record, frozen=True):
    """A line, its place among the lines of its page, and where its text begins in the text of the page."""

    line: Line
    index: int
    offset: int


def make_spots(document: Document) -> dict[str, Spot]:
    """The spot of every line, by id."""
    spots: dict[str, Spot] = {}
    for page in document.pages:
        offset = 0
        for index, line in enumerate(page.lines):
            spots[line.id] = Spot(line, index, offset)
            offset += len(line.text) + 1
    return spots


def span_box(line: Line, start: int, end: int) -> Box:
    """The box of the words of ``line.text[start:end]``: the whole line's, or of part of it between the edges of its words.

    A turned line is not divided: its words' edges run along it.
    """
    words = list(WORD.finditer(line.text))
    touched = [at for at, word in enumerate(words) if word.start() < end and word.end() > start]
    if line.rotation or len(touched) in (0, len(words)) or len(words) != len(line.edges):
        return line.bbox
    edges = [line.edges[at] for at in touched]
    return (min(x0 for x0, _ in edges), line.bbox[1], max(x1 for _, x1 in edges), line.bbox[3])


def make_places(spans: Iterable[Span], spots: Mapping[str, Spot]) -> tuple[Place, ...]:
    """The places of ``spans``, in order. Spans that follow one another on the page make one place."""
    runs: list[list[Span]] = []
    for span in spans:
        if runs and _follows(runs[-1][-1], span, spots):
            runs[-1].append(span)
        else:
            runs.append([span])
    return tuple(_make_place(run, spots) for run in runs)


def _follows(before: Span, after: Span, spots: Mapping[str, Spot]) -> bool:
    first, second = spots[before.line_id], spots[after.line_id]
    if first.index == second.index and first.line is second.line:
        return after.start >= before.end and not first.line.text[before.end : after.start].strip()
    a, b = first.line, second.line
    if (a.page, a.column, a.rotation) != (b.page, b.column, b.rotation) or second.index != first.index + 1:
        return False
    if a.text[before.end :].strip() or b.text[: after.start].strip():
        return False
    return bool(a.rotation) or b.bbox[1] >= a.bbox[1] - ROWS_APART * (a.bbox[3] - a.bbox[1])


def _make_place(run: list[Span], spots: Mapping[str, Spot]) -> Place:
    first, last = spots[run[0].line_id], spots[run[-1].line_id]
    bbox = union(span_box(spots[span.line_id].line, span.start, span.end) for span in run)
    return Place(first.line.page, bbox, first.offset + run[0].start, last.offset + run[-1].end, tuple(run))
