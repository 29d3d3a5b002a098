"""A second look at the first passages: something slower than an index that reads each of them beside the question.

It has a say in their order as a side has, by rank, and none in whether there is an answer. A user's own takes the place of the
packaged one by having ``score``.
"""

from collections.abc import Sequence
from typing import Protocol

from pipeline.retrieval.embedding import Embedder
from pipeline.retrieval.fusion import Fused
from pipeline.retrieval.hits import Side, SideName


class Reranker(Protocol):
    """What can tell how well passages answer a question."""

    def score(self, question: str, passages: Sequence[Sequence[str]]) -> Sequence[float]:
        """A score for each passage, the best with the highest. A passage is its label and text as one, then its sentences."""


class EmbeddingReranker:
    """A reranker of a model for vectors: the mean of how near a passage as a whole is, and how near its nearest sentence."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def score(self, question: str, passages: Sequence[Sequence[str]]) -> Sequence[float]:
        """See ``Reranker``."""
        texts = list(dict.fromkeys(text for passage in passages for text in passage))
        products = self._embedder.embed_passages(texts) @ self._embedder.embed_question(question)[0]
        near = dict(zip(texts, products.tolist(), strict=True))
        return [(near[passage[0]] + max(near[text] for text in passage[1:] or passage)) / 2 for passage in passages]


def rerank(head: Sequence[Fused], scores: Sequence[float], weight: float, k: int) -> list[Fused]:
    """``head`` in the order that its own and that of ``scores`` make together, by reciprocal ranks."""
    best = sorted(range(len(head)), key=lambda at: (-scores[at], at))
    ranks = {at: rank for rank, at in enumerate(best, 1)}
    made = [
        Fused(each.number, each.score + weight / (k + ranks[at]), (*each.sides, Side(SideName.RERANKER, ranks[at], scores[at])))
        for at, each in enumerate(head)
    ]
    return sorted(made, key=lambda each: (-each.score, each.number))
