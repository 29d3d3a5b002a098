"""What stands around a line: how far the text inward of it is, whether a table stands right there, what else is on its row.

Inward is down for the top band and up for the bottom one. Lines that may themselves be furniture don't count as text.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import islice, pairwise
from math import inf

from pipeline.config.settings import BoilerplateSettings
from pipeline.geometry import Box, overlap, union
from pipeline.model import Area, Line, Page, Record
from pipeline.stages.boilerplate.normalise import Band, Sighting, is_upright


class PageView(Record, frozen=True):
    """The upright lines of a page from the top down and from the bottom up, each with the edges to search by; its tables, which of
    its areas they are, and how many pieces each row has.
    """

    downward: tuple[Line, ...]
    tops: tuple[float, ...]
    upward: tuple[Line, ...]
    rises: tuple[float, ...]
    tables: tuple[Area, ...]
    tabular: frozenset[int]
    pieces: Mapping[int, int]


def make_view(page: Page, settings: BoilerplateSettings) -> PageView:
    """The page, ready to be asked for the surroundings of its lines."""
    upright = [line for line in page.lines if not line.rotation or is_upright(line)]
    tops, rises = [line.bbox[1] for line in upright], [-line.bbox[3] for line in upright]
    down, up = (sorted(range(len(upright)), key=edges.__getitem__) for edges in (tops, rises))
    ruled = [index for index, area in enumerate(page.areas) if not is_frame(area, page, settings)]
    tables, tabular = tuple(page.areas[index] for index in ruled), frozenset(ruled)
    pieces = Counter([line.row for line in page.lines])
    return PageView(
        tuple([upright[at] for at in down]),
        tuple([tops[at] for at in down]),
        tuple([upright[at] for at in up]),
        tuple([rises[at] for at in up]),
        tables,
        tabular,
        pieces,
    )


def is_frame(area: Area, page: Page, settings: BoilerplateSettings) -> bool:
    """Whether one row of the area takes up most of the page: a border, a coloured ground or a page set in boxes, no table."""
    tallest = max((below - above for above, below in pairwise(sorted(area.ys))), default=area.bbox[3] - area.bbox[1])
    return tallest >= settings.frame_height * page.height


class Inward(Record, frozen=True):
    """What stands inward of a line: the widest white (points, 0 or more) on the way to the nearest text, infinite where there is
    none; whether that text is in a table; and how many pieces its row has.
    """

    white: float
    tabular: bool
    pieces: int


def find_inward(sighting: Sighting, view: PageView, candidates: Collection[str]) -> Inward:
    """The way from the line inward, over lines that may themselves be furniture, to the nearest text."""
    line, down = sighting.line, sighting.band is Band.TOP
    lines, edges = (view.downward, view.tops) if down else (view.upward, view.rises)
    middle = (line.bbox[1] + line.bbox[3]) / 2
    widest, reached = 0.0, line.bbox
    for other in islice(lines, bisect_left(edges, middle if down else -middle), None):
        if other.row == line.row:
            continue
        widest = max(widest, _between(reached, other.bbox, down=down))
        if other.id not in candidates:
            return Inward(widest, other.area in view.tabular, view.pieces[other.row])
        reached = union((reached, other.bbox))
    return Inward(inf, False, 0)


def stands_on_table(sighting: Sighting, view: PageView, reach: float) -> bool:
    """Whether a table begins within ``reach`` points inward of the line, which is how a caption stands."""
    box, down = sighting.line.bbox, sighting.band is Band.TOP
    return any(
        overlap(box[0], box[2], area.bbox[0], area.bbox[2]) > 0 and -reach <= _between(box, area.bbox, down=down) <= reach
        for area in view.tables
    )


def _between(box: Box, other: Box, *, down: bool) -> float:
    return other[1] - box[3] if down else box[1] - other[3]


def is_aligned_label(sighting: Sighting, view: PageView, tolerance: float) -> bool:
    """Whether a number leads a row of text and other rows begin where it does: a clause's label rather than a folio."""
    line = sighting.line
    onward = [other for other in view.downward if other.row == line.row and other.bbox[0] > line.bbox[2]]
    aligned = (other for other in view.downward if other.row != line.row and abs(other.bbox[0] - line.bbox[0]) <= tolerance)
    return bool(onward) and next(aligned, None) is not None


def share_of(answers: Iterable[bool]) -> float:
    """Share (0 to 1) of the answers that are yes; 0 of none."""
    given = list(answers)
    return sum(given) / len(given) if given else 0.0
