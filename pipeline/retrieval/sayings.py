"""What people say, and what a wording writes for it: "nose job" asks for cosmetic surgery.

Near words know what single words mean; of what a wording calls a thing, and of sayings of several words, they know little. Two
lists are looked through: what laymen call the things of insurance, which is packaged by language, a line an entry (what is said, a
colon, what is written for it), and the ``synonyms`` of the settings, where each of a set is said for every other. Of sayings that
overlap in a question the longest counts. Words are compared by their stems. A written term of several words asks for all of them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pipeline.retrieval.terms import PART, fold

SYNONYM, LAY = 1.0, 0.9
"""How near (to 1) what is written is to what was said: a synonym is the same, a layman's word may mean something else."""


class Saying(NamedTuple):
    """What is said, word by word, and what is written for it."""

    said: tuple[str, ...]
    written: tuple[str, ...]
    nearness: float


class Said(NamedTuple):
    """A saying in a question: the words that it takes up (half-open), and what is written for it."""

    start: int
    stop: int
    written: tuple[str, ...]
    nearness: float


class Sayings:
    """The sayings of a language, by the stem of their first word. ``stem`` takes the ending from a word."""

    def __init__(self, sayings: Sequence[Saying], stem: Callable[[str], str]) -> None:
        self._stem = stem
        self._by_first: dict[str, list[tuple[tuple[str, ...], Saying]]] = {}
        for saying in sayings:
            stems = tuple(map(stem, saying.said))
            self._by_first.setdefault(stems[0], []).append((stems, saying))
        for known in self._by_first.values():
            known.sort(key=lambda each: -len(each[0]))

    def find(self, words: Sequence[str]) -> Iterator[Said]:
        """The sayings in the words of a question, from left to right; two of equal words are both given."""
        stems, at = tuple(map(self._stem, words)), 0
        while at < len(stems):
            fitting = [each for each in self._by_first.get(stems[at], ()) if stems[at : at + len(each[0])] == each[0]]
            length = len(fitting[0][0]) if fitting else 1
            for _, saying in (each for each in fitting if len(each[0]) == length):
                yield Said(at, at + length, saying.written, saying.nearness)
            at += length


def parse_lay_terms(text: str) -> tuple[Saying, ...]:
    """What laymen say, out of the lines of a list."""
    return tuple(saying for line in text.splitlines() for saying in _read_line(line))


def _read_line(line: str) -> Iterator[Saying]:
    said, _, written = line.partition(":")
    terms = tuple(filter(None, map(_plain, written.split(","))))
    return (Saying(words, terms, LAY) for each in said.split(",") if (words := tuple(_plain(each).split())))


def make_synonyms(synonyms: Sequence[Sequence[str]]) -> tuple[Saying, ...]:
    """The ``synonyms`` of the settings as sayings: each of a set is said for all others."""
    sets = [tuple(filter(None, map(_plain, each))) for each in synonyms]
    return tuple(
        Saying(tuple(one.split()), tuple(other for other in each if other != one), SYNONYM) for each in sets for one in each
    )


def _plain(text: str) -> str:
    """The words of a text, one space between two."""
    return " ".join(PART.findall(fold(text)))
