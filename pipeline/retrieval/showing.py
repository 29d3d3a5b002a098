"""Hits as they are shown: what a passage is, where it stands, and the words around it.

Passages whose words are the same are one hit, the first in order, which lists the other documents. Hits of several products that
say nearly the same are named as such, since only the product tells which of them is meant.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz import fuzz

from pipeline.config.answers import SnippetSettings
from pipeline.retrieval.fusion import Fused
from pipeline.retrieval.hits import Copy, Hit, Level, Side
from pipeline.retrieval.index.records import Unit
from pipeline.retrieval.levels import find_level
from pipeline.retrieval.sentences import Sentence
from pipeline.retrieval.snippets import snippet
from pipeline.retrieval.widening import Reach, join_chunks
from pipeline.retrieval.windows import Bound, find_window
from pipeline.store.rows import ChunkRow

if TYPE_CHECKING:
    from pipeline.retrieval.index.opened import SearchIndex

ALIKE = 85
"""Per cent of their words from which on two passages say nearly the same: those of two products that share a clause differ by names
and figures."""
DIGITS = 4
"""Decimals of a score: what is behind them is the order in which a processor adds."""


class Showing(NamedTuple):
    """How hits are shown: for which question, of which unit, with which window, how many, with what excerpts, how far widened."""

    question: str
    unit: Unit
    window: int
    bound: Bound
    k: int
    snippets: SnippetSettings
    reach: Reach


class _Passage(NamedTuple):
    """A passage, its document's place, its chunk, its sentence (None where chunks are searched), and the chunks shown with it."""

    fused: Fused
    document: int
    chunk: ChunkRow
    sentence: Sentence | None
    group: Sequence[int]

    @property
    def words(self) -> tuple[str, str]:
        """What is the same in passages that are one."""
        return self.chunk.content_hash, self.sentence.text if self.sentence else ""


def make_hits(index: "SearchIndex", order: Sequence[Fused], showing: Showing) -> list[Hit]:
    """The first ``k`` different passages of ``order``; a chunk that another hit shows with its clause is no hit of its own."""
    groups: dict[tuple[str, str], list[_Passage]] = {}
    shown: set[int] = set()
    within: list[_Passage] = []
    for fused in order:
        passage = _read(index, fused, showing)
        if passage.words in groups:
            groups[passage.words].append(passage)
        elif fused.number in shown and passage.sentence is None:
            within.append(passage)
        elif len(groups) < showing.k:
            widened = passage._replace(group=_widen(index, passage, showing))
            groups[passage.words] = [widened]
            shown.update(widened.group)
    found = _find_positions(index, [*(group[0] for group in groups.values()), *within])
    return [_make_hit(index, rank, group, showing, found) for rank, group in enumerate(groups.values(), 1)]


def _read(index: "SearchIndex", fused: Fused, showing: Showing) -> _Passage:
    number = index.chunk_number(fused.number, showing.unit)
    sentence = index.sentence(fused.number) if showing.unit is Unit.SENTENCE else None
    document = index.document_of(fused.number, showing.unit)
    return _Passage(fused, document, index.chunk(number), sentence, range(number, number + 1))


def _widen(index: "SearchIndex", passage: _Passage, showing: Showing) -> Sequence[int]:
    """The chunks that a passage is shown with: of a sentence its own, of a chunk those of the clause that it is part of."""
    return passage.group if passage.sentence else index.find_group(passage.fused.number, showing.reach)


def _find_positions(index: "SearchIndex", passages: Sequence[_Passage]) -> dict[int, set[int]]:
    """The sentences that were found, by document: those that are hits, and all of the chunks that are."""
    found: dict[int, set[int]] = {}
    for passage in passages:
        found.setdefault(passage.document, set()).update(_positions_of(index, passage))
    return found


def _positions_of(index: "SearchIndex", passage: _Passage) -> list[int]:
    if passage.sentence:
        return [passage.sentence.position]
    sentences = index.sentences_of(passage.document)
    return [sentence.position for sentence in sentences if sentence.chunk_id == passage.chunk.id]


def _make_hit(index: "SearchIndex", rank: int, group: Sequence[_Passage], showing: Showing, found: Mapping[int, set[int]]) -> Hit:
    passage, chunk, sentence = group[0], group[0].chunk, group[0].sentence
    sentences = index.sentences_of(passage.document)
    position = next(iter(_positions_of(index, passage)), None)
    level, level_of = (Level.CLAUSE, chunk.metadata.clause_id)
    if position is not None:
        level, level_of = find_level(sentences, position, found[passage.document])
    shown = _place_of(chunk)
    return Hit(
        rank=rank,
        score=round(passage.fused.score, DIGITS + 2),
        sides=[Side(side.name, side.rank, round(side.score, DIGITS)) for side in passage.fused.sides],
        doc_id=chunk.metadata.doc_id,
        copies=[_make_copy(each.chunk) for each in group[1:] if each.document != passage.document],
        chunk_id=chunk.id,
        clause_key=chunk.clause_key,
        clause_id=sentence.clause_id if sentence else chunk.metadata.clause_id,
        kind=chunk.kind,
        label=chunk.label,
        source=chunk.metadata.source,
        chunk_index=chunk.chunk_index,
        page=shown[0],
        page_label=chunk.metadata.page_label,
        bbox=shown[1],
        text=chunk.text,
        context=chunk.context,
        sentence=sentence.text if sentence else "",
        position=sentence.position if sentence else 0,
        window=_find_window(index, passage, sentences, showing),
        snippet=show_snippet(sentence.text if sentence else chunk.text, showing.question, showing.snippets),
        status=chunk.metadata.status,
        level=level,
        level_of=level_of,
        chunk_ids=[index.chunk(number).id for number in passage.group],
    )


def _find_window(index: "SearchIndex", passage: _Passage, sentences: Sequence[Sentence], showing: Showing) -> str:
    """The words around a passage: of a sentence its neighbours, of a chunk the clause that it is part of; "" where it is all."""
    if passage.sentence:
        return find_window(sentences, passage.sentence.position, showing.window, showing.bound)
    return join_chunks({number: index.chunk(number) for number in passage.group}) if len(passage.group) > 1 else ""


def _place_of(chunk: ChunkRow) -> tuple[int, list[float]]:
    """Page and box of the first words; page 0 of a document without pages."""
    return (chunk.provenance[0].page, chunk.provenance[0].bbox) if chunk.provenance else (0, [])


def _make_copy(chunk: ChunkRow) -> Copy:
    return Copy(
        doc_id=chunk.metadata.doc_id,
        chunk_id=chunk.id,
        label=chunk.label,
        source=chunk.metadata.source,
        chunk_index=chunk.chunk_index,
        page=_place_of(chunk)[0],
        page_label=chunk.metadata.page_label,
        status=chunk.metadata.status,
    )


def show_snippet(text: str, question: str, settings: SnippetSettings) -> str:
    """An excerpt of a passage for a question."""
    return snippet(text, question, settings.limit, at_words=settings.at_words, function_words=settings.function_words)


def find_alike(hits: Sequence[Hit], families: Mapping[str, str]) -> list[list[int]]:
    """The ranks of hits of several products that say nearly the same, those that belong together in one list."""
    groups: list[set[int]] = []
    for one, other in combinations(hits, 2):
        apart = families[one.doc_id] != families[other.doc_id]
        if apart and fuzz.ratio(one.text, other.text) >= ALIKE:
            held = next((group for group in groups if group & {one.rank, other.rank}), None)
            groups.append({one.rank, other.rank}) if held is None else held.update({one.rank, other.rank})
    return [sorted(group) for group in groups]
