"""How alike an old and a new unit are: their words first, then what stands around them.

Every sum is the same seen from the other side, so that swapping the versions swaps nothing but the sides.
"""

from collections import Counter, defaultdict
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import fuzz

from pipeline.config.diff import DiffSettings
from pipeline.diff.records import Unit, Version
from pipeline.diff.words import make_key, split_tokens

SHINGLE = 3
"""Words of a run that two texts share by chance least: pairs recur ("of the"), runs of three are a clause's own. Constant, since
the shares of runs in the settings are measured in runs of this length."""
COMMON = 12
"""Units that may hold a run of words before it says nothing: standing phrases are in dozens. A bound of cost, as is the next."""
NEAR_CANDIDATES = 8
"""Units with the most runs in common that are looked at closely."""


class Side(NamedTuple):
    """One version with what is asked of it often."""

    units: tuple[Unit, ...]
    children: dict[int, list[int]]
    before: dict[int, int]
    after: dict[int, int]
    runs: list[frozenset[tuple[str, ...]]]


def make_side(version: Version) -> Side:
    """The children of each unit (-1: of the root), the sibling before and after each, the runs of words of each."""
    children: dict[int, list[int]] = defaultdict(list)
    for index, unit in enumerate(version.units):
        children[unit.parent].append(index)
    pairs = [pair for each in children.values() for pair in pairwise(each)]
    runs = [find_runs(f"{unit.title} {unit.text}") for unit in version.units]
    return Side(version.units, dict(children), {b: a for a, b in pairs}, dict(pairs), runs)


def find_runs(text: str) -> frozenset[tuple[str, ...]]:
    """Every run of three words; of a shorter text the whole."""
    words = split_tokens(text)
    if len(words) < SHINGLE:
        return frozenset([words]) if words else frozenset()
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def find_candidates(old: Side, new: Side, paired: dict[int, int]) -> set[tuple[int, int]]:
    """Pairs worth a look: runs of words in common, one number under one parent, or the same neighbours."""
    taken = set(paired.values())
    left = [index for index in range(len(old.units)) if index not in paired]
    free = [index for index in range(len(new.units)) if index not in taken]
    return _by_words(old, new, left, free) | _by_place(old, new, left, free, paired)


def _by_words(old: Side, new: Side, left: list[int], free: list[int]) -> set[tuple[int, int]]:
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index in free:
        for run in new.runs[index]:
            holders[run].append(index)
    shared: Counter[tuple[int, int]] = Counter()
    for index in left:
        for run in old.runs[index]:
            if len(holders.get(run, ())) <= COMMON:
                shared.update((index, other) for other in holders.get(run, ()))
    seen: Counter[int] = Counter()
    kept = set()
    for pair, _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if seen[pair[0]] < NEAR_CANDIDATES:
            seen[pair[0]] += 1
            kept.add(pair)
    return kept


def _by_place(old: Side, new: Side, left: list[int], free: list[int], paired: dict[int, int]) -> set[tuple[int, int]]:
    open_ = set(free)
    found: set[tuple[int, int]] = set()
    by_path: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for other in free:
        by_path[new.units[other].path].append(other)
    for index in left:
        unit = old.units[index]
        if unit.path:
            found.update((index, other) for other in by_path.get(unit.path, ()))
        for step, back in ((old.before, new.after), (old.after, new.before)):
            beside = back.get(paired.get(step.get(index, -1), -1), -1)
            if beside in open_:
                found.add((index, beside))
        above = paired.get(unit.parent, -1)
        if unit.parent >= 0 and above >= 0:
            found.update(
                (index, child) for child in new.children.get(above, ()) if child in open_ and new.units[child].number == unit.number
            )
    return found


def score(old: Side, new: Side, pair: tuple[int, int], paired: dict[int, int], settings: DiffSettings) -> float:
    """How alike: likeness of the words, 0 to 1, and what agreements around it add.

    A definition rewritten through and through keeps its term and its place.
    """
    before, after = old.units[pair[0]], new.units[pair[1]]
    if bool(before.path) != bool(after.path):
        return 0.0
    alike = fuzz.ratio(before.key, after.key) / 100 if before.key or after.key else settings.empty_alike
    total = alike + settings.same_parent * _same_parent(before, after, paired)
    total += settings.same_number * (before.number == after.number)
    total += settings.neighbour * _neighbours(old, new, pair, paired)
    total += settings.same_title * _titles_alike(before, after, settings)
    return total + settings.same_children * _children_agree(old, new, pair, paired)


def _same_parent(before: Unit, after: Unit, paired: dict[int, int]) -> bool:
    if before.parent < 0 or after.parent < 0:
        return before.parent == after.parent
    return paired.get(before.parent) == after.parent


def _neighbours(old: Side, new: Side, pair: tuple[int, int], paired: dict[int, int]) -> int:
    """How many of the two neighbours are matched with each other; under one parent both may also be the first, or the last."""
    index, other = pair
    ends = _same_parent(old.units[index], new.units[other], paired)
    found = 0
    for mine, theirs in ((old.before, new.before), (old.after, new.after)):
        if index in mine and other in theirs:
            found += paired.get(mine[index]) == theirs[other]
        else:
            found += ends and index not in mine and other not in theirs
    return found


def _titles_alike(before: Unit, after: Unit, settings: DiffSettings) -> bool:
    """Whether both have a title, and nearly the same one."""
    if not before.title or not after.title:
        return False
    return fuzz.ratio(make_key(before.title), make_key(after.title)) / 100 >= settings.title_alike


def _children_agree(old: Side, new: Side, pair: tuple[int, int], paired: dict[int, int]) -> float:
    """Share of the matched children that are matched with children of the other."""
    mine = [paired[child] for child in old.children.get(pair[0], ()) if child in paired]
    theirs = set(new.children.get(pair[1], ()))
    matched = set(paired.values())
    most = max(len(mine), sum(child in matched for child in theirs))
    return sum(child in theirs for child in mine) / most if most else 0.0
