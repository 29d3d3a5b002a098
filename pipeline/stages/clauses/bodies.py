"""Bodies: where the rows of an item stand, and so from where on a row further left is none of it.

What the item's own second row shows counts first, then how the other items with labels written alike are set: hanging (rows stand
under the text), flush (under the label) or outdented (left of the label, a first-line indent). A title's rows show nothing of the
text under it; the first row of that text does.
"""

from collections.abc import Mapping, Sequence
from statistics import median

from pipeline.config.settings import ClauseSettings
from pipeline.model import Record
from pipeline.stages.clauses.labels import Found, find_label
from pipeline.stages.clauses.rows import Row, label_end, x_at

UNBOUND = -1e6
"""The edge of a label to which all rows belong, wherever they begin."""


class LabelPlace(Record, frozen=True):
    """A label in the text: its row, where it begins there, what it is, and whether it follows another on the row."""

    row: int
    start: int
    found: Found
    chained: bool


class Habit(Record, frozen=True):
    """How items with labels written alike are set: points from label to text, and from label to the rows that run on."""

    text: float
    body: float


def written(found: Found) -> str:
    """How a label is written: brackets, way of counting, dots."""
    return f"{found.prefix}{found.forms[-1].core}{found.suffix}"


def find_habits(rows: Sequence[Row], places: Sequence[LabelPlace], settings: ClauseSettings) -> dict[str, Habit]:
    """For each way of writing a label, where its items' text stands.

    Where no item has a second row, a wide gap behind the label says that rows would stand under the text.
    """
    texts: dict[str, list[float]] = {}
    guesses: dict[str, list[float]] = {}
    bodies: dict[str, list[float]] = {}
    firsts = {place.row for place in places}
    for place in places:
        row = rows[place.row]
        if place.start or not row.text[place.found.end :].strip():
            continue
        key = written(place.found)
        text_x = x_at(row, place.found.end)
        texts.setdefault(key, []).append(text_x - row.x)
        wide = text_x - label_end(row, place.found.printed) > settings.hanging_gap * row.size
        guesses.setdefault(key, []).append(text_x - row.x if wide else 0.0)
        below = place.row + 1
        if below < len(rows) and below not in firsts and rows[below].runs_on and not rows[below].tabular:
            bodies.setdefault(key, []).append(rows[below].x - row.x)
    return {key: Habit(median(all_), median(bodies.get(key) or guesses[key])) for key, all_ in texts.items()}


def find_edge(
    rows: Sequence[Row], place: LabelPlace, x: float, text_x: float, habits: Mapping[str, Habit], settings: ClauseSettings
) -> float:
    """The x left of which a row does not belong to the item any more: most of the way from the body back to the label."""
    if place.found.name:
        return UNBOUND
    body = _body(rows, place, x, text_x, habits.get(written(place.found)), settings)
    return body - max(settings.indent_tolerance, settings.edge_share * (body - x))


def _body(rows: Sequence[Row], place: LabelPlace, x: float, text_x: float, habit: Habit | None, settings: ClauseSettings) -> float:
    row = rows[place.row]
    below = _below_title(rows, place.row) if row.solid else place.row + 1
    under = rows[below] if below < len(rows) else None
    if under is not None and (under.tabular or under.page > row.page + 1 or find_label(under.text) is not None):
        under = None
    if row.centred:
        return UNBOUND if under is None or under.centred else under.x
    if under is not None and not under.centred:
        if under.runs_on and not row.solid:
            return under.x
        if row.solid and row.starts > settings.wrap_starts and (row.caps or under.x >= x - settings.indent_tolerance):
            return min(x, under.x) if row.caps else under.x
    if habit is None or abs(habit.body - habit.text) <= settings.indent_tolerance:
        return text_x
    return x + habit.body


def _below_title(rows: Sequence[Row], at: int) -> int:
    """The first row behind the solid rows that run on from the label's."""
    below = at + 1
    while below < len(rows) and rows[below].solid and rows[below].runs_on:
        below += 1
    return below
