"""The search: which candidates are labels, in which list each stands, and to which item every other row belongs.

A beam over the rows in reading order. A state is the stack of open lists (each with its last ordinal, indent and type), how many
of them the present text still belongs to, and the headings that stand open at each depth. At a candidate it goes on with an open
list (closing the deeper ones), opens a new one, or passes the candidate over; at a row of text or a heading it leaves the lists
open or closes some. Every move has a cost made of named parts (``moves``); the cheapest way through the whole document wins, so
that a later label decides an earlier one. States that differ in nothing that matters are merged; those dearer than the best by
more than a margin are dropped (``pool``), which keeps the work linear in the number of labels.

Method: beam search with recombination and pruning, as in speech recognition (Ney and Ortmanns, 1999).
"""

import math
from collections.abc import Sequence

import msgspec

from pipeline.config.settings import ClauseSettings
from pipeline.stages.clauses.candidates import Candidate
from pipeline.stages.clauses.headings import HeadingStyle
from pipeline.stages.clauses.moves import find_moves, is_set_back
from pipeline.stages.clauses.outlook import find_outlooks
from pipeline.stages.clauses.pool import Pool
from pipeline.stages.clauses.readings import Reading
from pipeline.stages.clauses.state import (
    START,
    CandidateEvent,
    Event,
    Head,
    HeadingEvent,
    Level,
    Move,
    RunIn,
    State,
    Step,
    TextEvent,
    Trail,
    ends_heading,
    is_named,
    make_level,
)


def search(events: Sequence[Event], candidates: Sequence[Candidate], settings: ClauseSettings) -> list[Step]:
    """The decisions of the cheapest way through ``events``, in order."""
    known = _Known(candidates, settings)
    beam = [START]
    for number, event in enumerate(events):
        pool = Pool(settings.margin)
        if isinstance(event, TextEvent):
            if event.name is None and not any(is_set_back(state, event.x, settings) for state in beam):
                continue
            for state in beam:
                _at_text(state, event, number, pool, settings)
        elif isinstance(event, HeadingEvent):
            for state in beam:
                _at_heading(state, event, number, pool, settings)
        else:
            _at_candidate(beam, event, known.readings(event.candidate), number, pool, settings)
        beam = pool.best(settings.beam)
    return _trace(beam[0], events, known)


class _Known:
    """The candidates with all that is known of them before the search."""

    def __init__(self, candidates: Sequence[Candidate], settings: ClauseSettings) -> None:
        self.candidates = candidates
        self.outlooks = find_outlooks(candidates, settings)
        self.settings = settings
        self.numbers: dict[tuple[object, ...], int] = {}

    def readings(self, index: int) -> list[Reading]:
        """The readings of a candidate, made anew: all at once they would hold the ties of the whole document."""
        candidate = self.candidates[index]
        made = []
        for form in candidate.forms:
            number = self.numbers.setdefault((form.core, form.value, round(candidate.x), candidate.bold), len(self.numbers))
            made.append(Reading(make_level(candidate, index, form, number), candidate, form, self.outlooks[index], self.settings))
        return made


def _at_candidate(
    beam: Sequence[State], event: CandidateEvent, readings: Sequence[Reading], number: int, pool: Pool, settings: ClauseSettings
) -> None:
    """All states that follow from accepting the candidate in some way, or passing it over. The beam goes from cheap to dear."""
    candidate, index = readings[0].candidate, readings[0].level.candidate
    least = min(0.0 if candidate.chained else candidate.reject, *(min(reading.running, reading.set_back) for reading in readings))
    for state in beam:
        if state.cost + least > pool.limit:
            break
        may = not candidate.chained or state.last == index - 1
        for reading in readings if may else ():
            for move in find_moves(state, reading, pool.limit - state.cost):
                pool.add(_accept(state, reading, move, number))
        reject = candidate.reject if may else 0.0
        if state.cost + reject > pool.limit:
            continue
        trail = Trail(number, "reject", state.active, reject, None, None, state.trail)
        passed = State(state.cost + reject, state.levels, state.keys, state.active, state.heads, state.last, trail)
        if candidate.chained:
            pool.add(passed)
        elif event.else_heading is not None:
            _at_heading(passed, event.else_heading, number, pool, settings)
        else:
            _at_text(passed, TextEvent(candidate.row, candidate.x, 1.0, 0, False), number, pool, settings)


