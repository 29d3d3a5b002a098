"""What a kept table is called: the title right above it, whole over its lines.

Evidence in this order, of the rows of text that end right above the table: rows that are bold, larger than the text or in
capitals; rows that begin with a word that names tables ("List II", "Annexure"), whatever they are set in; one that ends in a
colon and begins its sentence. Nothing else is a title: not the end of a sentence, an item of a list, an address. A band, the
full-width cell above the heads, is a title when it is short and no sentence; others are rows of the table.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from pipeline.config.settings import TableSettings
from pipeline.geometry import Box, union
from pipeline.model import Clause, Line, Record
from pipeline.stages.tables.captions import LEAD_IN_END, SENTENCE_END, Title
from pipeline.stages.tables.reading import count_words
from pipeline.stages.tables.shapes import Draft, Part, Slot
from pipeline.wording import BULLET

OPENING = re.compile(
    r"(?:table|list|annexure|annex|appendix|schedule|illustration|chart|exhibit|tabelle|liste|anhang|anlage|tableau|annexe|tabla|lista|"
    r"anexo|cuadro)\b|[표表별附]+",
    re.IGNORECASE,
)
"""How titles of tables begin: "List II - Items", "Annexure A", "Table of benefits", "별표 1". No: "Listed hospitals"."""
NUMBERED = re.compile(rf"(?:{OPENING.pattern})\s*(?:[-–—:.]\s*)?[\dA-Z]{{1,5}}\s*[-–—:.]*", re.IGNORECASE)
"""A title that is only a number: "ANNEXURE - VII", "Schedule B:", "별표 1". No: "Annexure A - Offices"."""
LABEL = re.compile(r"(?:\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]|[ivx]{1,5})[.)]\)?|\d{1,2}(?:\.\d{1,3})+|[•●▪■◦❖➢✓➤-]|o)", re.IGNORECASE)
"""A label or bullet that is a piece of its own: "(iii)", "2.", "4.1", "o". No: "A", "2"."""
STOP = re.compile(r"[^\W\d]{3,}[.;!?。]\s|@|www\.|https?:")
"""What no title has in it: the end of a sentence, an address: "to the Company. It", "name@office.in". No: "No. 1", "Rs. 5"."""
LARGER = 1.1
"""Times the size of the text from which a row is a heading by its size; headings seen are 1.2 times as large and more."""


class Row(Record, frozen=True):
    """A row of text above a table, its label left out."""

    text: str
    bbox: Box
    size: float
    bold: bool
    line_ids: tuple[str, ...]


def find_name(part: Part, above: Sequence[Line], body: float, settings: TableSettings) -> Title:
    """The title of ``part`` among the lines ``above`` it, whole; ``body`` is the size of the document's text. Empty without one."""
    rows = _rows_above(part, above, settings)
    for block in (_alike(rows, body), _opened(rows), _led_in(rows, settings)):
        text = " ".join(row.text for row in block)
        if block and _may_name(text, settings):
            return Title((text,), (tuple(i for row in block for i in row.line_ids),))
    return Title((), ())


def _rows_above(part: Part, above: Sequence[Line], settings: TableSettings) -> list[Row]:
    """The rows that follow each other down to the table without a gap, the nearest last."""
    held = [line for line in above if line.bbox[0] < part.bbox[2] and line.bbox[2] > part.bbox[0]]
    rows = [_row(list(lines)) for _, lines in groupby(held, key=lambda line: line.row)]
    low, taken = part.bbox[1], 0
    for row in reversed(rows):
        if not -row.size <= low - row.bbox[3] <= settings.title_gap * max(row.size, settings.snap):
            break
        low, taken = row.bbox[1], taken + 1
    return [row for row in rows[len(rows) - taken :] if row.text]


def _row(lines: Sequence[Line]) -> Row:
    named = [line for line in lines if not LABEL.fullmatch(line.text.strip())]
    letters = sum(len(line.text) for line in named)
    bold = 2 * sum(len(line.text) for line in named if line.bold) > letters
    text = " ".join(BULLET.sub("", line.text.strip()) for line in named)
    return Row(text, union(line.bbox for line in lines), max(line.size for line in lines), bold, tuple(line.id for line in lines))


def _alike(rows: Sequence[Row], body: float) -> list[Row]:
    """The last rows that stand out from the text in one way (two ways are two titles), and "Annexure I" above them."""
    block: list[Row] = []
    for row in reversed(rows):
        if not (row.bold or row.size >= LARGER * body or row.text.isupper()):
            break
        if block and (abs(row.size - block[-1].size) > 1 or row.bold != block[-1].bold):
            break
        block.append(row)
    if block and not OPENING.match(block[-1].text) and len(rows) > len(block):
        over = rows[-len(block) - 1]
        block += [over] if NUMBERED.fullmatch(over.text) else []
    return block[::-1]


def _opened(rows: Sequence[Row]) -> list[Row]:
    """The rows from the last one that begins as titles of tables do."""
    starts = [i for i, row in enumerate(rows) if OPENING.match(row.text)]
    return list(rows[starts[-1] :]) if starts else []


def _led_in(rows: Sequence[Row], settings: TableSettings) -> list[Row]:
    """The last row where it ends in a colon, goes on with no sentence of the row above, and is no long sentence itself."""
    if not rows or not rows[-1].text.endswith(LEAD_IN_END) or count_words(rows[-1].text) > 2 * settings.head_words:
        return []
    alone = len(rows) == 1 or rows[-2].text.endswith((*SENTENCE_END, *LEAD_IN_END))
    return [rows[-1]] if alone else []


def _may_name(text: str, settings: TableSettings) -> bool:
    short = count_words(text) <= settings.title_words
    return short and not text[:1].islower() and not text.endswith(SENTENCE_END) and not STOP.search(text)


def named_by_clause(clause: Clause | None, page: int, pages: Sequence[int], settings: TableSettings) -> str:
    """The title of the clause that a table without one stands in, where both are on one page or it is an annexure or the like.

    ``pages`` are those on which words of the clause stand before the table. The last item of a list on a page before names none.
    """
    if clause is None or count_words(clause.title) < 2 or not _may_name(clause.title, settings):
        return ""
    is_annexure = clause.label is not None and OPENING.match(clause.label.printed) is not None
    return clause.title if page in pages or is_annexure else ""


def split_bands(bands: Sequence[Slot], settings: TableSettings) -> tuple[Sequence[Slot], Sequence[Slot]]:
    """The first of ``bands`` that are titles, and the rest, which are rows; all are rows where there are more than a title has."""
    titles = 0
    while titles < len(bands) and _may_name(bands[titles].text, settings):
        titles += 1
    if len(bands) > settings.title_lines:
        titles = 0
    return bands[:titles], bands[titles:]


def with_rows(draft: Draft, bands: Sequence[Slot]) -> Draft:
    """``draft`` with ``bands`` as its first rows, their words repeated in each column."""
    if not bands:
        return draft
    rows = tuple((band,) * draft.width for band in bands)
    return Draft(draft.parts, draft.head, rows + draft.rows, draft.labels, draft.columns, draft.inherited)
