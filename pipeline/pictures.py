"""Pages of a PDF as small pictures: rendered by PDFium as shown (turned, inside the crop box), written as WebP.

Print is a few tones on white, which WebP keeps sharp and small without loss once the tones are few; a page of photographs is
smaller with loss. A page that cannot be drawn is left out and costs the others nothing.
"""

import io
import math
from collections.abc import Sequence
from contextlib import closing

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from pipeline.errors import Damaged, PasswordNeeded
from pipeline.model import Record

POINTS = 72
"""Points an inch."""
MOST_PIXELS = 3_000_000
"""Of a page: one of A3 at 150 dots an inch has 4.3 million; larger ones are drawn smaller, so that one poster is not the file."""
TONES = 32
"""From one tone of red, green and blue to the next. Eight of each keep smoothed type as it looks; more make the file larger."""
WHITE_FROM = 240
"""Tones from which on paper is white: shades of it that nobody sees would be stored as a pattern."""
LARGE = 120_000
"""Bytes from which on a page is tried with loss too. Pages of close print take 30,000 to 90,000 at 110 dots an inch."""
COLOURS, SHRUNK = 3000, 4
"""Colours from which on a page, shrunk so many times, is a picture: ten pages of print had 459 to 1,265, one with a photo 7,209.
Few tones would make bands of faces and skies, and with loss such a page is smaller too: 21,164 bytes, not 44,118."""
LOSSY_QUALITY, LOSSLESS_EFFORT, METHOD = 50, 20, 2
"""Of WebP, 0 to 100, 0 to 100 and 0 to 6: more effort makes a page 3 to 8% smaller and takes two to six times as long."""


class Picture(Record, frozen=True):
    """A page as shown, ``width`` by ``height`` points, and its picture as WebP."""

    page: int
    width: float
    height: float
    webp: bytes


def draw_pages(content: bytes, name: str, pages: Sequence[int], dpi: int, password: str = "") -> tuple[Picture, ...]:
    """Those of ``pages`` (from 1) of the PDF that can be drawn.

    Raises PasswordNeeded or Damaged where the file called ``name`` cannot be opened.
    """
    try:
        with closing(pypdfium2.PdfDocument(content, password=password or None)) as document:
            drawn = [_draw(document, page, dpi) for page in pages if page <= len(document)]
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise PasswordNeeded(f"{name} is encrypted; give its password with --password-file") from error
        raise Damaged(f"{name} cannot be drawn ({error}); look whether a viewer opens it") from error
    return tuple(picture for picture in drawn if picture)


def _draw(document: pypdfium2.PdfDocument, number: int, dpi: int) -> Picture | None:
    try:
        with closing(document[number - 1]) as page:
            width, height = page.get_size()
            scale = min(dpi / POINTS, math.sqrt(MOST_PIXELS / max(1.0, width * height)))
            image = page.render(scale=scale).to_pil().convert("RGB")
    except pypdfium2.PdfiumError:
        return None
    return Picture(number, width, height, _encode(image))


def _encode(image: Image.Image) -> bytes:
    if _is_photo(image):
        return _webp(image, lossless=False, quality=LOSSY_QUALITY)
    sharp = _webp(image.point([_tone(value) for value in range(256)] * 3), lossless=True, quality=LOSSLESS_EFFORT)
    if len(sharp) <= LARGE:
        return sharp
    return min(sharp, _webp(image, lossless=False, quality=LOSSY_QUALITY), key=len)


def _is_photo(image: Image.Image) -> bool:
    small = image.resize((max(1, image.width // SHRUNK), max(1, image.height // SHRUNK)))
    return small.getcolors(COLOURS) is None


def _tone(value: int) -> int:
    return 255 if value >= WHITE_FROM else min(255, (value + TONES // 2) // TONES * TONES)


def _webp(image: Image.Image, *, lossless: bool, quality: int) -> bytes:
    written = io.BytesIO()
    image.save(written, "WEBP", lossless=lossless, quality=quality, method=METHOD)
    return written.getvalue()
