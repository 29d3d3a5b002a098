"""Words that only crossed the border between a clause and one under it: the paragraph behind a list stands with its last item in
one print and with the clause above in the other. The same words in the same place of the page are no change.
"""

from collections.abc import Iterator, Sequence

import msgspec

from pipeline.config.diff import DiffSettings
from pipeline.diff.records import Change, Kind, Version
from pipeline.diff.words import make_key

PARTED = {Kind.SPLIT, Kind.MERGED}


def take_out_crossings(changes: Sequence[Change], new: Version, settings: DiffSettings) -> tuple[Change, ...]:
    """``changes`` without the rewordings that cancel each other: what one clause lost is what one above it, or under it, gained.

    A change that was nothing else is gone.
    """
    places = {unit.id: index for index, unit in enumerate(new.units)}
    lost = {key: index for index, change in enumerate(changes) if (key := _only(change, "removed", settings))}
    crossed: set[int] = set()
    for index, change in enumerate(changes):
        other = lost.get(_only(change, "added", settings), -1)
        if other >= 0 and _related(places[change.new[0].id], places[changes[other].new[0].id], new):
            crossed |= {index, other}
    kept = ((change, index in crossed) for index, change in enumerate(changes))
    return tuple(
        _without_words(change) if is_crossed else change for change, is_crossed in kept if not is_crossed or _others(change)
    )


def _only(change: Change, op: str, settings: DiffSettings) -> str:
    """The words of a rewording that consists of them alone, as they are compared; "" where it has others, or too few."""
    if Kind.REWORDED not in change.kinds or PARTED & set(change.kinds) or {piece.op for piece in change.words} != {"equal", op}:
        return ""
    key = make_key(" ".join(piece.words for piece in change.words if piece.op == op))
    return key if len(key) >= settings.crossing_letters else ""


def _related(one: int, other: int, new: Version) -> bool:
    """Whether one stands under the other, at whatever depth: a paragraph may stand behind a list in a list."""
    return other in _above(one, new) or one in _above(other, new)


def _above(index: int, new: Version) -> Iterator[int]:
    while (index := new.units[index].parent) >= 0:
        yield index


def _others(change: Change) -> tuple[Kind, ...]:
    return tuple(kind for kind in change.kinds if kind is not Kind.REWORDED)


def _without_words(change: Change) -> Change:
    kinds = _others(change)
    return msgspec.structs.replace(change, kind=kinds[0], kinds=kinds, words=(), weights=(), weighty=False)
