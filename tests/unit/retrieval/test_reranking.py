"""A second look at the first passages."""

import numpy
import pytest

from pipeline.retrieval.fusion import Fused
from pipeline.retrieval.hits import Side, SideName
from pipeline.retrieval.reranking import EmbeddingReranker, rerank


class Letters:
    """Vectors of two numbers: whether a text has an "a", and whether it has a "b"."""

    identity = "letters"

    def embed_passages(self, texts):
        return numpy.array([["a" in text, "b" in text] for text in texts], dtype=numpy.float32)

    def embed_question(self, text):
        return self.embed_passages([text])


def fused(number, rank):
    return Fused(number, 1 / (60 + rank), (Side(SideName.KEYWORD, rank, 1.0),))


def test_a_passage_counts_as_a_whole_and_by_its_nearest_sentence():
    scores = EmbeddingReranker(Letters()).score("a", [["a b", "b", "a"], ["b", "b"], ["a"]])

    assert scores == pytest.approx([1.0, 0.0, 1.0])


def test_a_weight_of_0_changes_no_order():
    head = [fused(7, 1), fused(8, 2)]

    assert [each.number for each in rerank(head, [0.1, 0.9], 0, 60)] == [7, 8]


def test_a_reranker_that_counts_more_than_a_side_turns_an_order_round():
    head = [fused(7, 1), fused(8, 2)]

    assert [each.number for each in rerank(head, [0.1, 0.9], 2, 60)] == [8, 7]


def test_a_hit_tells_what_the_reranker_said():
    [one] = rerank([fused(7, 1)], [0.5], 2, 60)

    assert one.sides[-1] == Side(SideName.RERANKER, 1, 0.5)
    assert one.score == pytest.approx(3 / 61)
