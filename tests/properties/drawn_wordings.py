"""A ``Wording`` drawn to PDF with reportlab: rows broken at the width of a column, columns filled, pages turned, footers set."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tests.properties.clause_trees import Item, Layout, Setting, Wording

WIDTH, MARGIN, TOP, FOOT, GUTTER = 595.0, 60.0, 60.0, 60.0, 26.0
FOLIO, LABEL_GAP, LEAST_FOOTERS = 30.0, 10.0, 3
FACES = {True: ("Times-Roman", "Times-Bold"), False: ("Helvetica", "Helvetica-Bold")}

Word = tuple[str, bool]
"""A word, and whether it is bold."""


LEAST_COLUMN = 0.4
"""Height of the last column, as a share of the page's."""


@dataclass(frozen=True)
class Row:
    """What stands on one baseline: pieces of (left edge from the column's, words), and the space above in points."""

    pieces: tuple[tuple[float, tuple[Word, ...]], ...]
    above: float


Placed = tuple[int, float, Row]
"""A row with its column (from 0) and its baseline, points from the foot of the page."""


def draw_wording(wording: Wording) -> bytes:
    """The bytes of the PDF."""
    setting = wording.setting
    pages = _pages(wording, setting)
    if len(pages) == 1 and setting.columns > 1:
        setting = replace(setting, columns=1)
        pages = _pages(wording, setting)
    content = BytesIO()
    canvas = Canvas(content, pagesize=(WIDTH, setting.height), invariant=1)
    for number, page in enumerate(pages, 1):
        for column, y, row in page:
            for left, words in row.pieces:
                _draw(canvas, column * (_column_width(setting) + GUTTER) + MARGIN + left, y, words, setting)
        if setting.footer and len(pages) >= LEAST_FOOTERS:
            _draw(canvas, WIDTH / 2 - 40, FOLIO, ((setting.footer.format(page=number, pages=len(pages)), False),), setting)
        canvas.showPage()
    canvas.save()
    return content.getvalue()


def _column_width(setting: Setting) -> float:
    return (WIDTH - 2 * MARGIN - GUTTER * (setting.columns - 1)) / setting.columns


def _indents(wording: Wording, setting: Setting) -> tuple[float, ...]:
    """Where the labels of each depth stand, and the text of the deepest: each a step further in, more where a label needs it.

    Sections with a name do not indent what is in them.
    """
    lefts = [0.0]
    for depth in range(max(len(item.path) for item in wording.items())):
        labels = [item.label for item in wording.items() if len(item.path) == depth + 1 and not item.named]
        widest = max((_width(((label, True),), setting) + LABEL_GAP for label in labels), default=0.0)
        step = max(setting.step, widest if setting.layout is Layout.HANGING else 0.0)
        lefts.append(lefts[-1] + (step if labels and setting.layout is not Layout.FLUSH else 0.0))
    return tuple(lefts)


def _rows(item: Item, indents: tuple[float, ...], setting: Setting) -> Iterator[Row]:
    """The rows of an item and of all below it."""
    left, inner_left = indents[len(item.path) - 1 : len(item.path) + 1]
    hangs = setting.layout is Layout.HANGING and not item.named
    label = ((item.label, setting.bold_titles and bool(item.title)),)
    text_x = inner_left if hangs else left
    title = tuple((word, setting.bold_titles) for word in item.title.split())
    words = tuple((word, False) for word in item.words.split())
    own_row = bool(title) and (setting.title_rows or item.named)
    blocks = [title, words] if own_row else [title + words]
    above = setting.gap * setting.size
    for number, block in enumerate(blocks):
        first = label if not number and not hangs else ()
        for row, line in enumerate(_broken(first + block, text_x, setting)):
            hung = ((left, label),) if hangs and not number and not row else ()
            yield Row((*hung, (text_x, line)), above)
            above = 0.0
    for inner in item.items:
        yield from _rows(inner, indents, setting)
    if item.tail:
        tail = tuple((word, False) for word in item.tail.split())
        for row, line in enumerate(_broken(tail, text_x, setting)):
            yield Row(((text_x, line),), 0.0 if row else setting.gap * setting.size)


def _broken(words: tuple[Word, ...], left: float, setting: Setting) -> Iterator[tuple[Word, ...]]:
    row: tuple[Word, ...] = ()
    for word in words:
        if row and left + _width((*row, word), setting) > _column_width(setting):
            yield row
            row = ()
        row = (*row, word)
    yield row


def _pages(wording: Wording, setting: Setting) -> list[list[Placed]]:
    """The rows of each page. A last column of a few rows takes over some of the one before, as in print."""
    indents = _indents(wording, setting)
    rows = [row for root in wording.roots for row in _rows(root, indents, setting)]
    pages = _filled(rows, setting, len(rows))
    last = sum(column > 0 for column, _, _ in pages[-1])
    fewest = math.ceil(LEAST_COLUMN * setting.height / (setting.leading * setting.size))
    return _filled(rows, setting, len(rows) - fewest) if 0 < last < fewest else pages


def _filled(rows: list[Row], setting: Setting, turn: int) -> list[list[Placed]]:
    """The rows of each page, a new column begun where one is full and at row number ``turn``."""
    pages: list[list[Placed]] = [[]]
    column, y = 0, setting.height - TOP
    for number, row in enumerate(rows):
        fresh = y == setting.height - TOP
        y -= setting.leading * setting.size + (0.0 if fresh else row.above)
        if y < FOOT or number == turn:
            column += 1
            if column == setting.columns:
                pages.append([])
                column = 0
            y = setting.height - TOP - setting.leading * setting.size
        pages[-1].append((column, y, row))
    return pages


def _width(words: tuple[Word, ...], setting: Setting) -> float:
    space = stringWidth(" ", FACES[setting.serif][0], setting.size)
    return sum(stringWidth(word, FACES[setting.serif][bold], setting.size) + space for word, bold in words) - space


def _draw(canvas: Canvas, x: float, y: float, words: tuple[Word, ...], setting: Setting) -> None:
    for bold in (False, True):
        at = x
        words_at = canvas.beginText()
        words_at.setFont(FACES[setting.serif][bold], setting.size)
        for word in words:
            if word[1] is bold:
                words_at.setTextOrigin(at, y)
                words_at.textOut(word[0])
            at += _width((word,), setting) + stringWidth(" ", FACES[setting.serif][0], setting.size)
        canvas.drawText(words_at)
