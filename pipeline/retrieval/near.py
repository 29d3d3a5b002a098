"""Words of an index that mean nearly what a word of a question means: "vision" asks for "eyesight", "kids" for "children".

A question seldom has the words of a clause. For each of its words the words of the index are taken whose vectors are nearest, and
the keyword side looks for them too, each with less weight the farther off it is. The vectors are those of single words, so that
an index of any size costs only its vocabulary.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pipeline.retrieval.embedding import multiply
from pipeline.retrieval.index.coarse import Coarse, bound
from pipeline.retrieval.terms import PART, UNSPACED, fold, function_words_of

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Embedder, Vectors
    from pipeline.retrieval.index.coarse import Scores

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


class Vocabulary(NamedTuple):
    """The words of an index in the order of their letters, with their vectors, and these in the coarse form."""

    words: Sequence[str]
    vectors: "Vectors"
    coarse: Coarse


class NearWords:
    """The words of an index that others are near to."""

    def __init__(self, vocabulary: Vocabulary, embedder: "Embedder", nearness: Nearness) -> None:
        self._vocabulary, self._embedder, self._nearness = vocabulary, embedder, nearness
        self._known: dict[str, tuple[Near, ...]] = {}

    def find(self, words: Sequence[str]) -> dict[str, tuple[Near, ...]]:
        """For each of ``words`` the near ones, the nearest first, itself left out."""
        new = [word for word in dict.fromkeys(words) if word not in self._known and has_meaning(word)]
        if new and self._vocabulary.words:
            self._known.update((word, self._choose(word, vector)) for word, vector in self._vectors_of(new).items())
        return {word: self._known.get(word, ()) for word in words}

    def _vectors_of(self, words: Sequence[str]) -> dict[str, "Scores"]:
        """The vectors of words; those of the vocabulary are there already, the others take most of the time of a question."""
        held = {word: at for word in words if (at := self._place_of(word)) is not None}
        others = [word for word in words if word not in held]
        made = dict(zip(others, self._embedder.embed_passages(others), strict=True)) if others else {}
        return {word: made[word] if word in made else self._vocabulary.vectors[held[word]] for word in words}

    def _place_of(self, word: str) -> int | None:
        words = self._vocabulary.words
        at = bisect_left(words, word)
        return at if at < len(words) and words[at] == word else None

    def _choose(self, word: str, vector: "Scores") -> tuple[Near, ...]:
        import numpy

        words, vectors, coarse = self._vocabulary
        floor, most = self._nearness
        may = numpy.flatnonzero(bound(coarse, vector).high >= floor)
        scores = multiply(vectors[may], vector)
        order = numpy.argsort(-scores, kind="stable").tolist()
        near = (Near(words[may[at]], float(scores[at])) for at in order if scores[at] >= floor)
        return tuple(each for each in near if each.word != word)[:most]
