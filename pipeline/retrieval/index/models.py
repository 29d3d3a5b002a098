"""The two models of an index: one for its passages, and one for the single words that questions are widened by."""

from typing import NamedTuple

from pipeline.config.retrieval import RerankerKind, RetrievalSettings
from pipeline.retrieval.embedding import Embedder
from pipeline.retrieval.index.embedders import open_embedder
from pipeline.retrieval.near import Nearness
from pipeline.retrieval.reranking import EmbeddingReranker, Reranker


class Models(NamedTuple):
    """What gives passages and words their vectors, what counts as a near word, and what reads the first passages again."""

    passages: Embedder
    words: Embedder
    nearness: Nearness
    reranker: Reranker | None = None


def open_models(settings: RetrievalSettings) -> Models:
    """The models that the settings name. Raises DependencyMissing, ConfigError."""
    passages = open_embedder(settings.embedder)
    words = passages if settings.words == settings.embedder else open_embedder(settings.words)
    nearness = Nearness(settings.near_floor, settings.near_words)
    return Models(passages, words, nearness, _open_reranker(settings.reranker.kind))


def _open_reranker(kind: RerankerKind) -> Reranker | None:
    if kind is RerankerKind.NONE:
        return None
    from pipeline.retrieval.index.embedders.minilm import open_minilm

    return EmbeddingReranker(open_minilm())
