"""Documents in a line, for tests: ``document(page("1. Scope", "(a) fever;"))``.

A string is a line at the left margin of a page of 595 x 842 points with one column, 14-point rows from 72 points down; a tuple
``(text, x0)`` is indented; ``line(...)`` sets the rest.
"""

from collections.abc import Sequence

import msgspec

from pipeline.geometry import Box
from pipeline.model import Area, Column, Document, Identity, Line, Page, Run

LEFT, RIGHT, FIRST, PITCH, SIZE, CHAR = 72.0, 523.0, 72.0, 14.0, 10.0, 5.0

Drawn = str | tuple[str, float] | Line


def line(
    text: str,
    *,
    page: int = 1,
    row: int = 0,
    x0: float = LEFT,
    top: float | None = None,
    size: float = SIZE,
    bold: bool = False,
    piece: str = "",
    paragraph: bool = False,
    column: int = 0,
    area: int = -1,
    side: bool = False,
) -> Line:
    """One line, its words five points a letter at ten points of type."""
    at = FIRST + PITCH * row if top is None else top
    wide = CHAR * size / SIZE
    edges, cursor = [], 0
    for word in text.split():
        cursor = text.index(word, cursor)
        edges.append((x0 + wide * cursor, x0 + wide * (cursor + len(word))))
        cursor += len(word)
    bbox: Box = (x0, at, x0 + wide * len(text), at + size)
    runs = (Run(0, len(text), "Body-Bold" if bold else "Body", size, bold, False, bbox),)
    return Line(f"p{page}.l{row:03d}{piece}", page, bbox, text, runs, tuple(edges), row, column, area, paragraph, side)


def styled(*parts: tuple[str, bool], row: int = 0, x0: float = LEFT, paragraph: bool = False) -> Line:
    """One line of runs that are bold or not, set as they are given: ``styled(("Claims:", True), (" are paid", False))``."""
    whole = line("".join(text for text, _ in parts), row=row, x0=x0, paragraph=paragraph)
    runs, at = [], 0
    for text, bold in parts:
        end = at + len(text)
        box: Box = (x0 + CHAR * at, whole.bbox[1], x0 + CHAR * end, whole.bbox[3])
        runs.append(Run(at, end, "Body-Bold" if bold else "Body", SIZE, bold, False, box))
        at = end
    return msgspec.structs.replace(whole, runs=tuple(runs))


def page(*drawn: Drawn, number: int = 1, areas: Sequence[Area] = (), label: str = "") -> Page:
    """One page of the lines given, from the top down."""
    lines = tuple(_placed(d, number, row) for row, d in enumerate(drawn))
    letters = sum(ch.isalnum() for ln in lines for ch in ln.text)
    column = Column((LEFT, FIRST, RIGHT, 770.0))
    return Page(number, label or str(number), 595.0, 842.0, lines, areas=tuple(areas), columns=(column,), letters=letters)


def _placed(drawn: Drawn, number: int, row: int) -> Line:
    if isinstance(drawn, Line):
        return drawn
    text, x0 = (drawn, LEFT) if isinstance(drawn, str) else drawn
    return line(text, page=number, row=row, x0=x0)


def document(*pages: Page | Sequence[Drawn], doc_id: str = "policy", title: str = "Policy", updated: str = "") -> Document:
    """A document of ``pages``: pages as they are, or lists of what stands on one."""
    made = tuple(p if isinstance(p, Page) else page(*p, number=number) for number, p in enumerate(pages, 1))
    return Document(Identity(doc_id, doc_id, title, f"{doc_id}.pdf", "0" * 64, updated=updated), made)
