"""Words of an index that mean nearly what a word of a question means: "vision" asks for "eyesight", "kids" for "children".

A question seldom has the words of a clause. For each of its words the words of the index are taken whose vectors are nearest, and
the keyword side looks for them too, each with less weight the farther off it is. The vectors are those of single words, so that
an index of any size costs only its vocabulary.
"""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pipeline.retrieval.terms import PART, UNSPACED, fold, function_words_of

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Embedder, Vectors

LEAST_LETTERS = 3
"""Letters of a word that has a meaning of its own to look for: "pa", "cm" and "rs" are near to everything."""
LETTERS = re.compile(r"[^\W\d_]+")


class Near(NamedTuple):
    """A word of the index, how near it is (to 1), and its stem. A term of several words, a space between two, asks for all."""

    word: str
    nearness: float
    stem: str = ""


class Nearness(NamedTuple):
    """What counts as near: from which product of vectors on, and how many words at most."""

    floor: float
    most: int


def find_vocabulary(texts: Iterable[str]) -> list[str]:
    """The words of some texts that others can be near to, in the order of their letters; function words are none."""
    words = {word for text in texts for word in PART.findall(fold(text)) if has_meaning(word)}
    return sorted(words - function_words_of(words))


def has_meaning(word: str) -> bool:
    """Whether a word can have a meaning of its own: letters alone, enough of them, in a script with spaces."""
    return len(word) >= LEAST_LETTERS and LETTERS.fullmatch(word) is not None and not UNSPACED.search(word)


class NearWords:
    """The words of an index with their vectors."""

    def __init__(self, words: Sequence[str], vectors: "Vectors", embedder: "Embedder", nearness: Nearness) -> None:
        self._words, self._vectors, self._embedder, self._nearness = words, vectors, embedder, nearness
        self._known: dict[str, tuple[Near, ...]] = {}

    def find(self, words: Sequence[str]) -> dict[str, tuple[Near, ...]]:
        """For each of ``words`` the near ones, the nearest first, itself left out."""
        new = [word for word in dict.fromkeys(words) if word not in self._known and has_meaning(word)]
        if new and self._words:
            scores = self._vectors @ self._embedder.embed_passages(new).T
            self._known.update((word, self._choose(word, scores[:, at])) for at, word in enumerate(new))
        return {word: self._known.get(word, ()) for word in words}

    def _choose(self, word: str, scores: "Vectors") -> tuple[Near, ...]:
        import numpy

        floor, most = self._nearness
        best = numpy.argsort(-scores, kind="stable")[: most + 1].tolist()
        near = (Near(self._words[at], float(scores[at])) for at in best if scores[at] >= floor)
        return tuple(each for each in near if each.word != word)[:most]
