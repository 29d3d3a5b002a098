"""The window around a sentence: so many sentences before and behind it, and what its parents say of it.

Counting goes on through sub-clauses and siblings, up to the next clause of the top numbered level; ``Bound.DOCUMENT`` lifts that.
It never leaves the document, nor the flow that the sentence is read in: an aside is not read between two sentences of the text, nor
the rows of a table between those beside it. Headings are shown where they stand and not counted. A lead-in that the window does not
show stands ahead of it, since "cosmetic surgery" alone says neither covered nor excluded.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import islice

from pipeline.config.settings import ChunkSettings
from pipeline.errors import UsageError
from pipeline.retrieval.sentences import Sentence, make_sentences
from pipeline.store.rows import ChunkRow, ClauseRow, SentenceRow
from pipeline.wording import squeeze


class Bound(StrEnum):
    """Where a window ends at the latest: at the next clause of the top numbered level, or with the document."""

    CLAUSE = "clause"
    DOCUMENT = "document"


def find_window(sentences: Sequence[Sentence], position: int, radius: int = 1, bound: Bound = Bound.CLAUSE) -> str:
    """The words around the sentence at ``position``, those of ``radius`` sentences on either side among them.

    ``sentences`` are all those of the document. Raises UsageError where ``radius`` is below 0.
    """
    if radius < 0:
        raise UsageError(f"a window of {radius} sentences cannot be; 0 is the sentence alone, with its parents' lead-in")
    own = sentences[position]
    before = list(islice(_reach(own, (sentences[at] for at in range(position - 1, -1, -1)), bound), radius))
    behind = list(islice(_reach(own, (sentences[at] for at in range(position + 1, len(sentences))), bound), radius))
    words = _join([*reversed(before), own, *behind])
    shown = squeeze(words)
    missing = [line for line in own.lead_in.split("\n") if squeeze(line) not in shown]
    return "\n".join([*missing, words])


def make_sentence_rows(
    chunks: Sequence[ChunkRow], clauses: Sequence[ClauseRow], settings: ChunkSettings, radius: int = 1, bound: Bound = Bound.CLAUSE
) -> Iterator[SentenceRow]:
    """``sentences.jsonl``, of the rows of one document's ``chunks.jsonl`` and ``clauses.jsonl``."""
    sentences = make_sentences(chunks, clauses, settings)
    for each in sentences:
        window = find_window(sentences, each.position, radius, bound)
        yield SentenceRow(each.id, each.chunk_id, each.clause_id, each.position, each.text, list(each.span), window)


def _reach(own: Sentence, onward: Iterable[Sentence], bound: Bound) -> Iterator[Sentence]:
    """Of the sentences that come next on one side, those that may be in the window."""
    for each in onward:
        if each.flow != own.flow:
            continue
        if bound is Bound.CLAUSE and each.root != own.root:
            return
        yield each


def _join(sentences: Sequence[Sentence]) -> str:
    """One text; what stands between two of them is the headings that do, else the white space."""
    parts = [sentences[0].text]
    for each in sentences[1:]:
        parts.append(f"\n{each.heading}\n" if each.heading else each.glue)
        parts.append(each.text)
    return "".join(parts)
