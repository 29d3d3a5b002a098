"""What an index writes about itself, and what its two sides give back."""

from enum import StrEnum
from typing import NamedTuple

from msgspec import field

from pipeline.model import Record, Status
from pipeline.store.rows import Index, Number, Sha

INDEX_VERSION = 3
"""Counted up when an index of before can no longer be read; such an index is made anew."""


class Unit(StrEnum):
    """What is searched: whole chunks, or single sentences that are shown with what stands around them."""

    CHUNK = "chunk"
    SENTENCE = "sentence"


class Found(NamedTuple):
    """A passage that one side found: its number among the passages of the index, and the score there."""

    number: int
    score: float


class IndexedDocument(Record, frozen=True):
    """A document of the index. ``segment`` is the folder that holds what was prepared of it, ``codes`` are those that its headers
    and footers print.
    """

    doc_id: str
    segment: str
    family: str
    title: str
    status: Status
    updated: str
    access: list[str]
    source: str
    source_sha256: Sha
    chunks: Index
    sentences: Index
    codes: list[str] = field(default_factory=list)


class IndexRun(Record, frozen=True):
    """What an index holds. ``number`` counts its updates; ``embedder`` and ``words`` name the models of its vectors."""

    version: Number
    number: Number
    collection: str
    embedder: str
    words: str
    documents: list[IndexedDocument]
