"""Vectors from an endpoint in OpenAI's form: ``POST <place>/embeddings`` with a model's name and texts.

The key comes from the environment and is sent to the address that the configuration names, to no other: a redirect is an error.
"""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from pipeline.config.retrieval import EmbedderSettings
from pipeline.errors import ConfigError, UsageError
from pipeline.model import Record
from pipeline.retrieval.embedding import to_unit
from pipeline.retrieval.index.keys import find_key
from pipeline.retrieval.index.posting import Endpoint, post

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Vectors

PATH = "/embeddings"
MOST_BYTES = 400_000
"""Of an answer, for each text; 4,096 numbers of twenty digits take a quarter of it."""


class _Item(Record, frozen=True):
    index: int
    embedding: list[float]


class _Answer(Record, frozen=True):
    data: list[_Item]


class EndpointEmbedder:
    """A model behind an address."""

    def __init__(self, settings: EmbedderSettings) -> None:
        self._settings = settings
        self._address = f"{settings.place.rstrip('/')}{PATH}"
        self.identity = f"endpoint {settings.model} {settings.passage_prefix!r}"

    def embed_passages(self, texts: Sequence[str]) -> "Vectors":
        """A row a text, ``batch`` of them a request."""
        import numpy

        prefixed = [self._settings.passage_prefix + text for text in texts]
        size = self._settings.batch
        parts = [self._ask(prefixed[start : start + size]) for start in range(0, len(prefixed), size)]
        return numpy.concatenate(parts) if parts else numpy.zeros((0, 1), numpy.float32)

    def embed_question(self, text: str) -> "Vectors":
        """One row."""
        return self._ask([self._settings.question_prefix + text])

    def _ask(self, texts: list[str]) -> "Vectors":
        import numpy

        answer = self._post(json.dumps({"model": self._settings.model, "input": texts}).encode(), len(texts))
        rows = [item.embedding for item in sorted(answer.data, key=lambda item: item.index)]
        if len(rows) != len(texts) or len({len(row) for row in rows}) != 1:
            raise UsageError(f"{self._address} gave {len(rows)} vectors for {len(texts)} texts; is it an endpoint for embeddings?")
        return to_unit(numpy.asarray(rows, numpy.float32))

    def _post(self, body: bytes, texts: int) -> _Answer:
        endpoint = Endpoint(
            self._address,
            find_key(self._address),
            self._settings.seconds,
            MOST_BYTES * texts,
            PATH,
            named="retrieval.embedder.place",
            timed="retrieval.embedder.seconds",
            sized="is it an endpoint for embeddings?",
        )
        try:
            return msgspec.json.decode(post(endpoint, body), type=_Answer)
        except msgspec.DecodeError as error:
            raise UsageError(f"{self._address} gave no vectors ({error}); check retrieval.embedder in the configuration") from None


def open_endpoint(settings: EmbedderSettings) -> EndpointEmbedder:
    """The endpoint at ``settings.place``. Raises ConfigError where that is no address or no model is named."""
    if not settings.place.startswith(("http://", "https://")):
        raise ConfigError(f"retrieval.embedder.place: {settings.place!r} is no address; write http://host:port/v1")
    if not settings.model:
        raise ConfigError("retrieval.embedder.model: name the model that the endpoint is to use")
    return EndpointEmbedder(settings)
