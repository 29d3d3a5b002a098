"""The search: which candidates are labels, in which list each stands, and to which item every other row belongs.

A beam over the rows in reading order. A state is the stack of open lists (each with its last ordinal, indent and type), how many
of them the present text still belongs to, and the headings that stand open at each depth. At a candidate it goes on with an open
list (closing the deeper ones), opens a new one, or passes the candidate over; at a row of text or a heading it leaves the lists
open or closes some. Every move has a cost made of named parts (``moves``); the cheapest way through the whole document wins, so
that a later label decides an earlier one. States that differ in nothing that matters are merged; those dearer than the best by
more than a margin are dropped, which keeps the work linear in the number of labels.

Method: beam search with recombination and pruning, as in speech recognition (Ney and Ortmanns, 1999).
"""

import math
from collections.abc import Iterator, Sequence

from pipeline.config.settings import ClauseSettings
from pipeline.stages.clauses.candidates import Candidate
from pipeline.stages.clauses.moves import Outlook, Prices, find_moves, is_set_back, make_prices
from pipeline.stages.clauses.state import START, Event, HeadingEvent, Move, State, Step, TextEvent, make_level


def search(events: Sequence[Event], candidates: Sequence[Candidate], settings: ClauseSettings) -> list[Step]:
    """The decisions of the cheapest way through ``events``, in order."""
    prices = make_prices(settings)
    promised = find_promised(candidates, settings.lookahead)
    continued = find_continued(candidates)
    beam = [START]
    grown: Iterator[State]
    for number, event in enumerate(events):
        if isinstance(event, TextEvent):
            if not any(is_set_back(state, event.x, prices) for state in beam):
                continue
            grown = (new for state in beam for new in at_text(state, event, number, prices))
        elif isinstance(event, HeadingEvent):
            grown = (new for state in beam for new in at_heading(state, event, number, prices))
        else:
            at = event.candidate
            outlook = Outlook(promised[at], continued[at])
            grown = _at_candidate(beam, candidates[at], at, number, outlook, prices, settings.margin)
        beam = keep_best(grown, settings.beam, settings.margin)
    return _trace(beam[0])


def find_promised(candidates: Sequence[Candidate], lookahead: int) -> list[frozenset[str]]:
    """For each candidate, the cores whose next ordinal comes within ``lookahead`` candidates."""
    places: dict[tuple[str, tuple[int, ...]], int] = {}
    promised: list[frozenset[str]] = []
    for index in range(len(candidates) - 1, -1, -1):
        forms = candidates[index].forms
        nearest = ((form.core, places.get((form.core, (*form.value[:-1], form.value[-1] + 1)))) for form in forms)
        promised.append(frozenset(core for core, place in nearest if place is not None and place - index <= lookahead))
        places.update(((form.core, form.value), index) for form in forms)
    return promised[::-1]


def find_continued(candidates: Sequence[Candidate]) -> list[frozenset[str]]:
    """For each candidate, the cores in which it follows the last label written alike: numbering that runs on from part to part."""
    last: dict[tuple[str, str, str, bool], tuple[int, ...]] = {}
    continued: list[frozenset[str]] = []
    for candidate in candidates:
        found, cores = candidate.found, []
        for form in candidate.forms:
            written = (form.core, found.prefix, found.suffix, candidate.bold)
            before = last.get(written)
            if before is not None and (*before[:-1], before[-1] + 1) == form.value:
                cores.append(form.core)
            last[written] = form.value
        continued.append(frozenset(cores))
    return continued


def keep_best(states: Iterator[State], beam: int, margin: float) -> list[State]:
    """The states worth keeping, cheapest first: the cheapest of each kind, not dearer than the best by more than the margin."""
    kept: dict[tuple[object, ...], State] = {}
    limit = math.inf
    for state in states:
        if state.cost > limit:
            continue
        limit = min(limit, state.cost + margin)
        key = (state.keys, state.active, state.heads, state.last)
        other = kept.get(key)
        if other is None or state.cost < other.cost:
            kept[key] = state
    ranked = sorted(kept.values(), key=lambda state: state.cost)
    return [state for state in ranked[:beam] if state.cost <= limit]


def _trace(state: State) -> list[Step]:
    steps: list[Step] = []
    step = state.step
    while step is not None:
        steps.append(step)
        step = step.back
    return steps[::-1]


def _at_candidate(
    beam: Sequence[State],
    candidate: Candidate,
    index: int,
    number: int,
    outlook: Outlook,
    prices: Prices,
    margin: float,
) -> Iterator[State]:
    """All states within the margin that follow from accepting the candidate in some way, and from passing it over."""
    cheapest = math.inf
    for state in beam:
        may = not candidate.chained or state.last == index - 1
        moves = list(find_moves(state, candidate, outlook, prices)) if may else []
        reject = candidate.reject if may else 0.0
        best = min((move.cost for move in moves), default=reject)
        cheapest = min(cheapest, state.cost + min(best, reject))
        for move in moves:
            if state.cost + move.cost <= cheapest + margin:
                yield accept(state, candidate, index, number, move, moves)
        yield from _pass_over(state, candidate, number, reject, prices)


