"""A document for tests of the audit page: hostile clauses, a table, a page with /Rotate 90, and one whose crop box is inset."""

from io import BytesIO

import pypdfium2
import pypdfium2.raw as pdfium
from pypdf import PdfReader, PdfWriter
from pypdf.generic import RectangleObject

from tests.drawn_pdf import HEIGHT, WIDTH, at, drawn, grid

SCRIPT = "<script>window.acted = 1</script> is no cover, nor is </script>"
LINK = "javascript:window.acted=2 is a link to nowhere"
TURNED = "Treatment abroad is paid where the schedule names the country"
CROPPED = "Nursing at home is paid on the written order of two doctors"
FORMULA = "=1+1 of a cell, and not more, is paid for each visit"
CROP = (40.0, 60.0, 555.0, 800.0)
"""Left, bottom, right and top of the crop box of the last page, in points from the bottom left of its paper."""
ROOMS = [
    ("Plan", "Room, a day", "Ambulance"),
    ("Classic", "4,500", "1,500"),
    ("Select", "7,500", "2,500"),
    ("Prime", "9,000", "3,000"),
]


def policy(*, third="We pay for hospital treatment in a room of any kind", extra=False) -> bytes:
    """Three pages; ``third`` are the words of clause 3, ``extra`` puts a clause before it, so that those behind are renumbered."""
    words = [SCRIPT, LINK, *(["A new clause stands here and moves those behind it"] if extra else []), third, FORMULA]
    clauses = [at(72, 100 + 24 * row, f"{row + 1}. {text}.") for row, text in enumerate(words)]
    count = len(words)
    turned = [turn, at(72, HEIGHT - WIDTH + 90, f"{count + 1}. {TURNED}.")]
    cropped = [
        lambda canvas: canvas.setPageRotation(0),
        at(72, 130, f"{count + 2}. {CROPPED}."),
        at(72, 30, "Outside of what is shown"),
    ]
    return cut(drawn([*clauses, *rooms(400)], turned, cropped))


def rooms(top):
    """A table of three plans."""
    xs, ys = (72, 200, 320, 440), [top + 20 * row for row in range(5)]
    cells = [at(x + 4, y + 14, text) for y, row in zip(ys, ROOMS, strict=False) for x, text in zip(xs, row, strict=False)]
    return [*grid(xs, ys), *cells]


def turn(canvas):
    """What follows on the page stands upright as shown, on a page that is turned by 90 degrees."""
    canvas.setPageRotation(90)
    canvas.transform(0, 1, -1, 0, WIDTH, 0)


def cut(content: bytes) -> bytes:
    """The last page inside a crop box."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(content)))
    writer.pages[-1].cropbox = RectangleObject(CROP)
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


def words_under(content: bytes, number: int, box, size) -> str:
    """What PDFium reads inside ``box`` (left, top, right, bottom) of page ``number`` as it is shown at ``size`` pixels."""
    document = pypdfium2.PdfDocument(content)
    page = document[number - 1]
    corners = [to_page(page, size, x, y) for x, y in ((box[0], box[1]), (box[2], box[3]))]
    (x0, x1), (y0, y1) = (sorted(axis) for axis in zip(*corners, strict=True))
    return " ".join(page.get_textpage().get_text_bounded(x0, y0, x1, y1).split())


def to_page(page, size, x, y):
    """A pixel of the picture in the page's own measures, /Rotate and crop box taken into account by PDFium."""
    from ctypes import byref, c_double

    found = c_double(), c_double()
    pdfium.FPDF_DeviceToPage(page, 0, 0, round(size[0]), round(size[1]), 0, round(x), round(y), byref(found[0]), byref(found[1]))
    return found[0].value, found[1].value
