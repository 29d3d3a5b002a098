"""Where words stand: the box of a piece of a line, and the places of a run of pieces.

A place is an unbroken run of lines in one column of one page. It ends where the page or the column does, where words in between
are left out, where the direction of the writing changes, and where the text goes on further up; a run whose box would take in the
middle of another line (cells side by side) is divided by rows. So a box holds its own words and hardly any others. A table is one
block a column.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from pipeline.geometry import Box, union
from pipeline.model import Document, Line, Place, Record, Span

WORD = re.compile(r"\S+")
ROWS_APART = 0.5
"""Share of a line's height by which the next line may begin above it and still count as beside or below it."""


LEFT_OVER = ("", "-")
"""What may be left of a line whose last word goes on in the next: its hyphen."""


class Sheet(Record, frozen=True):
    """The lines of a page by the height of their middles: ``heights`` ascending, ``by_height`` (index among the lines, line)."""

    heights: tuple[float, ...]
    by_height: tuple[tuple[int, Line], ...]


class Spot(Record, frozen=True):
    """A line, its page, its place among its lines, and where its text begins in the text of the page."""

    line: Line
    sheet: Sheet
    index: int
    offset: int


def make_spots(document: Document, pages: Collection[int]) -> dict[str, Spot]:
    """The spot of every line of these pages, by id: those of which nothing is made need none."""
    spots: dict[str, Spot] = {}
    for page in document.pages:
        if page.number not in pages:
            continue
        offset = 0
        sheet = _make_sheet(page.lines)
        for index, line in enumerate(page.lines):
            spots[line.id] = Spot(line, sheet, index, offset)
            offset += len(line.text) + 1
    return spots


def _make_sheet(lines: tuple[Line, ...]) -> Sheet:
    by_height = sorted(enumerate(lines), key=lambda pair: pair[1].bbox[1] + pair[1].bbox[3])
    return Sheet(tuple((line.bbox[1] + line.bbox[3]) / 2 for _, line in by_height), tuple(by_height))


def span_box(line: Line, start: int, end: int) -> Box:
    """The box of the words of ``line.text[start:end]``: the whole line's, or of part of it between the edges of its words.

    A turned line is not divided: its words' edges run along it.
    """
    if start == 0 and end >= len(line.text):
        return line.bbox
    ahead = line.text[:start]
    first, behind = len(ahead.split()), len(line.text[:end].split())
    if ahead and not ahead[-1].isspace() and not line.text[start : start + 1].isspace():
        first -= 1
    edges = line.edges[first:behind]
    if line.rotation or not edges or len(edges) == len(line.edges):
        return line.bbox
    return (min(x0 for x0, _ in edges), line.bbox[1], max(x1 for _, x1 in edges), line.bbox[3])


def make_places(spans: Iterable[Span], spots: Mapping[str, Spot]) -> tuple[Place, ...]:
    """The places of ``spans``, in order. Spans that follow one another on the page make one place."""
    runs: list[_Run] = []
    for span in spans:
        piece = (spots[span.line_id], span)
        if runs and _follows(*runs[-1][-1], *piece):
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return tuple(_make_place(part, box) for run in runs for part, box in _divided(run))


def make_block(spans: Sequence[Span], spots: Mapping[str, Spot], own: Collection[str]) -> tuple[Place, ...]:
    """One place for each column of each page, around all ``spans`` in it: a table's block.

    ``own`` are the ids of the lines that may stand between them. Where others do, the spans make places as running text does.
    """
    pieces = sorted(
        ((spots[span.line_id], span) for span in spans), key=lambda piece: (_column(piece), piece[0].index, piece[1].start)
    )
    places: list[Place] = []
    for _, held in groupby(pieces, key=_column):
        block = list(held)
        box = _box_of(block)
        entered = any(line.id not in own and not line.rotation for _, line in _inside(box, block[0][0].sheet))
        places.extend(make_places((span for _, span in block), spots) if entered else [_make_place(block, box)])
    return tuple(places)


_Piece = tuple[Spot, Span]
_Run = list[_Piece]


def _column(piece: _Piece) -> tuple[int, int]:
    return piece[0].line.page, piece[0].line.column


def _follows(first: Spot, before: Span, second: Spot, after: Span) -> bool:
    a, b = first.line, second.line
    if a is b:
        return after.start >= before.end and not a.text[before.end : after.start].strip()
    if second.index != first.index + 1 or a.page != b.page or a.column != b.column or a.rotation != b.rotation:
        return False
    if (before.end < len(a.text) and a.text[before.end :].strip() not in LEFT_OVER) or (
        after.start and b.text[: after.start].strip()
    ):
        return False
    return bool(a.rotation) or b.bbox[1] >= a.bbox[1] - ROWS_APART * (a.bbox[3] - a.bbox[1])


def _divided(run: _Run) -> list[tuple[_Run, Box]]:
    """The run as it is, or row by row where another line stands in its box; not one that lies across (a watermark) or is unseen."""
    first, last, box = run[0][0], run[-1][0], _box_of(run)
    if first.index != last.index:
        inside = _inside(box, first.sheet)
        if any(not first.index <= index <= last.index and line.rotation == first.line.rotation for index, line in inside):
            rows = [list(row) for _, row in groupby(run, key=lambda piece: piece[0].line.row)]
            return [(row, _box_of(row)) for row in rows]
    return [(run, box)]


def _inside(box: Box, sheet: Sheet) -> Iterator[tuple[int, Line]]:
    """The lines that are seen and have their middle in the box."""
    x0, top, x1, bottom = box
    first, behind = bisect_right(sheet.heights, top), bisect_left(sheet.heights, bottom)
    for index, line in sheet.by_height[first:behind]:
        if x0 < (line.bbox[0] + line.bbox[2]) / 2 < x1 and not line.flaw:
            yield index, line


def _box_of(run: _Run) -> Box:
    if len(run) == 1:
        return span_box(run[0][0].line, run[0][1].start, run[0][1].end)
    return union(span_box(spot.line, span.start, span.end) for spot, span in run)


def _make_place(run: _Run, box: Box) -> Place:
    (first, opening), (last, closing) = run[0], run[-1]
    pieces = tuple(span for _, span in run)
    return Place(first.line.page, box, first.offset + opening.start, last.offset + closing.end, pieces)
