"""What is drawn on one page through PDFium's raw functions: lines, boxes and images, in any depth of form objects.

Path points are before their matrix, and forms nest, so each is carried through the matrices above it. A line may be drawn as a
stroke, a thin filled box or an edge of a polygon: all become boxes without height or width. Slanted edges and curves are left out.
Reading stops at a number of segments: a drawing is no table.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from ctypes import c_float, c_int, c_uint
from itertools import compress, pairwise, repeat
from typing import Any

import pypdfium2.raw as pdfium

from pipeline.geometry import WHOLE, Box
from pipeline.stages.extract.frame import Frame
from pipeline.stages.extract.pdfium_calls import (
    Handle,
    Slots,
    Told,
    count_form_objects,
    count_segments,
    get_bounds,
    get_draw_mode,
    get_fill_color,
    get_form_object,
    get_object,
    get_object_matrix,
    get_point,
    get_segment,
    get_segment_type,
    get_type,
    handle_of,
)
from pipeline.stages.extract.reader import Drawn

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Path = tuple[Handle, int, bool, bool, int, Box]
"""A path, its number of segments, whether it is stroked and filled, 0xRRGGBB of what fills it, its bounds. Pages have thousands:
no record."""

Said = tuple[list[int], Told, Told, Told]
"""What PDFium says of paths, in the order in which they are drawn: segments, draw modes, inks of those that are filled, bounds."""
Known = tuple[tuple[Frame, int, int, Said], tuple[list[Drawn], int, int, int]]
"""All that boxes come from where no path is asked for its points (how the page lies, the segments left, the ink last told, and
what is said of the paths), and what comes of it: what is drawn, how many paths were left out, segments and ink behind them."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
LEVEL = 0.6
"""Points by which the ends of an edge may differ and still be level or upright."""
LINE_SEGMENTS, BOX_SEGMENTS = 3, 5
"""Segments, at most, of a single stroke and of a box: its ends or corners, and the way back to the first where that is drawn."""
WHITE = 250
"""Least value of all three inks (0 to 255) of a fill that does not show on white paper."""
VEIL = 26
"""Opacity (0 to 255) below which a fill is a veil over the page. Watermarks of the wordings measured are laid at 13; nothing else
there is below 242."""


KEPT = 16
"""Drawings kept: odd and even pages of a few charts that take turns."""


class PathSlots:
    """Room for what PDFium says of paths, made once a document; and what the last pages drew, by all that was said of it."""

    def __init__(self) -> None:
        self.modes = Slots(c_int, 2, ways=2)
        self.bounds = Slots(c_float, 4, ways=4)
        self.inks = Slots(c_uint, 4, ways=4)
        self.matrix = Slots(c_float, 6)
        self.points = Slots(c_float, 2, ways=2)
        self.known: deque[Known] = deque(maxlen=KEPT)