def _accept(state: State, reading: Reading, move: Move, number: int) -> State:
    """The state behind a move."""
    depth = move.depth
    plain = move.kind == "continue" and not state.levels[depth].headed
    stack = state.heads[depth]
    if stack and reading.candidate.found.name:
        stack = tuple(head for head in stack if not ends_heading(reading.candidate, head.style))
    return State(
        state.cost + move.cost,
        (*state.levels[:depth], reading.plain if plain else reading.level),
        (*state.keys[:depth], reading.level.number),
        depth + 1,
        (*state.heads[:depth], stack, ()),
        reading.level.candidate,
        Trail(number, move.kind, depth, move.cost, move, state, state.trail),
    )


def _at_text(state: State, event: TextEvent, number: int, pool: Pool, settings: ClauseSettings) -> None:
    """A row set back from the text of the open item closes lists; a row that runs on, or stands under the item, does not."""
    if not is_set_back(state, event.x, settings):
        pool.add(_named(state, event, state.active, number, 0.0, settings) or state)
        return
    costs = settings.costs
    keep = costs.keep * event.starts
    keep *= costs.keep_under_table if event.under_table and not event.lead else 1.0
    pool.add(State(state.cost + keep, state.levels, state.keys, state.active, state.heads, state.last, state.trail))
    close = costs.close + (1 - event.starts) * costs.close_running
    if state.cost + close <= pool.limit:
        pool.add(_closed(state, event, number, close, settings))


def _lowered(state: State, depth: int, x: float) -> State:
    """The item at ``depth`` is seen to have text from ``x`` on: the rows below that begin there are its own, too."""
    lowered = msgspec.structs.replace(state.levels[depth - 1], edge=x)
    return msgspec.structs.replace(state, levels=(*state.levels[: depth - 1], lowered, *state.levels[depth:]))


def _closed(state: State, event: TextEvent, number: int, cost: float, settings: ClauseSettings) -> State:
    """The row belongs to the item whose text it stands under, and the lists below that are closed."""
    depth = state.active - 1
    while depth > 1 and state.levels[depth - 1].edge > event.x:
        depth -= 1
    headed = _headed_depth(state, depth, event.x, settings)
    if headed > depth:
        state, depth = _lowered(state, headed, event.x), headed
    named = _named(state, event, depth, number, cost, settings)
    if named is not None:
        return named
    stack = state.heads[depth]
    if event.lead:
        stack = (*(head for head in stack if head.style is not None), Head(None, event.row, event.x, divided=False))
    trail = Trail(number, "close", depth, cost, None, None, state.trail)
    return _back_at(state, depth, stack, state.cost + cost, trail)


def _named(state: State, event: TextEvent, depth: int, number: int, cost: float, settings: ClauseSettings) -> State | None:
    """The state in which a run-in name has taken the place of a heading at ``depth``; None where none is set like it."""
    name, stack = event.name, state.heads[depth]
    if name is None or not any(_beside(name, event.x, head, settings) for head in stack):
        return None
    stack = (*_outside(stack, name.style), Head(name.style, event.row, event.x, divided=False))
    return _back_at(state, depth, stack, state.cost + cost, Trail(number, "name", depth, cost, None, None, state.trail))


def _beside(name: RunIn, x: float, head: Head, settings: ClauseSettings) -> bool:
    """Whether a heading is set as a run-in name is, and begins where it does."""
    return head.style == name.style and head.x is not None and abs(head.x - x) <= settings.indent_tolerance


def _outside(stack: Sequence[Head], style: HeadingStyle) -> tuple[Head, ...]:
    """The headings under which one of this style stands."""
    rank = style.rank
    return tuple([head for head in stack if head.style is not None and head.style.rank > rank])


def _headed_depth(state: State, outer: int, x: float, settings: ClauseSettings) -> int:
    """Where text belongs that by its place would go back to ``outer``: to the innermost item set as a heading at whose label it
    begins, where ``outer`` is such an item too, or a part of the document: a title in the middle tells nothing of its text's place.
    """
    above = state.levels[outer - 1] if outer else None
    if above is None or not ((outer == 1 and above.centred) or _headed(above, x, settings)):
        return outer
    return next((depth for depth in range(state.active, outer, -1) if _headed(state.levels[depth - 1], x, settings)), outer)


