"""Settings of searching. None of them touches a chunk: they play no part in a document's hashes."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from pipeline.config.answers import SnippetSettings
from pipeline.config.base import Count, Settings, Share

PRICE_WORDS = (
    *(
        "premium",
        "premiums",
        "price",
        "prices",
        "cost",
        "costs",
        "cheaper",
        "prämie",
        "beitrag",
        "preis",
        "kosten",
        "prima",
        "precio",
    ),
    *("coste", "prime", "prix", "보험료", "保費", "保险费"),
)
"""What a price is called: in a question it asks for one, in a caption or head of a table it tells that prices stand there."""
FIGURE_WORDS = (
    *(
        "how much",
        "how many",
        "what share",
        "percentage",
        "discount",
        "loading",
        "rate",
        "wie viel",
        "wieviel",
        "combien",
        "cuánto",
    ),
    *("quanto", "얼마", "多少"),
)
"""What asks for a figure."""


class EmbedderKind(StrEnum):
    """What gives texts their vectors."""

    WORDLLAMA = "wordllama"
    MINILM = "minilm"
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


class RerankerKind(StrEnum):
    """What reads the first passages again: nothing, or MiniLM."""

    NONE = "none"
    MINILM = "minilm"


class RerankerSettings(Settings):
    """A second look at the ``first`` passages; what it says counts ``weight`` times what a side says."""

    kind: RerankerKind = RerankerKind.NONE
    first: Count = 20
    weight: Annotated[float, Field(ge=0)] = 2


class RetrievalSettings(Settings):
    """Searching."""

    snippets: SnippetSettings = SnippetSettings()
    embedder: EmbedderSettings = EmbedderSettings()
    words: EmbedderSettings = EmbedderSettings(kind=EmbedderKind.MINILM)
    near_floor: Share = 0.5
    near_words: Annotated[int, Field(ge=0)] = 5
    lay_terms: bool = True
    synonyms: tuple[tuple[str, ...], ...] = ()
    reranker: RerankerSettings = RerankerSettings()
    pool: Count = 50
    fusion: Count = 60
    keyword_floor: Share = 0.7
    cover_weight: Annotated[float, Field(ge=0)] = 0.4
    answer_words: Share = 0.37
    answer_price: Share = 0.48
    answer_dense: Share = 0.55
    weak_share: Share = 0.7
    widen: Annotated[int, Field(ge=0)] = 1500
    widen_bare: Annotated[int, Field(ge=0)] = 250
    widen_opening: Annotated[int, Field(ge=0)] = 1000
    place_floor: Share = 0.6
    price_words: tuple[str, ...] = PRICE_WORDS
    figure_words: tuple[str, ...] = FIGURE_WORDS
