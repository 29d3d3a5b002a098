"""What chunks claim: whether the text of one is the words of its spans in ``pages.jsonl``, and what of a table's text is in none.

Of a clause the text is the words of all spans, and nothing else. Of a row of a table each span stands in it, in order; the words
between are heads. The text of a whole table repeats merged cells, so there each word by itself must stand in a span or be a head.
"""

from collections.abc import Iterable, Mapping, Sequence

from pipeline.model import ChunkKind, Record, Strategy
from pipeline.rereading.folding import Folded, fold, fold_page, stand
from pipeline.store.rows import ChunkRow, ProvenanceRow

AHEAD, BEHIND = 20, 40
"""Letters that are quoted ahead of a difference and from it on."""
BESIDE_CELLS = ";:|"
"""Signs that a chunk sets between cells and behind heads."""


class Contradiction(Record, frozen=True):
    """A chunk whose text is not what stands at its place: the words of both from shortly before they part."""

    place: ProvenanceRow
    text: str
    stands: str


def words_at(place: ProvenanceRow, texts: Mapping[int, str]) -> str:
    """The words of a place; "" where its page is not among ``texts``."""
    return texts.get(place.page, "")[place.char_start : place.char_end]


def find_contradiction(chunk: ChunkRow, texts: Mapping[int, str]) -> Contradiction | None:
    """Where the text of ``chunk`` is not the words of its spans; None where it is, and of a chunk that names no place."""
    if not chunk.provenance or chunk.kind is ChunkKind.TABLE:
        return None
    spans = [words_at(place, texts) for place in chunk.provenance]
    find = _find_missing if chunk.strategy is Strategy.TABLE else _find_parting
    return find(chunk, spans)


def _find_missing(chunk: ChunkRow, spans: Sequence[str]) -> Contradiction | None:
    """The first span whose words do not stand in the text behind those of the span before."""
    text, at = fold(chunk.text), 0
    for place, span in zip(chunk.provenance, spans, strict=True):
        words = fold(span)
        at = text.find(words, at)
        if at < 0:
            return Contradiction(place, " ".join(chunk.text.split()), " ".join(span.split()))
        at += len(words)
    return None


def _find_parting(chunk: ChunkRow, spans: Sequence[str]) -> Contradiction | None:
    """Where the text and the words of all spans part."""
    text, stands = fold_page(chunk.text), fold_page("\n".join(spans))
    if text.text == stands.text:
        return None
    pairs = zip(text.text, stands.text, strict=False)
    shorter = min(len(text.text), len(stands.text))
    parting = next((at for at, (one, other) in enumerate(pairs) if one != other), shorter)
    start, end = max(0, parting - AHEAD), parting + BEHIND
    return Contradiction(_place_of(parting, chunk, spans), text.quote(start, end), stands.quote(start, end))


def _place_of(parting: int, chunk: ChunkRow, spans: Sequence[str]) -> ProvenanceRow:
    reached = 0
    for place, span in zip(chunk.provenance, spans, strict=True):
        reached += len(fold(span))
        if parting < reached:
            return place
    return chunk.provenance[-1]


def find_heads(chunk: ChunkRow, texts: Mapping[int, str]) -> list[str]:
    """The words of a table's text that stand in none of its spans; none of a text that is no table's."""
    if chunk.strategy is not Strategy.TABLE:
        return []
    spans = fold_page("\n".join(words_at(place, texts) for place in chunk.provenance))
    words = dict.fromkeys(word.strip(BESIDE_CELLS) for word in chunk.text.split())
    return [word for word in words if not stand(fold(word), spans)]


def find_foreign(words: Iterable[str], pages: Sequence[Folded]) -> list[str]:
    """Those of ``words`` that stand on none of ``pages``."""
    return [word for word in words if not any(stand(fold(word), page) for page in pages)]
