"""Where the documents of an index are: what an open index asks of it, whatever it is kept in.

A passage is known by its number among those of its unit, counted through the documents in their order; or by the place of its
document in that order and its row in the document.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pipeline.errors import InputError
from pipeline.retrieval.index.records import Found, IndexedDocument, IndexRun, Unit
from pipeline.retrieval.widening import Outlined
from pipeline.store.rows import TableRow

if TYPE_CHECKING:
    from pipeline.retrieval.index.coarse import Scores
    from pipeline.retrieval.index.nearest import Numbers, Owners


class Numbering:
    """The numbers of the passages of some documents."""

    def __init__(self, documents: Sequence[IndexedDocument]) -> None:
        counts = {Unit.CHUNK: [each.chunks for each in documents], Unit.SENTENCE: [each.sentences for each in documents]}
        self._starts = {unit: [0, *accumulate(held)] for unit, held in counts.items()}

    def locate(self, number: int, unit: Unit) -> tuple[int, int]:
        """Place of the document, and row in it."""
        at = bisect_right(self._starts[unit], number) - 1
        return at, number - self._starts[unit][at]

    def locate_all(self, numbers: "Numbers", unit: Unit) -> "Iterator[tuple[int, Numbers]]":
        """Places of documents, each with the rows in it; ``numbers`` are in order."""
        import numpy

        places = numpy.searchsorted(self._starts[unit], numbers, "right") - 1
        for group in numpy.split(numpy.arange(len(numbers)), numpy.flatnonzero(numpy.diff(places)) + 1):
            if len(group):
                at = int(places[group[0]])
                yield at, numbers[group] - self._starts[unit][at]

    def numbers_of(self, at: int, unit: Unit) -> range:
        """The numbers of the passages of a document."""
        return range(self._starts[unit][at], self._starts[unit][at + 1])

    def count(self, unit: Unit) -> int:
        """How many passages there are."""
        return self._starts[unit][-1]


def find_visible(documents: Sequence[IndexedDocument], tags: Collection[str]) -> list[IndexedDocument]:
    """The documents that may be seen with ``tags``: those without any tag of their own, and those that have one of these."""
    return [document for document in documents if not document.access or set(document.access) & set(tags)]


def refuse_other(run: IndexRun, model: str, place: object) -> None:
    """Raises InputError where an index was made by another model than ``model``."""
    if run.embedder != model:
        raise InputError(f"the index in {place} has vectors of {run.embedder!r}, the configuration names another; index again")


class Store(Protocol):
    """The documents of an index that somebody may see."""

    @property
    def documents(self) -> tuple[IndexedDocument, ...]:
        """The documents, by doc_id."""

    @property
    def numbering(self) -> Numbering:
        """The numbers of their passages."""

    @property
    def owners(self) -> "Owners":
        """The number of the chunk of each sentence."""

    @property
    def views(self) -> Path:
        """The folder in which what is made of some documents together is kept."""

    def prepare(self) -> None:
        """Makes what the first question would otherwise wait for."""

    def read_rows(self, at: int, unit: Unit) -> list[bytes]:
        """The JSON of all rows of a document."""

    def read_row(self, at: int, unit: Unit, row: int) -> bytes:
        """The JSON of a row of a document."""

    def read_outline(self, at: int) -> Sequence[Outlined]:
        """What is known of each chunk of a document without reading it."""

    def read_tables(self, at: int) -> Sequence[TableRow]:
        """The tables of a document that no chunk holds."""

    def find_nearest(self, vector: "Scores", unit: Unit, limit: int, chosen: Sequence[int]) -> list[Found]:
        """The ``limit`` passages of the ``chosen`` documents (places in the list) that are nearest to a vector, the best first."""

    def expect(self, unit: Unit, numbers: Sequence[int]) -> None:
        """Takes notice that the rows of some passages, and of their chunks, will be read."""
