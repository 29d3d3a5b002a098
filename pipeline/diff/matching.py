"""Which clause of the new version is which of the old one.

In this order: the same words, where no other clause has them; the same words in the same surroundings; clauses whose words are
found again in several (split) or that hold the words of several (merged); then the most alike, the surest first, each match
making its neighbours surer. Versions are put in one order before they are matched, so that swapping them swaps nothing else.
"""

from collections import defaultdict

from pipeline.config.diff import DiffSettings
from pipeline.diff.parting import find_parts
from pipeline.diff.records import Pairs, Version
from pipeline.diff.scoring import Side, find_candidates, make_side, score

MOST_PAIRS = 400
"""Pairs of one text that are looked at: of 20 of one kind each ("Nil", "Deleted"), the rest goes by its place. Bounds the cost."""


def match(old: Version, new: Version, settings: DiffSettings) -> Pairs:
    """What belongs together."""
    if _order(new) < _order(old):
        turned = match(new, old, settings)
        return Pairs({b: a for a, b in turned.paired.items()}, turned.merged, turned.split)
    before, after = make_side(old), make_side(new)
    paired = _match_equal(before, after, settings)
    split = find_parts(before, after, paired, settings)
    merged = find_parts(after, before, {b: a for a, b in paired.items()}, settings)
    _claim(split, merged, paired)
    held = {part for parts in split.values() for part in parts}, {part for parts in merged.values() for part in parts}
    _match_alike(before, after, paired, (held[1] | set(split), held[0] | set(merged)), settings)
    return Pairs(paired, split, merged)


def _order(version: Version) -> tuple[tuple[str, str, int], ...]:
    return tuple((unit.key, unit.label, unit.page) for unit in version.units)


def _match_equal(old: Side, new: Side, settings: DiffSettings) -> dict[int, int]:
    """Units with the same words: first those that are alone on both sides, then by their surroundings, until nothing comes."""
    groups: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for place, side in enumerate((old, new)):
        for index, unit in enumerate(side.units):
            if unit.key:
                groups[unit.key][place].append(index)
    paired: dict[int, int] = {}
    for key, (mine, theirs) in groups.items():
        if len(mine) == len(theirs) == 1 and len(key) >= settings.sure_letters:
            paired[mine[0]] = theirs[0]
    several = {key: both for key, both in groups.items() if both[0] and both[1]}
    for least in settings.rounds:
        while _pair_group(old, new, several, paired, least + settings.equal_more, settings):
            pass
    return paired


def _pair_group(
    old: Side,
    new: Side,
    groups: dict[str, tuple[list[int], list[int]]],
    paired: dict[int, int],
    least: float,
    settings: DiffSettings,
) -> bool:
    taken = set(paired.values())
    pairs = [
        (i, j)
        for mine, theirs in groups.values()
        for i in mine
        if i not in paired
        for j in theirs
        if j not in taken and len(mine) * len(theirs) <= MOST_PAIRS
    ]
    return _take(old, new, pairs, paired, least, settings)


def _take(old: Side, new: Side, pairs: list[tuple[int, int]], paired: dict[int, int], least: float, settings: DiffSettings) -> bool:
    """Takes the best pairs first, each unit once; whether any was good enough. Of equals the one nearest to its place."""
    scored = [(score(old, new, pair, paired, settings), pair) for pair in pairs]
    expected = _expect(len(old.units), paired)
    taken = set(paired.values())
    found = False
    for value, (i, j) in sorted(scored, key=lambda each: (-each[0], abs(expected[each[1][0]] - each[1][1]), each[1])):
        if value < least:
            break
        if i not in paired and j not in taken:
            paired[i] = j
            taken.add(j)
            found = True
    return found


def _expect(count: int, paired: dict[int, int]) -> list[int]:
    """Where each unit would stand if it were as far behind the last matched one ahead of it as it was."""
    places: list[int] = []
    drift = 0
    for index in range(count):
        drift = paired[index] - index if index in paired else drift
        places.append(index + drift)
    return places


def _claim(split: dict[int, tuple[int, ...]], merged: dict[int, tuple[int, ...]], paired: dict[int, int]) -> None:
    """A split unit is matched with its first part, a merged one with the first of what it holds."""
    for index, parts in split.items():
        paired.setdefault(index, parts[0])
    for index, parts in merged.items():
        if index not in set(paired.values()):
            paired.setdefault(parts[0], index)


def _match_alike(old: Side, new: Side, paired: dict[int, int], held: tuple[set[int], set[int]], settings: DiffSettings) -> None:
    for least in settings.rounds:
        while True:
            pairs = [
                pair for pair in sorted(find_candidates(old, new, paired)) if pair[0] not in held[0] and pair[1] not in held[1]
            ]
            if not _take(old, new, pairs, paired, least, settings):
                break
