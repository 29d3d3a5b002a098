"""Passages of an index for a question.

Both sides give their best, the keyword side drops what is far below its own best match, and their orders are fused by rank. What is
current comes before what is archived.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from pipeline.config.retrieval import RetrievalSettings
from pipeline.errors import UsageError
from pipeline.model import Record, Status
from pipeline.retrieval.fusion import Fused, abstain, fuse
from pipeline.retrieval.hits import Hit, SideName
from pipeline.retrieval.index.records import Found, Unit

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Embedder
    from pipeline.retrieval.index.opened import SearchIndex


class Mode(StrEnum):
    """Which sides are asked."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"
    DENSE = "dense"


class Wanted(Record, frozen=True):
    """What is asked for: how many hits, by which sides, of which documents ([] for all), archived ones like current ones."""

    k: int = 3
    mode: Mode = Mode.HYBRID
    doc_ids: tuple[str, ...] = ()
    archived: bool = False


def search(
    question: str, index: "SearchIndex", embedder: "Embedder", settings: RetrievalSettings, wanted: Wanted
) -> tuple[Hit, ...]:
    """The hits for a question, the best first. Raises UsageError where ``wanted`` cannot be."""
    if wanted.k < 1:
        raise UsageError(f"-k {wanted.k}: at least one hit must be asked for")
    documents = _choose_documents(index, wanted.doc_ids)
    by_side = _ask_sides(question, index, embedder, settings, wanted.mode, documents)
    fused = fuse(by_side, settings.fusion)
    if not wanted.archived:
        fused.sort(key=lambda each: _is_archived(index, each))
    return tuple(_make_hit(index, rank, each) for rank, each in enumerate(fused[: wanted.k], 1))


def _choose_documents(index: "SearchIndex", doc_ids: Sequence[str]) -> list[int] | None:
    if not doc_ids:
        return None
    places = {document.doc_id: at for at, document in enumerate(index.documents)}
    unknown = next((doc_id for doc_id in doc_ids if doc_id not in places), None)
    if unknown is not None:
        raise UsageError(f"--doc {unknown}: the index has no such document; it has {', '.join(places) or 'none'}")
    return sorted({places[doc_id] for doc_id in doc_ids})


def _ask_sides(
    question: str, index: "SearchIndex", embedder: "Embedder", settings: RetrievalSettings, mode: Mode, documents: list[int] | None
) -> dict[SideName, list[Found]]:
    by_side = {}
    if mode is not Mode.DENSE:
        found = index.find_by_keyword(question, Unit.CHUNK, settings.pool, documents)
        by_side[SideName.KEYWORD] = abstain(found, settings.keyword_floor if mode is Mode.HYBRID else 0.0)
    if mode is not Mode.KEYWORD:
        by_side[SideName.DENSE] = index.find_by_vector(embedder.embed_question(question), Unit.CHUNK, settings.pool, documents)
    return by_side


def _is_archived(index: "SearchIndex", fused: Fused) -> bool:
    return index.documents[index.document_of(fused.number, Unit.CHUNK)].status is Status.ARCHIVED


def _make_hit(index: "SearchIndex", rank: int, fused: Fused) -> Hit:
    chunk = index.chunk(fused.number)
    place = chunk.provenance[0] if chunk.provenance else None
    return Hit(
        rank=rank,
        score=fused.score,
        sides=list(fused.sides),
        doc_id=chunk.metadata.doc_id,
        copies=[],
        chunk_id=chunk.id,
        clause_key=chunk.clause_key,
        clause_id=chunk.metadata.clause_id,
        kind=chunk.kind,
        label=chunk.label,
        source=chunk.metadata.source,
        chunk_index=chunk.chunk_index,
        page=place.page if place else 0,
        page_label=chunk.metadata.page_label,
        bbox=place.bbox if place else [],
        text=chunk.text,
        context=chunk.context,
        sentence="",
        position=0,
        window="",
        snippet=" ".join(chunk.text.split())[:200],
        status=chunk.metadata.status,
    )