def accept(state: State, candidate: Candidate, index: int, number: int, move: Move, moves: Sequence[Move]) -> State:
    """The state behind a move; the next best of ``moves``, or no label at all, is kept as its rival."""
    rival = min((other for other in moves if other is not move), key=lambda other: other.cost, default=None)
    if rival is not None and rival.cost > candidate.reject:
        rival = None
    dearer = (candidate.reject if rival is None else rival.cost) - move.cost
    depth, form = move.depth, move.form
    return State(
        state.cost + move.cost,
        (*state.levels[:depth], make_level(candidate, index, form)),
        (*state.keys[:depth], (form.core, form.value, round(candidate.x), candidate.bold)),
        depth + 1,
        (*state.heads[: depth + 1], ()),
        index,
        Step(number, move.kind, depth, move.cost, move, rival, dearer, state.step),
    )


def _pass_over(state: State, candidate: Candidate, number: int, reject: float, prices: Prices) -> Iterator[State]:
    """A candidate taken for text: it may be set back as any row of text."""
    step = Step(number, "reject", state.active, reject, None, None, 0.0, state.step)
    passed = state._replace(cost=state.cost + reject, step=step)
    if candidate.chained:
        yield passed
    else:
        yield from at_text(passed, TextEvent(candidate.row, candidate.x, 1.0, 0, False), number, prices)


def at_text(state: State, event: TextEvent, number: int, prices: Prices) -> Iterator[State]:
    """A row set back from the text of the open item closes lists; a row that runs on, or stands under the item, does not."""
    if not is_set_back(state, event.x, prices):
        yield state
        return
    depth = state.active - 1
    while depth > 1 and state.levels[depth - 1].body > event.x + prices.tolerance:
        depth -= 1
    costs = prices.values
    yield (
        _kept_under_table(state, event, prices)
        if event.under_table and not event.lead
        else state._replace(cost=state.cost + costs["keep"] * event.starts)
    )
    close = costs["close"] + (1 - event.starts) * costs["close_running"]
    heads = state.heads
    if event.lead and depth < len(state.levels):
        stack = tuple(head for head in heads[depth] if head[0] is not None)
        heads = (*heads[:depth], (*stack, (None, event.row)), *heads[depth + 1 :])
    step = Step(number, "close", depth, close, None, None, 0.0, state.step)
    yield state._replace(cost=state.cost + close, active=depth, heads=heads, step=step)


def _kept_under_table(state: State, event: TextEvent, prices: Prices) -> State:
    """An item taken up again under a table, further left: the rows below that begin there are its own, too."""
    lowered = state.levels[state.active - 1]._replace(body=event.x)
    levels = (*state.levels[: state.active - 1], lowered, *state.levels[state.active :])
    cost = prices.values["keep"] * prices.values["keep_under_table"] * event.starts
    return state._replace(cost=state.cost + cost, levels=levels)


def at_heading(state: State, event: HeadingEvent, number: int, prices: Prices) -> Iterator[State]:
    """A heading stands at some depth: beside its like, by its indent, and not under something set smaller."""
    style = event.heading.style
    costs = prices.values
    wanted = _heading_depth(state, event, prices)
    for depth in range(state.active + 1):
        cost = costs["heading_depth"] * abs(depth - wanted)
        if style.size and any(level.size < style.size - prices.size_tolerance for level in state.levels[:depth]):
            cost += costs["heading_larger"]
        stack = tuple(head for head in state.heads[depth] if head[0] is not None and head[0].rank > style.rank)
        heads = (*state.heads[:depth], (*stack, (style, event.row)), *(() for _ in state.levels[depth:]))
        step = Step(number, "heading", depth, cost, None, None, 0.0, state.step)
        yield State(state.cost + cost, state.levels, state.keys, depth, heads, state.last, step)


def _heading_depth(state: State, event: HeadingEvent, prices: Prices) -> int:
    """Where a heading belongs by its looks: beside one set alike, else as far out as its indent and its size say."""
    style = event.heading.style
    for depth, stack in enumerate(state.heads[: state.active + 1]):
        if any(head == style for head, _ in stack):
            return depth
    if style.level:
        return 0
    depth = state.active
    while depth:
        level = state.levels[depth - 1]
        smaller = level.size < style.size - prices.size_tolerance
        inside = not event.centred and level.body <= event.x + prices.tolerance
        if (inside and not smaller) or (event.centred and (level.centred or level.size > style.size)):
            break
        depth -= 1
    return depth
