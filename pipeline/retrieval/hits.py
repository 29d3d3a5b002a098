"""A hit: what a search found, in the one form that prompts, snippets, citations and the command line read.

It holds all that they show, so that nobody has to open a document's files again. As everywhere in this package's rows all keys are
there with the same types: "" and [] and 0 where a hit has no such thing. It says nothing of how the search came to it beyond the
score and the rank on each side.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, field

from pipeline.model import ChunkKind, Record, Status
from pipeline.store.rows import Index, Number, Numbers


class SideName(StrEnum):
    """What a question is compared by."""

    KEYWORD = "keyword"
    DENSE = "dense"
    RERANKER = "reranker"


class Level(StrEnum):
    """How much of a document a hit is, the narrowest first."""

    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    CLAUSE = "clause"
    SECTION = "section"
    DOCUMENT = "document"


class Side(Record, frozen=True):
    """How one side of the search saw the hit: its rank there, from 1, and its score in that side's own measure."""

    name: SideName
    rank: Number
    score: float


class Copy(Record, frozen=True):
    """The same words in another document: hits with one ``content_hash`` are one hit."""

    doc_id: str
    chunk_id: str
    label: str
    source: str
    chunk_index: Index
    page: Index
    page_label: str
    status: Status


class Hit(Record, frozen=True):
    """A passage that was found.

    ``rank`` counts from 1. ``score`` is that of the fused order, ``sides`` has each side that found it. ``source`` is relative to
    the input root, with /. ``page`` and ``bbox`` are where the chunk's words begin. ``text`` and ``context`` are the chunk's own,
    verbatim. ``sentence`` is the one that was found, ``position`` its place among those of the document, from 0, and ``window``
    the words around it with its parents' lead-in; where chunks are searched "" and 0, and the clause that the chunk is part of
    ("" where it is all of it). ``copies`` are the other documents that say the same, this hit's own not among them. ``level`` is
    how much of the document the hit is, ``level_of`` the id of that; ``chunk_ids`` are the chunks of what is shown.
    """

    rank: Number
    score: float
    sides: list[Side]
    doc_id: str
    copies: list[Copy]
    chunk_id: str
    clause_key: str
    clause_id: str
    kind: ChunkKind
    label: str
    source: str
    chunk_index: Index
    page: Annotated[int, Meta(ge=0, description="from 1; 0 where the document has no pages")]
    page_label: str
    bbox: Numbers
    text: str
    context: str
    sentence: str
    position: Index
    window: str
    snippet: str
    status: Status
    level: Level = Level.CLAUSE
    level_of: str = ""
    chunk_ids: list[str] = field(default_factory=list)

    @property
    def passage(self) -> str:
        """What a reader or a model is shown: the window where there is one, else context and text, a line each."""
        return self.window or "\n".join(filter(None, (self.context, self.text)))
