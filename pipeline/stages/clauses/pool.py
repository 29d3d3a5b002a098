"""The pool: of the states that can follow an event, those worth going on with."""

import math

from pipeline.stages.clauses.state import State


class Pool:
    """Takes states one by one and keeps the cheapest of each kind, none dearer than the best by more than ``margin``.

    Two states are of one kind if nothing that comes later can tell them apart. ``limit`` is what a state may cost to be taken.
    """

    __slots__ = ("_kept", "limit", "margin")

    def __init__(self, margin: float) -> None:
        self.margin = margin
        self.limit = math.inf
        self._kept: dict[tuple[object, ...], State] = {}

    def add(self, state: State) -> None:
        """Takes a state unless it is too dear or a cheaper one of its kind is there."""
        if state.cost > self.limit:
            return
        if state.cost + self.margin < self.limit:
            self.limit = state.cost + self.margin
        kind = (state.keys, state.active, state.heads, state.last)
        other = self._kept.get(kind)
        if other is None or state.cost < other.cost:
            self._kept[kind] = state

    def best(self, most: int) -> list[State]:
        """The states kept, cheapest first, at most ``most``."""
        ranked = sorted(self._kept.values(), key=lambda state: state.cost)
        return [state for state in ranked[:most] if state.cost <= self.limit]
