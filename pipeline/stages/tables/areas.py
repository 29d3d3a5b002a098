"""Which lines and rules of a page stand in which area.

A line belongs to the smallest area that its middle stands in; a rule to the smallest that holds all of it. So a table inside a
frame keeps its own, and the frame is left with what stands around the table.
"""

from collections.abc import Collection, Sequence

from pipeline.config.settings import TableSettings
from pipeline.geometry import Box
from pipeline.model import Area, Line, Page, Record, Shade


class AreaContent(Record, frozen=True):
    """What stands in an area of a page: its place among the page's areas, its lines in reading order, its rules, what is filled."""

    index: int
    area: Area
    lines: tuple[Line, ...]
    rules: tuple[Box, ...]
    shades: tuple[Shade, ...]


def area_contents(page: Page, set_aside: Collection[str], settings: TableSettings) -> tuple[AreaContent, ...]:
    """The areas of ``page`` that hold lines, in the order of the page. Lines ``set_aside`` stand in no area."""
    order = sorted(range(len(page.areas)), key=lambda i: _size(page.areas[i].bbox))
    boxes = [page.areas[i].bbox for i in order]
    placed = list(zip(order, boxes, strict=True))
    lines = _lines_by_area([line for line in page.lines if line.id not in set_aside], placed)
    rules: list[list[Box]] = [[] for _ in page.areas]
    for rule in page.rules:
        place = _first_around(boxes, rule.bbox, settings.snap)
        if place >= 0:
            rules[order[place]].append(rule.bbox)
    return tuple(
        AreaContent(i, area, tuple(lines[i]), tuple(rules[i]), _shades_in(page, area.bbox))
        for i, area in enumerate(page.areas)
        if lines[i] and len(area.xs) > 1
    )


def _lines_by_area(lines: Sequence[Line], placed: Sequence[tuple[int, Box]]) -> dict[int, list[Line]]:
    """The lines of each of the areas ``placed`` (index and box), the first that its middle is in."""
    held: dict[int, list[Line]] = {}
    for place, (x0, top, x1, bottom) in placed:
        inside = [
            ln for ln in lines if x0 <= (ln.bbox[0] + ln.bbox[2]) / 2 <= x1 and top <= (ln.bbox[1] + ln.bbox[3]) / 2 <= bottom
        ]
        held[place] = inside
        if inside:
            taken = set(map(id, inside))
            lines = [line for line in lines if id(line) not in taken]
    return held


def _shades_in(page: Page, box: Box) -> tuple[Shade, ...]:
    x0, top, x1, bottom = box
    return tuple(s for s in page.shades if s.bbox[0] < x1 and s.bbox[2] > x0 and s.bbox[1] < bottom and s.bbox[3] > top)


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _first_around(boxes: Sequence[Box], inner: Box, slack: float) -> int:
    for i, (x0, top, x1, bottom) in enumerate(boxes):
        if inner[0] >= x0 - slack and inner[1] >= top - slack and inner[2] <= x1 + slack and inner[3] <= bottom + slack:
            return i
    return -1
