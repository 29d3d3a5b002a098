"""What is drawn on one page through PDFium's raw functions: lines, boxes and images, in any depth of form objects.

Path points are before their matrix, and forms nest, so each is carried through the matrices above it. A line may be drawn as a
stroke, a thin filled box or an edge of a polygon: all become boxes without height or width. Slanted edges and curves are left out.
Reading stops at a number of segments: a drawing is no table.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from ctypes import c_float, c_int, c_uint
from itertools import pairwise, repeat
from typing import Any

import pypdfium2.raw as pdfium

from pipeline.geometry import Box
from pipeline.stages.extract.frame import Frame
from pipeline.stages.extract.reader import Drawn

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
LEVEL = 0.6
"""Points by which the ends of an edge may differ and still be level or upright."""
LINE_SEGMENTS, BOX_SEGMENTS = 3, 5
"""Segments, at most, of a single stroke and of a box: its ends or corners, and the way back to the first where that is drawn."""
SLOTS = 64
"""Points asked for at once; most paths have fewer than ten."""
WHITE = 250
"""Least value of all three inks (0 to 255) of a fill that does not show on white paper."""
VEIL = 26
"""Opacity (0 to 255) below which a fill is a veil over the page: watermarks are laid at 5 in 100, shaded cells at 20 and more."""


class PathReader:
    """Collects what one page draws; ``limit`` is the number of path segments after which it stops."""

    def __init__(self, frame: Frame, *, limit: int, depth: int, thin: float) -> None:
        self.frame, self.depth, self.thin = frame, depth, thin
        self.left = limit
        self.cut_short = 0
        self.drawn: list[Drawn] = []
        self.images: list[Box] = []
        self._matrix = pdfium.FS_MATRIX()
        self._bounds = [c_float() for _ in range(4)]
        self._xs = [c_float() for _ in range(SLOTS)]
        self._ys = [c_float() for _ in range(SLOTS)]
        self._ink = [c_uint() for _ in range(4)]

    def read(self, page: Any) -> None:
        """Reads all objects of ``page``."""
        count = pdfium.FPDFPage_CountObjects(page)
        self._walk(list(map(pdfium.FPDFPage_GetObject, repeat(page), range(count))), IDENTITY, 0)

    def _walk(self, handles: Sequence[Any], above: Matrix, depth: int) -> None:
        kinds = list(map(pdfium.FPDFPageObj_GetType, handles))
        if pdfium.FPDF_PAGEOBJ_PATH in kinds:
            self._paths([handle for handle, kind in zip(handles, kinds, strict=True) if kind == pdfium.FPDF_PAGEOBJ_PATH], above)
        for handle, kind in zip(handles, kinds, strict=True):
            if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._image(handle, above)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < self.depth:
                count = max(0, pdfium.FPDFFormObj_CountObjects(handle))
                inner = list(map(pdfium.FPDFFormObj_GetObject, repeat(handle), range(count)))
                self._walk(inner, _times(self._matrix_of(handle), above), depth + 1)

    def _image(self, handle: Any, above: Matrix) -> None:
        matrix = _times(self._matrix_of(handle), above)
        self.images.append(self._shown([_moved(matrix, x, y) for x in (0.0, 1.0) for y in (0.0, 1.0)]))

    def _paths(self, handles: Sequence[Any], above: Matrix) -> None:
        fills, strokes = [c_int() for _ in handles], [c_int() for _ in handles]
        deque(map(pdfium.FPDFPath_GetDrawMode, handles, fills, strokes), 0)
        counts = map(pdfium.FPDFPath_CountSegments, handles)
        for handle, fill, stroke, segments in zip(handles, fills, strokes, counts, strict=True):
            if segments < 2 or not (fill.value or stroke.value):
                continue
            if segments > self.left:
                self.cut_short += 1
                continue
            self.left -= segments
            filled = fill.value != 0 and self._shows(handle)
            if filled or stroke.value:
                self._path(handle, segments, above, stroked=stroke.value != 0, filled=filled)

    def _path(self, handle: Any, segments: int, above: Matrix, *, stroked: bool, filled: bool) -> None:
        """By its bounds where they tell all: of a single stroke, and of a filled box (those of a stroked one include the pen)."""
        if segments <= LINE_SEGMENTS or (segments <= BOX_SEGMENTS and not stroked):
            left, bottom, right, top = (edge.value for edge in self._bounds_of(handle))
            thin = right - left <= self.thin or top - bottom <= self.thin
            if thin or segments > LINE_SEGMENTS:
                self._add(self._carried((left, bottom, right, top), above), stroked=stroked, filled=filled)
                return
        matrix = _times(self._matrix_of(handle), above)
        for points in self._subpaths(handle, segments):
            if len(points) > 1:
                self._outline([_moved(matrix, x, y) for x, y in points], stroked=stroked, filled=filled)

    def _carried(self, box: Box, above: Matrix) -> Box:
        if above is IDENTITY:
            return self.frame.shown(*box)
        return self._shown([_moved(above, x, y) for x in (box[0], box[2]) for y in (box[1], box[3])])

    def _bounds_of(self, handle: Any) -> list[c_float]:
        if not pdfium.FPDFPageObj_GetBounds(handle, *self._bounds):
            for edge in self._bounds:
                edge.value = 0.0
        return self._bounds

    def _shows(self, handle: Any) -> bool:
        red, green, blue, alpha = self._ink
        if not pdfium.FPDFPageObj_GetFillColor(handle, red, green, blue, alpha):
            return True
        self._colour = red.value << 16 | green.value << 8 | blue.value
        return min(red.value, green.value, blue.value) < WHITE and alpha.value >= VEIL

    def _matrix_of(self, handle: Any) -> Matrix:
        found = self._matrix
        if not pdfium.FPDFPageObj_GetMatrix(handle, found):
            return IDENTITY
        return (found.a, found.b, found.c, found.d, found.e, found.f)

    def _subpaths(self, handle: Any, count: int) -> Iterator[list[Point]]:
        """The corners of each subpath; of a path that is mostly curves none: that is a drawing, a letter or a rounded box."""
        segments = list(map(pdfium.FPDFPath_GetPathSegment, repeat(handle), range(count)))
        kinds = list(map(pdfium.FPDFPathSegment_GetType, segments))
        if 2 * kinds.count(pdfium.FPDF_SEGMENT_BEZIERTO) > count:
            return
        points: list[Point] = []
        for start in range(0, count, SLOTS):
            part = segments[start : start + SLOTS]
            deque(map(pdfium.FPDFPathSegment_GetPoint, part, self._xs, self._ys), 0)
            for kind, x, y in zip(kinds[start:], self._xs, self._ys, strict=False):
                if kind == pdfium.FPDF_SEGMENT_MOVETO:
                    yield points
                    points = []
                points.append((x.value, y.value))
        yield points

    def _outline(self, points: list[Point], *, stroked: bool, filled: bool) -> None:
        """A box where the points go round one; else the level and upright edges of a stroked path."""
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
        boxed = len(points) > 2 and all(
            (abs(x - x0) < LEVEL or abs(x - x1) < LEVEL) and (abs(y - y0) < LEVEL or abs(y - y1) < LEVEL) for x, y in points
        )
        if boxed:
            self._add(self._shown(points), stroked=stroked, filled=filled)
        elif stroked:
            for one, other in pairwise(points):
                if abs(one[0] - other[0]) < LEVEL or abs(one[1] - other[1]) < LEVEL:
                    self._add(self._shown([one, other]), stroked=True, filled=False)

    def _add(self, box: Box, *, stroked: bool, filled: bool) -> None:
        x0, top, x1, bottom = box
        if bottom - top <= self.thin and x1 - x0 > bottom - top:
            box = (x0, (top + bottom) / 2, x1, (top + bottom) / 2)
        elif x1 - x0 <= self.thin and bottom - top > x1 - x0:
            box = ((x0 + x1) / 2, top, (x0 + x1) / 2, bottom)
        self.drawn.append(Drawn(box, stroked, filled, self._colour if filled else 0))

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
