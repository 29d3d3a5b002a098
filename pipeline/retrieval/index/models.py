"""The two models of an index: one for its passages, and one for the single words that questions are widened by."""

from typing import NamedTuple

from pipeline.config.retrieval import RetrievalSettings
from pipeline.retrieval.embedding import Embedder
from pipeline.retrieval.index.embedders import open_embedder
from pipeline.retrieval.near import Nearness


class Models(NamedTuple):
    """What gives passages and words their vectors, and what counts as a near word."""

    passages: Embedder
    words: Embedder
    nearness: Nearness


def open_models(settings: RetrievalSettings) -> Models:
    """The models that the settings name. Raises DependencyMissing, ConfigError."""
    passages = open_embedder(settings.embedder)
    words = passages if settings.words == settings.embedder else open_embedder(settings.words)
    return Models(passages, words, Nearness(settings.near_floor, settings.near_words))
