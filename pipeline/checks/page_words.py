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
    left = list(changes)
    moved: list[Change] = []
    alone = [change for change in changes if not (change.stored and change.found)]
    for change in sorted(alone, key=lambda change: (-len(change.stored or change.found), change.at)):
        here = left.index(change) if change in left else -1
        for index, other in enumerate(left):
            if here < 0 or index == here:
                continue
            if gone := _move(change, other):
                left[index], told = gone
                left[here] = msgspec.structs.replace(change, stored=(), found=())
                moved.append(told)
                break
    return [*(change for change in left if change.stored or change.found), *moved]


def _move(change: Change, other: Change) -> tuple[Change, Change] | None:
    """``other`` without the words of ``change``, and the move to tell, where those words stand in it on the other side."""
    words = change.found or change.stored
    side = other.stored if change.found else other.found
    start = _find_run(words, side)
    if start < 0:
        return None
    rest = (*side[:start], *side[start + len(words) :])
    if change.found:
        told = msgspec.structs.replace(change, kind=Difference.MOVED)
        return msgspec.structs.replace(other, stored=rest), told
    around = (*other.before, *side[:start])[-AROUND:], (*side[start + len(words) :], *other.behind)[:AROUND]
    told = Change(Difference.MOVED, (), side[start : start + len(words)], *around, other.at + start)
    return msgspec.structs.replace(other, found=rest), told


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
