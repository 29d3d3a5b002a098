"""Where words stand: the box of a piece of a line, and the places of a run of pieces.

A place is an unbroken run of lines in one column of one page. It ends where the page or the column does, where words in between
are left out, where the direction of the writing changes, and where the text goes on further up; a run whose box would take in the
middle of another line (cells side by side) is divided by rows. So a box holds its own words and hardly any others. A table is one
block a column.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

from pipeline.geometry import Box, union
from pipeline.model import Document, Line, Place, Record, Span

WORD = re.compile(r"\S+")
ROWS_APART = 0.5
"""Share of a line's height by which the next line may begin above it and still count as beside or below it."""


NEIGHBOURS = 40
"""Lines ahead of a run and behind it that are looked at for one inside its box: what stands beside is read soon before or after."""


class Spot(Record, frozen=True):
    """A line, the lines of its page and its place among them, and where its text begins in the text of the page."""

    line: Line
    among: tuple[Line, ...]
    index: int
    offset: int


def make_spots(document: Document) -> dict[str, Spot]:
    """The spot of every line, by id."""
    spots: dict[str, Spot] = {}
    for page in document.pages:
        offset = 0
        for index, line in enumerate(page.lines):
            spots[line.id] = Spot(line, page.lines, index, offset)
            offset += len(line.text) + 1
    return spots


def span_box(line: Line, start: int, end: int) -> Box:
    """The box of the words of ``line.text[start:end]``: the whole line's, or of part of it between the edges of its words.

    A turned line is not divided: its words' edges run along it.
    """
    if start == 0 and end >= len(line.text):
        return line.bbox
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
    return tuple(_make_place(part, spots) for run in runs for part in _divided(run, spots))


def make_block(spans: Sequence[Span], spots: Mapping[str, Spot], own: Collection[str]) -> tuple[Place, ...]:
    """One place for each column of each page, around all ``spans`` in it: a table's block.

    ``own`` are the ids of the lines that may stand between them. Where others do, the spans make places as running text does.
    """
    ordered = sorted(spans, key=lambda span: (spots[span.line_id].line.page, spots[span.line_id].index, span.start))
    columns = groupby(ordered, key=lambda span: (spots[span.line_id].line.page, spots[span.line_id].line.column))
    places: list[Place] = []
    for _, held in columns:
        block = list(held)
        others = [line for line in spots[block[0].line_id].among if line.id not in own]
        places.extend(make_places(block, spots) if _is_entered(_box_of(block, spots), others, 0) else [_make_place(block, spots)])
    return tuple(places)


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


def _divided(run: list[Span], spots: Mapping[str, Spot]) -> list[list[Span]]:
    """The run as it is, or row by row where another line stands in its box; not one that lies across (a watermark) or is unseen."""
    first, last = spots[run[0].line_id], spots[run[-1].line_id]
    if first.index == last.index:
        return [run]
    ahead, behind = (
        first.among[max(0, first.index - NEIGHBOURS) : first.index],
        first.among[last.index + 1 : last.index + NEIGHBOURS],
    )
    if _is_entered(_box_of(run, spots), (*ahead, *behind), first.line.rotation):
        return [list(row) for _, row in groupby(run, key=lambda span: spots[span.line_id].line.row)]
    return [run]


def _is_entered(box: Box, others: Iterable[Line], rotation: int) -> bool:
    """Whether one of the lines that are written in this direction, and are seen, has its middle in the box."""
    x0, top, x1, bottom = box
    middles = (
        ((line.bbox[0] + line.bbox[2]) / 2, (line.bbox[1] + line.bbox[3]) / 2)
        for line in others
        if line.rotation == rotation and not line.flaw
    )
    return any(x0 < x < x1 and top < y < bottom for x, y in middles)


def _box_of(run: list[Span], spots: Mapping[str, Spot]) -> Box:
    return union(span_box(spots[span.line_id].line, span.start, span.end) for span in run)


def _make_place(run: list[Span], spots: Mapping[str, Spot]) -> Place:
    first, last = spots[run[0].line_id], spots[run[-1].line_id]
    return Place(first.line.page, _box_of(run, spots), first.offset + run[0].start, last.offset + run[-1].end, tuple(run))
