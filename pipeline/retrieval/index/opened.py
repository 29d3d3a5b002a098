"""An open index: the documents that a question may be asked of, and the two sides that find passages in them.

What is found is a number: passages are counted through the documents in the order of their doc_id, chunks apart from
sentences. Rows are read when they are asked for.
"""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import InputError
from pipeline.retrieval.index.keyword import Keywords
from pipeline.retrieval.index.records import Found, IndexedDocument, IndexRun, Unit
from pipeline.retrieval.index.segments import Rows, load_tables, load_vectors, parse_chunk
from pipeline.retrieval.index.update import load_index
from pipeline.retrieval.index.views import SEGMENTS, find_visible, open_view
from pipeline.store.rows import ChunkRow, TableRow

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Vectors

TRIES = 3
"""How often an index is opened that an update replaces while it is being opened."""


class SearchIndex:
    """The documents of an index that may be seen. Holds no file open; what it has mapped stays readable when the index changes."""

    def __init__(self, place: Path, run: IndexRun, documents: Sequence[IndexedDocument]) -> None:
        self._place = place
        self.documents = tuple(documents)
        self.embedder = run.embedder
        self._units = {unit: _Passages(place, self.documents, unit) for unit in Unit}

    def find_by_keyword(self, question: str, unit: Unit, limit: int, documents: Sequence[int] | None = None) -> list[Found]:
        """The passages that share most words with a question, the best first; of ``documents`` (places in the list) alone."""
        return self._units[unit].keywords.find(question, limit, documents) if self.documents else []

    def find_by_vector(self, vector: "Vectors", unit: Unit, limit: int, documents: Sequence[int] | None = None) -> list[Found]:
        """The passages nearest to a vector, the best first; of ``documents`` (places in the list) alone."""
        return self._units[unit].find_nearest(vector, limit, documents) if self.documents else []

    def document_of(self, number: int, unit: Unit) -> int:
        """The place in ``documents`` of the one that a passage is of."""
        return self._units[unit].locate(number)[0]

    def chunk(self, number: int) -> ChunkRow:
        """The chunk of a number."""
        return parse_chunk(self._units[Unit.CHUNK].read(number))

    @cached_property
    def tables(self) -> tuple[tuple[IndexedDocument, tuple[TableRow, ...]], ...]:
        """The tables that no chunk holds, by document; documents without any are left out."""
        held = ((each, tuple(load_tables(self._place / SEGMENTS / each.segment))) for each in self.documents)
        return tuple((document, tables) for document, tables in held if tables)


class _Passages:
    """The passages of one unit over all documents."""

    def __init__(self, place: Path, documents: Sequence[IndexedDocument], unit: Unit) -> None:
        self._place, self._documents, self._unit = place, documents, unit
        self._rows = [Rows(place / SEGMENTS / document.segment, unit) for document in documents]
        self._starts = [0, *accumulate(map(len, self._rows))]
        self._vectors = [
            load_vectors(place / SEGMENTS / each.segment, unit) if len(rows) else None
            for each, rows in zip(documents, self._rows, strict=True)
        ]

    @cached_property
    def keywords(self) -> Keywords:
        return Keywords(open_view(self._place, self._documents, self._unit))

    def locate(self, number: int) -> tuple[int, int]:
        """Place of the document, and place of the row in it."""
        at = bisect_right(self._starts, number) - 1
        return at, number - self._starts[at]

    def read(self, number: int) -> bytes:
        at, row = self.locate(number)
        return self._rows[at].read(row)

    def find_nearest(self, vector: "Vectors", limit: int, documents: Sequence[int] | None) -> list[Found]:
        import numpy

        chosen = range(len(self._documents)) if documents is None else documents
        parts = [(self._starts[at], self._vectors[at]) for at in chosen]
        held = [(start, vectors @ vector[0]) for start, vectors in parts if vectors is not None]
        if not held:
            return []
        scores = numpy.concatenate([scores for _, scores in held])
        numbers = numpy.concatenate([numpy.arange(start, start + len(scores)) for start, scores in held])
        best = numpy.argpartition(-scores, limit - 1)[:limit] if limit < len(scores) else numpy.arange(len(scores))
        order = sorted(best.tolist(), key=lambda at: (-scores[at], numbers[at]))
        return [Found(int(numbers[at]), float(scores[at])) for at in order]


def open_index(place: Path, tags: Collection[str] = ()) -> SearchIndex:
    """The index in ``place``, as it is for somebody who has ``tags``. Raises InputError where there is none."""
    for _ in range(TRIES):
        run = load_index(place)
        if run is None:
            raise InputError(f"there is no index in {place}; make it with `clausetrace index`")
        try:
            return SearchIndex(place, run, find_visible(run, tags))
        except FileNotFoundError:
            continue
    raise InputError(f"the index in {place} lacks files; make it anew with `clausetrace index --rebuild`")
