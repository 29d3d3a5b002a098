"""An index in LanceDB as it is read.

Vectors are compared by LanceDB, row by row and without an index of its own, among the rows of the documents that may be seen alone.
It gives the best of each of its two tables, as many as it takes until no passage that neither gave can be among the best; what is
given is scored by its vectors, as in an index in a folder. Words are compared by the keyword index that every index has, made of
the documents that may be seen: LanceDB's own counts words over all rows of a table, so that what is hidden would weigh in the
scores of what is not. It is kept beside the tables, or for an object store on this machine.
"""

from collections.abc import Collection, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.errors import InputError
from pipeline.retrieval.index.coarse import SLACK
from pipeline.retrieval.index.lance.database import (
    OUTLINES,
    Database,
    among,
    find_cache,
    load_run,
    name_table,
    refuse_none,
    to_vectors,
    told,
)
from pipeline.retrieval.index.nearest import score, sentences_of
from pipeline.retrieval.index.records import Found, IndexedDocument, Unit
from pipeline.retrieval.index.segments import parse_outline, parse_tables
from pipeline.retrieval.index.stores import Numbering, find_visible, refuse_other
from pipeline.retrieval.widening import Outlined
from pipeline.store.remote.urls import shown
from pipeline.store.rows import TableRow

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from pipeline.retrieval.embedding import Vectors
    from pipeline.retrieval.index.coarse import Scores
    from pipeline.retrieval.index.nearest import Numbers, Owners

FIRST, MORE = 10, 4
"""How many times ``limit`` rows each table is asked for, and how many times as many where that was not enough."""
ALL_GIVEN = -2.0
"""What others score at most where there are none: no product is below -1."""
KEPT = 4096
"""Rows that are kept once they were read."""
DOCUMENTS_KEPT = 64
"""Documents whose rows are kept once all of them were read."""
TRIES = 3
"""How often an index is opened that an update changes while it is being opened."""


class _Rows(NamedTuple):
    """The passages of a unit: their table (None where there is none), the row of each, its chunk, and all in order of rows."""

    table: Any
    ids: "NDArray[numpy.uint64]"
    chunks: "Owners"
    by_row: "Numbers"


class _Given(NamedTuple):
    """What a table gave: passages, and what those that it did not give score at most."""

    numbers: "Numbers"
    most_of_others: float


