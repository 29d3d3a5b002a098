"""Readings: a candidate read in one way, and what that costs whatever else the search has decided.

What depends on a reading and one open list alone is worked out once, however many states of the search hold that list. All costs
are settings. What depends on a whole state is in ``moves``.
"""

import msgspec

from pipeline.config.settings import ClauseSettings
from pipeline.model import Record
from pipeline.stages.clauses.candidates import Candidate
from pipeline.stages.clauses.labels import OUTER_NAMES, Form
from pipeline.stages.clauses.outlook import Outlook
from pipeline.stages.clauses.state import Level, follows, is_first, is_named, names_parent


class Onward(Record, frozen=True):
    """How a reading goes on with an open list: ``kind`` ("" not at all), ``gap`` ordinals missing, ``cost`` beside its own."""

    kind: str
    gap: int
    cost: float


NOT_AT_ALL = Onward("", 0, 0.0)


class Reading:
    """One way to read a candidate, with what holds of it in every state. Remembers what it has worked out about open lists.

    ``level`` is the list as it stands if the reading is accepted, ``plain`` where the item before is not set as a heading: then a
    bold beginning makes none. ``running`` and ``set_back`` are its own costs where its row runs on from the open item and where it
    is set back from it, ``late`` what it costs besides to open a list that does not begin at its first ordinal, with ``gap``
    ordinals missing; ``reopen`` is the share of the cost of ending other lists that it bears.
    """

    __slots__ = (
        "_onward",
        "_under",
        "candidate",
        "dotted",
        "form",
        "gap",
        "late",
        "level",
        "may_open",
        "named",
        "plain",
        "reopen",
        "running",
        "set_back",
        "settings",
    )

    def __init__(self, level: Level, candidate: Candidate, form: Form, outlook: Outlook, settings: ClauseSettings) -> None:
        costs = settings.costs
        bonus = costs.successor if form.core in outlook.promised else 0.0
        continued = form.core in outlook.continued
        gap = max(0, form.value[-1] - 1) if form.dotted else 0 if is_first(form) else form.value[0] - 1
        self.level, self.candidate, self.form, self.settings = level, candidate, form, settings
        self.plain = msgspec.structs.replace(level, headed=False) if candidate.bold and not candidate.solid else level
        self.dotted, self.named = form.dotted, bool(candidate.found.name)
        wrap = candidate.wrap * (costs.wrap_answered if form.core in outlook.answered else 1.0)
        self.running = candidate.accept + wrap - bonus
        self.set_back = candidate.accept + candidate.wrap * (1.0 if candidate.level else costs.wrap_set_back) - bonus
        self.late = 0.0 if form.value == (1,) else _begins_late(candidate, gap, continued, settings)
        self.gap = gap if form.dotted or not continued else 0
        self.may_open = settings.gaps != "reject" or not gap or self.named or continued
        self.reopen = costs.outer_reopen if candidate.found.name in OUTER_NAMES else 1.0
        self._onward: dict[Level, Onward] = {}
        self._under: dict[Level, float] = {}

    def onward(self, level: Level) -> Onward:
        """How it goes on with an open list."""
        if level.core != self.form.core:
            return NOT_AT_ALL
        known = self._onward.get(level)
        if known is None:
            known = self._onward[level] = _goes_on(level, self.candidate, self.form, self.settings)
        return known

    def under(self, level: Level) -> float:
        """What it costs to stand under the last item of an open list, by how the two are set."""
        known = self._under.get(level)
        if known is None:
            known = self._under[level] = _under(level, self.candidate, self.form, self.settings)
        return known

    def named_under(self, level: Level) -> float:
        """What it costs to stand anywhere below an item, by the names of the two."""
        return _name_under(level, self.candidate.found.name, self.settings) if self.named else 0.0

    def names(self, level: Level) -> bool:
        """Whether it is a dotted number that names the last item of an open list as its parent."""
        return self.dotted and names_parent(level, self.form)


def _begins_late(candidate: Candidate, gap: int, continued: bool, settings: ClauseSettings) -> float:
    """What it costs that a list does not begin at its first ordinal; less where the document says why."""
    costs = settings.costs
    cost = costs.open_late + costs.gap_step * min(gap, settings.gap_steps)
    shares = [
        costs.continued_late if continued else 1.0,
        costs.listed_late if candidate.listed else 1.0,
        costs.named_late if candidate.found.name else 1.0,
    ]
    return cost * min(shares)


def _goes_on(level: Level, candidate: Candidate, form: Form, settings: ClauseSettings) -> Onward:
    """How a label goes on with a list that counts as it does."""
    gap = follows(level, form)
    if gap is None:
        if level.value == form.value and not form.dotted and level.upper == form.upper:
            return Onward("repeat", 0, settings.costs.repeat + _unlike(level, candidate, form, settings))
        return NOT_AT_ALL
    if gap and settings.gaps == "reject":
        return NOT_AT_ALL
    return Onward("continue", gap, _unlike(level, candidate, form, settings) + late(gap, settings))


def late(missing: int, settings: ClauseSettings) -> float:
    """What a gap of ``missing`` ordinals costs."""
    return settings.costs.gap + settings.costs.gap_step * min(missing, settings.gap_steps) if missing else 0.0


def _unlike(level: Level, candidate: Candidate, form: Form, settings: ClauseSettings) -> float:
    """What it costs that two labels of one list are not set alike."""
    costs = settings.costs
    cost = _delimited(level, candidate, form, settings)
    if level.upper != form.upper:
        cost += costs.case
    if level.bold != candidate.bold:
        cost += costs.bold
    if abs(level.size - candidate.size) > settings.size_tolerance:
        cost += costs.size
    if not (level.centred or candidate.centred):
        off = min(abs(level.x - candidate.x), abs(level.text_x - candidate.text_x)) - settings.indent_tolerance
        if off > 0:
            cost += min(costs.indent_most, off * costs.indent)
    return cost


def _delimited(level: Level, candidate: Candidate, form: Form, settings: ClauseSettings) -> float:
    """What other delimiters cost: "26" after "25." is sloppy, "5." after "4)" another list."""
    found = candidate.found
    if level.prefix == found.prefix and level.suffix == found.suffix:
        return 0.0
    left_out = level.prefix == found.prefix and "" in (level.suffix, found.suffix)
    if left_out and form.dotted:
        return 0.0
    return settings.costs.delimiter_left_out if left_out else settings.costs.delimiter


def _name_under(level: Level, name: str, settings: ClauseSettings) -> float:
    """A label with a name belongs high up: under others with names rather than under lists, an outer one under nothing, and
    none under another of its own name.
    """
    if is_named(level, name):
        return settings.costs.name_under_itself
    named = ":" in level.core and name not in OUTER_NAMES
    return settings.costs.name_under_name if named else settings.costs.name_under_list


def _under(parent: Level, candidate: Candidate, form: Form, settings: ClauseSettings) -> float:
    """What it costs to stand under an item, by how the two are set."""
    costs = settings.costs
    cost = costs.same_core if parent.core == form.core else 0.0
    if not (parent.centred or candidate.centred):
        if candidate.x < parent.x - settings.indent_tolerance:
            cost += costs.outdent
        elif candidate.x < parent.x + settings.indent_tolerance:
            cost += costs.level
    if candidate.size > parent.size + settings.size_tolerance:
        cost += costs.larger_child
    if candidate.bold and not parent.bold:
        cost += costs.bold_child
    return cost
