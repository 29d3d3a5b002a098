"""Tables over pages: parts that go on with the one before become one table, and what a page break cut is made whole.

A part goes on when nothing but furniture stands between, it begins a page or a column (higher up than the one before, not
beside it), its outer edges and the grid lines of one of the two are those of the other, and it has no head of its own, or the
same. Of several tables that end on the page before, it goes on with the one whose serial numbers it counts on from. A part that is
only a head waits for its rows on the next page. A table whose head stands only on a table before it (an
own caption between) takes that head over. Never joins two tables of one column of one page.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from pipeline.config.settings import TableSettings
from pipeline.model import Record
from pipeline.stages.tables.heads import count_labels, ends_in_colons
from pipeline.stages.tables.parts import looks_like_head
from pipeline.stages.tables.reading import SERIAL_FIGURE, is_amount
from pipeline.stages.tables.shapes import Draft, Row, Slot
from pipeline.wording import Lexicon, join_lines, squeeze

OPEN_ENDS = ("-", ",", "(", "/", "&")
"""What a cell ends with when a page break cut it, whatever the language."""


class Between(Record, frozen=True):
    """Letters of running text before each place in the reading order: sums, so that a stretch is one subtraction."""

    sums: tuple[int, ...]

    def letters(self, after: int, before: int) -> int:
        """Letters of lines that stand behind place ``after`` and ahead of place ``before``."""
        return self.sums[max(before, after + 1)] - self.sums[after + 1]


class Seam(Record, frozen=True):
    """What joins a part to the one before: its title's letters and digits and their count, the place of its last line."""

    title: str
    letters: int
    end: int


def join_drafts(
    drafts: Sequence[Draft], seams: Sequence[Seam], between: Between, lexicon: Lexicon, settings: TableSettings
) -> list[Draft]:
    """``drafts`` in reading order, continued ones joined. A title that is printed again parts no table."""
    joined: list[Draft] = []
    title, end = "", -1
    for draft, seam in zip(drafts, seams, strict=True):
        again = seam.letters if seam.title and seam.title == title else 0
        near = bool(joined) and between.letters(end, draft.parts[0].order) - again <= settings.between_letters
        at = _find_begun(joined, draft, settings) if near else -1
        if at >= 0:
            joined[at] = _join(joined[at], draft, lexicon, settings)
        else:
            joined.append(_take_head(joined[-1] if joined else None, draft, settings))
            title = seam.title
        end = max(end, seam.end)
    return joined


def _find_begun(joined: Sequence[Draft], draft: Draft, settings: TableSettings) -> int:
    """The table that ``draft`` goes on with: the last one, or one that ends on its page and is counted on; -1 where none is."""
    page = joined[-1].parts[-1].page
    for at in range(len(joined) - 1, -1, -1):
        if joined[at].parts[-1].page != page:
            break
        if counts_on(joined[at], draft) and _goes_on(joined[at], draft, settings):
            return at
    return len(joined) - 1 if _goes_on(joined[-1], draft, settings) else -1


def counts_on(before: Draft, draft: Draft) -> bool:
    """Whether the serial number of the first row of ``draft`` follows that of the last row of ``before``."""
    last, first = (SERIAL_FIGURE.match(row[0].text) for row in (before.rows[-1], draft.rows[0]))
    return last is not None and first is not None and int(first["number"]) == int(last["number"]) + 1


def _goes_on(before: Draft, draft: Draft, settings: TableSettings) -> bool:
    last, first = before.parts[-1], draft.parts[0]
    if last.page == first.page and first.bbox[1] >= last.bbox[1] - settings.snap:
        return False
    if first.page - last.page > 1 or not _fits(before.columns, first.columns, settings.same_column):
        return False
    if first.bands and not _same_bands(before, draft) and (draft.head or not _is_banded(before)):
        return False
    return not draft.head or _same_head(before, draft) or _only_head(before)


def _same_bands(before: Draft, draft: Draft) -> bool:
    bands, others = ([squeeze(band.text) for band in each.parts[0].bands] for each in (before, draft))
    return bands == others


def _is_banded(draft: Draft) -> bool:
    """Whether cells over all columns stand among the rows of ``draft``, so that one at the top of a page may be one more."""
    return draft.width > 1 and any(all(slot is row[0] for slot in row) for row in draft.rows)


def _fits(columns: Sequence[float], others: Sequence[float], near: float) -> bool:
    """Whether both have the same outer edges from left to right, and the inner grid lines of one are among the other's."""
    shift = others[0] - columns[0]
    moved = [x - shift for x in others]
    if abs(moved[-1] - columns[-1]) > near:
        return False
    few, many = sorted((moved, list(columns)), key=len)
    return all(_index(many, x, near) >= 0 for x in few)


def _index(values: Sequence[float], at: float, near: float) -> int:
    i = bisect_left(values, at - near)
    return i if i < len(values) and values[i] <= at + near else -1


