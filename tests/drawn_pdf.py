"""Small PDFs in a line, drawn by reportlab, for tests: ``drawn(at(72, 100, "1. Scope"), rule(72, 90, 300, 90))``.

Places are points from the top left, as the records have them; a list is one page.
"""

from collections.abc import Callable, Sequence
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from pipeline.config.settings import ExtractSettings
from pipeline.model import Document, Identity
from pipeline.stages.extract import extract

WIDTH, HEIGHT = 595.0, 842.0
BODY, BOLD = "Helvetica", "Helvetica-Bold"

Mark = Callable[[Canvas], None]


def at(
    x: float, y: float, text: str, *, size: float = 10, font: str = BODY, mode: int = 0, angle: float = 0, grey: float = 0
) -> Mark:
    """Words with their baseline at ``y`` points from the top, turned by ``angle`` counter-clockwise."""

    def draw(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.translate(x, HEIGHT - y)
        canvas.rotate(angle)
        canvas.setFillGray(grey)
        words = canvas.beginText(0, 0)
        words.setFont(font, size)
        words.setTextRenderMode(mode)
        words.textOut(text)
        canvas.drawText(words)
        canvas.restoreState()

    return draw


def column(x: float, y: float, lines: Sequence[str], *, pitch: float = 12, size: float = 10) -> list[Mark]:
    """Lines under one another."""
    return [at(x, y + pitch * i, text, size=size) for i, text in enumerate(lines)]


def rule(x0: float, y0: float, x1: float, y1: float, *, width: float = 0.5) -> Mark:
    """A stroked line."""

    def draw(canvas: Canvas) -> None:
        canvas.setLineWidth(width)
        canvas.line(x0, HEIGHT - y0, x1, HEIGHT - y1)

    return draw


def box(x0: float, y0: float, x1: float, y1: float, *, fill: bool = False, stroke: bool = True, opacity: float = 1) -> Mark:
    """A rectangle, filled light grey where asked."""

    def draw(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.setFillGray(0.8)
        if opacity < 1:
            canvas.setFillAlpha(opacity)
        canvas.rect(x0, HEIGHT - y1, x1 - x0, y1 - y0, stroke=int(stroke), fill=int(fill))
        canvas.restoreState()

    return draw


def grid(xs: Sequence[float], ys: Sequence[float]) -> list[Mark]:
    """All rules of a table."""
    level = [rule(xs[0], y, xs[-1], y) for y in ys]
    return level + [rule(x, ys[0], x, ys[-1]) for x in xs]


def drawn(*pages: Sequence[Mark], prepare: Mark | None = None) -> bytes:
    """The bytes of a PDF with these pages; ``prepare`` is called on each of them first."""
    content = BytesIO()
    canvas = Canvas(content, pagesize=(WIDTH, HEIGHT), invariant=1)
    for marks in pages:
        if prepare:
            prepare(canvas)
        for mark in marks:
            mark(canvas)
        canvas.showPage()
    canvas.save()
    return content.getvalue()


def identity(name: str = "policy") -> Identity:
    """What is known of a document before it is read."""
    return Identity(name, name, name.title(), f"{name}.pdf", "0" * 64)


def read(*pages: Sequence[Mark], settings: ExtractSettings | None = None) -> Document:
    """The document that these pages are read as."""
    return extract(drawn(*pages), identity(), settings or ExtractSettings())