def _headed(level: Level, x: float, settings: ClauseSettings) -> bool:
    """Whether an item is set as a heading and its label begins at ``x``."""
    return level.headed and not level.centred and abs(level.x - x) <= settings.indent_tolerance


def _back_at(state: State, depth: int, stack: tuple[Head, ...], cost: float, trail: Trail) -> State:
    """The text belongs to ``depth`` again. The list there may be taken up; those inside its items are over."""
    levels, keys = state.levels[: depth + 1], state.keys[: depth + 1]
    heads = (*state.heads[:depth], stack, *(() for _ in levels[depth:]))
    return State(cost, levels, keys, depth, heads, state.last, trail)


def _at_heading(state: State, event: HeadingEvent, number: int, pool: Pool, settings: ClauseSettings) -> None:
    """A heading stands at some depth: beside its like, by its indent, and not under something set smaller."""
    style = event.heading.style
    least = style.size - settings.size_tolerance if style.size else -math.inf
    costs = settings.costs
    wanted, under_smaller = _heading_depth(state, event, settings), False
    for depth in range(state.active + 1):
        cost = costs.heading_depth * abs(depth - wanted)
        under_smaller = under_smaller or (depth > 0 and state.levels[depth - 1].size < least)
        if under_smaller:
            cost += costs.heading_larger
        if state.cost + cost > pool.limit:
            continue
        stack = _outside(state.heads[depth], style)
        trail = Trail(number, "heading", depth, cost, None, None, state.trail)
        head = Head(style, event.row, None if event.centred else event.x, event.divided)
        pool.add(_back_at(state, depth, (*stack, head), state.cost + cost, trail))


def _heading_depth(state: State, event: HeadingEvent, settings: ClauseSettings) -> int:
    """Where a heading belongs: beside a label of its name or a heading set alike, else as far out as its indent and size say."""
    style = event.heading.style
    for depth, level in enumerate(state.levels[: state.active]):
        if event.name and is_named(level, event.name):
            return depth
    for depth, stack in enumerate(state.heads[: state.active + 1]):
        if not stack:
            continue
        ended = state.levels[depth : state.active]
        near = len(ended) <= 1 or all(level.size < style.size - settings.size_tolerance for level in ended)
        if near and any(head.style == style and not _further_in(event, head, settings) for head in stack):
            return depth
    depth = state.active
    while depth:
        level = state.levels[depth - 1]
        capitals = style.caps and event.centred and not level.centred
        least = style.size - (0.0 if style.level else settings.size_tolerance)
        smaller = capitals or level.size < least or (style.level > 0 and level.size == style.size)
        within = event.centred or level.head_edge <= event.x or (level.bold and level.row == event.row - 1)
        if within and not smaller:
            break
        depth -= 1
    return _headed_depth(state, depth, event.x, settings) if event.leads and not event.centred else depth


def _further_in(event: HeadingEvent, head: Head, settings: ClauseSettings) -> bool:
    """Whether a heading begins right of one set alike, in columns that compare: it may stand inside an item of the list between."""
    if head.x is None or event.centred or head.divided != event.divided:
        return False
    return event.x > head.x + settings.indent_tolerance


def _trace(state: State, events: Sequence[Event], known: _Known) -> list[Step]:
    """The decisions that led to a state, first to last."""
    steps: list[Step] = []
    trail = state.trail
    while trail is not None:
        steps.append(_step(trail, events[trail.event], known))
        trail = trail.back
    return steps[::-1]


def _step(trail: Trail, event: Event, known: _Known) -> Step:
    """A decision with its rival: the next best move in the same state, or no label at all."""
    chosen, before = trail.move, trail.before
    if chosen is None or before is None or not isinstance(event, CandidateEvent):
        return Step(trail.event, trail.kind, trail.depth, trail.cost, None, None, 0.0)
    readings = known.readings(event.candidate)
    reject = readings[0].candidate.reject
    others = [move for reading in readings for move in find_moves(before, reading, reject) if move != chosen]
    rival = min(others, key=lambda move: move.cost, default=None)
    dearer = (reject if rival is None else rival.cost) - chosen.cost
    return Step(trail.event, trail.kind, trail.depth, trail.cost, chosen, rival, dearer)
