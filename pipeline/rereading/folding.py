"""Texts as two readers can be compared: without what libraries are known to set differently.

White space is left out, one form of a letter counts as the other (NFKC, so that a ligature is its letters), and hyphens fall away,
soft ones too, since a library may or may not show one at a line end and sets spaces around it as it likes; those between digits and
before one are part of a figure and stay. All else counts. Where words begin is kept, so that a figure is never found inside a
longer one: 5 stands neither in 50 nor in 4.5.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, zip_longest

from pipeline.model import Record
from pipeline.wording import bare

WORD = re.compile(r"\S+")
HYPHEN = re.compile(r"-(?!\d)")
"""A hyphen that is no part of a figure: "- Values", "1-Entire", "Bahadur-". No: "5-10", "-3"."""
IN_FIGURES = ".,"
"""Signs that go on with a figure where a digit is behind them."""


class Folded(Record, frozen=True):
    """A text without what does not count. ``starts`` are where its words begin in ``text``, ``places`` where in the original."""

    text: str
    starts: tuple[int, ...]
    places: tuple[int, ...]
    original: str

    def quote(self, start: int, end: int) -> str:
        """The words of the original of which ``text[start:end]`` is part, with single spaces."""
        if not self.starts:
            return ""
        first, last = bisect_right(self.starts, start), bisect_right(self.starts, max(start, end - 1))
        behind = self.places[last] if last < len(self.places) else len(self.original)
        return " ".join(self.original[self.places[max(0, first - 1)] : behind].split())

    def begins_line(self, at: int) -> bool:
        """Whether what stands at ``at`` of ``text`` is the first word of a line of the original."""
        index = bisect_right(self.starts, at) - 1
        if index < 0 or self.starts[index] != at:
            return False
        return not self.original[: self.places[index]].rpartition("\n")[2].strip()


def fold(text: str) -> str:
    """The words of ``text`` as they are compared."""
    return "".join(part for part, _ in _fold_words(text))


def fold_page(text: str) -> Folded:
    """``text`` as it is compared, with the places of its words."""
    parts = [(part, place) for part, place in _fold_words(text) if part]
    starts = accumulate((len(part) for part, _ in parts), initial=0)
    return Folded("".join(part for part, _ in parts), tuple(starts)[: len(parts)], tuple(place for _, place in parts), text)


def _fold_words(text: str) -> Iterator[tuple[str, int]]:
    """Each word as it is compared, and its place in ``text``; a word that is all hyphen may become nothing."""
    words = [(bare(found[0]), found.start()) for found in WORD.finditer(text)]
    before = ""
    for (word, place), after in zip_longest(words, words[1:]):
        part = _without_hyphens(before, word, after[0] if after else "") if "-" in word else word
        yield part, place
        before = part or before


def _without_hyphens(before: str, word: str, behind: str) -> str:
    """``word`` with no hyphens but those of figures, also of one that is set as several words: "5 - 10", "5- 10"."""
    kept = HYPHEN.sub("", word)
    joins = word.endswith("-") and f"{before}{word}"[-2:-1].isdigit() and behind[:1].isdigit()
    return f"{kept}-" if joins else kept


def find_all(words: str, page: Folded) -> Iterator[int]:
    """Where ``words``, folded, stand on ``page``, no figure of theirs as part of a longer one."""
    at = page.text.find(words) if words else -1
    while at >= 0:
        if _begins(words, page, at) and _ends(words, page, at + len(words)):
            yield at
        at = page.text.find(words, at + 1)


def stand(words: str, page: Folded) -> bool:
    """Whether ``words``, folded, stand on ``page``; no words stand everywhere."""
    return not words or next(find_all(words, page), -1) >= 0


def _begins(words: str, page: Folded, at: int) -> bool:
    if not words[0].isdigit() or at == 0 or _is_start(page, at):
        return True
    before = page.text[max(0, at - 2) : at]
    return not (before[-1].isdigit() or (before[-1] in IN_FIGURES and before[-2:-1].isdigit()))


def _ends(words: str, page: Folded, end: int) -> bool:
    if not words[-1].isdigit() or end == len(page.text) or _is_start(page, end):
        return True
    behind = page.text[end : end + 2]
    return not (behind[0].isdigit() or (behind[0] in IN_FIGURES and behind[1:].isdigit() and not _is_start(page, end + 1)))


def _is_start(page: Folded, at: int) -> bool:
    index = bisect_right(page.starts, at)
    return index > 0 and page.starts[index - 1] == at
