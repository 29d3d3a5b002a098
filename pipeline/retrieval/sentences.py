"""The sentences of a document, each with the clause in which it stands, in the order of the document.

They are made of the rows of ``chunks.jsonl`` and ``clauses.jsonl`` alone, so that a run, an index and a user's own program come to
the same ones. The splitter is that of the chunks, with its abbreviations; a row of a table is one sentence. A chunk may hold a
clause with the clauses under it: which one a sentence belongs to is told by their openings (label and first words, in their order),
and then by their words, since what follows its children belongs to the parent again. What repeats the piece before is left out, and
so is the chunk of a table whose rows are chunks. A heading that has a line to itself is no sentence; it is kept with the next one,
unless it is all that its clause says.

Running text is one flow, each aside and each table a flow of its own: what is read one after the other.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

import msgspec

from pipeline.config.settings import ChunkSettings
from pipeline.model import ChunkKind, Record
from pipeline.stages.chunks.context import ENDED, OPEN_END
from pipeline.stages.chunks.sentences import find_sentences
from pipeline.store.rows import ChunkRow, ClauseRow
from pipeline.wording import squeeze

OPENING_WORDS = 3
"""First words of a clause, behind its label, by which it is known again: more would cross a word that lines part in another way."""
IN_TABLES = (ChunkKind.TABLE, ChunkKind.ROW)


class Sentence(Record, frozen=True):
    """A sentence. ``span`` is its half-open stretch of characters in the text of its chunk, ``position`` counts from 0.

    ``flow`` names what it is read in ("" for running text), ``root`` the top numbered clause above it ("" for none). ``lead_in`` is
    what its parents say of it, a line each, a heading that leads in ("What is not covered:") among them; ``heading`` the headings
    between the sentence before and it, a line each; ``glue`` what parts the two where there is none.
    """

    id: str
    chunk_id: str
    clause_id: str
    position: int
    text: str
    span: tuple[int, int]
    flow: str
    root: str
    lead_in: str
    heading: str
    glue: str


def make_sentences(chunks: Sequence[ChunkRow], clauses: Sequence[ClauseRow], settings: ChunkSettings) -> tuple[Sentence, ...]:
    """The sentences of one document, by position."""
    tree = _Tree(clauses)
    reader = _Reader(tree, settings)
    printed = frozenset(chunk.text for chunk in chunks if chunk.kind is ChunkKind.ROW)
    made: list[Sentence] = []
    pending: dict[str, list[str]] = {}
    root = ""
    for chunk in chunks:
        root = tree.find_root(chunk, root)
        flow = _find_flow(chunk)
        for read in reader.read(chunk, printed):
            if read.is_heading:
                pending.setdefault(flow, []).append(read.text)
            else:
                made.append(_placed(read, len(made), (flow, root, "\n".join(pending.pop(flow, ())))))
    return tuple(made)


def sentence_at(sentences: Sequence[Sentence], position: int) -> Sentence:
    """The sentence at a position. ``sentences`` are in their order and need not be all: an index leaves bare headings out."""
    return sentences[bisect_left(sentences, position, key=lambda each: each.position)]


class _Read(Record, frozen=True):
    """A sentence or a heading as it stands in its chunk; ``number`` counts in the chunk, from 0."""

    chunk_id: str
    number: int
    text: str
    span: tuple[int, int]
    clause_id: str
    lead_in: str
    glue: str
    is_heading: bool = False


def _placed(read: _Read, position: int, around: tuple[str, str, str]) -> Sentence:
    flow, root, heading = around
    return Sentence(
        id=f"{read.chunk_id}.{read.number}",
        chunk_id=read.chunk_id,
        clause_id=read.clause_id,
        position=position,
        text=read.text,
        span=read.span,
        flow=flow,
        root=root,
        lead_in=read.lead_in,
        heading=heading,
        glue=read.glue,
    )


def _find_flow(chunk: ChunkRow) -> str:
    """The name of what a chunk is read in: its table, its aside, or "" for running text."""
    key = chunk.clause_key.rpartition("#")[0]
    if chunk.kind is ChunkKind.ROW:
        return key.rpartition("/")[0]
    return key if chunk.kind in (ChunkKind.TABLE, ChunkKind.ASIDE) else ""


class _Tree:
    """The numbered clauses of a document, as they stand in one another."""

    def __init__(self, clauses: Sequence[ClauseRow]) -> None:
        self.known: dict[str, ClauseRow] = {clause.id: clause for clause in clauses}
        self._children: dict[str, list[ClauseRow]] = {}
        self._by_first_heading: dict[tuple[str, ...], list[ClauseRow]] = {}
        for clause in clauses:
            self._children.setdefault(clause.parent, []).append(clause)
            self._by_first_heading.setdefault(tuple(clause.headings[:1]), []).append(clause)
        self._words: dict[str, str] = {}
        self._openings: dict[str, re.Pattern[str]] = {}

    def find_root(self, chunk: ChunkRow, before: str) -> str:
        """The top numbered clause above a chunk; of an unnumbered heading in a clause, that of the chunk before it."""
        clause = self.known.get(chunk.metadata.clause_id)
        if clause is None:
            return before if chunk.clause_path else ""
        while clause.parent in self.known:
            clause = self.known[clause.parent]
        return clause.id

    def ancestors(self, clause_id: str) -> Iterator[str]:
        """The numbered clauses above one, the nearest first."""
        while (clause := self.known.get(clause_id)) and clause.parent:
            yield clause.parent
            clause_id = clause.parent

    def below(self, clause_id: str) -> Iterator[ClauseRow]:
        """All numbered clauses under one, in the order of the document."""
        for child in self._children.get(clause_id, ()):
            yield child
            yield from self.below(child.id)

    def below_chunk(self, chunk: ChunkRow) -> Iterator[ClauseRow]:
        """All numbered clauses that a chunk may hold besides its own: those under it, or under its unnumbered heading."""
        own = chunk.metadata.clause_id
        if own in self.known:
            return self.below(own)
        path, headings = chunk.clause_path, chunk.headings
        under = (clause for clause in self._by_first_heading.get(tuple(headings[:1]), ()) if headings)
        return (each for each in under if each.path[: len(path)] == path and each.headings[: len(headings)] == headings)

    def holds(self, clause_id: str, text: str) -> bool:
        """Whether a clause's own words, its label and title among them, hold these."""
        clause = self.known.get(clause_id)
        if clause is None:
            return False
        if clause_id not in self._words:
            self._words[clause_id] = squeeze(clause.label + clause.title + clause.text)
        return squeeze(text) in self._words[clause_id]

    def opening(self, clause: ClauseRow) -> re.Pattern[str]:
        """How a clause begins, its first words behind its label, whatever white space stands between them."""
        if clause.id not in self._openings:
            words = [*clause.label.split(), *f"{clause.title} {clause.text}".split()[:OPENING_WORDS]]
            self._openings[clause.id] = re.compile(r"(?<!\S)" + r"\s*".join(map(re.escape, words)))
        return self._openings[clause.id]


