"""Pages as pypdf and pdfplumber read them, two libraries that have no code in common with PDFium.

Each is imported when it is asked for. A page that a library cannot read is no error of the document: libraries written in Python
stumble over damaged files in any way there is.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from io import BytesIO

from pipeline.errors import STUMBLES
from pipeline.rereading.thinned import without_paths

CONTENTS = "/Contents"
Reading = Callable[[int], str]
"""The words of a page, by its number."""


class Library(StrEnum):
    """Who reads."""

    PYPDF = "pypdf"
    PDFPLUMBER = "pdfplumber"


def read_pages(library: Library, content: bytes, password: str, numbers: Sequence[int]) -> Iterator[tuple[int, str | None]]:
    """The words of each page of ``numbers``, None where the library cannot read it."""
    opened = _open_pypdf if library is Library.PYPDF else _open_pdfplumber
    reading: Reading | None = None
    for number in numbers:
        try:
            reading = reading or opened(content, password)
            yield number, reading(number)
        except _faults():
            yield number, None


def spread(numbers: Sequence[int], most: int) -> list[int]:
    """At most ``most`` of ``numbers``, evenly spread: the middles of as many equal stretches."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[(2 * at + 1) * len(numbers) // (2 * most)] for at in range(most)]


def _faults() -> tuple[type[Exception], ...]:
    """What these libraries raise on files that they cannot read; memory that one of them lacks is no error of the document."""
    from pdfminer.psexceptions import PSException
    from pypdf.errors import DependencyError, DeprecationError, PyPdfError

    return (PyPdfError, DependencyError, DeprecationError, PSException, MemoryError, *STUMBLES)


def _open_pypdf(content: bytes, password: str) -> Reading:
    from pypdf import PdfReader
    from pypdf.generic import ContentStream, NameObject

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = PdfReader(BytesIO(content), password=password or None)

    def read(number: int) -> str:
        page = reader.pages[number - 1]
        if CONTENTS in page:
            thinned = ContentStream(page[CONTENTS], reader, "bytes")
            thinned.set_data(without_paths(thinned.get_data()))
            page[NameObject(CONTENTS)] = thinned
        return page.extract_text()

    return read


def _open_pdfplumber(content: bytes, password: str) -> Reading:
    import pdfplumber

    opened = pdfplumber.open(BytesIO(content), password=password or None)

    def read(number: int) -> str:
        page = opened.pages[number - 1]
        text: str = page.extract_text()
        page.close()
        return text

    return read
