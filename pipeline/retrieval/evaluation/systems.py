"""What a search shows for a question, in one form for every way of searching that is compared.

``SearchSystem`` is this program's own search. ``WindowSystem`` is the quick version: fixed windows of so many characters over the
text of all pages, BM25 over their words (function words are not asked for) and vectors, fused by rank, and always an answer.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pipeline.config.retrieval import RetrievalSettings
from pipeline.retrieval.asking import AskedTerm, find_telling
from pipeline.retrieval.comparing.cutting import cut_quickly, make_plain
from pipeline.retrieval.embedding import Embedder
from pipeline.retrieval.evaluation.questions import letters_of
from pipeline.retrieval.fusion import fuse
from pipeline.retrieval.hits import Hit, SideName
from pipeline.retrieval.index.keyword import Keywords, Written, build_keyword
from pipeline.retrieval.index.records import Found
from pipeline.retrieval.search import find_answer
from pipeline.retrieval.terms import find_terms
from pipeline.retrieval.wanted import Mode, Wanted
from pipeline.store.rows import ChunkRow, PageRow

if TYPE_CHECKING:
    from pipeline.retrieval.index.opened import SearchIndex

POOL = 100
"""Windows that each side gives to be fused."""


class Passage(NamedTuple):
    """What is shown: its text, the letters of it and of its words as printed, its document and pages, its excerpt."""

    text: str
    letters: str
    doc_id: str
    pages: frozenset[int]
    snippet: str


class System(Protocol):
    """A way of searching."""

    def show(self, question: str, k: int) -> list[Passage]:
        """At most ``k`` passages, the best first; none where the question is not answered."""


class Library(NamedTuple):
    """The chunks and pages of the documents, by doc_id."""

    chunks: Mapping[str, Mapping[str, ChunkRow]]
    pages: Mapping[str, Mapping[int, PageRow]]

    def printed(self, doc_id: str, chunk_ids: Sequence[str]) -> tuple[str, frozenset[int]]:
        """The words of chunks as they stand on their pages, and these: of a row of a table without the heads that its text has."""
        places = [place for chunk_id in chunk_ids for place in self.chunks[doc_id][chunk_id].provenance]
        words = (self.pages[doc_id][place.page].text[place.char_start : place.char_end] for place in places)
        return " ".join(words), frozenset(place.page for place in places)


class SearchSystem:
    """The search of this program."""

    def __init__(self, index: "SearchIndex", settings: RetrievalSettings, library: Library, wanted: Wanted) -> None:
        self._index, self._settings, self._library, self._wanted = index, settings, library, wanted

    def show(self, question: str, k: int) -> list[Passage]:
        """What `search` shows."""
        wanted = Wanted(k, self._wanted.mode, self._wanted.unit, self._wanted.window, self._wanted.bound, self._wanted.doc_ids)
        return [self._passage(hit) for hit in find_answer(question, self._index, self._settings, wanted).hits]

    def _passage(self, hit: Hit) -> Passage:
        printed, pages = self._library.printed(hit.doc_id, hit.chunk_ids)
        shown = hit.window if hit.sentence else f"{hit.passage}\n{printed}"
        return Passage(hit.passage, letters_of(shown), hit.doc_id, pages, hit.snippet)


class WindowSystem:
    """Fixed windows of one document."""

    def __init__(self, doc_id: str, pages: Sequence[PageRow], size: int, overlap: int, embedder: Embedder) -> None:
        plain = make_plain([(page.page, page.text) for page in pages])
        pieces = cut_quickly(plain.text, size, size - overlap)
        numbers, starts = list(plain.pages), list(plain.pages.values())
        self._shown = [
            _window(doc_id, plain.text[piece.start : piece.end], _pages_of(piece.start, piece.end, numbers, starts))
            for piece in pieces
        ]
        self._keywords = Keywords(build_keyword((Written(at, 0, "", each.text) for at, each in enumerate(self._shown)), None))
        self._embedder = embedder
        self._vectors = embedder.embed_passages([each.text for each in self._shown])

    def show(self, question: str, k: int) -> list[Passage]:
        """The first ``k`` windows by both sides."""
        import numpy

        words = " ".join(find_telling(question))
        asked = [AskedTerm(term, term, 1.0) for term in dict.fromkeys(find_terms(words))]
        scores = (self._vectors @ self._embedder.embed_question(question)[0]).tolist()
        nearest = [Found(int(at), scores[at]) for at in numpy.argsort([-score for score in scores], kind="stable")[:POOL]]
        fused = fuse({SideName.KEYWORD: self._keywords.find(asked, POOL), SideName.DENSE: nearest}, RetrievalSettings().fusion)
        return [self._shown[each.number] for each in fused[:k]]

    @property
    def characters(self) -> int:
        """The length of a window, in the middle."""
        lengths = sorted(len(each.text) for each in self._shown)
        return lengths[len(lengths) // 2] if lengths else 0


def _window(doc_id: str, text: str, pages: frozenset[int]) -> Passage:
    return Passage(text, letters_of(text), doc_id, pages, text[:200])


def _pages_of(start: int, end: int, numbers: Sequence[int], starts: Sequence[int]) -> frozenset[int]:
    first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1
    return frozenset(numbers[first : last + 1])


MODES = (Mode.HYBRID, Mode.KEYWORD, Mode.DENSE)
WINDOWS = ((400, 50), (900, 160))
"""Size and overlap of the windows that are compared with, in characters."""
