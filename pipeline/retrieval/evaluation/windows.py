"""The quick version that the search is compared with: fixed windows of so many characters over the text of all pages.

BM25 over their words (function words are not asked for) and vectors, fused by rank, and always an answer. Only the cut differs from
the search's own sides: splitter of words, vectors and fusion are the same.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from pipeline.config.retrieval import RetrievalSettings
from pipeline.retrieval.asking import AskedTerm, find_telling
from pipeline.retrieval.comparing.cutting import cut_quickly, make_plain
from pipeline.retrieval.embedding import Embedder
from pipeline.retrieval.evaluation.questions import Question, letters_of
from pipeline.retrieval.evaluation.systems import Count, Passage, System
from pipeline.retrieval.fusion import fuse
from pipeline.retrieval.hits import SideName
from pipeline.retrieval.index.keyword import Keywords, Written, build_keyword
from pipeline.retrieval.index.records import Found
from pipeline.retrieval.index.stems import find_language
from pipeline.retrieval.terms import find_terms
from pipeline.store.rows import PageRow

WINDOWS = ((400, 50), (900, 160))
"""Size and overlap of the windows that are compared with, in characters."""
POOL = 100
"""Windows that each side gives to be fused."""
HEAD = 200
"""Characters of a window that are its excerpt: the quick version shows the head."""


class WindowSystem:
    """Fixed windows of some documents, whose pages are given by doc_id."""

    def __init__(self, pages: Mapping[str, Sequence[PageRow]], cut: tuple[int, int], embedder: Embedder, count: Count) -> None:
        self._shown = [window for doc_id, held in pages.items() for window in _cut(doc_id, held, cut, count)]
        spoken = {doc_id: find_language("", (page.text for page in held)) for doc_id, held in pages.items()}
        written = (Written(at, 0, "", each.text, spoken[next(iter(each.pages))]) for at, each in enumerate(self._shown))
        self._keywords = Keywords(build_keyword(written, None))
        self._embedder = embedder
        self._vectors = embedder.embed_passages([each.text for each in self._shown])

    def show(self, asked: Question, k: int) -> list[Passage]:
        """The first ``k`` windows by both sides."""
        import numpy

        words = " ".join(find_telling(asked.question))
        terms = [AskedTerm(term, term, 1.0) for term in dict.fromkeys(find_terms(words))]
        scores = (self._vectors @ self._embedder.embed_question(asked.question)[0]).tolist()
        nearest = [Found(int(at), scores[at]) for at in numpy.argsort([-score for score in scores], kind="stable")[:POOL]]
        fused = fuse({SideName.KEYWORD: self._keywords.find(terms, POOL), SideName.DENSE: nearest}, RetrievalSettings().fusion)
        return [self._shown[each.number] for each in fused[:k]]


class EachItsOwn:
    """Asks each question of its own document alone; ``systems`` by doc_id."""

    def __init__(self, systems: Mapping[str, System]) -> None:
        self._systems = systems

    def show(self, asked: Question, k: int) -> list[Passage]:
        """What the document's own system shows."""
        return self._systems[asked.doc_id].show(asked, k)


def _cut(doc_id: str, pages: Sequence[PageRow], cut: tuple[int, int], count: Count) -> list[Passage]:
    size, overlap = cut
    plain = make_plain([(page.page, page.text) for page in pages])
    numbers, starts = list(plain.pages), list(plain.pages.values())
    return [
        _window(doc_id, plain.text[piece.start : piece.end], _pages_of(piece.start, piece.end, numbers, starts), count)
        for piece in cut_quickly(plain.text, size, size - overlap)
    ]


def _window(doc_id: str, text: str, pages: frozenset[int], count: Count) -> Passage:
    return Passage(text, letters_of(text), {doc_id: pages}, text[:HEAD], text, count(text))


def _pages_of(start: int, end: int, numbers: Sequence[int], starts: Sequence[int]) -> frozenset[int]:
    first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1
    return frozenset(numbers[first : last + 1])
