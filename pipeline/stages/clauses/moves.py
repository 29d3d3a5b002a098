"""The ways to accept a candidate in a state, and what each costs.

To go on with an open list costs what the two labels differ in: a gap in the count, delimiters, case, type, indent. To open a list
costs more, and more again for each sign against it: it does not begin at its first ordinal, it would end lists that the text
still belongs to, it stands left of the item above, it counts like the list above. A dotted number names its parent and opens
under that. All costs are settings.
"""

from collections.abc import Iterator, Sequence

from pipeline.config.settings import ClauseSettings
from pipeline.model import Record
from pipeline.stages.clauses.candidates import Candidate
from pipeline.stages.clauses.labels import OUTER_NAMES, Form
from pipeline.stages.clauses.state import Level, Move, State, follows, is_first, names_parent


class Prices(Record, frozen=True):
    """The settings that the inner loop asks for, as plain fields: reading them from the settings would take half of its time."""

    values: dict[str, float]
    tolerance: float
    size_tolerance: float
    gap_steps: int
    reject_gaps: bool


class Outlook(Record, frozen=True):
    """What the other labels of the document say of one:

    the cores whose next ordinal is in sight, and those whose last it follows.
    """

    promised: frozenset[str]
    continued: frozenset[str]


def make_prices(settings: ClauseSettings) -> Prices:
    """The prices of one run."""
    values = {name: float(value) for name, value in settings.costs.model_dump().items()}
    return Prices(values, settings.indent_tolerance, settings.size_tolerance, settings.gap_steps, settings.gaps == "reject")


def is_set_back(state: State, x: float, prices: Prices) -> bool:
    """Whether a row begins left of the text of the open item."""
    return state.active > 0 and x < state.levels[state.active - 1].body - prices.tolerance


def find_moves(state: State, candidate: Candidate, outlook: Outlook, prices: Prices) -> Iterator[Move]:
    """Every way to accept ``candidate`` in ``state``."""
    costs = prices.values
    wrap = candidate.wrap * (costs["wrap_set_back"] if is_set_back(state, candidate.x, prices) else 1.0)
    for form in candidate.forms:
        base = candidate.accept + wrap - (costs["successor"] if form.core in outlook.promised else 0.0)
        for depth, level in enumerate(state.levels):
            if level.core == form.core:
                yield from _continue(state, candidate, form, depth, base, prices)
        if form.dotted:
            yield from _open_dotted(state, form, base, prices)
        else:
            yield from _open(state, candidate, form, base, form.core in outlook.continued, prices)


def _continue(state: State, candidate: Candidate, form: Form, depth: int, base: float, prices: Prices) -> Iterator[Move]:
    level = state.levels[depth]
    gap = follows(level, form)
    costs = prices.values
    if gap is None:
        if level.value == form.value and not form.dotted and level.upper == form.upper:
            cost = base + costs["repeat"] + unlike(level, candidate, form, prices)
            yield Move("repeat", depth, form, cost, 0, level.candidate)
        return
    if gap and prices.reject_gaps:
        return
    cost = base + unlike(level, candidate, form, prices) + late(gap, prices)
    if depth >= state.active:
        cost += costs["taken_up"]
    yield Move("continue", depth, form, cost, gap, level.candidate)


def late(missing: int, prices: Prices) -> float:
    """What a gap of ``missing`` ordinals costs."""
    return prices.values["gap"] + prices.values["gap_step"] * min(missing, prices.gap_steps) if missing else 0.0


def unlike(level: Level, candidate: Candidate, form: Form, prices: Prices) -> float:
    """What it costs that two labels of one list are not set alike."""
    costs = prices.values
    cost = _delimited(level, candidate, form, prices)
    if level.upper != form.upper:
        cost += costs["case"]
    if level.bold != candidate.bold:
        cost += costs["bold"]
    if abs(level.size - candidate.size) > prices.size_tolerance:
        cost += costs["size"]
    if not (level.centred or candidate.centred):
        off = min(abs(level.x - candidate.x), abs(level.text_x - candidate.text_x)) - prices.tolerance
        if off > 0:
            cost += min(costs["indent_most"], off * costs["indent"])
    return cost