class _Reader:
    """Reads the sentences of chunks."""

    def __init__(self, tree: _Tree, settings: ChunkSettings) -> None:
        self._tree = tree
        self._abbreviations = frozenset(settings.abbreviations)
        self._onward = re.compile("|".join(map(re.escape, settings.onward)) or "(?!)", re.IGNORECASE)

    def read(self, chunk: ChunkRow, printed: Collection[str]) -> Iterator[_Read]:
        """The sentences of a chunk that no chunk before it has; of a table, the lines that are no row ``printed`` by itself."""
        if chunk.kind in IN_TABLES:
            yield from self._read_lines(chunk, printed if chunk.kind is ChunkKind.TABLE else ())
            return
        found = list(self._read_text(chunk))
        title_alone = chunk.kind is ChunkKind.CLAUSE and all(each.is_heading for each in found)
        yield from (msgspec.structs.replace(each, is_heading=False) for each in found) if title_alone else found

    def _read_text(self, chunk: ChunkRow) -> Iterator[_Read]:
        marks = self._find_clauses(chunk)
        above, said = self._find_above(chunk), dict[str, str]()
        end = 0
        for number, (start, behind) in enumerate(self._find_new(chunk)):
            text = chunk.text[start:behind]
            clause_id = self._find_clause(chunk, marks, start, behind)
            inside = [said[each] for each in self._tree.ancestors(clause_id) if each in said]
            glue = "\n" if not number or "\n" in chunk.text[end:start] else " "
            is_heading = self._is_heading(chunk, clause_id, text)
            lead_in = "\n".join([*above, *reversed(inside)])
            yield _Read(chunk.id, number, text, (start, behind), clause_id, lead_in, glue, is_heading)
            end = behind
            if OPEN_END.search(text) if is_heading else self._leads_in(text):
                said[clause_id] = text
            else:
                said.pop(clause_id, None)

    def _find_above(self, chunk: ChunkRow) -> list[str]:
        """What is said of a whole chunk: its context, and the last heading on its path where that leads in, its own behind."""
        context = [chunk.context] if chunk.context else []
        heading = chunk.headings[-1] if chunk.headings else ""
        if not OPEN_END.search(heading):
            return context
        own = self._tree.known.get(chunk.metadata.clause_id)
        return [*context, heading] if own is not None and own.title == heading else [heading, *context]

    def _is_heading(self, chunk: ChunkRow, clause_id: str, text: str) -> bool:
        """Whether this is all title: of a numbered clause, or of the unnumbered heading that the chunk is about."""
        words = squeeze(text)
        clause = self._tree.known.get(clause_id)
        if clause is not None:
            return bool(clause.title) and words == squeeze(clause.label + clause.title)
        return chunk.kind is ChunkKind.SECTION or words in map(squeeze, chunk.headings[-1:])

    def _read_lines(self, chunk: ChunkRow, printed: Collection[str]) -> Iterator[_Read]:
        start = number = 0
        for line in chunk.text.split("\n") if chunk.kind is ChunkKind.TABLE else [chunk.text]:
            if line.strip() and line not in printed and start >= chunk.overlap:
                span = start, start + len(line)
                yield _Read(chunk.id, number, line, span, chunk.metadata.clause_id, chunk.context, "\n")
                number += 1
            start += len(line) + 1

    def _find_new(self, chunk: ChunkRow) -> Iterator[tuple[int, int]]:
        """The sentences behind the overlap; of one that begins in it, the rest."""
        for start, end in find_sentences(chunk.text, self._abbreviations):
            if end > chunk.overlap:
                first = max(start, chunk.overlap)
                while first < end and chunk.text[first].isspace():
                    first += 1
                if first < end:
                    yield first, end

    def _find_clauses(self, chunk: ChunkRow) -> list[tuple[int, str]]:
        """Where clauses begin in a chunk, (character, id): its own, and those under it whose openings follow one another."""
        own = chunk.metadata.clause_id
        found, cursor = [(0, own)], 0
        for clause in self._tree.below_chunk(chunk):
            opening = self._tree.opening(clause).search(chunk.text, cursor)
            if opening:
                found.append((opening.start(), clause.id))
                cursor = opening.start() + len(clause.label)
        return found

    def _find_clause(self, chunk: ChunkRow, marks: Sequence[tuple[int, str]], start: int, end: int) -> str:
        """The clause of a sentence: the last that begins at or before it, or one above that, whichever has its words."""
        at = bisect_right(marks, start, key=lambda mark: mark[0]) - 1
        while at + 1 < len(marks) and marks[at + 1][0] < end and self._is_label_alone(chunk.text, start, marks[at], marks[at + 1]):
            at += 1
        first, begun = marks[at]
        text, own = chunk.text[max(first, start) : end], chunk.metadata.clause_id
        above = takewhile(lambda each: each != own, (begun, *self._tree.ancestors(begun)))
        return next((each for each in above if self._tree.holds(each, text)), own)

    def _is_label_alone(self, text: str, start: int, mark: tuple[int, str], following: tuple[int, str]) -> bool:
        """Whether nothing but the label and title of a clause stand ahead of the next one on its line: "(c) (i) ..."."""
        clause = self._tree.known.get(mark[1])
        return (
            clause is not None and start == mark[0] and squeeze(text[start : following[0]]) == squeeze(clause.label + clause.title)
        )

    def _leads_in(self, sentence: str) -> bool:
        return not ENDED.search(sentence) or self._onward.search(sentence) is not None
