"""An open index: the documents that a question may be asked of, and the two sides that find passages in them.

What is found is a number: passages are counted through the documents in the order of their doc_id, chunks apart from sentences.
Rows are read when they are asked for. On the dense side a passage counts as the mean of two products: that of its chunk's vector
(label, context and text) and that of its best sentence, or of the sentence that it is; a chunk says what it is about, a sentence
what it says.
"""

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import InputError
from pipeline.retrieval.asking import AskedTerm, find_asked
from pipeline.retrieval.index.keyword import MOST_OF_A_MATCH
from pipeline.retrieval.index.lay import load_lay_terms
from pipeline.retrieval.index.models import Models
from pipeline.retrieval.index.records import Found, IndexedDocument, Unit
from pipeline.retrieval.index.segments import (
    Rows,
    load_outline,
    load_owners,
    load_tables,
    load_vectors,
    parse_chunk,
    parse_sentence,
)
from pipeline.retrieval.index.update import load_index
from pipeline.retrieval.index.views import SEGMENTS, Shown, View, find_visible, open_view
from pipeline.retrieval.near import Near
from pipeline.retrieval.places import Place, find_places
from pipeline.retrieval.sayings import Sayings, make_synonyms
from pipeline.retrieval.sentences import Sentence
from pipeline.retrieval.terms import PART, fold, language_of
from pipeline.retrieval.widening import Outlined, Reach, find_group
from pipeline.store.rows import ChunkRow, TableRow

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from pipeline.retrieval.embedding import Vectors

TRIES = 3
"""How often an index is opened that an update replaces while it is being opened."""
KEPT = 64
"""Documents whose sentences and outline are kept once they were read."""


class SearchIndex:
    """The documents of an index that may be seen."""

    def __init__(self, place: Path, documents: Sequence[IndexedDocument], models: Models) -> None:
        self._place = place
        self.documents = tuple(documents)
        self.models = models
        self._units = {unit: _Passages(place, self.documents, unit) for unit in Unit}
        self._views: dict[Unit, View] = {}
        self._places: dict[int, Sequence[Place]] = {}
        self._sentences_of = lru_cache(KEPT)(self._read_sentences)
        self._outline_of = lru_cache(KEPT)(self._read_outline)
        self._lay_terms_of = lru_cache(KEPT)(self._read_lay_terms)

    def view(self, unit: Unit) -> View:
        """The words of the passages of a unit."""
        if unit not in self._views:
            self._views[unit] = open_view(Shown(self._place, self.documents, unit, self.models))
        return self._views[unit]

    def find_asked(
        self, question: str, unit: Unit, synonyms: Sequence[Sequence[str]] = (), *, lay_terms: bool = False
    ) -> tuple[AskedTerm, ...]:
        """The terms of a question, as these passages know them; with ``lay_terms`` also by what laymen call things."""
        if not self.documents:
            return ()
        sayings = [Sayings(make_synonyms(synonyms), self.stem)] if synonyms else []
        if lay_terms:
            sayings.append(self._lay_terms_of(language_of(PART.findall(fold(question)))))
        return find_asked(question, _Lexis(self.view(unit)), sayings)

    def _read_lay_terms(self, language: str) -> Sayings:
        return Sayings(load_lay_terms(language), self.stem)

    @property
    def most_of_a_match(self) -> float:
        """The most that a term can count on the keyword side, for a weight of 1."""
        return MOST_OF_A_MATCH

    def stem(self, term: str) -> str:
        """A term without its ending."""
        return self.view(Unit.CHUNK).keywords.stem(term)

    def find_by_keyword(self, asked: Sequence[AskedTerm], unit: Unit, limit: int, documents: Sequence[int] | None) -> list[Found]:
        """The passages that share most words with a question, the best first; of ``documents`` (places in the list) alone."""
        return self.view(unit).keywords.find(asked, limit, documents) if self.documents and asked else []

    def find_by_vector(self, vector: "Vectors", unit: Unit, limit: int, documents: Sequence[int] | None) -> list[Found]:
        """The passages nearest to a vector, the best first; of ``documents`` (places in the list) alone."""
        import numpy

        chosen = range(len(self.documents)) if documents is None else documents
        held = [(self._units[unit].start(at), self._compare(vector[0], at, unit)) for at in chosen]
        if not held:
            return []
        scores = numpy.concatenate([scores for _, scores in held])
        numbers = numpy.concatenate([numpy.arange(start, start + len(scores)) for start, scores in held])
        best = numpy.argpartition(-scores, limit - 1)[:limit] if limit < len(scores) else numpy.arange(len(scores))
        order = sorted(best.tolist(), key=lambda at: (-scores[at], numbers[at]))
        return [Found(int(numbers[at]), float(scores[at])) for at in order]

    def _compare(self, vector: "NDArray[numpy.float32]", at: int, unit: Unit) -> "NDArray[numpy.floating]":
        """The score of every passage of a document."""
        import numpy

        chunks, sentences = self._units[Unit.CHUNK].vectors(at), self._units[Unit.SENTENCE].vectors(at)
        whole = _multiply(chunks, vector)
        single, owners = _multiply(sentences, vector), self._units[Unit.SENTENCE].owners(at)
        if unit is Unit.SENTENCE:
            said: NDArray[numpy.floating] = (single + whole[owners]) / 2
            return said
        best = numpy.full(len(whole), -numpy.inf, numpy.float32)
        numpy.maximum.at(best, owners, single)
        mean: NDArray[numpy.floating] = (numpy.where(numpy.isinf(best), whole, best) + whole) / 2
        return mean

    def document_of(self, number: int, unit: Unit) -> int:
        """The place in ``documents`` of the one that a passage is of."""
        return self._units[unit].locate(number)[0]

    def chunk_number(self, number: int, unit: Unit) -> int:
        """The number of the chunk that a passage is, or that a sentence is of."""
        if unit is Unit.CHUNK:
            return number
        at, row = self._units[unit].locate(number)
        return self._units[Unit.CHUNK].start(at) + int(self._units[unit].owners(at)[row])

    def chunk(self, number: int) -> ChunkRow:
        """The chunk of a number."""
        return parse_chunk(self._units[Unit.CHUNK].read(number))

    def find_group(self, number: int, reach: Reach) -> tuple[int, ...]:
        """The numbers of the chunks that are shown with one: of the largest clause within reach around it."""
        at, row = self._units[Unit.CHUNK].locate(number)
        start = self._units[Unit.CHUNK].start(at)
        group = find_group(self._outline_of(at), row, reach)
        return tuple(start + place for place in group)

    def _read_outline(self, document: int) -> Sequence[Outlined]:
        return load_outline(self._place / SEGMENTS / self.documents[document].segment)

    def sentence(self, number: int) -> Sentence:
        """The sentence of a number."""
        return parse_sentence(self._units[Unit.SENTENCE].read(number))

    def sentences_of(self, document: int) -> Sequence[Sentence]:
        """All sentences of a document, by position."""
        return self._sentences_of(document)

    def _read_sentences(self, document: int) -> Sequence[Sentence]:
        return [parse_sentence(row) for row in self._units[Unit.SENTENCE].rows(document).read_all()]

    @cached_property
    def tables(self) -> Mapping[int, tuple[TableRow, ...]]:
        """The tables that no chunk holds, by the place of their document."""
        held = {at: tuple(load_tables(self._place / SEGMENTS / each.segment)) for at, each in enumerate(self.documents)}
        return {at: tables for at, tables in held.items() if tables}

    def places(self, document: int, price_words: Collection[str]) -> Sequence[Place]:
        """The tables of a document that no chunk holds, those of a kind together."""
        if document not in self._places:
            self._places[document] = find_places(self.tables[document], price_words, self.stem)
        return self._places[document]


