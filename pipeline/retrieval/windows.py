"""The window around a sentence: so many sentences before and behind it, and what its parents say of it.

Counting goes on through sub-clauses and siblings, up to the next clause of the top numbered level; ``Bound.DOCUMENT`` lifts that.
It never leaves the document, nor the flow that the sentence is read in: an aside is not read between two sentences of the text, nor
the rows of a table between those beside it. Headings are shown where they stand and not counted. A lead-in that the window does not
show stands ahead of it, since "cosmetic surgery" alone says neither covered nor excluded.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from itertools import takewhile
from operator import itemgetter

from pipeline.config.settings import ChunkSettings
from pipeline.errors import UsageError
from pipeline.retrieval.sentences import Sentence, make_sentences, sentence_at
from pipeline.store.rows import ChunkRow, ClauseRow, SentenceRow
from pipeline.wording import squeeze


class Bound(StrEnum):
    """Where a window ends at the latest: at the next clause of the top numbered level, or with the document."""

    CLAUSE = "clause"
    DOCUMENT = "document"


def find_window(sentences: Sequence[Sentence], position: int, radius: int = 1, bound: Bound = Bound.CLAUSE) -> str:
    """The words around the sentence at ``position``, those of ``radius`` sentences on either side among them.

    ``sentences`` are those of the document, in their order. Raises UsageError where ``radius`` is below 0.
    """
    _refuse(radius)
    flow = sentence_at(sentences, position).flow
    read = [each for each in sentences if each.flow == flow]
    return _write(read, bisect_left(read, position, key=lambda each: each.position), radius, bound)


def make_sentence_rows(
    chunks: Sequence[ChunkRow], clauses: Sequence[ClauseRow], settings: ChunkSettings, radius: int = 1, bound: Bound = Bound.CLAUSE
) -> Iterator[SentenceRow]:
    """``sentences.jsonl``, of the rows of one document's ``chunks.jsonl`` and ``clauses.jsonl``. Raises as ``find_window``."""
    _refuse(radius)
    flows: dict[str, list[Sentence]] = {}
    for each in make_sentences(chunks, clauses, settings):
        flows.setdefault(each.flow, []).append(each)
    windows = {each.position: (read, at) for read in flows.values() for at, each in enumerate(read)}
    for _, (read, at) in sorted(windows.items(), key=itemgetter(0)):
        each = read[at]
        window = _write(read, at, radius, bound)
        yield SentenceRow(each.id, each.chunk_id, each.clause_id, each.position, each.text, list(each.span), window)


def _refuse(radius: int) -> None:
    if radius < 0:
        raise UsageError(f"a window of {radius} sentences cannot be; 0 is the sentence alone, with its parents' lead-in")


def _write(read: Sequence[Sentence], at: int, radius: int, bound: Bound) -> str:
    """The window around the sentence at a place of what is read together."""
    own = read[at]
    before = takewhile(partial(_is_within, own, bound), reversed(read[max(0, at - radius) : at]))
    behind = takewhile(partial(_is_within, own, bound), read[at + 1 : at + 1 + radius])
    words = _join([*reversed([*before]), own, *behind])
    shown = squeeze(words)
    missing = [line for line in own.lead_in.split("\n") if squeeze(line) not in shown]
    return "\n".join([*missing, words])


def _is_within(own: Sentence, bound: Bound, other: Sentence) -> bool:
    return bound is Bound.DOCUMENT or other.root == own.root


def _join(sentences: Sequence[Sentence]) -> str:
    """One text; what stands between two of them is the headings that do, else the white space."""
    parts = [sentences[0].text]
    for each in sentences[1:]:
        parts.append(f"\n{each.heading}\n" if each.heading else each.glue)
        parts.append(each.text)
    return "".join(parts)
