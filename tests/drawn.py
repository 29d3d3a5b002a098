"""A PDF and the document that was made of it, from one list of lines: what the checks compare, without the extraction in between.

Lines are set in Helvetica; their boxes are computed from its widths. A page may be turned (/Rotate) or cropped.
"""

from io import BytesIO

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from pipeline.geometry import Box
from pipeline.model import Document, Identity, Line, Page, Run, SourceKind
from pipeline.wording import count_letters

WIDE, HIGH, SIZE, FONT = 600.0, 800.0, 10.0, "Helvetica"
ASCENT, DESCENT = 0.93, 0.22
"""Shares of the size above and below the baseline, as PDFium's loose boxes have them for this font."""
CROP = 20.0

Drawn = tuple[str, float, float]
"""Words, and where their line begins on the page as shown: left edge and top."""


def draw(*pages: list[Drawn], rotate: int = 0, crop: bool = False, doc_id: str = "policy") -> tuple[bytes, Document]:
    """The bytes of the PDF and its document, a page for each list of lines."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDE, HIGH), invariant=True)
    made = [_draw_page(canvas, number, lines, rotate, crop) for number, lines in enumerate(pages, 1)]
    canvas.save()
    return buffer.getvalue(), Document(Identity(doc_id, doc_id, "Policy", f"{doc_id}.pdf", "0" * 64), tuple(made))


def in_text(text: str, *, kind: SourceKind = SourceKind.TEXT) -> tuple[bytes, Document]:
    """A text file and its document, a line for each line with words."""
    lines = tuple(_line(words, 1, row, 72.0, 72.0 + 14 * row) for row, words in enumerate(filter(str.strip, text.split("\n"))))
    page = Page(1, "1", WIDE, HIGH, lines, letters=count_letters(text))
    return text.encode(), Document(Identity("policy", "policy", "Policy", "policy.txt", "0" * 64, kind=kind), (page,))


def _draw_page(canvas: Canvas, number: int, drawn: list[Drawn], rotate: int, crop: bool) -> Page:
    canvas.setPageSize((WIDE, HIGH) if rotate % 180 == 0 else (HIGH, WIDE))  # the canvas swaps them with the rotation
    canvas.setPageRotation(rotate)
    inset = CROP if crop else 0.0
    if crop:
        canvas.setCropBox((inset, inset, WIDE - inset, HIGH - inset))
    canvas.setFont(FONT, SIZE)
    lines = []
    for row, (text, x0, top) in enumerate(drawn):
        canvas.saveState()
        _turn(canvas, rotate, inset)
        shown_high = (HIGH if rotate % 180 == 0 else WIDE) - 2 * inset
        canvas.drawString(x0, shown_high - top - ASCENT * SIZE, text)
        canvas.restoreState()
        lines.append(_line(text, number, row, x0, top))
    canvas.showPage()
    wide, high = (WIDE, HIGH) if rotate % 180 == 0 else (HIGH, WIDE)
    letters = sum(count_letters(line.text) for line in lines)
    return Page(number, str(number), wide - 2 * inset, high - 2 * inset, tuple(lines), letters=letters)


def _turn(canvas: Canvas, rotate: int, inset: float) -> None:
    """Moves the origin to the bottom left of the page as shown."""
    match rotate:
        case 0:
            canvas.translate(inset, inset)
        case 90:
            canvas.translate(WIDE - inset, inset)
            canvas.rotate(90)
        case 180:
            canvas.translate(WIDE - inset, HIGH - inset)
            canvas.rotate(180)
        case _:
            canvas.translate(inset, HIGH - inset)
            canvas.rotate(270)


def _line(text: str, page: int, row: int, x0: float, top: float) -> Line:
    bbox: Box = (x0, top, x0 + stringWidth(text, FONT, SIZE), top + (ASCENT + DESCENT) * SIZE)
    edges, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        left = x0 + stringWidth(text[:at], FONT, SIZE)
        at += len(word)
        edges.append((left, x0 + stringWidth(text[:at], FONT, SIZE)))
    return Line(f"p{page}.l{row:03d}", page, bbox, text, (Run(0, len(text), FONT, SIZE, False, False, bbox),), tuple(edges), row)
