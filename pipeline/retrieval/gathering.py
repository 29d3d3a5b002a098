"""What an index holds for a question: the passages in their order, and what speaks for each.

Both sides are asked whatever the mode, since both say whether there is an answer; the order is that of the mode.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pipeline.config.retrieval import RetrievalSettings
from pipeline.model import Status
from pipeline.retrieval.answers import Evidence
from pipeline.retrieval.asking import AskedTerm, cover, weigh_all
from pipeline.retrieval.codes import bare, find_codes
from pipeline.retrieval.fusion import Fused, abstain, fuse
from pipeline.retrieval.hits import SideName
from pipeline.retrieval.index.records import Found
from pipeline.retrieval.reranking import rerank
from pipeline.retrieval.terms import find_terms
from pipeline.retrieval.wanted import Mode, Wanted

if TYPE_CHECKING:
    from pipeline.retrieval.index.opened import SearchIndex

COVERING = 5
"""Passages of the head of the order whose words are compared with the question's."""


class Search(NamedTuple):
    """A question that is being answered: of what, how, in which documents (None for all), and its terms."""

    question: str
    searched: "SearchIndex"
    settings: RetrievalSettings
    wanted: Wanted
    documents: Sequence[int] | None
    asked: Sequence[AskedTerm]


class Gathered:
    """The passages for a question."""

    def __init__(self, search: Search) -> None:
        self._search = search
        unit, pool = search.wanted.unit, search.settings.pool
        vector = search.searched.models.passages.embed_question(search.question)
        self._keyword = search.searched.find_by_keyword(search.asked, unit, pool, search.documents)
        self._dense = search.searched.find_by_vector(vector, unit, pool, search.documents)
        most = weigh_all(search.asked) * search.searched.most_of_a_match
        self._by_keyword = {each.number: each.score / most for each in self._keyword} if most else {}
        self._by_vector = {each.number: each.score for each in self._dense}

    @cached_property
    def order(self) -> list[Fused]:
        """The passages, the best first; archived ones behind all others where they are not asked for."""
        return self._put_back(self._look_again(self._fused))

    @cached_property
    def _fused(self) -> list[Fused]:
        """The order of the sides, which a reranker has not looked at."""
        return fuse(self._by_side(), self._search.settings.fusion)

    def _put_back(self, fused: list[Fused]) -> list[Fused]:
        """``fused`` with what is archived behind all others, where it is not asked for."""
        return fused if self._search.wanted.archived else sorted(fused, key=lambda each: self._is_archived(each.number))

    def _look_again(self, fused: list[Fused]) -> list[Fused]:
        """The order with what a reranker says of the first, where there is one."""
        search, settings = self._search, self._search.settings.reranker
        reranker = search.searched.models.reranker
        if reranker is None or not fused:
            return fused
        head = fused[: settings.first]
        read = [search.searched.read_apart(each.number, search.wanted.unit) for each in head]
        scores = reranker.score(search.question, read)
        return [*rerank(head, scores, settings.weight, search.settings.fusion), *fused[settings.first :]]

    def _by_side(self) -> dict[SideName, list[Found]]:
        match self._search.wanted.mode:
            case Mode.KEYWORD:
                return {SideName.KEYWORD: self._keyword}
            case Mode.DENSE:
                return {SideName.DENSE: self._dense}
            case Mode.HYBRID:
                words = abstain(self._keyword, self._search.settings.keyword_floor)
                return {SideName.KEYWORD: words, SideName.DENSE: self._dense}

    def _is_archived(self, number: int) -> bool:
        index = self._search.searched
        return index.documents[index.document_of(number, self._search.wanted.unit)].status is Status.ARCHIVED

    @cached_property
    def covers(self) -> dict[int, float]:
        """How much of the question each of the first passages covers, by number; what a reranker says plays no part."""
        first = self._put_back(self._fused)[:COVERING]
        return {each.number: cover(self._search.asked, self._terms_of(each.number)) for each in first}

    def _terms_of(self, number: int) -> set[str]:
        """The terms of a passage's chunk and of the codes asked for that its document prints on every page, and their stems."""
        index, unit = self._search.searched, self._search.wanted.unit
        asked = set(map(bare, find_codes(self._search.question)))
        codes = [code for code in index.documents[index.document_of(number, unit)].codes if bare(code) in asked]
        terms = set(find_terms("\n".join((index.chunk(index.chunk_number(number, unit)).embed_text, *codes))))
        return terms | {index.stem(term) for term in terms}

    @cached_property
    def strong(self) -> list[Fused]:
        """The passages that are not far below the best on both sides, in their order."""
        share = self._search.settings.weak_share
        keyword, dense = (share * max(side.values(), default=0.0) for side in (self._by_keyword, self._by_vector))
        return [each for each in self.order if self._reaches(each.number, keyword, dense)]

    def _reaches(self, number: int, keyword: float, dense: float) -> bool:
        return self._by_keyword.get(number, -1.0) >= keyword or self._by_vector.get(number, -1.0) >= dense

    @property
    def best(self) -> Evidence:
        """The most that any passage reaches, by side."""
        return Evidence(*(max(side.values(), default=0.0) for side in (self._by_words, self._by_vector)))

    def evidence_of(self, number: int) -> Evidence:
        """What speaks for a passage; 0 by a side that did not find it."""
        return Evidence(*(side.get(number, 0.0) for side in (self._by_words, self._by_vector)))

    @property
    def covered(self) -> float:
        """The most of the question that one of the first passages covers."""
        return max(self.covers.values(), default=0.0)

    @cached_property
    def _by_words(self) -> dict[int, float]:
        """What speaks by words for each of the first passages."""
        weight = self._search.settings.cover_weight
        return {
            number: (self._by_keyword.get(number, 0.0) + weight * cover) / (1 + weight) for number, cover in self.covers.items()
        }
