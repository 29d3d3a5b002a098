"""What a search shows for a question, in one form for every way of searching that is compared.

``SearchSystem`` is this program's own search; ``windows`` has the quick version that it is compared with. What is shown stands in a
document, and, where passages are equal, in others as well: each has pages of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from pipeline.config.retrieval import RetrievalSettings
from pipeline.retrieval.evaluation.questions import Question, letters_of
from pipeline.retrieval.hits import Hit
from pipeline.retrieval.search import find_answer
from pipeline.retrieval.wanted import Mode, Wanted
from pipeline.store.rows import ChunkRow, PageRow

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Embedder, Vectors
    from pipeline.retrieval.index.opened import SearchIndex

Count = Callable[[str], int]
"""How many tokens a text has."""
MODES = (Mode.HYBRID, Mode.KEYWORD, Mode.DENSE)


class Passage(NamedTuple):
    """What is shown: its text, the letters of it and of its words as printed, its pages by document, its excerpt.

    The first of ``pages`` is the document that it is shown of. ``source`` is what the excerpt is an excerpt of, ``tokens`` are
    those of the text and of the label that a model is given with it.
    """

    text: str
    letters: str
    pages: Mapping[str, frozenset[int]]
    snippet: str
    source: str
    tokens: int


class System(Protocol):
    """A way of searching."""

    def show(self, asked: Question, k: int) -> list[Passage]:
        """At most ``k`` passages, the best first; none where the question is not answered."""


class Library(NamedTuple):
    """The chunks and pages of the documents, by doc_id, and what counts the tokens of their texts."""

    chunks: Mapping[str, Mapping[str, ChunkRow]]
    pages: Mapping[str, Mapping[int, PageRow]]
    count: Count

    def printed(self, doc_id: str, chunk_ids: Sequence[str]) -> tuple[str, frozenset[int]]:
        """The words of chunks as they stand on their pages, and these: of a row of a table without the heads that its text has."""
        places = [place for chunk_id in chunk_ids for place in self.chunks[doc_id][chunk_id].provenance]
        words = (self.pages[doc_id][place.page].text[place.char_start : place.char_end] for place in places)
        return " ".join(words), frozenset(place.page for place in places)


class SearchSystem:
    """The search of this program; with ``only`` each question is asked of its own document."""

    def __init__(self, index: "SearchIndex", settings: RetrievalSettings, library: Library, wanted: Wanted, *, only: bool) -> None:
        self._index, self._settings, self._library, self._wanted, self._only = index, settings, library, wanted, only

    def show(self, asked: Question, k: int) -> list[Passage]:
        """What `search` shows."""
        wanted = msgspec.structs.replace(self._wanted, k=k, doc_ids=(asked.doc_id,) if self._only else ())
        return [self._passage(hit) for hit in find_answer(asked.question, self._index, self._settings, wanted).hits]

    def _passage(self, hit: Hit) -> Passage:
        printed, pages = self._library.printed(hit.doc_id, hit.chunk_ids)
        shown = hit.window if hit.sentence else f"{hit.passage}\n{printed}"
        copies = {copy.doc_id: self._library.printed(copy.doc_id, [copy.chunk_id])[1] for copy in hit.copies}
        tokens = self._library.count(hit.label) + self._library.count(hit.passage)
        return Passage(hit.passage, letters_of(shown), {hit.doc_id: pages, **copies}, hit.snippet, hit.sentence or hit.text, tokens)


class Remembering:
    """A model that gives each question its vector once, however often it is asked."""

    def __init__(self, embedder: "Embedder") -> None:
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}
        self.identity = embedder.identity
        self.embed_passages = embedder.embed_passages

    def embed_question(self, text: str) -> "Vectors":
        """The vector of what is asked, as one row."""
        if text not in self._known:
            self._known[text] = self._embedder.embed_question(text)
        return self._known[text]
