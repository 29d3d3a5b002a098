"""Which clauses were split: their words stand in several clauses of the other version. A merger is the same from the other side.

Weighs how much of each part is in the whole, and how much of the whole is in the parts. Only what has no equal counts as a part.
"""

from pipeline.config.diff import DiffSettings
from pipeline.diff.scoring import Side
from pipeline.diff.words import make_key, split_tokens


def find_parts(whole: Side, parts: Side, paired: dict[int, int], settings: DiffSettings) -> dict[int, tuple[int, ...]]:
    """Index of each unit that was parted to its parts on the other side, in reading order. Parts belong to one whole only."""
    taken = set(paired.values())
    free = [index for index in range(len(parts.units)) if index not in taken]
    holders: dict[tuple[str, ...], list[int]] = {}
    for index in free:
        for run in parts.runs[index]:
            holders.setdefault(run, []).append(index)
    found: dict[int, tuple[int, ...]] = {}
    for index in range(len(whole.units)):
        if index in paired:
            continue
        near = sorted({other for run in whole.runs[index] for other in holders.get(run, ()) if other not in taken})
        members = _members((whole, parts), index, near, taken, settings)
        if members:
            found[index] = members
            taken.update(members)
    return found


def _members(sides: tuple[Side, Side], index: int, near: list[int], taken: set[int], settings: DiffSettings) -> tuple[int, ...]:
    """The parts of one unit, with the lead-in above them where that is new as well; none where they don't cover it."""
    whole, parts = sides
    runs = whole.runs[index]
    inside = [other for other in near if _is_inside(parts, other, runs, settings)]
    inside = _together(parts, inside, runs)
    if (
        len(inside) < 2
        or _is_border(sides, index, inside)
        or len(_covered(parts, inside, runs)) < settings.whole_covered * len(runs)
    ):
        return ()
    return tuple(_with_lead(sides, index, inside, taken))


def _is_border(sides: tuple[Side, Side], index: int, inside: list[int]) -> bool:
    """Whether one of the parts is what the whole stands under: the paragraph behind a list was read with its last item."""
    whole, parts = sides
    above = whole.units[index].parent
    title = make_key(whole.units[above].title) if above >= 0 else ""
    return bool(title) and any(make_key(parts.units[other].title) == title for other in inside)


def _together(parts: Side, inside: list[int], runs: frozenset[tuple[str, ...]]) -> list[int]:
    """The group that stands together, brothers or parent and children, and covers most; parts that add nothing are left out."""
    groups: dict[int, list[int]] = {}
    for other in inside:
        parent = parts.units[other].parent
        groups.setdefault(parent if parent >= 0 else -1, []).append(other)
    families = [sorted({*group, *({lead} & set(inside))}) for lead, group in groups.items()]
    best = max(families, key=lambda group: (len(_covered(parts, group, runs)), -group[0]), default=[])
    return [other for other in best if _covered(parts, [other], runs) - _covered(parts, [o for o in best if o != other], runs)]


def _covered(parts: Side, group: list[int], runs: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    return frozenset(run for other in group for run in parts.runs[other]) & runs


def _is_inside(parts: Side, other: int, runs: frozenset[tuple[str, ...]], settings: DiffSettings) -> bool:
    own = parts.runs[other]
    unit = parts.units[other]
    enough = len(split_tokens(f"{unit.title} {unit.text}")) >= settings.part_words
    return enough and len(own & runs) >= settings.part_within * len(own)


def _with_lead(sides: tuple[Side, Side], index: int, inside: list[int], taken: set[int]) -> list[int]:
    """The parts with the unit above them, where its few words are the whole's own: "We pay:"."""
    whole, parts = sides
    parents = {parts.units[other].parent for other in inside} - set(inside) - taken
    words = set(split_tokens(f"{whole.units[index].title} {whole.units[index].text}"))
    if len(parents) == 1 and (lead := parents.pop()) >= 0:
        own = split_tokens(f"{parts.units[lead].title} {parts.units[lead].text}")
        if own and set(own) <= words:
            return sorted([lead, *inside])
    return inside
