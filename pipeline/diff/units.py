"""What is compared, made of the rows that a run wrote: every numbered clause, and the words of chunks that stand in none.

Ids play no part: they change with what is renumbered. A document's order is kept.
"""

from collections.abc import Iterable, Sequence

from pipeline.diff.records import Edition, Spot, Unit, Version
from pipeline.diff.words import make_key
from pipeline.model import ChunkKind
from pipeline.store.rows import ChunkRow, ClauseRow, PlaceRow, ProvenanceRow


def make_version(clauses: Sequence[ClauseRow], chunks: Iterable[ChunkRow], edition: Edition) -> Version:
    """The units of one version: its clauses, and behind them what stands in no clause."""
    places = {clause.id: index for index, clause in enumerate(clauses)}
    units = [_clause(clause, places, clauses) for clause in clauses]
    units.extend(_loose(chunk) for chunk in chunks if _is_loose(chunk, places))
    return Version(tuple(units), edition)


def _clause(clause: ClauseRow, places: dict[str, int], clauses: Sequence[ClauseRow]) -> Unit:
    parent = places.get(clause.parent, -1)
    own = clause.path[-1] if clause.path else ""
    above = clauses[parent].path[-1] + "." if parent >= 0 and clauses[parent].path else ""
    number = own.removeprefix(above) if above else own
    path, key = tuple(clause.path), make_key(f"{clause.title} {clause.text}")
    boxes = make_spots(clause.bboxes)
    return Unit(clause.id, clause.label, clause.title, clause.text, clause.page, parent, path, number, key, boxes)


def make_spots(places: Iterable[PlaceRow | ProvenanceRow]) -> tuple[Spot, ...]:
    """The boxes of what was written; a document without pages has none."""
    return tuple(make_spot(place.page, place.bbox) for place in places if place.bbox)


def make_spot(page: int, edges: Sequence[float]) -> Spot:
    """A box as it is written: four edges."""
    x0, top, x1, bottom = edges
    return Spot(page, (x0, top, x1, bottom))


def _is_loose(chunk: ChunkRow, places: dict[str, int]) -> bool:
    """Whether its words are no clause's: an overview, an aside, a paragraph of a document without labels."""
    if chunk.kind in (ChunkKind.PREAMBLE, ChunkKind.ASIDE):
        return True
    return chunk.kind is ChunkKind.CLAUSE and chunk.metadata.clause_id not in places


def _loose(chunk: ChunkRow) -> Unit:
    text = chunk.text[chunk.overlap :]
    name = chunk.clause_key.partition("/")[2]
    boxes = make_spots(chunk.provenance)
    return Unit(name, "", "", text, chunk.metadata.page_first, -1, (), "", make_key(text), boxes)
