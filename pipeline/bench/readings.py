"""The readings that a run is compared with, and the clock: CPU seconds of this process.

PDFium's bare text is the least that any reader built on it pays: each page opened, its text taken once as one string. pdfplumber's
`extract_text` is what a script without this program would call. It is slow, so long documents are sampled and the sample scaled.
"""

import io
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import pypdfium2

from pipeline.errors import STUMBLES, Damaged

if TYPE_CHECKING:
    from pdfplumber.pdf import PDF

Given = TypeVar("Given")


def timed(act: Callable[[], Given]) -> tuple[float, Given]:
    """CPU seconds that ``act`` took, and what it gave."""
    began = time.process_time()
    given = act()
    return time.process_time() - began, given


def read_bare(content: bytes, password: str) -> int:
    """Reads the text of every page with PDFium and gives the number of pages; a page that cannot be loaded is passed over."""
    document = pypdfium2.PdfDocument(content, password=password or None)
    try:
        count = len(document)
        for index in range(count):
            try:
                page = document[index]
            except pypdfium2.PdfiumError:
                continue
            text_page = page.get_textpage()
            text_page.get_text_range()
            text_page.close()
            page.close()
    finally:
        document.close()
    return count


def read_plumber(content: bytes, password: str, numbers: Sequence[int], of: int) -> float:
    """CPU seconds of pdfplumber's text of all ``of`` pages: opening, and the pages of ``numbers`` (from 1) scaled to all.

    Raises Damaged where it cannot open the file or stumbles over a page.
    """
    from pdfminer.pdfexceptions import PDFException
    from pdfminer.psexceptions import PSException
    from pdfplumber.utils.exceptions import MalformedPDFException, PdfminerException

    try:
        opening, document = timed(lambda: _open(content, password))
        with document:
            reading, _ = timed(lambda: [_read(document, number) for number in numbers])
    except (PDFException, PSException, PdfminerException, MalformedPDFException, *STUMBLES) as error:
        raise Damaged(f"pdfplumber stumbles over it ({type(error).__name__}); leave it out with --without-pdfplumber") from error
    return opening + reading * of / len(numbers)


def _open(content: bytes, password: str) -> "PDF":
    import pdfplumber

    document = pdfplumber.open(io.BytesIO(content), password=password)
    len(document.pages)
    return document


def _read(document: "PDF", number: int) -> int:
    """How many characters pdfplumber finds on a page."""
    page = document.pages[number - 1]
    text = page.extract_text()
    page.close()
    return len(text)


def spread_evenly(of: int, most: int) -> tuple[int, ...]:
    """At most ``most`` page numbers (from 1), evenly spread over ``of`` pages; all where ``most`` is 0."""
    if not most or of <= most:
        return tuple(range(1, of + 1))
    return tuple(sorted({1 + index * of // most + of // (2 * most) for index in range(most)}))
