"""Chunks as the documents of LangChain, LlamaIndex and Haystack, in the JSON that those libraries write themselves.

None of them is imported. The content is a chunk's `embed_text` (label, context and text), since that is what these libraries embed
and show to a model; `text_start` in the metadata says where in it the words as they stand on the page begin. The metadata are those
of the chunk and what points at its place. They are scalars, since vector stores take nothing else: provenance is JSON. LlamaIndex
would put metadata before the text again, so all of them are left out of what it embeds and shows.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from pipeline.model import Record
from pipeline.store.rows import ChunkRow

Scalar = str | int | bool
Metadata = dict[str, Scalar]
CLASS_PATH = ("langchain", "schema", "document", "Document")
"""The name under which LangChain's own `load` knows its Document."""
SOURCE, PREVIOUS, NEXT = "1", "2", "3"
"""LlamaIndex's kinds of relationship."""


class LangChainFields(Record, frozen=True):
    """What LangChain's Document is made of."""

    id: str
    page_content: str
    metadata: Metadata
    type: Literal["Document"] = "Document"


class LangChainDocument(Record, frozen=True):
    """As `langchain_core.load.dumpd` writes a Document."""

    id: tuple[str, ...]
    kwargs: LangChainFields
    lc: int = 1
    type: Literal["constructor"] = "constructor"


class LlamaRelated(Record, frozen=True):
    """As LlamaIndex writes a RelatedNodeInfo; ``node_type`` 1 is a text, 4 a document."""

    node_id: str
    node_type: Literal["1", "4"]
    class_name: Literal["RelatedNodeInfo"] = "RelatedNodeInfo"


class LlamaNode(Record, frozen=True):
    """As `llama_index.core.schema.TextNode.to_dict` writes a node."""

    id_: str
    text: str
    metadata: Metadata
    excluded_embed_metadata_keys: list[str]
    excluded_llm_metadata_keys: list[str]
    relationships: dict[str, LlamaRelated]
    mimetype: Literal["text/plain"] = "text/plain"
    class_name: Literal["TextNode"] = "TextNode"


class HaystackDocument(Record, frozen=True):
    """As `haystack.dataclasses.Document.to_dict(flatten=False)` writes a document."""

    id: str
    content: str
    meta: Metadata


def make_langchain(chunks: Sequence[ChunkRow]) -> bytes:
    """A line a chunk, for `langchain_core.load.load`; its `kwargs` are those of Document."""
    return _lines(LangChainDocument(CLASS_PATH, LangChainFields(each.id, each.embed_text, make_metadata(each))) for each in chunks)


def make_haystack(chunks: Sequence[ChunkRow]) -> bytes:
    """A line a chunk, for `haystack.dataclasses.Document.from_dict`."""
    return _lines(HaystackDocument(each.id, each.embed_text, make_metadata(each)) for each in chunks)


def make_llamaindex(chunks: Sequence[ChunkRow]) -> bytes:
    """A line a chunk, for `llama_index.core.schema.TextNode.from_dict`. Each node knows its document and its neighbours."""
    before = {later.id: earlier.id for earlier, later in pairwise(chunks)}
    after = {earlier: later for later, earlier in before.items()}
    return _lines(_make_node(each, before.get(each.id, ""), after.get(each.id, "")) for each in chunks)


def _make_node(chunk: ChunkRow, before: str, after: str) -> LlamaNode:
    metadata = make_metadata(chunk)
    neighbours = {kind: LlamaRelated(node, "1") for kind, node in ((PREVIOUS, before), (NEXT, after)) if node}
    related = {SOURCE: LlamaRelated(chunk.metadata.doc_id, "4"), **neighbours}
    return LlamaNode(chunk.id, chunk.embed_text, metadata, list(metadata), list(metadata), related)


def make_metadata(chunk: ChunkRow) -> Metadata:
    """The scalars of a chunk that an index filters by and a citation needs."""
    filters: Metadata = msgspec.to_builtins(chunk.metadata)
    return {
        **filters,
        "chunk_index": chunk.chunk_index,
        "clause_key": chunk.clause_key,
        "kind": chunk.kind.value,
        "label": chunk.label,
        "text_start": len(chunk.embed_text) - len(chunk.text),
        "tokens": chunk.tokens,
        "content_hash": chunk.content_hash,
        "verified": all(place.verified for place in chunk.provenance),
        "provenance": msgspec.json.encode(chunk.provenance).decode(),
        "warnings": " ".join(chunk.warnings),
    }


def _lines(rows: Iterable[Record]) -> bytes:
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


FRAMEWORKS: dict[str, Callable[[Sequence[ChunkRow]], bytes]] = {
    "langchain": make_langchain,
    "llamaindex": make_llamaindex,
    "haystack": make_haystack,
}
