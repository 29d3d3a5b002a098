"""PDFium's functions without the checks of ctypes, for those that are called once a word or once a drawn thing.

A call through pypdfium2's own declarations costs 400 to 500 ns, most of it for turning each argument into its declared type.
Without declared types ctypes passes what it is given as it is, in 110 to 250 ns; so all pointers given here must be ``Handle`` or
``c_void_p`` and all numbers ``int``. Results go into ``Slots``, one block of memory with ready-made pointers into it.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from ctypes import PYFUNCTYPE, addressof, c_double, c_int, c_void_p, cast, sizeof
from itertools import repeat
from typing import Any

import pypdfium2.raw as pdfium

BATCH = 2048
"""How many results one block holds."""
Told = tuple[list[int], bytes]
"""What ``Slots.tell`` gives: compared with another, it takes no look at the numbers."""


class Handle(c_void_p):
    """A pointer that stays one: what is declared as ``c_void_p`` itself comes back as an int."""


def _unchecked(function: Any, result: Any = None) -> Any:
    unchecked: Any = PYFUNCTYPE(result)(cast(function, c_void_p).value or 0)
    unchecked.argtypes = None
    return unchecked


get_loose_box = _unchecked(pdfium.FPDFText_GetLooseCharBox)
get_text_object = _unchecked(pdfium.FPDFText_GetTextObject, c_void_p)
get_font_size = _unchecked(pdfium.FPDFText_GetFontSize, c_double)
get_char_matrix = _unchecked(pdfium.FPDFText_GetMatrix)
get_font = _unchecked(pdfium.FPDFTextObj_GetFont, c_void_p)
get_render_mode = _unchecked(pdfium.FPDFTextObj_GetTextRenderMode, c_int)
get_object = _unchecked(pdfium.FPDFPage_GetObject, Handle)
get_form_object = _unchecked(pdfium.FPDFFormObj_GetObject, Handle)
get_object_matrix = _unchecked(pdfium.FPDFPageObj_GetMatrix, c_int)
count_form_objects = _unchecked(pdfium.FPDFFormObj_CountObjects, c_int)
get_type = _unchecked(pdfium.FPDFPageObj_GetType, c_int)
get_draw_mode = _unchecked(pdfium.FPDFPath_GetDrawMode, c_int)
count_segments = _unchecked(pdfium.FPDFPath_CountSegments, c_int)
get_fill_color = _unchecked(pdfium.FPDFPageObj_GetFillColor, c_int)
get_bounds = _unchecked(pdfium.FPDFPageObj_GetBounds, c_int)
get_segment = _unchecked(pdfium.FPDFPath_GetPathSegment, Handle)
get_segment_type = _unchecked(pdfium.FPDFPathSegment_GetType, c_int)
get_point = _unchecked(pdfium.FPDFPathSegment_GetPoint, c_int)


def handle_of(pointer: Any) -> Handle:
    """A pointer of pypdfium2's as these calls take it."""
    return Handle(cast(pointer, c_void_p).value)


class Slots:
    """Room for the results of ``BATCH`` calls, ``width`` numbers each; ``kind`` is their type, four bytes long.

    ``pointers[k]`` holds, by call, where its number ``k`` goes, for ``k`` up to ``ways``: 1 where a function takes one pointer to
    all numbers of a result.
    """

    def __init__(self, kind: Any, width: int, ways: int = 1) -> None:
        size = sizeof(kind)
        self._block = (kind * (BATCH * width))()
        self._width = width
        self._wide = size * width
        self._bytes = memoryview(self._block).cast("B")
        self._view: Any = self._bytes.cast(kind._type_)
        start = addressof(self._block)
        ends = range(start, start + sizeof(self._block), size * width)
        self.pointers = [[c_void_p(at + size * k) for at in ends] for k in range(ways)]

    def ask(self, function: Any, of: Any, indices: Sequence[int]) -> Iterator[Any]:
        """What ``function(of, index, result)`` gives for each index, in parts, each a flat view that holds until the next."""
        for k in range(0, len(indices), BATCH):
            part = indices[k : k + BATCH]
            deque(map(function, repeat(of), part, self.pointers[0]), 0)
            yield self._view[: len(part) * self._width]

    def tell(self, function: Any, handles: Sequence[Any]) -> Told:
        """Whether ``function(handle, result, ...)`` gave anything for each handle (0 where not), and what it gave, as bytes."""
        said: list[int] = []
        flat: list[bytes] = []
        for k in range(0, len(handles), BATCH):
            part = handles[k : k + BATCH]
            said += map(function, part, *self.pointers)
            flat.append(bytes(self._bytes[: len(part) * self._wide]))
        return said, b"".join(flat)

    def read(self, flat: bytes) -> list[Any]:
        """The numbers that ``tell`` gave."""
        return memoryview(flat).cast(self._view.format).tolist()