def _multiply(vectors: "Vectors", vector: "NDArray[numpy.float32]") -> "NDArray[numpy.float32]":
    """The product of each with a vector; none of a document without text."""
    products: NDArray[numpy.float32] = vectors @ vector if len(vectors) else vector[:0]
    return products


class _Lexis:
    """What a view knows of words."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.weigh, self.stem, self.has = view.keywords.weigh, view.keywords.stem, view.keywords.has

    def find_near(self, words: Sequence[str]) -> Mapping[str, tuple[Near, ...]]:
        return self._view.near.find(words)


class _Passages:
    """The passages of one unit over all documents."""

    def __init__(self, place: Path, documents: Sequence[IndexedDocument], unit: Unit) -> None:
        self._segments = [place / SEGMENTS / document.segment for document in documents]
        self._unit = unit
        self._rows = [Rows(segment, unit) for segment in self._segments]
        self._starts = [0, *accumulate(map(len, self._rows))]
        self._vectors = [load_vectors(segment, unit) for segment in self._segments]
        self._owners = [load_owners(segment, unit) for segment in self._segments]

    def start(self, at: int) -> int:
        """The number of the first passage of a document."""
        return self._starts[at]

    def rows(self, at: int) -> Rows:
        return self._rows[at]

    def vectors(self, at: int) -> "Vectors":
        return self._vectors[at]

    def owners(self, at: int) -> "NDArray[numpy.int32]":
        return self._owners[at]

    def locate(self, number: int) -> tuple[int, int]:
        """Place of the document, and place of the row in it."""
        at = bisect_right(self._starts, number) - 1
        return at, number - self._starts[at]

    def read(self, number: int) -> bytes:
        at, row = self.locate(number)
        return self._rows[at].read(row)


def open_index(place: Path, models: Models, tags: Collection[str] = ()) -> SearchIndex:
    """The index in ``place``, as it is for somebody who has ``tags``.

    Raises InputError where there is none, or where it was made by other models.
    """
    for _ in range(TRIES):
        run = load_index(place)
        if run is None:
            raise InputError(f"there is no index in {place}; make it with `clausetrace index`")
        if run.embedder != models.passages.identity:
            raise InputError(f"the index in {place} has vectors of {run.embedder!r}, the configuration names another; index again")
        try:
            return SearchIndex(place, find_visible(run, tags), models)
        except FileNotFoundError:
            continue
    raise InputError(f"the index in {place} lacks files; remove it and run `clausetrace index` again")
