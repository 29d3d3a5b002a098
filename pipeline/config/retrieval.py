"""Settings of searching. None of them touches a chunk: they play no part in a document's hashes."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from pipeline.config.base import Count, Settings, Share


class EmbedderKind(StrEnum):
    """What gives texts their vectors."""

    WORDLLAMA = "wordllama"
    ONNX = "onnx"
    SENTENCE_TRANSFORMERS = "sentence-transformers"
    ENDPOINT = "endpoint"


class Pooling(StrEnum):
    """How an ONNX model's vectors of tokens become one: their mean, or that of the first token."""

    MEAN = "mean"
    FIRST = "first"


class EmbedderSettings(Settings):
    """The model for vectors. ``place`` is a folder, the name of a model, or an address, by ``kind``."""

    kind: EmbedderKind = EmbedderKind.WORDLLAMA
    place: str = ""
    model: str = ""
    pooling: Pooling = Pooling.MEAN
    length: Annotated[int, Field(ge=16)] = 256
    passage_prefix: str = ""
    question_prefix: str = ""
    batch: Count = 32
    seconds: Annotated[float, Field(gt=0)] = 60


class RetrievalSettings(Settings):
    """Searching."""

    embedder: EmbedderSettings = EmbedderSettings()
    pool: Count = 100
    fusion: Count = 60
    keyword_floor: Share = 0.3
