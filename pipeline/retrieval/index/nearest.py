"""The passages nearest to a vector: found through bounds, ordered by what they really score.

A passage counts as the mean of two products: that of its chunk's vector (label, context and text) and that of its best sentence, or
of the sentence that it is; a chunk says what it is about, a sentence what it says. Where only bounds of the products are known, a
passage can be among the best only if the most that it may score reaches the least that the last of the best scores. Those are
scored by their vectors, so that the order is the one that scoring all passages gives. What a passage scores depends on its own
vectors alone, to the last bit: equal passages score the same wherever they stand.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pipeline.retrieval.embedding import multiply
from pipeline.retrieval.index.coarse import Bounds
from pipeline.retrieval.index.records import Found, Unit

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from pipeline.retrieval.embedding import Vectors
    from pipeline.retrieval.index.coarse import Scores

    Numbers = NDArray[numpy.intp]
    Owners = NDArray[numpy.int32]
    """The chunk of each sentence; in their order."""

Take = Callable[[Unit, "Numbers"], "Vectors"]
"""Gives the vectors of some passages, in the order of their numbers, which are given in order."""


class Looked(NamedTuple):
    """What is known of the products of all passages with a vector: bounds by unit, and the chunk of each sentence."""

    bounds: dict[Unit, Bounds]
    owners: "Owners"


def find_candidates(looked: Looked, unit: Unit, limit: int, among: Sequence[range]) -> "Numbers":
    """The passages that can be among the ``limit`` best of ``among``, in the order of their numbers."""
    import numpy

    low, high = (_mean_of(looked, unit, side) for side in (0, 1))
    numbers = numpy.concatenate([numpy.arange(each.start, each.stop) for each in among])
    if len(numbers) <= limit:
        return numbers
    worst = -numpy.partition(-low[numbers], limit - 1)[limit - 1]
    candidates: Numbers = numbers[high[numbers] >= worst]
    return candidates


def _mean_of(looked: Looked, unit: Unit, side: int) -> "Scores":
    """What each passage may score at least (side 0) or at most (side 1)."""
    whole, single = looked.bounds[Unit.CHUNK][side], looked.bounds[Unit.SENTENCE][side]
    return _mean(single, whole[looked.owners]) if unit is Unit.SENTENCE else _mean(_best_of(single, looked.owners, whole), whole)


def _mean(one: "Scores", other: "Scores") -> "Scores":
    import numpy

    return numpy.float32(0.5) * (one + other)


def _best_of(single: "Scores", owners: "Numbers | Owners", whole: "Scores") -> "Scores":
    """The best sentence of each chunk; the chunk's own product where it has none."""
    import numpy

    best = whole.copy()
    if len(owners):
        firsts = numpy.flatnonzero(numpy.diff(owners, prepend=-1))
        best[owners[firsts]] = numpy.maximum.reduceat(single, firsts)
    return best


def score(candidates: "Numbers", vector: "Scores", unit: Unit, owners: "Owners", take: Take) -> list[Found]:
    """The candidates with what they score, the best first; of equal ones the earlier passage first."""
    import numpy

    if unit is Unit.SENTENCE:
        chunks, places = numpy.unique(owners[candidates].astype(numpy.intp), return_inverse=True)
        whole = multiply(take(Unit.CHUNK, chunks), vector)[places]
        scores = _mean(multiply(take(unit, candidates), vector), whole)
    else:
        whole = multiply(take(unit, candidates), vector)
        held = sentences_of(candidates, owners)
        said = multiply(take(Unit.SENTENCE, held), vector)
        scores = _mean(_best_of(said, numpy.searchsorted(candidates, owners[held]), whole), whole)
    found = [Found(number, value) for number, value in zip(candidates.tolist(), scores.tolist(), strict=True)]
    return sorted(found, key=lambda each: (-each.score, each.number))


def sentences_of(chunks: "Numbers", owners: "Owners") -> "Numbers":
    """The sentences of some chunks, in their order."""
    import numpy

    firsts, lasts = (numpy.searchsorted(owners, chunks, side) for side in ("left", "right"))
    held = [numpy.arange(first, last) for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True)]
    return numpy.concatenate(held) if held else numpy.zeros(0, numpy.int64)
