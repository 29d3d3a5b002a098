"""The PDFium reader: opens a document, says why where it cannot, and reads one page after the other.

PDFium is not safe with threads: one document at a time in one process. Font and object handles don't outlive their page.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from ctypes import byref, create_string_buffer
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from pipeline.config.settings import ExtractSettings
from pipeline.errors import Damaged, NotAPdf, PasswordNeeded, UnknownEncryption
from pipeline.geometry import Box
from pipeline.model import OutlineEntry
from pipeline.stages.extract.finite import make_finite
from pipeline.stages.extract.frame import Frame
from pipeline.stages.extract.pdfium_ink import measure_ink
from pipeline.stages.extract.pdfium_paths import PathReader, PathSlots
from pipeline.stages.extract.pdfium_text import TextReader
from pipeline.stages.extract.reader import MAGIC, MAGIC_WITHIN, RawPage, UnreadablePage
from pipeline.stages.extract.texts import one_line

LABEL_BYTES = 256
OUTLINE_DEPTH = 16


class PdfiumReader:
    """An open document. ``close`` it when done."""

    def __init__(self, content: bytes, name: str, settings: ExtractSettings, password: str = "") -> None:
        if MAGIC not in content[:MAGIC_WITHIN]:
            raise NotAPdf(f"{name} is not a PDF (it does not begin with %PDF-); leave it out or give the PDF itself")
        self._document = _open(content, name, password)
        self._settings = settings
        self._text = TextReader(settings.mark_height)
        self._slots = PathSlots()

    def __len__(self) -> int:
        return len(self._document)

    def read_page(self, number: int) -> RawPage:
        """Words and drawings of the page."""
        with self._page(number) as page:
            frame = _frame(page)
            text_page = pdfium.FPDFText_LoadPage(page)
            try:
                words, strips, styles, letters = self._text.read(text_page, frame)
            finally:
                pdfium.FPDFText_ClosePage(text_page)
            chosen = self._settings
            paths = PathReader(frame, self._slots, limit=chosen.path_segments, depth=chosen.form_depth, thin=chosen.thin_rule)
            paths.read(page)
            width, height = frame.size
            drawn, images = tuple(paths.drawn), tuple(paths.images)
            return make_finite(RawPage(width, height, words, strips, styles, drawn, images, letters, paths.cut_short))

    def ink(self, number: int, boxes: Sequence[Box]) -> list[float]:
        """The share of ink in each box of the page as drawn."""
        with closing(self._document[number - 1]) as page:
            return measure_ink(page, boxes)

    @contextmanager
    def _page(self, number: int) -> Iterator[Any]:
        page = pdfium.FPDF_LoadPage(self._document.raw, number - 1)
        if not page:
            raise UnreadablePage("PDFium cannot load it")
        try:
            yield page
        finally:
            pdfium.FPDF_ClosePage(page)

    def label(self, number: int) -> str:
        """The label as printed on the page, by the PDF's own table."""
        buffer = create_string_buffer(LABEL_BYTES)
        length = pdfium.FPDF_GetPageLabel(self._document.raw, number - 1, buffer, LABEL_BYTES)
        return one_line(buffer.raw[: max(0, length - 2)].decode("utf-16-le", "replace")) if length <= LABEL_BYTES else ""

    def outline(self) -> tuple[OutlineEntry, ...]:
        """Bookmarks; what leads nowhere has page 0."""
        entries = []
        for mark in self._document.get_toc(max_depth=OUTLINE_DEPTH):
            target = mark.get_dest()
            index = target.get_index() if target else None
            title = one_line(mark.get_title())
            if title:
                entries.append(OutlineEntry(title, mark.level + 1, 0 if index is None else index + 1))
        return tuple(entries)

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Document information, keys as the PDF has them."""
        found = self._document.get_metadata_dict(skip_empty=True)
        return tuple(sorted((key, said) for key, value in found.items() if (said := one_line(value))))

    def close(self) -> None:
        """Closes the document."""
        self._document.close()


def _open(content: bytes, name: str, password: str) -> pypdfium2.PdfDocument:
    try:
        document = pypdfium2.PdfDocument(content, password=password or None)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            if password:
                raise PasswordNeeded(f"{name}: the password does not open it; check what --password-file holds") from error
            raise PasswordNeeded(f"{name} is encrypted; give its password with --password-file") from error
        if error.err_code == pdfium.FPDF_ERR_SECURITY:
            raise UnknownEncryption(
                f"{name} is encrypted in a way that PDFium does not know; save it without encryption"
            ) from error
        raise Damaged(f"{name} is damaged or cut short ({error}); fetch it again or repair it") from error
    if len(document) == 0:
        document.close()
        raise Damaged(f"{name} has no pages; fetch it again or repair it")
    return document


def _frame(page: Any) -> Frame:
    box = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, byref(box))
    return Frame(box.left, box.bottom, box.right, box.top, pdfium.FPDFPage_GetRotation(page) % 4)