def _delimited(level: Level, candidate: Candidate, form: Form, prices: Prices) -> float:
    """What other delimiters cost: "26" after "25." is sloppy, "5." after "4)" another list."""
    found = candidate.found
    if level.prefix == found.prefix and level.suffix == found.suffix:
        return 0.0
    left_out = level.prefix == found.prefix and "" in (level.suffix, found.suffix)
    if left_out and form.dotted:
        return 0.0
    return prices.values["delimiter_left_out"] if left_out else prices.values["delimiter"]


def _open(state: State, candidate: Candidate, form: Form, base: float, continued: bool, prices: Prices) -> Iterator[Move]:
    gap = 0 if is_first(form) else form.value[0] - 1
    if gap and prices.reject_gaps and not candidate.found.name and not continued:
        return
    cost = base + prices.values["open"] + (_begins_late(candidate, gap, continued, prices) if form.value != (1,) else 0.0)
    for depth in range(state.active + 1):
        place = _place(state, candidate, form, depth, prices)
        yield Move("open", depth, form, cost + place, 0 if continued else gap, state.levels[depth - 1].candidate if depth else -1)


def _begins_late(candidate: Candidate, gap: int, continued: bool, prices: Prices) -> float:
    """What it costs that a list does not begin at its first ordinal; less where the document says why."""
    costs = prices.values
    cost = costs["open_late"] + costs["gap_step"] * min(gap, prices.gap_steps)
    shares = [
        costs["continued_late"] if continued else 1.0,
        costs["listed_late"] if candidate.listed else 1.0,
        costs["named_late"] if candidate.found.name else 1.0,
    ]
    return cost * min(shares)


def _open_dotted(state: State, form: Form, base: float, prices: Prices) -> Iterator[Move]:
    """A dotted number opens under the parent that it names, or, where that was not printed, beside the others of its kind."""
    costs = prices.values
    gap = max(0, form.value[-1] - 1)
    parents = [depth for depth, level in enumerate(state.levels, 1) if names_parent(level, form)]
    for depth in parents:
        ended = max(0, state.active - depth)
        cost = base + costs["open_dotted"] + late(gap, prices) + ended * costs["dotted_replaces"]
        yield Move("extend", depth, form, cost, gap, state.levels[depth - 1].candidate)
    if not parents:
        beside = next((depth for depth, level in enumerate(state.levels) if _numbered(level)), state.active)
        yield Move("orphan", min(beside, state.active), form, base + costs["orphan"], 0, -1)


def _numbered(level: Level) -> bool:
    return level.core == "d" or level.core.startswith("d.")


def _place(state: State, candidate: Candidate, form: Form, depth: int, prices: Prices) -> float:
    """What it costs to begin a list at a depth: lists that it would end, its name, indent and type against the item above."""
    costs = prices.values
    ended = costs["reopen"] * (state.active - depth)
    cost = ended * costs["outer_reopen"] if candidate.found.name in OUTER_NAMES else ended
    if depth == state.active and len(state.levels) > depth:
        cost += costs["reopen_closed"]
        led = bool(state.heads[depth]) and state.heads[depth][-1][1] > state.levels[depth].row
        if state.levels[depth].core == form.core and not led:
            cost += costs["reopen_unled"]
    if candidate.found.name:
        cost += _name_under(state.levels[:depth], candidate.found.name, prices)
    return cost + _under(state.levels[depth - 1], candidate, form, prices) if depth else cost


def _name_under(levels: Sequence[Level], name: str, prices: Prices) -> float:
    """A label with a name belongs high up: under others with names rather than under lists, an outer one under nothing."""
    costs = prices.values
    outer = name in OUTER_NAMES
    return sum(costs["name_under_name"] if ":" in level.core and not outer else costs["name_under_list"] for level in levels)


def _under(parent: Level, candidate: Candidate, form: Form, prices: Prices) -> float:
    """What it costs to stand under an item, by how the two are set."""
    costs = prices.values
    cost = costs["same_core"] if parent.core == form.core else 0.0
    if not (parent.centred or candidate.centred):
        if candidate.x < parent.x - prices.tolerance:
            cost += costs["outdent"]
        elif candidate.x < parent.x + prices.tolerance:
            cost += costs["level"]
    if candidate.size > parent.size + prices.size_tolerance:
        cost += costs["larger_child"]
    if candidate.bold and not parent.bold:
        cost += costs["bold_child"]
    return cost
