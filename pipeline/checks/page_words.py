"""How the words of a page differ from those stored for it: lost, changed, added, or standing elsewhere on the page.

Words are aligned as a whole page; white space, hyphens behind a letter and the brackets of footnote marks don't count, every other
sign does. A stretch that is lost at one place and stands at another is moved, also where it went in the middle of other words.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec

from pipeline.diff.words import find_steps
from pipeline.model import Record
from pipeline.wording import bare

AROUND = 5
"""Words of the page that are shown before and behind a difference, enough to find it by eye."""
WORDS = 40
"""Words of a difference that are shown: three lines."""


Words = tuple[str, ...]
STORED, FOUND = 0, 1
"""The two sides of a change; words that went elsewhere are lost on one side at one place and stand on the other at another."""


class Difference(StrEnum):
    """How words of a page are not as they were stored."""

    LOST = "lost"
    CHANGED = "changed"
    ADDED = "added"
    MOVED = "moved"


class Change(Record, frozen=True):
    """Words that were stored and words that the run has in their place, with a few that are the same around them.

    ``at`` counts the words of the run's text ahead of the place.
    """

    kind: Difference
    stored: tuple[str, ...]
    found: tuple[str, ...]
    before: tuple[str, ...]
    behind: tuple[str, ...]
    at: int


def find_changes(stored: str, found: str) -> list[Change]:
    """How ``found`` differs from ``stored``, in the order of the page; nothing where they are the same words."""
    before, after = stored.split(), found.split()
    steps = find_steps(before, after, bare)
    changes = [_make_change(step, before, after) for step in steps if step[0] != "equal"]
    return sorted(_told_apart(_find_moved(changes)), key=lambda change: change.at)


def _make_change(step: tuple[str, int, int, int, int], before: Sequence[str], after: Sequence[str]) -> Change:
    _, a0, a1, b0, b1 = step
    around = tuple(after[max(0, b0 - AROUND) : b0]), tuple(after[b1 : b1 + AROUND])
    return Change(Difference.CHANGED, tuple(before[a0:a1]), tuple(after[b0:b1]), *around, b0)


def _find_moved(changes: Sequence[Change]) -> list[Change]:
    """``changes`` with what only went elsewhere taken out of both places and told once, where it stands now; longest first."""
    sides = [[change.stored for change in changes], [change.found for change in changes]]
    moved: list[Change] = []
    for side, index in sorted(_find_movable(sides), key=lambda at: (-len(sides[at[0]][at[1]]), at)):
        words = sides[side][index]
        other, start = _find_elsewhere(words, sides[1 - side], but=index) if words else (0, -1)
        if start < 0:
            continue
        place, at = (changes[index], 0) if side == FOUND else (changes[other], start)
        moved.append(_tell_moved(place, at, len(words)))
        there = sides[1 - side][other]
        sides[1 - side][other] = (*there[:start], *there[start + len(words) :])
        sides[side][index] = ()
    left = [
        msgspec.structs.replace(change, stored=stored, found=found) for change, stored, found in zip(changes, *sides, strict=True)
    ]
    return [*(change for change in left if change.stored or change.found), *moved]


def _find_movable(sides: Sequence[Sequence[Words]]) -> Iterator[tuple[int, int]]:
    """The sides that may have gone elsewhere as a whole; a single word in the place of another is taken for a changed one."""
    for side in (STORED, FOUND):
        for index, words in enumerate(sides[side]):
            if len(words) > 1 or (words and not sides[1 - side][index]):
                yield side, index


def _find_elsewhere(words: Words, places: Sequence[Words], *, but: int) -> tuple[int, int]:
    """In which of ``places`` the words stand, and behind how many; (0, -1) where in none."""
    found = ((index, _find_run(words, place)) for index, place in enumerate(places) if index != but)
    return next((each for each in found if each[1] >= 0), (0, -1))


def _tell_moved(place: Change, start: int, length: int) -> Change:
    """That words of ``place`` stood elsewhere: ``length`` of those found, behind ``start`` others."""
    before, words, behind = place.found[:start], place.found[start : start + length], place.found[start + length :]
    around = (*place.before, *before)[-AROUND:], (*behind, *place.behind)[:AROUND]
    return Change(Difference.MOVED, (), words, *around, place.at + start)


def _find_run(words: Sequence[str], side: Sequence[str]) -> int:
    """Where ``words`` stand in ``side``, one behind the other; -1 where they don't."""
    wanted, there = [bare(word) for word in words], [bare(word) for word in side]
    starts = range(len(there) - len(wanted) + 1)
    return next((start for start in starts if there[start : start + len(wanted)] == wanted), -1)


def _told_apart(changes: Sequence[Change]) -> Iterator[Change]:
    """``changes``, those of one side alone as lost or added."""
    for change in changes:
        if change.kind is Difference.MOVED or (change.stored and change.found):
            yield change
        else:
            yield msgspec.structs.replace(change, kind=Difference.LOST if change.stored else Difference.ADDED)


def show_change(change: Change) -> str:
    """A difference in a line: "policy of [-30-] {+80+} days"; what moved, as it stands now."""
    removed = f"[-{_cut(change.stored)}-]" if change.stored else ""
    added = f"{{+{_cut(change.found)}+}}" if change.found else ""
    return " ".join(filter(None, (*change.before, removed, added, *change.behind)))


def _cut(words: Sequence[str]) -> str:
    return " ".join(words[:WORDS]) + (" …" if len(words) > WORDS else "")
