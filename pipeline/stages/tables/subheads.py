"""Heads inside a table: rows that name the columns anew, so that what stands below them is a table of its own.

A row is such a head when, in this order: a band (one cell over all columns, or over all but those of row labels that go on below
it) stands right above it and it is set apart from the rows below it, all bold or in a colour of its own; or it is bold and filled
with the colour of the table's own head. It heads the rows down to the next band or to the table's head printed again, and the band
names them; where the band stands beside a label that goes on below it, the table's own head holds again from the next label on.
Rows behind a further band that have no head of their own may belong under either: they get none, and the doubt is told. Never gives
a figure to a head by its place in the column alone.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from msgspec.structs import replace

from pipeline.config.settings import TableSettings
from pipeline.model import Record
from pipeline.stages.tables.doubts import NO_HEADS, find_doubt
from pipeline.stages.tables.heads import count_labels, is_coloured_apart, is_mostly_bold
from pipeline.stages.tables.parts import inks_of, looks_like_head
from pipeline.stages.tables.shapes import NO_INK, Draft, Part, Row, Slot
from pipeline.wording import squeeze


class Section(Record, frozen=True):
    """Rows of a table under one head: a draft of their own, what the band above says, and what is in doubt about the heads."""

    draft: Draft
    band: str = ""
    doubt: str = ""


class _Stretch(Record, frozen=True):
    """Rows from ``start`` to ``end``, under the head at ``head`` (-1: the table's own, -2: none) from column ``first`` on."""

    start: int
    end: int
    head: int = -1
    first: int = 0

    @property
    def rows(self) -> slice:
        """Where its rows are: below its head, or from its start."""
        return slice(self.head + 1 if self.head >= 0 else self.start, self.end)


OWN, NONE = -1, -2


def find_sections(draft: Draft, order: Mapping[str, int], settings: TableSettings) -> list[Section]:
    """``draft`` parted at the heads inside it; itself where there are none. ``order`` is the place of each line in the text."""
    stretches = _find_stretches(draft)
    if len(stretches) < 2:
        return [Section(draft, doubt=find_doubt(draft))]
    parts = _cut_parts(draft, stretches, order)
    return [_section(draft, stretch, held, settings) for stretch, held in zip(stretches, parts, strict=True)]


def _find_stretches(draft: Draft) -> list[_Stretch]:
    """The rows of ``draft`` by their heads, from the top down."""
    rows, again = draft.rows, _reprinted(draft)
    found = [_Stretch(0, len(rows))]
    for at in range(1, len(rows)):
        last = found[-1]
        band = band_from(rows, at)
        if band >= 0 and _is_inner_head(rows, at + 1, band):
            found[-1:] = [_Stretch(last.start, at, last.head, last.first), _Stretch(at, len(rows), at + 1, band)]
        elif at > last.start and at != last.head and _is_printed_as_head(draft, at):
            found[-1:] = [_Stretch(last.start, at, last.head, last.first), _Stretch(at, len(rows), at)]
        elif last.head != OWN and at > last.head + 1 and (at in again or _is_left(rows, last, at)):
            found[-1:] = [_Stretch(last.start, at, last.head, last.first), _Stretch(at, len(rows))]
        elif last.head >= 0 and at > last.head + 1 and band >= 0:
            found[-1:] = [_Stretch(last.start, at, last.head, last.first), _Stretch(at, len(rows), NONE)]
    return found


def _is_left(rows: Sequence[Row], inner: _Stretch, at: int) -> bool:
    """Whether row ``at`` stands beside another label than the one that goes on beside an inner head: the table's own rows again."""
    label = [slot.text for slot in rows[at][: inner.first]]
    return inner.head >= 0 and any(label) and label != [slot.text for slot in rows[inner.head][: inner.first]]


def _reprinted(draft: Draft) -> set[int]:
    """The rows above which the table's head is printed again on their page."""
    firsts = {id(part.rows[count][0]) for part in draft.parts[1:] if 0 < (count := _count_printed(draft, part)) < len(part.rows)}
    return {at for at, row in enumerate(draft.rows) if at and id(row[0]) in firsts and draft.rows[at - 1][0] is not row[0]}


def _count_printed(draft: Draft, part: Part) -> int:
    """How many of the first rows of ``part`` are those of the head of ``draft``."""
    pairs = zip(draft.head, part.rows, strict=False)
    return sum(1 for _ in takewhile(lambda pair: _words(pair[0]) == _words(pair[1]), pairs))


def _words(row: Row) -> list[str]:
    return [squeeze(slot.text) for slot in {id(slot): slot for slot in row}.values()]


def band_from(rows: Sequence[Row], at: int) -> int:
    """The column from which on row ``at`` is one cell, those before it being labels that go on below or empty; -1 where none is."""
    row = rows[at]
    first = next((i for i, slot in enumerate(row) if slot is row[-1]), len(row) - 1)
    if not row[-1].text or first >= len(row) - 2 + (first == 0) or at + 1 >= len(rows):
        return -1
    goes_on = all(slot is below or not (slot.text and below.text) for slot, below in zip(row[:first], rows[at + 1], strict=False))
    return first if goes_on and row[-1] is not rows[at + 1][-1] else -1


def _is_inner_head(rows: Sequence[Row], at: int, first: int) -> bool:
    """Whether row ``at``, right below a band from column ``first`` on, is set apart from the rows that follow it."""
    here = rows[at][first:]
    below = [row[first:] for row in rows[at + 1 : _next_band(rows, at + 1)]]
    if not below or len({id(slot) for slot in here}) < 2 or not all(slot.text for slot in here[1:]):
        return False
    return (looks_like_head(here) and not is_mostly_bold(below)) or is_coloured_apart(here, below)


def _next_band(rows: Sequence[Row], start: int) -> int:
    return next((at for at in range(start, len(rows)) if band_from(rows, at) >= 0), len(rows))


def _is_printed_as_head(draft: Draft, at: int) -> bool:
    """Whether a row is bold and filled as the table's own head, which is set apart from its rows by its colour."""
    if not draft.head or at + 1 >= len(draft.rows):
        return False
    row, head = draft.rows[at], draft.head[0]
    if not all(slot.text for slot in row) or len({id(slot) for slot in row}) < len(row):
        return False
    inks = inks_of(head) - {NO_INK}
    others = (*draft.rows[:at], *draft.rows[at + 1 :])
    return looks_like_head(row) and looks_like_head(head) and inks_of(row) == inks and is_coloured_apart(row, others)


def _section(draft: Draft, stretch: _Stretch, parts: tuple[Part, ...], settings: TableSettings) -> Section:
    rows = draft.rows[stretch.rows]
    if stretch.head == NONE:
        return Section(Draft(parts, (), rows, count_labels((), rows, settings), draft.columns), doubt=NO_HEADS)
    head = draft.head if stretch.head == OWN else (_head_row(draft, stretch),)
    band = draft.rows[stretch.start][-1].text if 0 <= stretch.start < stretch.head else ""
    return _told(Draft(parts, head, rows, count_labels(head, rows, settings), draft.columns), band)


def _told(draft: Draft, band: str) -> Section:
    return Section(draft, band, find_doubt(draft))


def _head_row(draft: Draft, stretch: _Stretch) -> Row:
    """The cells of a head inside the table; over the labels before it the table's own heads go on."""
    row = draft.rows[stretch.head]
    named = zip(row[: stretch.first], draft.header or [""] * stretch.first, strict=False)
    return (*(replace(slot, text=name) for slot, name in named), *row[stretch.first :])


def _cut_parts(draft: Draft, stretches: Sequence[_Stretch], order: Mapping[str, int]) -> list[tuple[Part, ...]]:
    """The parts of ``draft`` cut between the stretches, each with its own lines; none of a page is lost."""
    owner = {
        i: at
        for at, held in enumerate(stretches)
        for row in draft.rows[held.start : held.end]
        for slot in row
        for i in slot.line_ids
    }
    cut = [_cut_part(part, _owners(part, owner), order) for part in draft.parts]
    return [tuple(held[at] for held in cut if at in held) for at in range(len(stretches))]


def _owners(part: Part, owner: Mapping[str, int]) -> dict[str, int]:
    """For each line of ``part`` its stretch; those of heads and bands go with the row below them."""
    found: dict[str, int] = {}
    last = max((owner[i] for i in part.line_ids if i in owner), default=0)
    for row in (*reversed(part.rows), part.bands):
        ids = [i for slot in row for i in slot.line_ids]
        last = min((owner[i] for i in ids if i in owner), default=last)
        found |= {i: owner.get(i, last) for i in ids}
    return found


def _cut_part(part: Part, owners: Mapping[str, int], order: Mapping[str, int]) -> dict[int, Part]:
    """What each stretch has of ``part``, from the top down."""
    ids: dict[int, tuple[str, ...]] = {}
    for line_id in part.line_ids:
        ids[owners[line_id]] = (*ids.get(owners[line_id], ()), line_id)
    held = sorted(ids)
    rows = {at: tuple(row for row in part.rows if any(_is_of(slot, at, owners) for slot in row)) for at in held}
    inner = [min(slot.bbox[1] for row in rows[at] for slot in row if _is_of(slot, at, owners)) for at in held[1:]]
    edges = [part.bbox[1], *inner, part.bbox[3]]
    return {
        at: replace(
            part,
            bbox=(part.bbox[0], edges[i], part.bbox[2], edges[i + 1]),
            rows=rows[at],
            bands=() if i else part.bands,
            line_ids=ids[at],
            order=min(order[line_id] for line_id in ids[at]),
        )
        for i, at in enumerate(held)
    }


def _is_of(slot: Slot, at: int, owners: Mapping[str, int]) -> bool:
    return any(owners[line_id] == at for line_id in slot.line_ids)
