"""The picture of a page as PNG: PDFium renders it as shown (turned, inside its crop box), and what was decided is drawn on."""

import io
import math
from contextlib import closing

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from pipeline.errors import Damaged, PasswordNeeded, UsageError
from pipeline.explain.canvas import draw_shapes
from pipeline.explain.shapes import find_shapes
from pipeline.model import Record, Result, SourceKind

POINTS = 72
"""Points an inch."""
MOST_PIXELS = 40_000_000
"""Of a page: a plan of two square metres at 300 dots an inch would take more memory than there is; it is drawn smaller."""


class Drawing(Record, frozen=True):
    """How a page is drawn: dots an inch, and whether the number of each line is written before it."""

    dpi: int = 110
    lines: bool = False


def refuse_page(result: Result, number: int) -> None:
    """Raises UsageError where the document has no page ``number`` that was read."""
    identity = result.document.identity
    if identity.kind is not SourceKind.PDF:
        raise UsageError(f"{identity.source} is no PDF and has no pages to draw; name a PDF's document")
    numbers = [page.number for page in result.document.pages]
    if number not in numbers:
        known = f"pages {numbers[0]} to {numbers[-1]}" if numbers else "no pages"
        raise UsageError(f"{identity.doc_id} has no page {number}; {known} were read")


def draw_page(content: bytes, result: Result, number: int, drawing: Drawing, password: str = "") -> bytes:
    """Page ``number`` (from 1) of the PDF ``content``, with what ``result`` says about it drawn on, as PNG.

    Raises UsageError where there is no such page, PasswordNeeded or Damaged where the file cannot be opened.
    """
    refuse_page(result, number)
    picture, scale = _render(content, result.document.identity.source, number, drawing.dpi / POINTS, password)
    page = next(page for page in result.document.pages if page.number == number)
    printed = f" (printed: {page.label})" if page.label != str(number) else ""
    heading = f"{result.document.identity.doc_id}, page {number}{printed} of {len(result.document.pages)}"
    drawn = draw_shapes(picture, scale, find_shapes(result, number), heading, lines=drawing.lines)
    written = io.BytesIO()
    drawn.save(written, format="PNG")
    return written.getvalue()


def _render(content: bytes, name: str, number: int, scale: float, password: str) -> tuple[Image.Image, float]:
    """The page as shown, and its pixels a point."""
    try:
        with closing(pypdfium2.PdfDocument(content, password=password or None)) as document, closing(document[number - 1]) as page:
            width, height = page.get_size()
            least = min(scale, math.sqrt(MOST_PIXELS / max(1.0, width * height)))
            image: Image.Image = page.render(scale=least).to_pil().convert("RGB")
            return image, least
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise PasswordNeeded(f"{name} is encrypted; give its password with --password-file") from error
        raise Damaged(f"page {number} of {name} cannot be drawn ({error}); look whether a viewer opens it") from error
