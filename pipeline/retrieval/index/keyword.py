"""The keyword side: BM25 over the exact terms of passages, their stems and those of their labels.

Terms are made by ``find_terms``, joined with spaces and split there again, so that the index and a question never differ in what a
word is; no text of a question is ever read as a query language. Passages are stemmed in the language of their document, a term of a
question in each that a passage has. Of a term and the words near to it a passage counts the best match.
Scores depend on the passages of this one index alone.
"""

from collections.abc import Iterable, Sequence
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pipeline.errors import DependencyMissing
from pipeline.retrieval.asking import AskedTerm
from pipeline.retrieval.index.records import Found
from pipeline.retrieval.index.stems import INSTALL, RULES, USUAL, stem
from pipeline.retrieval.near import Near
from pipeline.retrieval.terms import find_terms

if TYPE_CHECKING:
    import tantivy

SPACES = "spaces"
STEMMED = ("stems", "heads")
HEAP = 100_000_000
"""Bytes that terms may take before they are written out; tantivy asks for 15 million at least."""
BOOSTS = {"words": 1.0, "stems": 1.0, "heads": 0.6}
"""Weight of a match by field. A label repeats down a whole section, so it tells passages apart less than their own words."""

SATURATION = 2.2
"""What repeating a term brings a passage at most: BM25's k1 + 1, with tantivy's k1 of 1.2."""
MOST_OF_A_MATCH = SATURATION * sum(BOOSTS.values())


class Written(NamedTuple):
    """A passage as it is indexed: its number in the index, that of its document, its label, all of its words, its language."""

    number: int
    document: int
    label: str
    text: str
    language: str = USUAL


def build_keyword(passages: Iterable[Written], place: Path | None) -> "tantivy.Index":
    """An index of ``passages`` in the folder ``place``, which is there and empty; in memory where None."""
    index = _new_index(place)
    writer = index.writer(heap_size=HEAP, num_threads=1)
    for passage in passages:
        writer.add_document(_make_document(passage))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index


def _make_document(passage: Written) -> "tantivy.Document":
    import tantivy

    document = tantivy.Document()
    document.add_unsigned("number", passage.number)
    document.add_unsigned("document", passage.document)
    words = find_terms(passage.text)
    document.add_text("language", passage.language)
    document.add_text("words", " ".join(words))
    document.add_text("stems", _stems_of(words, passage.language))
    document.add_text("heads", _stems_of(find_terms(passage.label), passage.language))
    return document


def _stems_of(words: Sequence[str], language: str) -> str:
    return " ".join(_mark(word, language) for word in words)


def _mark(term: str, language: str) -> str:
    """A term without its ending, and the language that this is of: "consum" of one language says nothing in another."""
    return f"{language}:{stem(term, language)}"


def open_keyword(place: Path) -> "tantivy.Index":
    """The index in a folder."""
    return _new_index(place)


def _new_index(place: Path | None) -> "tantivy.Index":
    try:
        import tantivy
    except ImportError:
        raise DependencyMissing(INSTALL) from None
    schema = tantivy.SchemaBuilder()
    schema.add_unsigned_field("number", fast=True)
    schema.add_unsigned_field("document", indexed=True)
    schema.add_text_field("words", tokenizer_name=SPACES, index_option="freq")
    schema.add_text_field("stems", tokenizer_name=SPACES, index_option="freq")
    schema.add_text_field("heads", tokenizer_name=SPACES, index_option="freq")
    schema.add_text_field("language", tokenizer_name=SPACES, index_option="basic")
    index = tantivy.Index(schema.build(), path=str(place) if place else None)
    index.register_tokenizer(SPACES, tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    return index


class Keywords:
    """An open index, to be asked."""

    def __init__(self, index: "tantivy.Index") -> None:
        self._index = index
        self._searcher = index.searcher()
        counts = {language: self._searcher.doc_freq("language", language) for language in RULES}
        self._languages = [language for language, count in counts.items() if count] or [USUAL]
        self._language = max(self._languages, key=lambda language: counts[language])

    def find(self, asked: Sequence[AskedTerm], limit: int, documents: Sequence[int] | None = None) -> list[Found]:
        """The passages that share most with a question, the best first; of ``documents`` alone where they are given."""
        import tantivy

        query = self._any([self._best(each) for each in asked])
        if documents is not None:
            allowed = self._any([self._term("document", number) for number in documents])
            must = tantivy.Occur.Must
            query = tantivy.Query.boolean_query([(must, query), (must, tantivy.Query.const_score_query(allowed, 0.0))])
        hits = self._searcher.search(query, limit, count=False).hits
        numbers = self._searcher.fast_field_values("number", [address for _, address in hits])
        found = [Found(int(number or 0), float(score)) for number, (score, _) in zip(numbers, hits, strict=True)]
        return sorted(found, key=lambda each: (-each.score, each.number))

    def weigh(self, term: str) -> float:
        """How rare a term is: BM25's inverse document frequency, that of the term or of its stem, whichever is less rare."""
        passages, having = self._searcher.num_docs, self._count(term)
        return log(1 + (passages - having + 0.5) / (having + 0.5))

    def has(self, term: str) -> bool:
        """Whether a passage has the term, or one of its stem."""
        return self._count(term) > 0

    def _count(self, term: str) -> int:
        return max(
            self._searcher.doc_freq("words", term), *(self._searcher.doc_freq("stems", each) for each in self._stems_of(term))
        )

    def stem(self, term: str) -> str:
        """A term without the ending that it has in the language of most passages."""
        return stem(term, self._language)

    def _stems_of(self, term: str) -> list[str]:
        """A term without the endings that it may have, by the languages of the passages."""
        return [_mark(term, language) for language in self._languages]

    def _best(self, asked: AskedTerm) -> "tantivy.Query":
        """The best match of a term: itself, or a word near to it at a lower weight."""
        import tantivy

        own = self._fields(asked.term)
        near = [self._written(each) for each in asked.near]
        return tantivy.Query.disjunction_max_query([own, *near]) if near else own

    def _written(self, near: Near) -> "tantivy.Query":
        """A near word at its weight; where it is several, all of them, which count as one in the mean."""
        import tantivy

        words = near.word.split()
        fields = [self._fields(word) for word in words]
        together = tantivy.Query.boolean_query([(tantivy.Occur.Must, each) for each in fields]) if len(fields) > 1 else fields[0]
        return tantivy.Query.boost_query(together, near.nearness / len(words))

    def _fields(self, term: str) -> "tantivy.Query":
        stems = self._stems_of(term)
        return self._any([self._term("words", term, BOOSTS["words"]), *(self._stemmed(field, stems) for field in STEMMED)])

    def _stemmed(self, field: str, stems: Sequence[str]) -> "tantivy.Query":
        """The best match of what a term is without its endings."""
        import tantivy

        queries = [self._term(field, each, BOOSTS[field]) for each in stems]
        return queries[0] if len(queries) == 1 else tantivy.Query.disjunction_max_query(queries)

    def _term(self, field: str, value: str | int, boost: float = 1.0) -> "tantivy.Query":
        import tantivy

        query = tantivy.Query.term_query(self._index.schema, field, value, index_option="freq")
        return query if boost == 1.0 else tantivy.Query.boost_query(query, boost)

    def _any(self, queries: Sequence["tantivy.Query"]) -> "tantivy.Query":
        import tantivy

        return tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in queries])
