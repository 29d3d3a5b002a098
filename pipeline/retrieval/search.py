"""The answer of an index to a question.

Both sides give their best, the keyword side drops what is far below its own best match, and their orders are fused by rank.
Whether a question is answered at all is decided before anything is shown: by how much one of the first passages has of it by
words, or how near the nearest is; below both floors nothing is given but the nearest, with what they missed. A question for a
figure that a table set aside covers better than any passage is answered with the place of that table. A product that the question
names narrows the search; equal passages are one hit; what is current comes before what is archived. Never gives the least bad
passage as an answer.
"""

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from pipeline.config.retrieval import RetrievalSettings
from pipeline.errors import UsageError
from pipeline.model import Status
from pipeline.retrieval.answers import Answer, Evidence, Nearest, Word
from pipeline.retrieval.asking import AskedTerm, weigh_all
from pipeline.retrieval.gathering import Gathered, Search
from pipeline.retrieval.hits import Hit
from pipeline.retrieval.places import (
    Place,
    TablePlace,
    asks_for_figure,
    choose_table,
    find_place,
    has_any,
    make_axes,
    write_look_up,
)
from pipeline.retrieval.products import find_named, part_from_names
from pipeline.retrieval.showing import DIGITS, Showing, find_alike, make_hits, show_snippet
from pipeline.retrieval.wanted import USUAL, Wanted, refuse
from pipeline.retrieval.widening import Reach

if TYPE_CHECKING:
    from pipeline.retrieval.index.opened import SearchIndex

NEAREST = 3
"""Passages that are shown where none is an answer."""


def search(question: str, index: "SearchIndex", settings: RetrievalSettings, wanted: Wanted = USUAL) -> tuple[Hit, ...]:
    """The hits for a question, the best first; none where nothing is relevant. Raises UsageError where ``wanted`` cannot be."""
    return tuple(find_answer(question, index, settings, wanted).hits)


def find_answer(question: str, index: "SearchIndex", settings: RetrievalSettings, wanted: Wanted = USUAL) -> Answer:
    """The answer to a question. Raises UsageError where ``wanted`` cannot be."""
    refuse(question, wanted)
    documents, named = _choose_documents(question, index, wanted.doc_ids)
    looked_for = part_from_names(question, index.documents)
    asked = index.find_asked(looked_for, wanted.unit, settings.synonyms, lay_terms=settings.lay_terms)
    search = Search(looked_for, index, settings, wanted, documents, asked)
    gathered = Gathered(search)
    best, floors = gathered.best, find_floors(looked_for, settings)
    places = _find_places(search, gathered.covered)
    reached = any(reached >= floor for reached, floor in zip(best, floors, strict=True))
    answered = not places and reached and bool(gathered.strong)
    showing = Showing(question, wanted.unit, wanted.window, wanted.bound, wanted.k, settings.snippets, _reach_of(settings))
    hits = make_hits(index, gathered.strong, showing) if answered else []
    return Answer(
        question=question,
        hits=hits,
        places=places,
        nearest=[] if answered or places else _find_nearest(search, gathered),
        alike=find_alike(hits, {document.doc_id: document.family for document in index.documents}),
        named=named,
        words=_tell_words(asked),
        best=_rounded(best),
    )


def _choose_documents(question: str, index: "SearchIndex", doc_ids: Sequence[str]) -> tuple[list[int] | None, list[str]]:
    """The places of the documents to search (None for all), and the doc_ids of those that the question names."""
    if doc_ids:
        places = {document.doc_id: at for at, document in enumerate(index.documents)}
        unknown = next((doc_id for doc_id in doc_ids if doc_id not in places), None)
        if unknown is not None:
            raise UsageError(f"--doc {unknown}: the index has no such document; it has {', '.join(places) or 'none'}")
        return sorted({places[doc_id] for doc_id in doc_ids}), []
    named = find_named(question, index.documents)
    return named or None, [index.documents[at].doc_id for at in named]


def _reach_of(settings: RetrievalSettings) -> Reach:
    return Reach(settings.widen, settings.widen_bare, settings.widen_opening)


def find_floors(question: str, settings: RetrievalSettings) -> Evidence:
    """What the best passage must reach, on one side at least, for a question to be answered: more by words for one for a price."""
    words = settings.answer_price if has_any(question, settings.price_words) else settings.answer_words
    return Evidence(words, settings.answer_dense)


def _find_places(search: Search, covered: float) -> list[TablePlace]:
    """The tables that cover more of the question than any passage does (``covered``); of several documents those with the most."""
    index, settings = search.searched, search.settings
    if not asks_for_figure(search.question, search.asked, (*settings.price_words, *settings.figure_words)):
        return []
    chosen = [at for at in index.tables if search.documents is None or at in search.documents]
    known = ((at, index.places(at, settings.price_words)) for at in chosen)
    found = [(at, *best) for at, places in known if (best := find_place(places, search.asked))]
    if not search.wanted.archived:
        found = [each for each in found if index.documents[each[0]].status is not Status.ARCHIVED] or found
    most = max((share for _, _, share in found), default=0.0)
    if most < settings.place_floor or most <= covered:
        return []
    return [_make_place(search, at, place, share) for at, place, share in found if share == most]


def _make_place(search: Search, at: int, place: Place, share: float) -> TablePlace:
    document, table = search.searched.documents[at], choose_table(search.asked, place)
    return TablePlace(
        doc_id=document.doc_id,
        title=document.title,
        source=document.source,
        tables=len(place.tables),
        pages=sorted({page for each in place.tables for page in each.pages}),
        caption=" ".join(table.caption.split()),
        table=table.id,
        axes=make_axes(table),
        look_up=write_look_up(document.doc_id, table, search.asked),
        cover=round(share, DIGITS),
    )


def _find_nearest(search: Search, gathered: Gathered) -> list[Nearest]:
    floors = find_floors(search.question, search.settings)
    return [
        _make_nearest(search, each.number, gathered.evidence_of(each.number), floors) for each in islice(gathered.order, NEAREST)
    ]


def _make_nearest(search: Search, number: int, reached: Evidence, floors: Evidence) -> Nearest:
    chunk = search.searched.chunk(search.searched.chunk_number(number, search.wanted.unit))
    return Nearest(
        label=chunk.label,
        doc_id=chunk.metadata.doc_id,
        clause_key=chunk.clause_key,
        page=chunk.metadata.page_first,
        snippet=show_snippet(chunk.text, search.question, search.settings.snippets),
        reached=_rounded(reached),
        floors=floors,
    )


def _rounded(evidence: Evidence) -> Evidence:
    return Evidence(*(round(each, DIGITS) for each in evidence))


def _tell_words(asked: Sequence[AskedTerm]) -> list[Word]:
    whole = weigh_all(asked) or 1.0
    plain = (each for each in asked if not each.joined)
    return [Word(each.term, round(each.weight / whole, DIGITS), [near.word for near in each.near]) for each in plain]