class LanceStore:
    """The documents of an index in LanceDB that somebody may see; ``model`` is the identity of what their vectors are of."""

    def __init__(self, database: Database, documents: Sequence[IndexedDocument], model: str) -> None:
        """Raises FileNotFoundError where the rows of a document are not there."""
        self.documents = tuple(documents)
        self.numbering = Numbering(documents)
        self.views = find_cache(database.place)
        self._database, self._outlines = database, database.open(OUTLINES)
        self._rows = {unit: self._find_rows(unit, database.open(name_table(unit, model))) for unit in Unit}
        self._kept: dict[tuple[Unit, int], bytes] = {}
        self._all_rows = lru_cache(DOCUMENTS_KEPT)(self._read_all)

    def _find_rows(self, unit: Unit, table: Any) -> _Rows:
        import numpy

        count = self.numbering.count(unit)
        if not count:
            return _Rows(None, numpy.zeros(0, numpy.uint64), numpy.zeros(0, numpy.int32), numpy.zeros(0, numpy.intp))
        if table is None:
            raise FileNotFoundError(name_table(unit, ""))
        held = self._database.select(table, ["segment", "row", "chunk"], among([each.segment for each in self.documents]))
        if len(held) != count:
            raise FileNotFoundError(f"{len(held)} of {count} rows")
        starts = {each.segment: at for at, each in enumerate(self.documents)}
        places = [starts[segment] for segment in held["segment"].to_pylist()]
        firsts = {each: numpy.asarray([self.numbering.numbers_of(at, each).start for at in places], numpy.int64) for each in Unit}
        order = numpy.argsort(firsts[unit] + held["row"].to_numpy())
        chunks = (firsts[Unit.CHUNK] + held["chunk"].to_numpy())[order].astype(numpy.int32)
        ids = held["_rowid"].to_numpy()[order]
        return _Rows(table, ids, chunks, numpy.argsort(ids))

    @property
    def owners(self) -> "Owners":
        """The number of the chunk of each sentence."""
        return self._rows[Unit.SENTENCE].chunks

    def prepare(self) -> None:
        """Nothing: LanceDB looks through the vectors themselves."""

    def read_rows(self, at: int, unit: Unit) -> list[bytes]:
        """The JSON of all rows of a document."""
        return self._all_rows(at, unit)

    def _read_all(self, at: int, unit: Unit) -> list[bytes]:
        return self._fetch_rows(unit, self.numbering.numbers_of(at, unit))

    def read_row(self, at: int, unit: Unit, row: int) -> bytes:
        """The JSON of a row of a document."""
        number = self.numbering.numbers_of(at, unit)[row]
        if (unit, number) not in self._kept:
            self.expect(unit, [number])
        return self._kept[unit, number]

    def expect(self, unit: Unit, numbers: Sequence[int]) -> None:
        """Reads the rows of some passages, and of their chunks, in one go."""
        chunks = numbers if unit is Unit.CHUNK else self.owners[list(numbers)].tolist()
        if len(self._kept) > KEPT:
            self._kept.clear()
        for each, asked in ((Unit.CHUNK, chunks), (Unit.SENTENCE, () if unit is Unit.CHUNK else numbers)):
            missing = sorted({number for number in asked if (each, number) not in self._kept})
            rows = self._fetch_rows(each, missing)
            self._kept.update(((each, number), row) for number, row in zip(missing, rows, strict=True))

    def _fetch_rows(self, unit: Unit, numbers: Sequence[int]) -> list[bytes]:
        return [row.encode() for row in self._fetch(unit, numbers, "json")["json"].to_pylist()] if numbers else []

    def _fetch(self, unit: Unit, numbers: Collection[int], column: str) -> Any:
        """A column of some passages, in their order."""
        import numpy

        ids = self._rows[unit].ids[list(numbers)]
        with told(self._database.place):
            rows = self._rows[unit].table.take_row_ids(ids.tolist()).select([column]).with_row_id().to_arrow()
        given = rows["_rowid"].to_numpy()
        order = numpy.argsort(given)
        return rows.take(order[numpy.searchsorted(given, ids, sorter=order)])

    def read_outline(self, at: int) -> Sequence[Outlined]:
        """What is known of each chunk of a document without reading it."""
        rows = self._database.select(self._outlines, ["outline"], among([self.documents[at].segment]))
        return parse_outline(rows["outline"][0].as_py())

    def read_tables(self, at: int) -> Sequence[TableRow]:
        """The tables of a document that no chunk holds."""
        return parse_tables(self._tables[self.documents[at].segment])

    @cached_property
    def _tables(self) -> dict[str, bytes]:
        rows = self._database.select(self._outlines, ["segment", "tables"], among([each.segment for each in self.documents]))
        return dict(zip(rows["segment"].to_pylist(), rows["tables"].to_pylist(), strict=True))

    def find_nearest(self, vector: "Scores", unit: Unit, limit: int, chosen: Sequence[int]) -> list[Found]:
        """The passages of some documents that are nearest to a vector, the best first."""
        asked = limit * FIRST
        while True:
            chunks, sentences = (self._ask(each, vector, asked, chosen) for each in (Unit.CHUNK, Unit.SENTENCE))
            found = score(self._join(chunks, sentences, unit), vector, unit, self.owners, self._take)[:limit]
            mean = (chunks.most_of_others + sentences.most_of_others) / 2
            # a chunk without a sentence scores what its own vector does
            others = max(mean, chunks.most_of_others if unit is Unit.CHUNK else mean) + SLACK
            if others < -1 or (len(found) == limit and found[-1].score > others):
                return found
            asked *= MORE

    def _ask(self, unit: Unit, vector: "Scores", asked: int, chosen: Sequence[int]) -> _Given:
        """The nearest of a table."""
        import numpy

        table, ids, _, by_row = self._rows[unit]
        count = sum(len(self.numbering.numbers_of(at, unit)) for at in chosen)
        if not count:
            return _Given(numpy.zeros(0, numpy.intp), ALL_GIVEN)
        search = table.search(vector).distance_type("dot").bypass_vector_index().select(["row", "_distance"])
        where = among([self.documents[at].segment for at in chosen])
        with told(self._database.place):
            rows = search.where(where, prefilter=True).with_row_id(True).limit(asked).to_arrow()
        numbers = numpy.sort(by_row[numpy.searchsorted(ids, rows["_rowid"].to_numpy(), sorter=by_row)])
        return _Given(numbers, ALL_GIVEN if len(rows) >= count else 1 - rows["_distance"][-1].as_py())

    def _join(self, chunks: _Given, sentences: _Given, unit: Unit) -> "Numbers":
        """The passages that one of the tables gave."""
        import numpy

        if unit is Unit.SENTENCE:
            return numpy.union1d(sentences.numbers, sentences_of(chunks.numbers, self.owners))
        return numpy.union1d(chunks.numbers, self.owners[sentences.numbers].astype(numpy.intp))

    def _take(self, unit: Unit, numbers: "Numbers") -> "Vectors":
        import numpy

        if not len(numbers):
            return numpy.zeros((0, 0), numpy.float32)
        return to_vectors(self._fetch(unit, numbers.tolist(), "vector"))


def open_lance(place: str, model: str, tags: Collection[str]) -> LanceStore:
    """The index in ``place`` as somebody sees it who has ``tags``. Raises InputError where there is none of that model."""
    database = Database(place)
    for _ in range(TRIES):
        run = load_run(database)
        if run is None:
            raise refuse_none(place)
        refuse_other(run, model, shown(place))
        try:
            return LanceStore(database, find_visible(run.documents, tags), model)
        except FileNotFoundError:
            continue
    raise InputError(f"the index in {shown(place)} lacks rows; make it anew with `clausetrace index --store lance --rebuild`")
