"""The search: which candidates are labels, in which list each stands, and to which item every other row belongs.

A beam over the rows in reading order. A state is the stack of open lists (each with its last ordinal, indent and type), how many of them
the present text still belongs to, and the headings that stand open at each depth. The moves: go on with an open list (closing the deeper
ones), open a new one at its first ordinal, pass the candidate over; for a row of text or a heading: leave the lists open or close some of
them. Every move has a cost made of named parts; the cheapest way through the whole document wins, so that a later label decides an
earlier one. States that differ in nothing that matters are merged; states that are dearer than the best by more than a margin are
dropped, which keeps the work linear in the number of labels.

Method: beam search with recombination, as for decoding in speech recognition (Ney and Ortmanns, 1999).
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.config.settings import ClauseCosts, ClauseSettings
from pipeline.stages.clauses.candidates import Candidate
from pipeline.stages.clauses.headings import Heading, HeadingStyle
from pipeline.stages.clauses.labels import OUTER_NAMES, Form


class Level(NamedTuple):
    """An open list: its last item."""

    core: str
    value: tuple[int, ...]
    upper: bool
    prefix: str
    suffix: str
    x: float
    text_x: float
    body: float
    bold: bool
    size: float
    centred: bool
    candidate: int


class TextEvent(NamedTuple):
    """A row of text that may be set back: closes lists, or not. ``lead`` is the row behind a short lead-in to a new list (0: none).
    Under a table a row may stand left of its item and belong to it all the same."""

    row: int
    x: float
    starts: float
    lead: int
    under_table: bool


class HeadingEvent(NamedTuple):
    """An unnumbered heading."""

    row: int
    x: float
    centred: bool
    heading: Heading


class CandidateEvent(NamedTuple):
    """A candidate, by its index."""

    index: int


Event = TextEvent | HeadingEvent | CandidateEvent
Heads = tuple[tuple[tuple[HeadingStyle | None, int], ...], ...]


class Step(NamedTuple):
    """One decision on the way: what was done at an event, at which depth, how dear, and why. ``form`` is None unless a label was accepted;
    ``near`` is the next best reading of the label at that point: how much dearer, and what it would have been.
    """

    event: int
    move: str
    depth: int
    form: Form | None
    cost: float
    why: str
    gap: int
    near: tuple[float, str]
    back: "Step | None"


class State(NamedTuple):
    """A way to have read the document so far. ``active`` lists are open to the present text; those beyond may only be
    taken up again. ``keys`` holds of each level what tells two states apart.
    """

    cost: float
    levels: tuple[Level, ...]
    keys: tuple[tuple[object, ...], ...]
    active: int
    heads: Heads
    last: int
    step: Step | None


NONE_NEAR = (99.0, "")
START = State(0.0, (), (), 0, ((),), -1, None)


class Move(NamedTuple):
    """A way to accept a candidate."""

    kind: str
    depth: int
    form: Form
    cost: float
    why: str
    gap: int


def search(events: Sequence[Event], candidates: Sequence[Candidate], settings: ClauseSettings) -> list[Step]:
    """The decisions of the cheapest way through ``events``, in order."""
    searcher = _Search(candidates, settings)
    beam = [START]
    for number, event in enumerate(events):
        if isinstance(event, TextEvent) and not any(searcher.set_back(state, event) for state in beam):
            continue
        searcher.cheapest = math.inf
        beam = _best((new for state in beam for new in searcher.after(state, event, number)), settings)
    return _trace(beam[0])


def _best(states: Iterator[State], settings: ClauseSettings) -> list[State]:
    """The states worth keeping, cheapest first: the cheapest of each kind, not dearer than the best by more than the margin."""
    kept: dict[tuple[object, ...], State] = {}
    for state in states:
        key = (state.keys, state.active, state.heads, state.last)
        other = kept.get(key)
        if other is None or state.cost < other.cost:
            kept[key] = state
    ranked = sorted(kept.values(), key=_cost)
    limit = ranked[0].cost + settings.margin
    return [state for state in ranked[: settings.beam] if state.cost <= limit]


def _cost(state: State) -> float:
    return state.cost


def _trace(state: State) -> list[Step]:
    steps: list[Step] = []
    step = state.step
    while step is not None:
        steps.append(step)
        step = step.back
    return steps[::-1]


def follows(level: Level, form: Form) -> int | None:
    """How many ordinals stand between the last item of a list and ``form``: 0 for the very next, None where it does not come later."""
    before, after = level.value, form.value
    if before == after:
        return None
    if form.dotted:
        return after[-1] - before[-1] - 1 if len(before) == len(after) and before[:-1] == after[:-1] and after > before else None
    (old, old_sub), (new, new_sub) = (before + (0,))[:2], (after + (0,))[:2]
    if new == old:
        return max(0, new_sub - old_sub - (1 if old_sub else 1)) if new_sub > old_sub else None
    return new - old - 1 if new > old else None


def is_first(form: Form) -> bool:
    """Whether a list begins here by its own count."""
    return form.value[-1] <= 1 if form.dotted else form.value == (1,)


def _near(move: Move, rival: Move | None, reject: float) -> tuple[float, str]:
    """What came next to a move at its place: another reading, or no label at all."""
    if rival is None or reject < rival.cost:
        return reject - move.cost, "no label"
    return rival.cost - move.cost, f"{rival.form.style} {rival.form.value[-1]}: {rival.why}"


class _Search:
    """The moves and their costs for one document."""

    def __init__(self, candidates: Sequence[Candidate], settings: ClauseSettings) -> None:
        self.candidates = candidates
        self.settings = settings
        self.costs: ClauseCosts = settings.costs
        self.tolerance = settings.indent_tolerance
        self.margin = settings.margin
        self.successors = _find_successors(candidates, settings.lookahead)
        self.cheapest = math.inf

    def after(self, state: State, event: Event, number: int) -> Iterator[State]:
        """All states worth a look that an event leads to from ``state``."""
        if isinstance(event, CandidateEvent):
            grown = self.at_candidate(state, event, number)
        elif isinstance(event, HeadingEvent):
            grown = self.at_heading(state, event, number)
        else:
            grown = self.at_text(state, event, number)
        for new in grown:
            if new.cost <= self.cheapest + self.margin:
                self.cheapest = min(self.cheapest, new.cost)
                yield new

    # ------------------------------------------------------------ labels

    def at_candidate(self, state: State, event: CandidateEvent, number: int) -> Iterator[State]:
        """All states that follow from accepting the candidate in some way, and from passing it over."""
        candidate = self.candidates[event.index]
        if not candidate.chained or state.last == event.index - 1:
            moves = sorted(self._moves(state, candidate, event.index), key=lambda move: move.cost)
            for rank, move in enumerate(moves):
                if state.cost + move.cost > self.cheapest + self.margin:
                    break
                rival = moves[1 if rank == 0 else 0] if len(moves) > 1 else None
                yield self._accepted(state, candidate, event.index, number, move, _near(move, rival, candidate.reject))
            reject = candidate.reject
        else:
            reject = 0.0
        step = Step(number, "reject", state.active, None, reject, "", 0, NONE_NEAR, state.step)
        text = TextEvent(candidate.row, candidate.x, 0.0 if candidate.chained else 1.0, 0, False)
        passed = state._replace(cost=state.cost + reject, step=step)
        yield from [passed] if candidate.chained else self.at_text(passed, text, number)

    def _accepted(self, state: State, candidate: Candidate, index: int, number: int, move: Move, near: tuple[float, str]) -> State:
        found, form = candidate.found, move.form
        level = Level(
            form.core,
            form.value,
            form.upper,
            found.prefix,
            found.suffix,
            candidate.x,
            candidate.text_x,
            candidate.body,
            candidate.bold,
            candidate.size,
            candidate.centred or bool(found.name),
            index,
        )
        depth = move.depth
        step = Step(number, move.kind, depth, form, move.cost, move.why, move.gap, near, state.step)
        return State(
            state.cost + move.cost,
            (*state.levels[:depth], level),
            (*state.keys[:depth], (form.core, form.value, round(candidate.x), candidate.bold)),
            depth + 1,
            (*state.heads[: depth + 1], ()),
            index,
            step,
        )

    def _moves(self, state: State, candidate: Candidate, index: int) -> Iterator[Move]:
        wrap = candidate.wrap * (self.costs.wrap_set_back if self._is_set_back(state, candidate.x) else 1.0)
        for form in candidate.forms:
            base = candidate.accept + wrap + self._future(index, form)
            for depth, level in enumerate(state.levels):
                if level.core == form.core:
                    yield from self._continue(state, candidate, form, depth, base)
            yield from self._open(state, candidate, form, base)

    def _future(self, index: int, form: Form) -> float:
        """A label whose successor is in sight is likelier than one that stands alone."""
        return -self.costs.successor if form.core in self.successors[index] else 0.0

    def _continue(self, state: State, candidate: Candidate, form: Form, depth: int, base: float) -> Iterator[Move]:
        level = state.levels[depth]
        gap = follows(level, form)
        costs = self.costs
        if gap is None:
            if level.value == form.value and not form.dotted and level.upper == form.upper:
                yield Move("repeat", depth, form, base + costs.repeat + self._unlike(level, candidate, form), "is printed twice", 0)
            return
        if gap and self.settings.gaps == "reject":
            return
        cost = base + self._unlike(level, candidate, form)
        cost += costs.gap + costs.gap_step * min(gap, self.settings.gap_steps) if gap else 0.0
        cost += costs.taken_up if depth >= state.active else 0.0
        why = f"follows {self._printed(level)}" + (f" with {gap} missing" if gap else "")
        yield Move("continue", depth, form, cost, why, gap)

    def _unlike(self, level: Level, candidate: Candidate, form: Form) -> float:
        """What it costs that two labels of one list are not set alike."""
        costs, found = self.costs, candidate.found
        cost = 0.0
        if (level.prefix, level.suffix.rstrip(".")) != (found.prefix, found.suffix.rstrip(".")) or (
            not form.dotted and level.suffix != found.suffix
        ):
            cost += costs.delimiter
        if level.upper != form.upper:
            cost += costs.case
        if level.bold != candidate.bold:
            cost += costs.bold
        if abs(level.size - candidate.size) > self.settings.size_tolerance:
            cost += costs.size
        if not (level.centred or candidate.centred):
            off = min(abs(level.x - candidate.x), abs(level.text_x - candidate.text_x)) - self.tolerance
            cost += min(costs.indent_most, max(0.0, off) * costs.indent)
        return cost

    def _open(self, state: State, candidate: Candidate, form: Form, base: float) -> Iterator[Move]:
        if form.dotted:
            yield from self._open_dotted(state, candidate, form, base)
            return
        costs = self.costs
        first = is_first(form)
        if not first and self.settings.gaps == "reject" and not candidate.found.name:
            return
        for depth in range(state.active + 1):
            cost = base + costs.open + self._place(state, candidate, form, depth)
            if not first:
                late = costs.open_late + costs.gap_step * min(form.value[0] - 1, self.settings.gap_steps)
                cost += late * (costs.listed_late if candidate.listed else 1.0)
            gap = 0 if first else form.value[0] - 1
            yield Move("open", depth, form, cost, f"opens a list under {self._above(state, depth)}", gap)

    def _open_dotted(self, state: State, candidate: Candidate, form: Form, base: float) -> Iterator[Move]:
        """A dotted number names its parent: it opens under that, or, where that was not printed, beside the others of its kind."""
        costs = self.costs
        first = is_first(form)
        late = 0.0 if first else costs.gap + costs.gap_step * min(form.value[-1] - 1, self.settings.gap_steps)
        gap = 0 if first else form.value[-1] - 1
        parents = [d for d, level in enumerate(state.levels, 1) if names_parent(level, form)]
        for depth in parents:
            place = self._replaced(state, depth) * costs.dotted_replaces
            cost = base + costs.open_dotted + (0.0 if form.value[-1] == 0 else late) + place
            yield Move("open", depth, form, cost, f"extends {self._printed(state.levels[depth - 1])}", gap)
        if not parents:
            depth = next((d for d, level in enumerate(state.levels) if _numbered(level)), state.active)
            depth = min(depth, state.active)
            yield Move("open", depth, form, base + costs.orphan, "is a dotted number whose parent is not printed before it", 0)

    def _place(self, state: State, candidate: Candidate, form: Form, depth: int) -> float:
        """What it costs to begin a list at a depth: indent and type against the item above, lists that it would end."""
        costs = self.costs
        cost = costs.reopen * self._replaced(state, depth)
        if depth == state.active and len(state.levels) > depth:
            cost += costs.reopen_closed
            if state.levels[depth].core == form.core and not state.heads[depth]:
                cost += costs.reopen_unled
        name = candidate.found.name
        if name:
            outer = name in OUTER_NAMES
            cost += sum(
                (costs.name_under_name if level.centred and not outer else costs.name_under_list) for level in state.levels[:depth]
            )
        if depth == 0:
            return cost
        parent = state.levels[depth - 1]
        if parent.core == form.core:
            cost += costs.same_core
        if not (parent.centred or candidate.centred):
            if candidate.x < parent.x - self.tolerance:
                cost += costs.outdent
            elif candidate.x < parent.x + self.tolerance:
                cost += costs.level
        if candidate.size > parent.size + self.settings.size_tolerance:
            cost += costs.larger_child
        if candidate.bold and not parent.bold:
            cost += costs.bold_child
        return cost

    def _replaced(self, state: State, depth: int) -> int:
        """How many lists that the text still belongs to would end, the one at ``depth`` included."""
        return max(0, state.active - depth)

    def _printed(self, level: Level) -> str:
        return self.candidates[level.candidate].found.printed

    def _above(self, state: State, depth: int) -> str:
        return self._printed(state.levels[depth - 1]) if depth else "the document"

    # ------------------------------------------------------------ text and headings

    def set_back(self, state: State, event: TextEvent) -> bool:
        """Whether a row begins left of the text of the open item."""
        return self._is_set_back(state, event.x)

    def _is_set_back(self, state: State, x: float) -> bool:
        return state.active > 0 and x < state.levels[state.active - 1].body - self.tolerance

    def at_text(self, state: State, event: TextEvent, number: int) -> Iterator[State]:
        """A row set back from the text of the open item closes lists; a row that runs on, or stands under the item, does not."""
        if not self.set_back(state, event):
            yield state
            return
        depth = state.active - 1
        while depth > 1 and state.levels[depth - 1].body > event.x + self.tolerance:
            depth -= 1
        costs = self.costs
        close, keep = costs.close + (1 - event.starts) * costs.close_running, costs.keep * event.starts * (costs.keep_under_table if event.under_table else 1.0)
        yield state._replace(cost=state.cost + keep)
        heads = state.heads
        if event.lead and depth < len(state.levels):
            stack = tuple(head for head in heads[depth] if head[0] is not None)
            heads = (*heads[:depth], (*stack, (None, event.row)), *heads[depth + 1 :])
        step = Step(number, "close", depth, None, close, f"set back to {self._above(state, depth)}", 0, NONE_NEAR, state.step)
        yield state._replace(cost=state.cost + close, active=depth, heads=heads[: len(state.levels) + 1], step=step)

    def at_heading(self, state: State, event: HeadingEvent, number: int) -> Iterator[State]:
        """A heading stands at some depth: beside its like, by its indent, and not under something set smaller."""
        style = event.heading.style
        wanted = self._heading_depth(state, event)
        for depth in range(state.active + 1):
            cost = self.costs.heading_depth * abs(depth - wanted)
            cost += self.costs.heading_larger * any(
                level.size < style.size - self.settings.size_tolerance for level in state.levels[:depth] if style.size
            )
            stack = tuple(head for head in state.heads[depth] if head[0] is not None and head[0].rank > style.rank)
            heads = (*state.heads[:depth], (*stack, (style, event.row)), *(() for _ in state.levels[depth:]))
            step = Step(number, "heading", depth, None, cost, "", 0, NONE_NEAR, state.step)
            yield State(state.cost + cost, state.levels, state.keys, depth, heads, state.last, step)

    def _heading_depth(self, state: State, event: HeadingEvent) -> int:
        """Where a heading belongs by its looks: beside one set alike, else as far out as its indent and its size say."""
        style = event.heading.style
        for depth, stack in enumerate(state.heads[: state.active + 1]):
            if any(head is not None and head == style for head, _ in stack):
                return depth
        if style.level:
            return 0
        depth = state.active
        while depth:
            level = state.levels[depth - 1]
            smaller = level.size < style.size - self.settings.size_tolerance
            inside = not event.centred and level.body <= event.x + self.tolerance
            if (inside and not smaller) or (event.centred and (level.centred or level.size > style.size)):
                break
            depth -= 1
        return depth


def names_parent(level: Level, form: Form) -> bool:
    """Whether a dotted number is under an item by its own words: 4.1 under 4, 8.02 under ARTICLE VIII, D.1 under D."""
    if level.value != form.value[:-1]:
        return False
    outer = form.core.rpartition(".")[0]
    return level.core in (outer, form.core) or ":" in level.core or (outer == "A" and level.core == "alpha")


def _numbered(level: Level) -> bool:
    return level.core == "d" or level.core.startswith("d.")


def _find_successors(candidates: Sequence[Candidate], lookahead: int) -> list[frozenset[str]]:
    """For each candidate, the cores in which the next ordinal comes within ``lookahead`` candidates."""
    seen: list[frozenset[str]] = []
    for index, candidate in enumerate(candidates):
        coming = {(f.core, f.value) for later in candidates[index + 1 : index + 1 + lookahead] for f in later.forms}
        seen.append(frozenset(f.core for f in candidate.forms if (f.core, (*f.value[:-1], f.value[-1] + 1)) in coming))
    return seen
