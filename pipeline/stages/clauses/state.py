"""What the search knows and decides: events, open lists, states and the steps between them. Plain records, since there are many."""

from typing import NamedTuple

from pipeline.model import Record
from pipeline.stages.clauses.candidates import Candidate
from pipeline.stages.clauses.headings import Heading, HeadingStyle
from pipeline.stages.clauses.labels import Form


class RunIn(NamedTuple):
    """A bold name at the beginning of a row, up to ``end`` in its text, and the heading that it would be set as."""

    style: HeadingStyle
    end: int


class TextEvent(NamedTuple):
    """A row of text that may be set back: closes lists, or not.

    ``lead`` is the row behind a short lead-in to a new list (0: none), ``name`` that with which a paragraph above a list or a
    table begins. Under a table a row may stand left of its item and belong to it all the same.
    """

    row: int
    x: float
    starts: float
    lead: int
    under_table: bool
    name: RunIn | None = None


class HeadingEvent(NamedTuple):
    """An unnumbered heading. ``leads`` where it ends in a colon: "Notes:"; ``divided`` where it stands in a column of several.

    ``name`` is that of the label that it would be: "section" of "SECTION A" where no section A can be.
    """

    row: int
    x: float
    centred: bool
    divided: bool
    heading: Heading
    leads: bool
    name: str = ""


class CandidateEvent(NamedTuple):
    """A candidate, by its index, and the heading that its row is if it is none."""

    candidate: int
    else_heading: HeadingEvent | None


Event = TextEvent | HeadingEvent | CandidateEvent


class Head(NamedTuple):
    """A heading that stands open: its style (None of a mere lead-in), its row, where it begins (None in the middle), and whether in
    a column of several.
    """

    style: HeadingStyle | None
    row: int
    x: float | None
    divided: bool


Heads = tuple[tuple[Head, ...], ...]
"""For each depth, the headings that stand open there, outermost first."""


class Level(Record, frozen=True, eq=False):
    """An open list: its last item. States that read that item alike share the record, so identity tells it.

    Rows left of ``edge`` are none of the item's, headings left of ``head_edge``: text may be found to stand further left. An item
    is ``headed`` that is set as a heading: bold throughout, or bold at its beginning as those before it in the list are.
    ``number`` stands for what tells two lists apart for the search: equal where label, indent and boldness are.
    """

    core: str
    value: tuple[int, ...]
    upper: bool
    prefix: str
    suffix: str
    x: float
    text_x: float
    edge: float
    head_edge: float
    bold: bool
    headed: bool
    size: float
    centred: bool
    candidate: int
    row: int
    number: int


def make_level(candidate: Candidate, index: int, form: Form, number: int) -> Level:
    """The list whose last item is a candidate, read as ``form``."""
    found = candidate.found
    return Level(
        form.core,
        form.value,
        form.upper,
        found.prefix,
        found.suffix,
        candidate.x,
        candidate.text_x,
        candidate.edge,
        candidate.edge,
        candidate.bold,
        candidate.bold,
        candidate.size,
        candidate.centred or bool(found.name),
        index,
        candidate.row,
        number,
    )


class Move(Record, frozen=True):
    """A way to accept a candidate: at which depth, as what, and against which earlier candidate (-1: none)."""

    kind: str
    depth: int
    form: Form
    cost: float
    gap: int
    against: int


class Step(Record, frozen=True):
    """One decision: what was done at an event and how dear it was.

    ``move`` is None where no label was accepted. ``near`` is the next best reading at that place, None for no label, and
    ``dearer`` by how much it was so there; what came later may have decided against it more clearly.
    """

    event: int
    kind: str
    depth: int
    cost: float
    move: Move | None
    near: Move | None
    dearer: float


class Trail(Record, frozen=True, gc=True):
    """The decisions that led to a state, the last one first. ``before`` is the state in which a label was accepted, from which its
    rivals can be told once the way is chosen.

    With gc=True Python takes a chain of a million apart without running out of stack.
    """

    event: int
    kind: str
    depth: int
    cost: float
    move: Move | None
    before: "State | None"
    back: "Trail | None"


class State(Record, frozen=True):
    """A way to have read the document so far.

    ``active`` of the ``levels`` are open to the present text; those beyond may only be taken up again. ``keys`` holds of each
    level a number for what tells two states apart. ``last`` is the candidate accepted last.
    """

    cost: float
    levels: tuple[Level, ...]
    keys: tuple[int, ...]
    active: int
    heads: Heads
    last: int
    trail: Trail | None


START = State(0.0, (), (), 0, ((),), -1, None)


def follows(level: Level, form: Form) -> int | None:
    """How many ordinals stand between the last item of a list and ``form``:

    0 for the very next, None where it does not come later.
    """
    before, after = level.value, form.value
    if "." in form.core:
        if len(before) != len(after) or before[:-1] != after[:-1] or after <= before:
            return None
        return after[-1] - before[-1] - 1
    old, new = before[0], after[0]
    if new != old:
        return new - old - 1 if new > old else None
    old_sub, new_sub = before[1] if len(before) > 1 else 0, after[1] if len(after) > 1 else 0
    return new_sub - old_sub - 1 if new_sub > old_sub else None


def is_first(form: Form) -> bool:
    """Whether a list begins here by its own count."""
    return form.value[-1] <= 1 if form.dotted else form.value == (1,)


def names_parent(level: Level, form: Form) -> bool:
    """Whether a dotted number is under an item by its own words: 4.1 under 4, 8.02 under ARTICLE VIII, D.1 under D."""
    if level.value != form.value[:-1]:
        return False
    outer = form.core.rpartition(".")[0]
    counted = ":" in level.core and not level.core.endswith((":alpha", ":double"))
    return level.core in (outer, form.core) or counted or (outer == "A" and level.core.endswith("alpha"))


def is_named(level: Level, name: str) -> bool:
    """Whether the last item of a list has a label of this name: "section" of "Section C"."""
    return level.core.partition(":")[0] == name


def ends_heading(candidate: Candidate, style: HeadingStyle | None) -> bool:
    """Whether a label is above a heading, not under it: a named one ("Section C") that is set as large."""
    return bool(candidate.found.name) and (style is None or style.size <= candidate.size)