class PathReader:
    """Collects what one page draws; ``limit`` is the number of path segments after which it stops."""

    def __init__(self, frame: Frame, slots: PathSlots, *, limit: int, depth: int, thin: float) -> None:
        self.frame, self.depth, self.thin = frame, depth, thin
        self.left = limit
        self.cut_short = 0
        self.drawn: list[Drawn] = []
        self.images: list[Box] = []
        self._slots = slots
        self._colour = 0

    def read(self, page: Any) -> None:
        """Reads all objects of ``page``."""
        count = pdfium.FPDFPage_CountObjects(page)
        self._walk(list(map(get_object, repeat(handle_of(page)), range(count))), IDENTITY, 0)

    def _walk(self, handles: Sequence[Handle], above: Matrix, depth: int) -> None:
        kinds = list(map(get_type, handles))
        if pdfium.FPDF_PAGEOBJ_PATH in kinds:
            self._paths([handle for handle, kind in zip(handles, kinds, strict=True) if kind == pdfium.FPDF_PAGEOBJ_PATH], above)
        if kinds.count(pdfium.FPDF_PAGEOBJ_PATH) + kinds.count(pdfium.FPDF_PAGEOBJ_TEXT) == len(kinds):
            return
        for handle, kind in zip(handles, kinds, strict=True):
            if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._image(handle, above)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < self.depth:
                count = max(0, count_form_objects(handle))
                inner = list(map(get_form_object, repeat(handle), range(count)))
                self._walk(inner, _times(self._matrix_of(handle), above), depth + 1)

    def _image(self, handle: Any, above: Matrix) -> None:
        matrix = _times(self._matrix_of(handle), above)
        self.images.append(self._shown([_moved(matrix, x, y) for x in (0.0, 1.0) for y in (0.0, 1.0)]))

    def _paths(self, handles: Sequence[Handle], above: Matrix) -> None:
        said = self._ask(handles)
        told = (self.frame, self.left, self._colour, said)
        known = next((made for asked, made in self._slots.known if asked == told), None) if above is IDENTITY else None
        if known is not None:
            drawn, cut_short, self.left, self._colour = known
            self.drawn += drawn
            self.cut_short += cut_short
            return
        before, cut_short = len(self.drawn), self.cut_short
        if self._draw(self._painted(handles, said), above) and above is IDENTITY:
            self._slots.known.append((told, (self.drawn[before:], self.cut_short - cut_short, self.left, self._colour)))

    def _ask(self, handles: Sequence[Handle]) -> Said:
        slots = self._slots
        modes = slots.modes.tell(get_draw_mode, handles)
        inks = slots.inks.tell(get_fill_color, list(compress(handles, slots.modes.read(modes[1])[0::2])))
        return list(map(count_segments, handles)), modes, inks, slots.bounds.tell(get_bounds, handles)

    def _draw(self, paths: Iterable[Path], above: Matrix) -> bool:
        """Enters what ``paths`` draw. Whether none had to be asked for its points."""
        bounded = True
        for handle, segments, stroked, filled, ink, (left, bottom, right, top) in paths:
            if segments <= (LINE_SEGMENTS if stroked else BOX_SEGMENTS) and (
                segments > LINE_SEGMENTS or right - left <= self.thin or top - bottom <= self.thin
            ):
                self._add(self._carried((left, bottom, right, top), above), stroked, filled, ink)
                continue
            bounded = False
            matrix = _times(self._matrix_of(handle), above)
            for points in self._subpaths(handle, segments):
                if len(points) > 1:
                    self._outline([_moved(matrix, x, y) for x, y in points], stroked, filled, ink)
        return bounded

    def _painted(self, handles: Sequence[Handle], said: Said) -> Iterator[Path]:
        """The paths that leave a mark on the page, up to the limit of segments."""
        counts, (_, modes), inks, bounds = said
        modes_of = self._slots.modes.read(modes)
        fills = self._fills(inks)
        for handle, fill, stroke, segments, box in zip(
            handles, modes_of[0::2], modes_of[1::2], counts, self._boxes(bounds), strict=True
        ):
            told = next(fills) if fill else None
            if segments < 2 or not (fill or stroke):
                continue
            if segments > self.left:
                self.cut_short += 1
                continue
            self.left -= segments
            shows = False
            if told is not None:
                tells, (red, green, blue, alpha) = told
                if tells:
                    self._colour = red << 16 | green << 8 | blue
                shows = not tells or (min(red, green, blue) < WHITE and alpha >= VEIL)
            if shows or stroke:
                yield handle, segments, stroke != 0, shows, self._colour if shows else 0, box

    def _fills(self, inks: Told) -> Iterator[tuple[int, Sequence[int]]]:
        """Whether PDFium tells the ink of each fill, and red, green, blue and opacity."""
        told, flat = inks
        parts = self._slots.inks.read(flat)
        return zip(told, zip(parts[0::4], parts[1::4], parts[2::4], parts[3::4], strict=True), strict=True)

    def _boxes(self, bounds: Told) -> Iterator[Box]:
        told, flat = bounds
        edges = self._slots.bounds.read(flat)
        boxes = zip(edges[0::4], edges[1::4], edges[2::4], edges[3::4], strict=True)
        return boxes if all(told) else (box if tells else WHOLE for tells, box in zip(told, boxes, strict=True))

    def _carried(self, box: Box, above: Matrix) -> Box:
        if above is IDENTITY:
            return self.frame.shown(*box)
        return self._shown([_moved(above, x, y) for x in (box[0], box[2]) for y in (box[1], box[3])])

    def _matrix_of(self, handle: Handle) -> Matrix:
        told, flat = self._slots.matrix.tell(get_object_matrix, [handle])
        a, b, c, d, e, f = self._slots.matrix.read(flat)
        return (a, b, c, d, e, f) if all(told) else IDENTITY

    def _subpaths(self, handle: Handle, count: int) -> Iterator[list[Point]]:
        """The corners of each subpath; of a path that is mostly curves none: that is a drawing, a letter or a rounded box."""
        segments = list(map(get_segment, repeat(handle), range(count)))
        kinds = list(map(get_segment_type, segments))
        if 2 * kinds.count(pdfium.FPDF_SEGMENT_BEZIERTO) > count:
            return
        corners = self._slots.points.read(self._slots.points.tell(get_point, segments)[1])
        points: list[Point] = []
        for kind, point in zip(kinds, zip(corners[0::2], corners[1::2], strict=True), strict=True):
            if kind == pdfium.FPDF_SEGMENT_MOVETO:
                yield points
                points = []
            points.append(point)
        yield points

    def _outline(self, points: list[Point], stroked: bool, filled: bool, ink: int) -> None:
        """A box where the points go round one; else the level and upright edges of a stroked path."""
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
        boxed = len(points) > 2 and all(
            (abs(x - x0) < LEVEL or abs(x - x1) < LEVEL) and (abs(y - y0) < LEVEL or abs(y - y1) < LEVEL) for x, y in points
        )
        if boxed:
            self._add(self._shown(points), stroked, filled, ink)
        elif stroked:
            for one, other in pairwise(points):
                if abs(one[0] - other[0]) < LEVEL or abs(one[1] - other[1]) < LEVEL:
                    self._add(self._shown([one, other]), True, False, 0)

    def _add(self, box: Box, stroked: bool, filled: bool, ink: int) -> None:
        x0, top, x1, bottom = box
        if bottom - top <= self.thin and x1 - x0 > bottom - top:
            box = (x0, (top + bottom) / 2, x1, (top + bottom) / 2)
        elif x1 - x0 <= self.thin and bottom - top > x1 - x0:
            box = ((x0 + x1) / 2, top, (x0 + x1) / 2, bottom)
        self.drawn.append(Drawn(box, stroked, filled, ink))

    def _shown(self, points: Sequence[Point]) -> Box:
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return self.frame.shown(min(xs), min(ys), max(xs), max(ys))


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    """First ``inner``, then ``outer``."""
    if outer is IDENTITY:
        return inner
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _moved(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)
