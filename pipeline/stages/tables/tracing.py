"""A table read off its pages by what a copy says that it holds, where nothing was extracted that is like the copy.

A column is where most of the copy's cells for it stand under each other, a row is where its first label stands, from the top down;
a cell is the words between those of its neighbours. The copy only says where to look: what is read there is the page's. Nothing is
given where the copy's columns or rows cannot be found.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from pipeline.geometry import Box, union
from pipeline.model import CellBox, Line, Page, Record
from pipeline.stages.tables.claims import Key, Sheet, make_key
from pipeline.wording import squeeze, write_marks

LEAST_ROWS = 2
"""Cells that must stand under each other to be a column."""
LEAST_SHARE = 0.5
"""Share of the copy's row labels that must be found on its pages."""
WRAPPED = 6
"""Lines, at most, over which a label wraps."""


class _Column(Record, frozen=True):
    """Where a column stands: its sides, and how many of the copy's cells are in it."""

    x0: float
    x1: float
    cells: int


class _Band(Record, frozen=True):
    """Where a row's label stands on its page."""

    page: Page
    top: float
    bottom: float


def trace(rows: Sequence[Sequence[str]], pages: Sequence[Page], aside: Collection[str]) -> Sheet | None:
    """The table of ``rows`` (heads first) as it stands on ``pages``; None where it cannot be made out."""
    lines = {page.number: [line for line in page.lines if line.id not in aside and not line.rotation] for page in pages}
    columns = _find_columns(rows, [line for held in lines.values() for line in held])
    if columns is None:
        return None
    sides = _bounds([(column.x0, column.x1) for column in columns])
    bands = [band for page in pages for band in _find_bands(rows, page, lines[page.number], sides[0])]
    if len(bands) < LEAST_SHARE * (len(rows) - 1):
        return None
    read = [row for page in pages for row in _read_rows(page, lines[page.number], bands, sides)]
    first = bands[0]
    heads, head_ids = _read_heads(rows[0], [line for line in lines[first.page.number] if line.bbox[3] <= first.top + 1], sides)
    ids = (*head_ids, *(line_id for _, _, held in read for line_id in held))
    return Sheet(heads, tuple(cells for cells, _, _ in read), tuple(boxes for _, boxes, _ in read), 1, tuple(dict.fromkeys(ids)))


def _find_columns(rows: Sequence[Sequence[str]], lines: Sequence[Line]) -> list[_Column] | None:
    """Where each column of the copy stands, from left to right; None where one cannot be found."""
    by_key: dict[Key, list[Line]] = {}
    for line in lines:
        by_key.setdefault(make_key(line.text), []).append(line)
    found: list[_Column] = []
    for column in range(len(rows[0])):
        wanted = dict.fromkeys(make_key(row[column]) for row in rows[1:] if row[column].strip())
        places = [(line.bbox[0], line.bbox[2]) for key in wanted for line in by_key.get(key, ())]
        left = found[-1].x1 if found else 0.0
        best = max(
            _clusters([place for place in places if place[0] >= left]), key=lambda each: (each.cells, -each.x0), default=None
        )
        if best is None or best.cells < min(LEAST_ROWS, len(rows) - 1):
            return None
        found.append(best)
    return found


def _clusters(places: Sequence[tuple[float, float]]) -> Iterator[_Column]:
    """Stretches of the page's width in which places overlap."""
    held: _Column | None = None
    for x0, x1 in sorted(places):
        if held and x0 < held.x1:
            held = _Column(held.x0, max(held.x1, x1), held.cells + 1)
            continue
        if held:
            yield held
        held = _Column(x0, x1, 1)
    if held:
        yield held


def _bounds(stretches: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The stretches widened until each meets its neighbours half-way; the outer ones by as much as their own width at most."""
    middles = [(a[1] + b[0]) / 2 for a, b in pairwise(stretches)]
    (first, _), (_, last) = stretches[0], stretches[-1]
    width = max(b - a for a, b in stretches)
    edges = [first - 1, *middles, last + width / 2]
    return list(pairwise(edges))


def _find_bands(rows: Sequence[Sequence[str]], page: Page, lines: Sequence[Line], side: tuple[float, float]) -> Iterator[_Band]:
    """Where labels of the copy stand in the first column of a page, from the top down; a label may wrap."""
    labels = {squeeze(row[0]) for row in rows[1:] if squeeze(row[0])}
    column = sorted((line for line in lines if _is_in(line.bbox, side)), key=lambda line: line.bbox[1])
    at = 0
    while at < len(column):
        text = ""
        for end in range(at, min(at + WRAPPED, len(column))):
            text += squeeze(column[end].text)
            if text in labels:
                yield _Band(page, column[at].bbox[1], column[end].bbox[3])
                at = end
                break
        at += 1


def _is_in(box: Box, side: tuple[float, float]) -> bool:
    return side[0] <= (box[0] + box[2]) / 2 <= side[1]


_Read = tuple[tuple[str, ...], tuple[CellBox, ...], tuple[str, ...]]
"""A row: its cells, where each stands, and the lines that it is made of."""


def _read_rows(page: Page, lines: Sequence[Line], bands: Sequence[_Band], sides: Sequence[tuple[float, float]]) -> Iterator[_Read]:
    """The rows of a page: of each, in each column, the lines between its neighbours."""
    own = [band for band in bands if band.page is page]
    if not own:
        return
    for band, (top, bottom) in zip(own, _bounds([(band.top, band.bottom) for band in own]), strict=True):
        inside = [line for line in lines if top < (line.bbox[1] + line.bbox[3]) / 2 <= bottom]
        cells = [[line for line in inside if _is_in(line.bbox, side)] for side in sides]
        boxes = [
            union(line.bbox for line in held) if held else (side[0], band.top, side[1], band.bottom)
            for held, side in zip(cells, sides, strict=True)
        ]
        texts = tuple(" ".join(write_marks(line) for line in held) for held in cells)
        ids = tuple(line.id for held in cells for line in held)
        yield texts, tuple(CellBox(page.number, box) for box in boxes), ids


def _read_heads(
    heads: Sequence[str], above: Sequence[Line], sides: Sequence[tuple[float, float]]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words right above each column that make its head, from the nearest line upwards; "" where they never do."""
    found: list[str] = []
    ids: list[str] = []
    for head, side in zip(heads, sides, strict=True):
        column = sorted((line for line in above if _is_in(line.bbox, side)), key=lambda line: -line.bbox[1])
        texts = [" ".join(line.text for line in reversed(column[:count])) for count in range(1, min(WRAPPED, len(column)) + 1)]
        count = next((at for at, text in enumerate(texts, 1) if squeeze(text) == squeeze(head)), 0)
        found.append(texts[count - 1] if count else "/".join(texts[:1]))
        ids.extend(line.id for line in column[:count])
    return tuple(found), tuple(ids)
