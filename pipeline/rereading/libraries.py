"""Pages as pypdf and pdfplumber read them, two libraries that have no code in common with PDFium.

Each is imported when it is asked for. A page that a library cannot read is no error of the document: libraries written in Python
stumble over damaged files in any way there is.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from io import BytesIO
from typing import Any

from pipeline.errors import STUMBLES
from pipeline.rereading.thinned import without_paths

CONTENTS = "/Contents"
RUNS = {True: ("btt", "ltr"), False: ("ttb", "rtl")}
"""pdfplumber's names for the order of letters and of lines, of words that run up and of those that run down."""
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
        except _faults(library):
            yield number, None


def spread(numbers: Sequence[int], most: int) -> list[int]:
    """At most ``most`` of ``numbers``, evenly spread: the middles of as many equal stretches."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[(2 * at + 1) * len(numbers) // (2 * most)] for at in range(most)]


def _faults(library: Library) -> tuple[type[Exception], ...]:
    """What a library raises on files that it cannot read; memory that it lacks is no error of the document."""
    if library is Library.PYPDF:
        from pypdf.errors import DependencyError, DeprecationError, PyPdfError

        return (PyPdfError, DependencyError, DeprecationError, MemoryError, *STUMBLES)
    from pdfminer.psexceptions import PSException
    from pdfplumber.utils.exceptions import MalformedPDFException, PdfminerException

    return (PSException, PdfminerException, MalformedPDFException, MemoryError, *STUMBLES)


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
        turned = {char["matrix"][1] > 0 for char in page.chars if not char["upright"]}
        text = _read_turned(page, turned) if turned else str(page.extract_text())
        page.close()
        return text

    return read


def _read_turned(page: Any, turned: set[bool]) -> str:
    """A page with words on their side, which pdfplumber reads backwards unless it is told which way they run (``turned``: up)."""
    parts = [page.filter(lambda thing: thing["object_type"] != "char" or thing["upright"]).extract_text()]
    for up in sorted(turned):
        char_dir, line_dir = RUNS[up]
        side = page.filter(partial(_runs, up=up))
        parts.append(side.extract_text(char_dir_rotated=char_dir, line_dir_rotated=line_dir))
    return "\n".join(parts)


def _runs(thing: Mapping[str, Any], *, up: bool) -> bool:
    """Whether a thing on a page is a letter on its side that runs up, or down."""
    return thing["object_type"] == "char" and not thing["upright"] and (thing["matrix"][1] > 0) is up
