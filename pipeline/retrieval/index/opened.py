"""An open index: the documents that a question may be asked of, and the two sides that find passages in them.

What is found is a number: passages are counted through the documents in the order of their doc_id, chunks apart from sentences.
Rows are read when they are asked for.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import InputError
from pipeline.retrieval.asking import AskedTerm, find_asked
from pipeline.retrieval.index.held import FolderStore
from pipeline.retrieval.index.keyword import MOST_OF_A_MATCH
from pipeline.retrieval.index.kinds import Kind, find_kind
from pipeline.retrieval.index.lay import load_lay_terms
from pipeline.retrieval.index.models import Models
from pipeline.retrieval.index.records import Found, Unit
from pipeline.retrieval.index.segments import parse_chunk, parse_sentence
from pipeline.retrieval.index.stems import RULES, USUAL, stem
from pipeline.retrieval.index.stores import Store, find_visible, refuse_other
from pipeline.retrieval.index.update import load_index
from pipeline.retrieval.index.views import Shown, View, open_view
from pipeline.retrieval.near import Near
from pipeline.retrieval.places import Place, find_places
from pipeline.retrieval.sayings import Sayings, make_synonyms
from pipeline.retrieval.sentences import Sentence
from pipeline.retrieval.terms import PART, fold, language_of
from pipeline.retrieval.widening import Reach, find_group
from pipeline.store.rows import ChunkRow, TableRow

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Vectors

TRIES = 3
"""How often an index is opened that an update replaces while it is being opened."""
KEPT = 64
"""Documents whose sentences and outline are kept once they were read."""


class SearchIndex:
    """The documents of an index that may be seen."""

    def __init__(self, store: Store, models: Models) -> None:
        self._store, self._numbering = store, store.numbering
        self.documents = store.documents
        self.models = models
        self._views: dict[Unit, View] = {}
        self._places: dict[int, Sequence[Place]] = {}
        self._sentences_of = lru_cache(KEPT)(self._read_sentences)
        self._outline_of = lru_cache(KEPT)(store.read_outline)
        self._lay_terms_of = lru_cache(KEPT)(self._read_lay_terms)

    def view(self, unit: Unit) -> View:
        """The words of the passages of a unit."""
        if unit not in self._views:
            self._views[unit] = open_view(Shown(self._store, unit, self.models))
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
        return Sayings(load_lay_terms(language), partial(stem, language=language if language in RULES else USUAL))

    @property
    def most_of_a_match(self) -> float:
        """The most that a term can count on the keyword side, for a weight of 1."""
        return MOST_OF_A_MATCH

    def stem(self, term: str) -> str:
        """A term without its ending."""
        return self.view(Unit.CHUNK).keywords.stem(term)

    def find_by_keyword(self, asked: Sequence[AskedTerm], unit: Unit, limit: int, documents: Sequence[int] | None) -> list[Found]:
        """The passages that share most words with a question, the best first; of ``documents`` (places in the list) alone."""
        found = self.view(unit).keywords.find(asked, limit, documents) if self.documents and asked else []
        return self._expected(found, unit)

    def find_by_vector(self, vector: "Vectors", unit: Unit, limit: int, documents: Sequence[int] | None) -> list[Found]:
        """The passages nearest to a vector, the best first; of ``documents`` (places in the list) alone."""
        chosen = range(len(self.documents)) if documents is None else sorted(documents)
        return self._expected(self._store.find_nearest(vector[0], unit, limit, chosen) if self.documents else [], unit)

    def _expected(self, found: list[Found], unit: Unit) -> list[Found]:
        """What was found; it is read next."""
        self._store.expect(unit, [each.number for each in found])
        return found

    def document_of(self, number: int, unit: Unit) -> int:
        """The place in ``documents`` of the one that a passage is of."""
        return self._numbering.locate(number, unit)[0]

    def chunk_number(self, number: int, unit: Unit) -> int:
        """The number of the chunk that a passage is, or that a sentence is of."""
        return number if unit is Unit.CHUNK else int(self._store.owners[number])

    def chunk(self, number: int) -> ChunkRow:
        """The chunk of a number."""
        return parse_chunk(self._read(number, Unit.CHUNK))

    def read_apart(self, number: int, unit: Unit) -> list[str]:
        """A passage with its label, and its sentences one by one."""
        chunk = self.chunk(self.chunk_number(number, unit))
        if unit is Unit.SENTENCE:
            return [f"{chunk.label}\n{self.sentence(number).text}", self.sentence(number).text]
        held = self.sentences_of(self.document_of(number, unit))
        return [chunk.embed_text, *(each.text for each in held if each.chunk_id == chunk.id)]

    def find_group(self, number: int, reach: Reach) -> tuple[int, ...]:
        """The numbers of the chunks that are shown with one: of the largest clause within reach around it."""
        at, row = self._numbering.locate(number, Unit.CHUNK)
        start = number - row
        return tuple(start + place for place in find_group(self._outline_of(at), row, reach))

    def sentence(self, number: int) -> Sentence:
        """The sentence of a number."""
        return parse_sentence(self._read(number, Unit.SENTENCE))

    def _read(self, number: int, unit: Unit) -> bytes:
        at, row = self._numbering.locate(number, unit)
        return self._store.read_row(at, unit, row)

    def sentences_of(self, document: int) -> Sequence[Sentence]:
        """All sentences of a document, by position."""
        return self._sentences_of(document)

    def _read_sentences(self, document: int) -> Sequence[Sentence]:
        return [parse_sentence(row) for row in self._store.read_rows(document, Unit.SENTENCE)]

    @cached_property
    def tables(self) -> Mapping[int, tuple[TableRow, ...]]:
        """The tables that no chunk holds, by the place of their document."""
        held = {at: tuple(self._store.read_tables(at)) for at in range(len(self.documents))}
        return {at: tables for at, tables in held.items() if tables}

    def places(self, document: int, price_words: Collection[str]) -> Sequence[Place]:
        """The tables of a document that no chunk holds, those of a kind together."""
        if document not in self._places:
            self._places[document] = find_places(self.tables[document], price_words, self.stem)
        return self._places[document]


class _Lexis:
    """What a view knows of words."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.weigh, self.stem, self.has = view.keywords.weigh, view.keywords.stem, view.keywords.has

    def find_near(self, words: Sequence[str]) -> Mapping[str, tuple[Near, ...]]:
        return self._view.near.find(words)


def open_index(place: Path | str, models: Models, tags: Collection[str] = ()) -> SearchIndex:
    """The index in ``place``, a folder or an address, as it is for somebody who has ``tags``.

    Raises InputError where there is none, or where it was made by other models.
    """
    if find_kind(place) is Kind.LANCE:
        from pipeline.retrieval.index.lance.reading import open_lance

        return SearchIndex(open_lance(str(place), models.passages.identity, tags), models)
    return SearchIndex(_open_folder(Path(place), models.passages.identity, tags), models)


def _open_folder(place: Path, model: str, tags: Collection[str]) -> FolderStore:
    for _ in range(TRIES):
        run = load_index(place)
        if run is None:
            raise InputError(f"there is no index in {place}; make it with `clausetrace index`")
        refuse_other(run, model, place)
        try:
            return FolderStore(place, find_visible(run.documents, tags))
        except FileNotFoundError:
            continue
    raise InputError(f"the index in {place} lacks files; remove it and run `clausetrace index` again")
