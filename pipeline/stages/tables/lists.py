"""Lists set side by side in one table: how many of its columns make one entry, and section headings that look like heads.

Told by, in this order: heads that begin again ("No. | Item | No. | Item"), all of them, or under heads that each span one of the
groups ("1 year", "2 years"), or the first of each list, over serial numbers; columns of serial numbers that go on or begin again at
equal distances; entries that bear their own numbers in every column; three columns and more of names without any head. The cells
stay where they are printed: a row of such a table is just no one thing.
"""

import re
from collections.abc import Sequence

from pipeline.config.settings import TableSettings
from pipeline.stages.tables.names import STOP
from pipeline.stages.tables.reading import SERIAL_FIGURE, count_words, is_amount
from pipeline.stages.tables.shapes import Draft, Row, Slot
from pipeline.stages.tables.stacking import find_period
from pipeline.wording import squeeze

NUMBERED = re.compile(r"^\(?(?P<number>\d{1,3})(?:[.)]\)?\s*|\s+)[^\W\d]")
"""An entry with its number: "1 Stapedotomy", "12. Hernia", "(3) Stroke". No: "5 / 10", "2,00,000"."""
MOST = 0.8
"""Share of the cells that bear numbers where the entries do; the others go on with the one above, or head a section."""


def count_entry(draft: Draft) -> int:
    """How many columns make one entry; 0 where a row is one."""
    if draft.width < 2:
        return 0
    rows = [row for row in draft.rows if any(slot is not row[0] for slot in row)]
    period = find_period(list(draft.header)) if draft.head else draft.width
    period = _find_spanned(draft) if period == draft.width else period
    if 1 < period < draft.width:
        return period
    widths = range(2, draft.width // 2 + 1)
    serial = next((width for width in widths if _serials_every(rows, width) or _headed_every(draft.header, rows, width)), 0)
    if serial:
        return serial
    return int(_is_numbered(rows) or (not draft.head and draft.width > 2 and _is_names(rows)))


def _find_spanned(draft: Draft) -> int:
    """After how many columns the last heads begin again, where each group of them stands under one head of its own."""
    if len(draft.head) < 2:
        return draft.width
    width = find_period([slot.text for slot in draft.head[-1]])
    above = [id(slot) for slot in draft.head[0]]
    spanned = all(len(set(above[start : start + width])) == 1 for start in range(0, draft.width, width))
    return width if spanned and len(set(above)) == draft.width // width else draft.width


def with_sections(draft: Draft, settings: TableSettings) -> Draft:
    """``draft`` with its head among its rows where that only heads the first entries of lists: others like it stand below."""
    if len(draft.head) != 1 or not _is_numbered(draft.rows):
        return draft
    cells = [slot for row in draft.rows for slot in row if slot.text]
    sections = [
        slot for slot in cells if slot.bold and not NUMBERED.match(slot.text) and count_words(slot.text) <= settings.head_words
    ]
    if not sections or not all(slot.bold for slot in draft.head[0] if slot.text) or 2 * len(sections) > len(cells):
        return draft
    return Draft(draft.parts, (), draft.head + draft.rows, draft.labels, draft.columns)


def _serials_every(rows: Sequence[Row], width: int) -> bool:
    """Whether every ``width``-th column counts, each on from the one before or from 1 again."""
    if not rows or len(rows[0]) % width:
        return False
    last = 0
    for start in range(0, len(rows[0]), width):
        numbers = [_number(row[start].text) for row in rows if row[start].text]
        if len(numbers) < 2 or -1 in numbers or numbers != sorted(set(numbers)) or numbers[0] not in (1, last + 1, last + 2):
            return False
        last = numbers[-1]
    return True


def _headed_every(header: Sequence[str], rows: Sequence[Row], width: int) -> bool:
    """Whether every ``width``-th head is the same, over serial numbers nearly all: "No. | List I | No. | List II"."""
    if not header or not header[0] or len(header) % width or len({squeeze(name) for name in header[::width]}) > 1:
        return False
    columns = ([row[start].text for row in rows if row[start].text] for start in range(0, len(header), width))
    return all(len(texts) > 1 and sum(_number(text) >= 0 for text in texts) >= MOST * len(texts) for texts in columns)


def _number(text: str) -> int:
    found = SERIAL_FIGURE.match(text)
    return int(found["number"]) if found else -1


def _is_numbered(rows: Sequence[Row]) -> bool:
    """Whether nearly all cells begin with a number of their own, rising down each column or along the rows.

    Of a chart of premiums the first column tells that they don't.
    """
    columns = list(zip(*rows, strict=True))
    texts = marked = 0
    for column in columns:
        held = [slot.text for slot in column if slot.text]
        numbers = [int(mark["number"]) for mark in map(NUMBERED.match, held) if mark]
        if not numbers or numbers != sorted(set(numbers)):
            return False
        texts, marked = texts + len(held), marked + len(numbers)
    return len(columns) > 1 and marked >= MOST * texts


def _is_names(rows: Sequence[Row]) -> bool:
    """Whether all cells are names, each in a cell of its own: no figure, no sentence, no two alike."""
    slots: list[Slot] = [slot for row in rows for slot in row if slot.text]
    texts = {slot.text for slot in slots}
    return len(rows) > 1 and len(texts) == len(slots) and not any(is_amount(text) or STOP.search(text) for text in texts)
