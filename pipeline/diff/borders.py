"""Words that only crossed the border between a clause and one under it: the paragraph behind a list stands with its last item in
one print and with the clause above in the other. The same words in the same place of the page are no change.
"""

from collections.abc import Sequence

from pipeline.config.diff import DiffSettings
from pipeline.diff.records import Change, Kind, Version
from pipeline.diff.words import make_key


def find_crossings(changes: Sequence[Change], new: Version, settings: DiffSettings) -> tuple[Change, ...]:
    """The changes that cancel each other: what one clause lost is what its parent, or one under it, gained."""
    places = {unit.id: index for index, unit in enumerate(new.units)}
    lost = {key: change for change in changes if (key := _only(change, "removed", settings))}
    found: list[Change] = []
    for change in changes:
        other = lost.get(_only(change, "added", settings))
        if other and _related(change, other, places, new):
            found += [change, other]
    return tuple(found)


def _only(change: Change, op: str, settings: DiffSettings) -> str:
    """The words of a change that consists of them alone, as they are compared; "" where it has others, or too few."""
    if change.kinds != (Kind.REWORDED,) or {piece.op for piece in change.words} != {"equal", op}:
        return ""
    key = make_key(" ".join(piece.words for piece in change.words if piece.op == op))
    return key if len(key) >= settings.crossing_letters else ""


def _related(change: Change, other: Change, places: dict[str, int], new: Version) -> bool:
    a, b = places[change.new[0].id], places[other.new[0].id]
    return new.units[a].parent == b or new.units[b].parent == a
