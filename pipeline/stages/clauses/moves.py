"""The ways to accept a candidate in a state, and what each costs.

To go on with an open list costs what the two labels differ in: a gap in the count, delimiters, case, type, indent. To open a list
costs more, and more again for each sign against it: it does not begin at its first ordinal, it would end lists that the text
still belongs to, it stands left of the item above, it counts like the list above. A dotted number names its parent and opens
under that. No cost is negative but for the bonus that a reading has for a successor in sight, so a move is given up as soon as a
part of its cost is too much.
"""

from collections.abc import Iterator

from pipeline.config.settings import ClauseSettings
from pipeline.stages.clauses.labels import Form
from pipeline.stages.clauses.readings import Reading, late
from pipeline.stages.clauses.state import Level, Move, State, is_first, is_named


def is_set_back(state: State, x: float, settings: ClauseSettings) -> bool:
    """Whether a row begins left of the text of the open item."""
    return state.active > 0 and x < state.levels[state.active - 1].edge


def find_moves(state: State, reading: Reading, most: float) -> Iterator[Move]:
    """Every way to accept a candidate, read in one way, in ``state`` that costs no more than ``most``."""
    own = reading.set_back if is_set_back(state, reading.candidate.x, reading.settings) else reading.running
    if own > most:
        return
    yield from _continue(state, reading, own, most)
    if reading.dotted:
        yield from _open_dotted(state, reading, own, most)
    elif reading.may_open and own + reading.settings.costs.open + reading.late <= most:
        yield from _open(state, reading, own, most)


def _continue(state: State, reading: Reading, own: float, most: float) -> Iterator[Move]:
    """The open lists that the label goes on with; one that was closed is taken up again."""
    for depth, level in enumerate(state.levels):
        onward = reading.onward(level)
        if not onward.kind:
            continue
        cost = own + onward.cost
        if _is_past(state, depth, reading.settings):
            cost += reading.settings.costs.past_heading
        if depth >= state.active and onward.kind == "continue":
            cost += reading.settings.costs.taken_up
        if cost <= most:
            yield Move(onward.kind, depth, reading.form, cost, onward.gap, level.candidate)


def _open(state: State, reading: Reading, own: float, most: float) -> Iterator[Move]:
    """A new list at each depth: it ends the lists that the text still belongs to, and stands under an item or under none."""
    costs = reading.settings.costs
    opened = own + costs.open + reading.late
    names = 0.0
    for depth in range(min(state.active, reading.settings.depth - 1) + 1):
        above = state.levels[depth - 1] if depth else None
        names += reading.named_under(above) if above else 0.0
        place = costs.reopen * (state.active - depth) * _reopen_share(state, depth, reading)
        if opened + place > most:
            continue
        if depth == state.active and len(state.levels) > depth:
            place += _reopen_closed(state, reading.form, reading.settings)
        place += names + (reading.under(above) if above else 0.0)
        if opened + place <= most:
            yield Move("open", depth, reading.form, opened + place, reading.gap, above.candidate if above else -1)


def _is_past(state: State, depth: int, settings: ClauseSettings) -> bool:
    """Whether a heading no larger than the items of a list stands behind the last of them: mostly it stands inside an item."""
    level, heads = state.levels[depth], state.heads[depth]
    head = heads[-1] if heads else None
    if head is None or head.style is None or head.x is None or head.row < level.row:
        return False
    style = head.style
    return not (style.size > level.size + settings.size_tolerance or style.caps or style.level or style.signed)


def _reopen_share(state: State, depth: int, reading: Reading) -> float:
    """The share of the cost of ending lists: that of an outer part where the label has the name of the list that stood there."""
    beside = reading.named and depth < len(state.levels) and is_named(state.levels[depth], reading.candidate.found.name)
    return min(reading.reopen, reading.settings.costs.outer_reopen) if beside else reading.reopen


def _reopen_closed(state: State, form: Form, settings: ClauseSettings) -> float:
    """What it costs to begin a list where one was closed: more if the two count alike and no heading stands between them."""
    level, heads = state.levels[state.active], state.heads[state.active]
    led = bool(heads) and heads[-1].row > level.row
    return settings.costs.reopen_closed + (settings.costs.reopen_unled if level.core == form.core and not led else 0.0)


def _open_dotted(state: State, reading: Reading, own: float, most: float) -> Iterator[Move]:
    """A dotted number opens under the parent that it names, or, where that was not printed or is over, beside the others of its
    kind: 1.1 behind a heading that stands behind 1. begins a list of its own.
    """
    costs = reading.settings.costs
    opened = own + costs.open_dotted + late(reading.gap, reading.settings)
    named = [depth for depth, level in enumerate(state.levels, 1) if reading.names(level)]
    parents = [depth for depth in named if not (is_first(reading.form) and _is_past(state, depth - 1, reading.settings))]
    for depth in parents:
        cost = opened + max(0, state.active - depth) * costs.dotted_replaces
        if cost <= most:
            yield Move("extend", depth, reading.form, cost, reading.gap, state.levels[depth - 1].candidate)
    orphan = own + costs.orphan + (costs.orphan_named if reading.candidate.found.name else 0.0)
    if not parents and orphan <= most:
        beside = next((depth for depth, level in enumerate(state.levels) if _numbered(level)), state.active)
        yield Move("orphan", min(beside, state.active), reading.form, orphan, 0, -1)


def _numbered(level: Level) -> bool:
    return level.core == "d" or level.core.startswith("d.")
