"""What a page's drawing alone tells of it: its rules, its ruled grids, its shades. Pages often share one, so it is found once.

The 220 pages of a premium chart have 20 drawings between them; in wordings the rules of header and footer are the same on page
after page. The drawings last seen are kept, and what is equal to one is that one.
"""

from collections import deque
from collections.abc import Callable

from pipeline.config.settings import ExtractSettings
from pipeline.model import Record, Shade
from pipeline.stages.extract.areas import Edges, Grid, Locate, find_edges, find_grids, inside_frames, make_locate
from pipeline.stages.extract.reader import Drawn

KEPT = 16
"""Drawings kept: odd and even pages of a few charts that take turns."""

Drawings = tuple[Drawn, ...]


class Drawing(Record, frozen=True):
    """``drawn`` things; the ``edges`` of those that are no frame round the page and the ``grids`` that they make, each with what
    locates points in it; all ``rules``.
    """

    drawn: Drawings
    edges: Edges
    grids: tuple[tuple[Grid, Locate], ...]
    rules: Edges
    shades: tuple[Shade, ...]


FindDrawing = Callable[[Drawings, float, float], Drawing]
"""The drawing of a page by what is drawn on it, its width and its height."""


def make_finder(settings: ExtractSettings) -> FindDrawing:
    """A function that finds drawings and keeps the last ones."""
    kept: deque[tuple[float, float, Drawing]] = deque(maxlen=KEPT)

    def find(drawn: Drawings, width: float, height: float) -> Drawing:
        # the reader gives equal pages the very same things, so that to compare them takes less than to hash them
        for wide, high, known in kept:
            if (wide, high, known.drawn) == (width, height, drawn):
                return known
        kept.append((width, height, _find_drawing(drawn, width, height, settings)))
        return kept[-1][2]

    return find


def _find_drawing(drawn: Drawings, width: float, height: float, settings: ExtractSettings) -> Drawing:
    things = inside_frames(drawn, width * height, settings)
    edges = find_edges(things, settings)
    rules = edges if len(things) == len(drawn) else find_edges(drawn, settings)
    grids = tuple((grid, make_locate(grid)) for grid in find_grids(edges, width * height, settings))
    return Drawing(drawn, edges, grids, rules, _shades(drawn))


def _shades(drawn: Drawings) -> tuple[Shade, ...]:
    filled = (d for d in drawn if d.filled and d.bbox[1] < d.bbox[3] and d.bbox[0] < d.bbox[2])
    return tuple(Shade(d.bbox, d.ink) for d in filled)
