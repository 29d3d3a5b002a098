"""Which rows of a part are heads, and how many columns name a row.

A first row is a head when, in this order: its words are turned; it is filled with a colour of its own; one of its cells, no
sentence, spans columns that the next row parts; all of it is bold and what follows is not; all its cells end in a colon; a column
without digits in it holds digits below; its corner is empty; it is a few words above sentences; the same words begin other tables
of the document. It is none where nothing but its corner holds words: that is the heading of the rows below. Further rows are heads
while a head cell reaches into them, or while they part the columns that a head spans, or are as bold as the first. A row of amounts
that parts a spanned head is both: a head, since it alone tells the columns apart, and a row, since it has a label; also where a
cell of it that goes on below (not available in one plan) is no head of its column. A row without a label that a merged cell ties to
the row above has that row's label.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from operator import is_

from pipeline.config.settings import TableSettings
from pipeline.stages.tables.parts import inks_of, looks_like_head
from pipeline.stages.tables.reading import CURRENCY, SENTENCE_END, SERIAL, count_words, has_digit, is_age_axis, is_amount
from pipeline.stages.tables.shapes import NO_INK, Draft, Part, Row, join_heads
from pipeline.wording import squeeze

COLONS = (":", "：")
"""What heads that ask for something end in."""


def repeated_openings(parts: Iterable[Part]) -> frozenset[str]:
    """First rows, squeezed, under which different rows follow in different parts: heads, however they are set."""
    followers: dict[str, set[str]] = defaultdict(set)
    for part in parts:
        first = part.rows[0]
        if len(part.rows) > 1 and not _is_band(first) and all(slot.text and not is_amount(slot.text) for slot in first):
            followers[_key(first)].add(_key(part.rows[1]))
    return frozenset(key for key, after in followers.items() if len(after) > 1)


def _key(row: Row) -> str:
    return "|".join(squeeze(slot.text) for slot in row)


def make_draft(part: Part, settings: TableSettings, repeated: Collection[str] = frozenset()) -> Draft:
    """``part`` with its heads told from its rows; a head printed again further down is left out.

    ``repeated`` are the first rows that other tables begin with too.
    """
    count = count_heads(part.rows, settings) or int(len(part.rows) > 1 and _key(part.rows[0]) in repeated)
    head, first = part.rows[:count], count
    if count > 1 and _is_row_too(head[-1]):
        first = count - 1
    elif 0 < count < len(part.rows) - 1:
        head = (*head, *_amounts_that_tell_apart(head, part.rows[count], part.rows[count + 1 :]))
    rows = (*part.rows[first:count], *_unprinted(part.rows[max(first, count) :], head))
    labels = count_labels(head, rows, settings)
    return Draft((part,), head, _with_labels(rows, labels), labels, part.columns)


def _unprinted(rows: Sequence[Row], head: Sequence[Row]) -> Iterator[Row]:
    """``rows`` without those that say what one of ``head`` says."""
    printed = {tuple(slot.text for slot in row) for row in head}
    begins = {texts[0] for texts in printed}
    return (row for row in rows if row[0].text not in begins or tuple(slot.text for slot in row) not in printed)


def _with_labels(rows: Sequence[Row], labels: int) -> tuple[Row, ...]:
    """``rows`` with the labels of the row above where a row has none and a cell merged over both ties them."""
    named: list[Row] = []
    for row in rows:
        above = named[-1] if named else row
        tied = above is not row and any(map(is_, above[labels:], row[labels:]))
        bare = tied and not any(slot.text for slot in row[:labels]) and any(slot.text for slot in row[labels:])
        named.append((*above[:labels], *row[labels:]) if bare else row)
    return tuple(named)


def count_heads(rows: Sequence[Row], settings: TableSettings) -> int:
    """How many of the first rows are heads; at least one row is left under them."""
    most = min(len(rows) - 1, settings.head_rows)
    if most < 1 or not _is_first_head(rows, settings):
        return 0
    count = 1
    while count < most and _is_further_head(rows, count):
        count += 1
    return count


def _is_first_head(rows: Sequence[Row], settings: TableSettings) -> bool:
    first, below = rows[0], rows[1:]
    if len(first) > 1 and not any(slot.text for slot in first[1:]):
        return False
    if _is_band(first):
        return len(first) == 1 and (is_coloured_apart(first, below) or (looks_like_head(first) and not is_mostly_bold(below)))
    if any(slot.turned for slot in first) or _spans_apart(first, rows[1]):
        return True
    if is_coloured_apart(first, below):
        return True
    if (
        looks_like_head(first)
        and not is_mostly_bold(below)
        and not any(is_coloured_apart(row, (first,)) for row in below if not _is_band(row))
    ):
        return True
    if ends_in_colons(first) and not any(map(ends_in_colons, below)):
        return True
    parted = [row for row in rows if not _is_band(row)]
    if any(_turns_to_digits(column) for column in zip(*parted, strict=True)):
        return True
    if len(first) > 2 and all(map(_turns_to_amounts, list(zip(*rows, strict=True))[1:])):
        return True
    named = [slot.text for slot in first if slot.text]
    if not first[0].text and len(named) == len(first) - 1 and not any(map(is_amount, named)):
        return True
    return _heads_sentences(rows, settings)


def ends_in_colons(row: Row) -> bool:
    """Whether two cells or more hold words, and all that do end in a colon."""
    texts = [slot.text for slot in dict.fromkeys(row) if slot.text]
    return len(texts) > 1 and all(text.endswith(COLONS) for text in texts)


def _is_further_head(rows: Sequence[Row], i: int) -> bool:
    above, here = rows[i - 1], rows[i]
    if _is_band(here):
        return False
    if any(a is b and a.text for a, b in zip(above, here, strict=True)):
        return True
    if _tells_apart(rows[:i], here) and (looks_like_head(here) or not any(is_amount(slot.text) for slot in here)):
        return True
    if len({id(slot) for slot in here if slot.text}) > 1 and is_coloured_apart(here, rows[i + 1 :]):
        return True
    return (
        looks_like_head(above)
        and looks_like_head(here)
        and not is_mostly_bold(rows[i + 1 :])
        and not any(is_amount(slot.text) for slot in here)
    )


def _is_band(row: Row) -> bool:
    return row[0] is row[-1] and all(slot is row[0] for slot in row)


def is_coloured_apart(row: Row, others: Sequence[Row]) -> bool:
    """Whether the cells of ``row`` are filled with a colour that hardly a value in ``others`` has."""
    inks = inks_of(row) - {NO_INK}
    if not inks or NO_INK in inks_of(row):
        return False
    values = [slot for other in others for slot in (other[1:] or other) if slot.text]
    return 3 * sum(slot.ink in inks for slot in values) <= len(values)


def _spans_apart(above: Row, here: Row) -> bool:
    """Whether a cell of ``above`` that holds no sentence stands over two different cells that hold words."""
    return any(
        above[i] is above[i + 1] and _may_name(above[i].text) and here[i] is not here[i + 1] and here[i].text and here[i + 1].text
        for i in range(len(above) - 1)
    )


def _may_name(text: str) -> bool:
    return bool(text) and not SENTENCE_END.search(text)


def _tells_apart(head: Sequence[Row], here: Row) -> bool:
    """Whether ``here`` parts two columns that the head so far names alike."""
    names = [join_heads(column) for column in zip(*head, strict=True)]
    return any(
        names[i] and names[i] == names[i + 1] and here[i] is not here[i + 1] and here[i].text and here[i + 1].text
        for i in range(len(names) - 1)
    )


def is_mostly_bold(rows: Sequence[Row]) -> bool:
    """Whether most of the cells that hold words are bold."""
    slots = [slot for row in rows for slot in row if slot.text]
    return 2 * sum(slot.bold for slot in slots) > len(slots)


def _turns_to_digits(column: Row) -> bool:
    """Whether a column has words without digits at its top and digits in nearly every cell below."""
    below = [slot.text for slot in column[1:] if slot is not column[0] and slot.text]
    return bool(column[0].text) and not has_digit(column[0].text) and len(below) > 1 and all(map(has_digit, below))


def _turns_to_amounts(column: Row) -> bool:
    """Whether a column has something at its top that is no amount, and nothing but amounts below."""
    below = [slot.text for slot in column[1:] if slot.text]
    return bool(column[0].text and below) and not is_amount(column[0].text) and all(map(is_amount, below))


def _heads_sentences(rows: Sequence[Row], settings: TableSettings) -> bool:
    first = [count_words(slot.text) for slot in rows[0]]
    if not all(0 < words <= settings.head_words for words in first) or any(slot.text.endswith((".", ";")) for slot in rows[0]):
        return False
    longest = max(sum(count_words(row[i].text) for row in rows[1:]) / (len(rows) - 1) for i in range(len(first)))
    return longest >= settings.head_words * 2


def _amounts_that_tell_apart(head: Sequence[Row], row: Row, below: Sequence[Row]) -> tuple[Row, ...]:
    """The bold amounts of the first row where columns are alike in the head but for them, beside the heads of the others."""
    own = [slot for slot, under in zip(row, below[0], strict=True) if slot is not under and slot.text]
    amounts = own[1:] if row and own and own[0] is row[0] else []
    if not amounts or not all(slot.bold for slot in own) or is_mostly_bold(below) or not _tells_apart(head, row):
        return ()
    if has_digit(row[0].text) or not all(CURRENCY.search(slot.text) for slot in amounts):
        return ()
    return (tuple(slot if slot in own else over for slot, over in zip(row, head[-1], strict=True)),)


def _is_row_too(row: Row) -> bool:
    """Whether the last head row holds amounts with their currency beside a label of words."""
    cells = [slot for slot in row if slot is not row[0]]
    return bool(row[0].text and cells) and not has_digit(row[0].text) and all(CURRENCY.search(slot.text) for slot in cells)


def count_labels(head: Sequence[Row], rows: Sequence[Row], settings: TableSettings) -> int:
    """How many first columns name a row: the first, and each behind a serial number or behind cells merged over rows."""
    if not rows or len(rows[0]) < 2:
        return 0
    parted = [row for row in rows if not _is_band(row)] or rows
    columns = list(zip(*parted, strict=True))
    names = [join_heads(column) for column in zip(*head, strict=True)] or [""] * len(columns)
    labels = 1
    while labels < len(columns) - 1 and (_is_serial(columns[labels - 1]) or _is_merged(columns[labels - 1])):
        again = names[labels] and names[labels] in names[:labels]
        if again or not _names_rows(columns[labels], columns[labels + 1], settings):
            break
        labels += 1
    return labels


def _names_rows(column: Row, after: Row, settings: TableSettings) -> bool:
    """Whether a column can name rows: short words or ages, its cells not merged with the next column's."""
    texts = [slot.text for slot in column if slot.text]
    if not texts or any(a is b and a.text for a, b in zip(column, after, strict=True)):
        return False
    if 2 * sum(map(is_amount, texts)) > len(texts) and not is_age_axis(texts, settings.age_steps):
        return False
    return sum(map(count_words, texts)) <= settings.label_words * len(texts)


def _is_serial(column: Row) -> bool:
    texts = [slot.text for slot in column if slot.text]
    return bool(texts) and all(SERIAL.match(text) for text in texts)


def _is_merged(column: Row) -> bool:
    return any(a is b and a.text for a, b in pairwise(column))
