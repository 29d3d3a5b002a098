"""Which pages stand beside a change, and which part of each is shown: its clauses' boxes with some of the page around them.

Only pages on which something changed are asked for, those of weighty changes first, and no more than a number that is given.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from pipeline.diff.records import CellChange, Change, Difference, Spot, TableChange
from pipeline.geometry import Box, overlap, union
from pipeline.model import Record
from pipeline.pictures import Picture

OLD, NEW = "old", "new"
SIDES = (OLD, NEW)
MOST_SHEETS = 4
"""Pages of one side beside a change; a chapter that was added as a whole is read in its own pages."""
MOST_CELLS = 120
"""Boxes of cells on a page; of a premium grid that was worked out anew all of it changed, as the box of the table says too."""
MARGIN = 18.0
"""Points of the page that are shown around a clause: a line and a half above and below it."""
GAP = 1.5
"""Points between the words and the line of their box, which would else strike through the first letter of each row."""
LEAST_WIDTH, LEAST_HEIGHT = 0.5, 0.12
"""Shares of the page that are shown at least: a label of one word says nothing by itself, and would be blown up."""
Asked = Mapping[str, tuple[int, ...]]
"""Pages by side."""
Drawn = Mapping[str, Mapping[int, Picture]]
"""Pictures by side and page."""


class Whose(StrEnum):
    """A clause or table as a whole; a cell that changed; the clause behind which a clause of the other version would stand."""

    WHOLE = "whole"
    CELL = "cell"
    BEHIND = "behind"


class Mark(Record, frozen=True):
    """A box on a page, in points, and whose it is."""

    x: float
    y: float
    width: float
    height: float
    of: Whose


class Sheet(Record, frozen=True):
    """A page beside a change: ``crop`` and ``whole`` are views of it as SVG has them ("x y width height").

    ``wide`` is the width of the crop in points; ``again``: it shows another part of a page that was shown already.
    """

    side: str
    page: int
    width: float
    height: float
    crop: str
    wide: float
    whole: str
    marks: tuple[Mark, ...]
    again: bool


def choose_pages(difference: Difference, most: int) -> Asked:
    """The pages that are worth a picture, at most ``most`` in both versions together."""
    kept = find_all_pages(difference)[:most]
    return {side: tuple(sorted(page for of, page in kept if of == side)) for side in SIDES}


def find_all_pages(difference: Difference) -> list[tuple[str, int]]:
    """Side and page of all that would be drawn, what weighs first."""
    changes: list[Change | TableChange] = [*difference.clauses, *difference.tables]
    ordered = sorted(changes, key=lambda change: not change.weighty)
    return list(dict.fromkeys((side, page) for change in ordered for side in SIDES for page in find_pages(change, side)))


def find_pages(change: Change | TableChange, side: str) -> tuple[int, ...]:
    """The first pages of a side on which something of the change stands."""
    return tuple(dict.fromkeys(spot.page for spot in _focus(change, side)))[:MOST_SHEETS]


def count_pages_left_out(change: Change | TableChange, side: str) -> int:
    """How many more there are."""
    return max(0, len({spot.page for spot in _focus(change, side)}) - MOST_SHEETS)


def make_sheets(change: Change | TableChange, side: str, pictures: Mapping[int, Picture]) -> tuple[Sheet, ...]:
    """The pages of a side that have a picture, with the boxes of the change, a view of each column in which it stands."""
    drawn = (pictures[page] for page in find_pages(change, side) if page in pictures)
    return tuple(sheet for picture in drawn for sheet in _sheets(change, side, picture))


def _focus(change: Change | TableChange, side: str) -> list[Spot]:
    """The boxes to look at: the cells that changed, else the table, or the clauses."""
    if isinstance(change, TableChange):
        return _cells(change.cells, side) or _around(change, side)
    return _around(change, side)


def _around(change: Change | TableChange, side: str) -> list[Spot]:
    place = getattr(change, side)
    return [spot for each in (place if isinstance(place, tuple) else (place,)) for spot in each.boxes] or _behind(change, side)


def _behind(change: Change | TableChange, side: str) -> list[Spot]:
    """The last box of the clause behind which it would stand."""
    if isinstance(change, TableChange) or getattr(change, side):
        return []
    return [spot for place in change.behind for spot in place.boxes[-1:]]


def _cells(cells: Sequence[CellChange], side: str) -> list[Spot]:
    boxes = (spot for cell in cells for spot in (cell.old_boxes if side == OLD else cell.new_boxes))
    return [spot for spot in boxes if spot.bbox[2] > spot.bbox[0] and spot.bbox[3] > spot.bbox[1]]


def _sheets(change: Change | TableChange, side: str, picture: Picture) -> Iterator[Sheet]:
    around = [spot.bbox for spot in _around(change, side) if spot.page == picture.page]
    cells = [spot.bbox for spot in _cells(change.cells, side) if spot.page == picture.page] if hasattr(change, "cells") else []
    marks = (
        *_marks(around, Whose.BEHIND if _behind(change, side) else Whose.WHOLE),
        *_marks(cells if len(cells) <= MOST_CELLS else (), Whose.CELL),
    )
    whole = f"0 0 {picture.width:.1f} {picture.height:.1f}"
    for number, boxes in enumerate(_columns(_rows_of(cells, around) or around)):
        x, y, width, height = _crop(boxes, picture)
        crop = f"{x:.1f} {y:.1f} {width:.1f} {height:.1f}"
        yield Sheet(side, picture.page, picture.width, picture.height, crop, width, whole, marks, number > 0)


def _columns(boxes: Sequence[Box]) -> list[list[Box]]:
    """Boxes that stand over one another, apart from those beside them: a clause that goes on in the next column is shown in two."""
    groups: list[list[Box]] = []
    for box in boxes:
        over = [group for group in groups if any(overlap(box[0], box[2], other[0], other[2]) > 0 for other in group)]
        groups = [group for group in groups if group not in over] + [[*(each for group in over for each in group), box]]
    return groups


def _rows_of(cells: Sequence[Box], table: Sequence[Box]) -> list[Box]:
    """The cells as wide as their table, or what they are called would be out of sight."""
    left, _, right, _ = union([*cells, *table]) if cells else (0.0, 0.0, 0.0, 0.0)
    return [(left, top, right, bottom) for _, top, _, bottom in cells]


def _marks(boxes: Sequence[Box], of: Whose) -> Iterator[Mark]:
    for x0, top, x1, bottom in boxes:
        yield Mark(x0 - GAP, top - GAP, max(0.0, x1 - x0) + 2 * GAP, max(0.0, bottom - top) + 2 * GAP, of)


def _crop(boxes: Sequence[Box], picture: Picture) -> tuple[float, float, float, float]:
    left, top, right, bottom = union(boxes)
    x0, x1 = _stretch(left, right, LEAST_WIDTH, picture.width)
    y0, y1 = _stretch(top, bottom, LEAST_HEIGHT, picture.height)
    return x0, y0, x1 - x0, y1 - y0


def _stretch(low: float, high: float, least: float, page: float) -> tuple[float, float]:
    """The stretch with a margin, as long as is shown at least, within the page."""
    more = max(MARGIN, (least * page - (high - low)) / 2)
    low, high = low - more, high + more
    if low < 0:
        low, high = 0.0, high - low
    if high > page:
        low, high = low - (high - page), page
    return max(0.0, low), min(page, high)