def _same_head(before: Draft, draft: Draft) -> bool:
    """Whether both heads say the same, or the second is the first row of the other, printed again without the rows under it."""
    if [squeeze(head) for head in before.header] == [squeeze(head) for head in draft.header]:
        return True
    return len(draft.head) == 1 < len(before.head) and _cells_of(draft.head[0]) == _cells_of(before.head[0])


def _cells_of(row: Row) -> list[str]:
    return [squeeze(slot.text) for slot in {id(slot): slot for slot in row}.values()]


def _only_head(draft: Draft) -> bool:
    return not draft.head and len(draft.rows) == 1 and (looks_like_head(draft.rows[0]) or ends_in_colons(draft.rows[0]))


def _join(before: Draft, draft: Draft, lexicon: Lexicon, settings: TableSettings) -> Draft:
    columns, others = before.columns, draft.columns
    head, rows = before.head, before.rows
    more_head, more = draft.head, draft.rows
    if more_head and head and len(more) > 1 and _cells_of(more[0]) == _cells_of(head[-1]):
        more = more[1:]
    if not _same_bands(before, draft):
        more = (*((band,) * draft.width for band in draft.parts[0].bands), *more)
    if len(others) > len(columns):
        head, rows = _spread(head, columns, others), _spread(rows, columns, others)
    elif len(others) < len(columns):
        more_head, more = _spread(more_head, others, columns), _spread(more, others, columns)
    if _only_head(before) and not draft.head:
        head, rows = rows, ()
    elif _only_head(before):
        head, rows = (*rows, *more_head), ()
    whole = mend_break(rows, more, before.labels, lexicon) if rows else more
    shift = others[0] - columns[0]
    wide = others if len(others) >= len(columns) else tuple(x + shift for x in columns)
    return Draft((*before.parts, draft.parts[0]), head, whole, count_labels(head, whole, settings), wide)


def _spread(rows: Sequence[Row], columns: Sequence[float], wanted: Sequence[float]) -> tuple[Row, ...]:
    """``rows`` of fewer columns repeated over the more of another part: a cell merged over columns there."""
    shift = columns[0] - wanted[0]
    middles = [(low + high) / 2 + shift for low, high in pairwise(wanted)]
    places = [min(max(bisect_left(columns, middle) - 1, 0), len(columns) - 2) for middle in middles]
    return tuple(tuple(row[place] for place in places) for row in rows)


def mend_break(rows: Sequence[Row], more: Sequence[Row], labels: int, lexicon: Lexicon) -> tuple[Row, ...]:
    """The rows on both sides of a page break, with a row cut by it made whole and a label that went on over it repeated."""
    last, first = rows[-1], more[0]
    if _is_cut(rows, last, first):
        merged = tuple(_merge(a, b, lexicon) for a, b in zip(last, first, strict=True))
        return (*rows[:-1], merged, *more[1:])
    carried: list[Row] = []
    for i, row in enumerate(more):
        if labels > 1 and not row[0].text and any(slot.text for slot in row[1:]):
            carried.append((last[0], *row[1:]))
        else:
            return (*rows, *carried, *more[i:])
    return (*rows, *carried)


def _is_cut(rows: Sequence[Row], last: Row, first: Row) -> bool:
    if any(a.text and b.text and (a.bold != b.bold or a.ink != b.ink) for a, b in zip(last, first, strict=True)):
        return False
    pairs = [(a.text, b.text) for a, b in zip(last, first, strict=True) if b.text]
    if not pairs or any(is_amount(below) for above, below in pairs if above):
        return False
    if any(above and (below[0].islower() or above.endswith(OPEN_ENDS)) for above, below in pairs):
        return not first[0].text or not any(slot.text for slot in first[1:]) or not any(slot.text for slot in last[1:])
    return bool(last[0].text and first[0].text) and _one_half_empty(rows, last, first)


def _one_half_empty(rows: Sequence[Row], last: Row, first: Row) -> bool:
    """Whether only one of two halves has values, in a table in which every other row has some."""
    halves = [any(slot.text for slot in row[1:]) for row in (last, first)]
    return halves.count(True) == 1 and all(any(slot.text for slot in row[1:]) for row in rows[:-1]) and len(rows) > 1


def _merge(above: Slot, below: Slot, lexicon: Lexicon) -> Slot:
    if not below.text or above is below:
        return above
    if not above.text:
        return below
    text = join_lines(((above.text, False), (below.text, False)), lexicon)
    return Slot(above.page, above.bbox, text, above.bold, above.turned, above.ink, above.line_ids + below.line_ids)


def _take_head(before: Draft | None, draft: Draft, settings: TableSettings) -> Draft:
    """``draft`` with the head of the table before it, where it has none, the same columns, and rows of figures."""
    if before is None or draft.head or not before.head:
        return draft
    if len(draft.columns) != len(before.columns) or not _fits(before.columns, draft.columns, settings.same_column):
        return draft
    figures = [slot.text for row in draft.rows for slot in row[1:] if slot.text]
    if 2 * sum(map(is_amount, figures)) <= len(figures):
        return draft
    return Draft(draft.parts, before.head, draft.rows, draft.labels, draft.columns, inherited=True)
