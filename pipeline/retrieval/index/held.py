"""The documents of an index in a folder: each in its segment, their vectors looked through in the coarse form.

The coarse form of all of them lies in one place, made when it is first needed; in memory where it cannot be written. Other files
are opened when something of them is asked for, and few at a time: an index may have more documents than a process open files.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pipeline.retrieval.index.arrays import load_array, save_array
from pipeline.retrieval.index.built import build, name_built
from pipeline.retrieval.index.coarse import Coarse, bound, join_coarse, load_coarse, make_coarse, save_coarse
from pipeline.retrieval.index.nearest import Looked, find_candidates, score
from pipeline.retrieval.index.records import Found, IndexedDocument, Unit
from pipeline.retrieval.index.segments import Rows, load_outline, load_owners, load_tables, load_vectors
from pipeline.retrieval.index.stores import Numbering
from pipeline.retrieval.widening import Outlined
from pipeline.store.rows import TableRow

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Vectors
    from pipeline.retrieval.index.coarse import Scores
    from pipeline.retrieval.index.nearest import Numbers, Owners

VIEWS, SEGMENTS = "views", "segments"
KIND, OWNERS = "vectors", "owners.npy"
KEPT = 128
"""Files of vectors that stay open: two a document, of the 1,024 that a process may usually have open."""


class _Coarse(NamedTuple):
    """The coarse form of all passages by unit, and the number of the chunk of each sentence."""

    by_unit: dict[Unit, Coarse]
    owners: "Owners"


class FolderStore:
    """The documents of an index in a folder that somebody may see."""

    def __init__(self, place: Path, documents: Sequence[IndexedDocument]) -> None:
        """Raises FileNotFoundError where the segment of a document is not there."""
        self.documents = tuple(documents)
        self.numbering = Numbering(documents)
        self.views = place / VIEWS
        self._segments = [place / SEGMENTS / document.segment for document in documents]
        gone = next((segment for segment in self._segments if not segment.is_dir()), None)
        if gone is not None:
            raise FileNotFoundError(gone)
        self._rows = lru_cache(maxsize=None)(self._open_rows)
        self._vectors = lru_cache(KEPT)(self._open_vectors)

    @property
    def owners(self) -> "Owners":
        """The number of the chunk of each sentence."""
        return self._coarse.owners

    def prepare(self) -> None:
        """Makes the coarse form."""
        _ = self._coarse

    def read_rows(self, at: int, unit: Unit) -> list[bytes]:
        """The JSON of all rows of a document."""
        return self._rows(at, unit).read_all()

    def read_row(self, at: int, unit: Unit, row: int) -> bytes:
        """The JSON of a row of a document."""
        return self._rows(at, unit).read(row)

    def _open_rows(self, at: int, unit: Unit) -> Rows:
        return Rows(self._segments[at], unit)

    def _open_vectors(self, at: int, unit: Unit) -> "Vectors":
        return load_vectors(self._segments[at], unit)

    def read_outline(self, at: int) -> Sequence[Outlined]:
        """What is known of each chunk of a document without reading it."""
        return load_outline(self._segments[at])

    def read_tables(self, at: int) -> Sequence[TableRow]:
        """The tables of a document that no chunk holds."""
        return load_tables(self._segments[at])

    def find_nearest(self, vector: "Scores", unit: Unit, limit: int, chosen: Sequence[int]) -> list[Found]:
        """The passages of some documents that are nearest to a vector, the best first."""
        among = [self.numbering.numbers_of(at, unit) for at in chosen]
        if not any(among):
            return []
        looked = Looked({each: bound(coarse, vector) for each, coarse in self._coarse.by_unit.items()}, self.owners)
        candidates = find_candidates(looked, unit, limit, among)
        return score(candidates, vector, unit, self.owners, self._take)[:limit]

    def expect(self, unit: Unit, numbers: Sequence[int]) -> None:
        """Rows are as quickly read one by one."""

    def _take(self, unit: Unit, numbers: "Numbers") -> "Vectors":
        """The vectors of some passages, whose numbers are given in order."""
        import numpy

        parts = [self._vectors(at, unit)[rows] for at, rows in self.numbering.locate_all(numbers, unit)]
        return numpy.concatenate(parts) if parts else numpy.zeros((0, 0), numpy.float32)

    @cached_property
    def _coarse(self) -> _Coarse:
        folder = self.views / name_built(KIND, "", self.documents)
        if not build(folder, self.documents, self._write_coarse):
            return self._make_coarse()
        return _Coarse({unit: load_coarse(folder, unit) for unit in Unit}, load_array(folder / OWNERS))

    def _write_coarse(self, folder: Path) -> None:
        coarse = self._make_coarse()
        for unit, held in coarse.by_unit.items():
            save_coarse(folder, unit, held)
        save_array(folder / OWNERS, coarse.owners)

    def _make_coarse(self) -> _Coarse:
        """One document after the other, so that the vectors of all are never held."""
        import numpy

        by_unit = {unit: join_coarse([make_coarse(load_vectors(each, unit)) for each in self._segments]) for unit in Unit}
        starts = (self.numbering.numbers_of(at, Unit.CHUNK).start for at in range(len(self._segments)))
        owners = [load_owners(segment, Unit.SENTENCE) + start for segment, start in zip(self._segments, starts, strict=True)]
        return _Coarse(by_unit, numpy.concatenate([*owners, numpy.zeros(0, numpy.int32)]).astype(numpy.int32))
