"""Which rows of a table that is read are no rows of figures: those that head the rows below them, and notes at its end.

A row heads the rows below it when, in this order: it is one cell over all columns, short and no sentence, set apart by bold type or
colour or ending in a colon; it holds words in its row labels alone and is set apart in the same way; it does so in plain type, and
the rows below go on under its label (empty or merged first cell) or are its items ("a)", "(i)"). The first two hold down to the
next of their kind, the third as long as its rows go on. A note is one cell over all columns that begins with a mark, or, at the end
of the table, one that begins as notes do or reads as a sentence. The cells stay as they are printed: here it is only told what they
are.
"""

import re
from collections.abc import Sequence

from pipeline.config.settings import TableSettings
from pipeline.stages.tables.heads import is_coloured_apart, is_mostly_bold
from pipeline.stages.tables.parts import looks_like_head
from pipeline.stages.tables.reading import count_words
from pipeline.stages.tables.shapes import Draft, Row

NOTE = re.compile(
    r"[\W_]*(?:important|please|legal disclaimer|special)?\s*(?:notes?|important|disclaimer|n\.\s?b|hinweise?|anmerkung(?:en)?|"
    r"nota|remarques?|비고|주)\b(?=\W|$)",
    re.IGNORECASE,
)
"""How notes begin: "Note: In case", "Important Note: (i)", "N.B. The". No: "Notebook", "1. Note"."""
MARKED = re.compile(r"[(\[]?[*†‡^#]")
"""How notes with a mark begin: "*Between", "** Gold", "(#) as defined". No: "1 Not available"."""
ENDED = re.compile(r"[.!?。][\"'”’)\]]*$")
"""The end of a sentence: "in any of the combinations.", "(on Aggregate basis).". No: "Cardiology Related:"."""
ITEM = re.compile(r"(?:\(?(?:[a-z]|[ivx]{1,5})\)|[a-z]\.|[-–•])\s*\S", re.IGNORECASE)
"""An item of what stands above it: "a) Online", "(ii) Physical", "a. Both joints", "- On submission". No: "A room", "1. Death"."""
NO_GROUP = -1


def find_notes(draft: Draft, settings: TableSettings) -> tuple[int, ...]:
    """The rows of ``draft`` that are notes: those at its end, and those before that begin with a mark; never its first row."""
    first = len(draft.rows)
    while first > 1 and _is_note(draft.rows[first - 1], settings):
        first -= 1
    marked = (
        at for at in range(1, first) if len(draft.rows[at]) > 1 and _is_one_cell(draft.rows[at]) and _is_marked(draft.rows[at])
    )
    return (*marked, *range(first, len(draft.rows)))


def _is_marked(row: Row) -> bool:
    return MARKED.match(row[0].text) is not None


def _is_note(row: Row, settings: TableSettings) -> bool:
    if len(row) < 2 or not _is_one_cell(row):
        return False
    text = row[0].text
    return _is_marked(row) or bool(NOTE.match(text) or ENDED.search(text)) or count_words(text) >= 2 * settings.head_words


def find_groups(draft: Draft, settings: TableSettings) -> tuple[int, ...]:
    """For each row of ``draft`` the row that heads it, -1 where none does; a row that heads others may stand under one itself."""
    notes = find_notes(draft, settings)
    end = next((at for at in range(len(draft.rows), 0, -1) if at - 1 not in notes), 0)
    found = [NO_GROUP] * len(draft.rows)
    band = plain = NO_GROUP
    for at in range(end):
        if at in notes:
            continue
        if _is_band(draft, at, end, settings):
            band, plain = at, NO_GROUP
            continue
        if plain != NO_GROUP and not _goes_on(draft, plain, at):
            plain = NO_GROUP
        found[at] = band if plain == NO_GROUP else plain
        if plain == NO_GROUP and _heads_items(draft, at, end):
            plain = at
    return tuple(found)


def _is_one_cell(row: Row) -> bool:
    return bool(row[0].text) and all(slot is row[0] for slot in row)


def _is_band(draft: Draft, at: int, end: int, settings: TableSettings) -> bool:
    """Whether row ``at`` is set apart and heads what stands below it, which is no such row again."""
    row, others = draft.rows[at], (*draft.rows[:at], *draft.rows[at + 1 :])
    if at + 1 >= end or len(row) < 2:
        return False
    words = " ".join(slot.text for slot in dict.fromkeys(row) if slot.text)
    if count_words(words) > 2 * settings.head_words or ENDED.search(words):
        return False
    if _is_one_cell(row):
        return words.endswith(":") or (looks_like_head(row) and not is_mostly_bold(others)) or is_coloured_apart(row, others)
    labels = [other[: max(draft.labels, 1)] for other in others]
    return _is_label_alone(draft, at) and ((looks_like_head(row) and not is_mostly_bold(labels)) or _is_filled_apart(row, others))


def _is_filled_apart(row: Row, others: Sequence[Row]) -> bool:
    return is_coloured_apart(tuple(slot for slot in row if slot.text), others)


def _is_label_alone(draft: Draft, at: int) -> bool:
    """Whether a row has words in the columns that name rows, its own, and nothing beside them."""
    row, count = draft.rows[at], max(draft.labels, 1)
    own = at == 0 or row[count - 1] is not draft.rows[at - 1][count - 1]
    return own and any(slot.text for slot in row[:count]) and not any(slot.text for slot in row[count:])


def _heads_items(draft: Draft, at: int, end: int) -> bool:
    """Whether row ``at`` is a label alone whose items follow in the next row."""
    return at + 1 < end and _is_label_alone(draft, at) and not ITEM.match(_name(draft, at)) and _goes_on(draft, at, at + 1)


def _goes_on(draft: Draft, head: int, at: int) -> bool:
    """Whether row ``at`` goes on under the label of row ``head``: its first cell empty or merged, or an item; and it has values."""
    first, count = draft.rows[at][0], max(draft.labels, 1)
    is_under = first is draft.rows[head][0] or not first.text or bool(ITEM.match(_name(draft, at)))
    return is_under and any(slot.text for slot in draft.rows[at][count:]) and not _is_one_cell(draft.rows[at])


def _name(draft: Draft, at: int) -> str:
    """The last of the cells that name a row."""
    return draft.rows[at][max(draft.labels, 1) - 1].text
