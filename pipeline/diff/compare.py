"""Compares two versions of a document: what belongs together first, then what became of each.

A clause under a parent that moved or was renumbered only follows it, where its own words, number and order are as before, and is
named with the parent. What has the same words is never reworded, whatever page, line or column it stands in now.
"""

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from pipeline.config.diff import DiffSettings
from pipeline.diff.borders import take_out_crossings
from pipeline.diff.matching import match
from pipeline.diff.moving import find_shifted
from pipeline.diff.records import Change, Difference, Kind, Pairs, Piece, Place, TableChange, Unit, Version
from pipeline.diff.words import diff_words, find_weights, make_key

ORDER = tuple(Kind)
PREFIX = "non"
"""A negation where it comes or goes; in a clause that is new as a whole it is part of a name ("Non-instalment premium")."""


def compare(old: Version, new: Version, tables: tuple[TableChange, ...], settings: DiffSettings) -> Difference:
    """All that changed between two versions; what changed in their ``tables`` is handed through."""
    pairs = match(old, new, settings)
    moved = _find_moved(old, new, pairs)
    parts = {index for each in pairs.split.values() for index in each}, {index for each in pairs.merged.values() for index in each}
    back = {b: a for a, b in pairs.paired.items()}
    here, there = _find_behind(old, pairs.paired, moved), _find_behind(new, back, {pairs.paired[index] for index in moved})
    gone = [index for index in range(len(old.units)) if index not in pairs.paired and index not in parts[1]]
    found: list[tuple[float, Change]] = [
        (here[index] + 0.5, _lone(Kind.REMOVED, old.units[index], new.units, here[index])) for index in gone
    ]
    unchanged = 0
    for index, unit in enumerate(new.units):
        if index in back:
            change = _of_pair(old, new, pairs, (back[index], index), back[index] in moved)
            unchanged += change is None
            found += [(index, change)] if change else []
        elif index not in parts[0]:
            found.append((index, _lone(Kind.ADDED, unit, old.units, there[index])))
    ordered = tuple(change for _, change in sorted(found, key=lambda each: each[0]))
    settled = take_out_crossings(ordered, new, settings)
    clauses = _with_followers(settled, old, new, back)
    names = old.edition.doc_id, new.edition.doc_id
    return Difference(*names, unchanged + len(ordered) - len(settled), clauses, tables, (old.edition, new.edition))


def _find_behind(version: Version, paired: dict[int, int], moved: set[int]) -> list[int]:
    """For each unit the place, on the other side, of the last one ahead of it that is there and did not move; -1 at first."""
    places = [-1]
    for index in range(len(version.units)):
        places.append(paired[index] if index in paired and index not in moved else places[-1])
    return places[:-1]


def _find_moved(old: Version, new: Version, pairs: Pairs) -> set[int]:
    """Old units under another parent now, or in another order among those that stayed."""
    moved = {index for index, other in pairs.paired.items() if not _stayed(old.units[index], new.units[other], pairs)}
    siblings: dict[int, list[int]] = defaultdict(list)
    for index in sorted(pairs.paired):
        if index not in moved and old.units[index].path:
            siblings[old.units[index].parent].append(index)
    for group in siblings.values():
        kept = [old.units[index].number == new.units[pairs.paired[index]].number for index in group]
        moved.update(group[at] for at in find_shifted([pairs.paired[index] for index in group], kept))
    return moved


def _stayed(before: Unit, after: Unit, pairs: Pairs) -> bool:
    """Whether the parents are one: matched, or parts of one."""
    if before.parent < 0 or after.parent < 0:
        return before.parent == after.parent
    return pairs.paired.get(before.parent) == after.parent


def _of_pair(old: Version, new: Version, pairs: Pairs, pair: tuple[int, int], moved: bool) -> Change | None:
    """What became of a matched clause; None where nothing did."""
    mine = [old.units[index] for index in pairs.merged.get(pair[1], (pair[0],))]
    theirs = [new.units[index] for index in pairs.split.get(pair[0], (pair[1],))]
    before, after = old.units[pair[0]], new.units[pair[1]]
    kinds = {Kind.SPLIT} if len(theirs) > 1 else {Kind.MERGED} if len(mine) > 1 else set()
    kinds |= {Kind.MOVED} if moved else set()
    kinds |= {Kind.RENUMBERED} if before.number != after.number else set()
    words: tuple[Piece, ...] = ()
    if _key(mine) != _key(theirs):
        words = diff_words(_words(mine), _words(theirs))
        kinds |= _reworded(before, after, len(mine) == len(theirs))
    return _change(kinds, mine, theirs, words) if kinds else None


def _reworded(before: Unit, after: Unit, alone: bool) -> set[Kind]:
    """Another title, other words, or both. Where the title ends may be read in two ways, so the one may begin the other."""
    if not alone:
        return {Kind.REWORDED}
    titles, texts = (make_key(before.title), make_key(after.title)), (make_key(before.text), make_key(after.text))
    retitled = all(titles) and not titles[0].startswith(titles[1]) and not titles[1].startswith(titles[0])
    if texts[0] == texts[1] and titles[0] and titles[1]:
        return {Kind.RETITLED}
    return {Kind.REWORDED, Kind.RETITLED} if retitled else {Kind.REWORDED}


def _key(units: Sequence[Unit]) -> str:
    return make_key(_words(units))


def _words(units: Sequence[Unit]) -> str:
    return " ".join(filter(None, (f"{unit.title} {unit.text}".strip() for unit in units)))


def _lone(kind: Kind, unit: Unit, others: Sequence[Unit], behind: int) -> Change:
    op = "added" if kind is Kind.ADDED else "removed"
    text = _words([unit])
    words = (Piece(op, " ".join(text.split())),) if text else ()
    change = _change({kind}, [unit] if kind is Kind.REMOVED else [], [unit] if kind is Kind.ADDED else [], words)
    return msgspec.structs.replace(change, behind=_places(others[behind : behind + 1] if behind >= 0 and unit.path else []))


def _change(kinds: set[Kind], mine: Sequence[Unit], theirs: Sequence[Unit], words: tuple[Piece, ...]) -> Change:
    ordered = tuple(kind for kind in ORDER if kind in kinds)
    weights = find_weights(words)
    if kinds <= {Kind.ADDED, Kind.REMOVED}:
        weights = tuple(token for token in weights if token != PREFIX)
    return Change(ordered[0], ordered, _places(mine), _places(theirs), bool(weights), weights, words, (), ())


def _places(units: Sequence[Unit]) -> tuple[Place, ...]:
    return tuple(Place(unit.id, unit.label, unit.title, unit.page, unit.boxes) for unit in units)


def _with_followers(changes: tuple[Change, ...], old: Version, new: Version, back: dict[int, int]) -> tuple[Change, ...]:
    """Each change of place or number with the clauses under it that only follow."""
    named = {place.id for change in changes for place in change.new}
    children: dict[str, list[str]] = defaultdict(list)
    for index, unit in enumerate(new.units):
        if unit.parent >= 0 and index in back and unit.id not in named:
            children[new.units[unit.parent].id].append(unit.id)

    def below(name: str) -> list[str]:
        return [each for child in children.get(name, ()) for each in (child, *below(child))]

    follows = {Kind.MOVED, Kind.RENUMBERED}
    return tuple(
        msgspec.structs.replace(change, follow=tuple(below(change.new[0].id)))
        if change.new and follows & set(change.kinds)
        else change
        for change in changes
    )
