"""PDFium's reading of a box: the letters that stand in it, asked for afresh from the bytes of the file.

Shares no code with the extraction: pages are opened, boxes turned into PDF space and words read here. A letter is in a box when any
of its ink is.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import byref, c_ushort

import pypdfium2
import pypdfium2.raw as pdfium

from pipeline.geometry import Box

Read = Callable[[Box], str]
"""The words in a box of one page, the box as shown."""

LONGEST = 1 << 16
"""UTF-16 units that one box may hold; a box with more is no place of a chunk."""


class BoundedReader:
    """An open document. Raises nothing for a page that cannot be loaded: its boxes are empty."""

    def __init__(self, content: bytes, password: str) -> None:
        self._document = pypdfium2.PdfDocument(content, password=password or None)
        self._buffer = (c_ushort * LONGEST)()

    @contextmanager
    def page(self, number: int) -> Iterator[Read]:
        """A function that reads boxes of the page, while it is open."""
        page = pdfium.FPDF_LoadPage(self._document.raw, number - 1)
        if not page:
            yield lambda box: ""
            return
        text_page = pdfium.FPDFText_LoadPage(page)
        to_pdf = _to_pdf_space(page)
        try:
            yield lambda box: self._read(text_page, to_pdf(box))
        finally:
            pdfium.FPDFText_ClosePage(text_page)
            pdfium.FPDF_ClosePage(page)

    def close(self) -> None:
        """Closes the document."""
        self._document.close()

    def _read(self, text_page: object, box: Box) -> str:
        left, bottom, right, top = box
        units = pdfium.FPDFText_GetBoundedText(text_page, left, top, right, bottom, self._buffer, LONGEST)
        return bytes(memoryview(self._buffer)[:units]).decode("utf-16-le", "replace").rstrip("\0") if units > 0 else ""


def _to_pdf_space(page: object) -> Callable[[Box], Box]:
    """From a box as shown (top-left origin) to (left, bottom, right, top) of the page before it is turned and cropped."""
    crop = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, byref(crop))
    match pdfium.FPDFPage_GetRotation(page) % 4:
        case 0:
            return lambda b: (crop.left + b[0], crop.top - b[3], crop.left + b[2], crop.top - b[1])
        case 1:
            return lambda b: (crop.left + b[1], crop.bottom + b[0], crop.left + b[3], crop.bottom + b[2])
        case 2:
            return lambda b: (crop.right - b[2], crop.bottom + b[1], crop.right - b[0], crop.bottom + b[3])
        case _:
            return lambda b: (crop.right - b[3], crop.top - b[2], crop.right - b[1], crop.top - b[0])
