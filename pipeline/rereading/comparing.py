"""Whether the words that chunks claim stand on the pages that they claim, for a reader of which only texts are known.

In this order. The chunk's text must be the words of its spans in ``pages.jsonl``: of a clause all of them, of a row of a table each in
its order. A span's words must stand on its page as the other reader has it, one behind the other; where that reads in another order,
line by line; where a raised mark is read before or behind its line, word by word, and then no word may stand there less often than
in ``pages.jsonl``. Words of a table's text that are in no span are its heads, and must stand on one of the table's pages.

Where the other reader has fewer than half of the lines of a page, the page is told as one that it reads otherwise, and no line of it.
Judges which of the two readings is right never.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipeline.model import ChunkKind, Record, Strategy
from pipeline.rereading.folding import Folded, find_all, fold, fold_page, stand
from pipeline.store.rows import ChunkRow, ProvenanceRow

OTHERWISE = 0.5
"""Share of the lines claimed on a page of which a reader must have fewer to be said to read the whole page otherwise."""
AROUND = 30
"""Letters of the other reading that are quoted before and behind the place where the words would stand."""
BEHIND_CELLS = ";:|"
"""Signs that a chunk sets between cells and behind heads."""


class Line(Record, frozen=True):
    """A line of a span: half-open characters of its page's text, its words, and the place that claims it first."""

    page: int
    start: int
    end: int
    words: str
    place: ProvenanceRow
    chunk: ChunkRow


class Missed(Record, frozen=True):
    """Words that a chunk claims and the other reader does not have. ``theirs`` is the nearest that it has, "" where nothing is like it.

    ``chunks`` counts the chunks that claim them.
    """

    line: Line
    theirs: str
    chunks: int


class Otherwise(Record, frozen=True):
    """A page that the other reader reads otherwise: of ``lines`` claimed lines it has all but ``missed``."""

    page: int
    lines: int
    missed: int
    ours: str
    theirs: str


class Reading(Record, frozen=True):
    """What one reader makes of a document. ``chunks`` were asked on a page that it could read, ``agreed`` of them with all words."""

    chunks: int
    agreed: int
    missed: tuple[Missed, ...]
    otherwise: tuple[Otherwise, ...]


def compare_reading(chunks: Iterable[ChunkRow], ours: Mapping[int, str], theirs: Mapping[int, str]) -> Reading:
    """Every claim on the pages of ``theirs``. Both map page numbers to texts; ``ours`` is ``pages.jsonl``."""
    lines = [line for chunk in chunks for line in find_lines(chunk, ours) if line.page in theirs]
    by_page: dict[int, list[Line]] = {}
    for line in lines:
        by_page.setdefault(line.page, []).append(line)
    missed: list[Missed] = []
    otherwise: list[Otherwise] = []
    lacking: set[str] = set()
    for page, claimed in sorted(by_page.items()):
        found = _compare_page(claimed, ours[page], fold_page(theirs[page]))
        starts = {each.line.start for each in found}
        lacking.update(line.chunk.id for line in claimed if line.start in starts)
        distinct = len({line.start for line in claimed})
        if len(found) > OTHERWISE * distinct:
            otherwise.append(Otherwise(page, distinct, len(found), found[0].line.words, theirs[page]))
        else:
            missed += found
    asked = {line.chunk.id for line in lines}
    return Reading(len(asked), len(asked - lacking), tuple(missed), tuple(otherwise))


def find_lines(chunk: ChunkRow, texts: Mapping[int, str]) -> Iterator[Line]:
    """The lines that a chunk claims, in the order of its places; none of a page that ``texts`` lacks."""
    for place in chunk.provenance:
        at = place.char_start
        for words in texts.get(place.page, "")[place.char_start : place.char_end].split("\n"):
            if words.strip():
                yield Line(place.page, at, at + len(words), words, place, chunk)
            at += len(words) + 1


def _compare_page(claimed: Sequence[Line], ours: str, theirs: Folded) -> list[Missed]:
    """The lines of a page that the other reader lacks, each once."""
    page = fold_page(ours)
    by_start: dict[int, list[Line]] = {}
    for line in claimed:
        by_start.setdefault(line.start, []).append(line)
    found: list[Missed] = []
    for same in by_start.values():
        longest = max(same, key=lambda line: line.end)
        if not _has_line(longest.words, page, theirs):
            found.append(Missed(longest, _find_nearest(fold(longest.words), theirs), len({line.chunk.id for line in same})))
    return found


def _has_line(words: str, ours: Folded, theirs: Folded) -> bool:
    return stand(fold(words), theirs) or all(_has_word(word, ours, theirs) for word in filter(None, map(fold, words.split())))


def _has_word(word: str, ours: Folded, theirs: Folded) -> bool:
    times = sum(1 for _ in find_all(word, theirs))
    return times > 0 and times >= sum(1 for _ in find_all(word, ours))


def _find_nearest(words: str, page: Folded) -> str:
    from rapidfuzz import fuzz

    found = fuzz.partial_ratio_alignment(words, page.text)
    if found is None or found.dest_start == found.dest_end:
        return ""
    return page.quote(max(0, found.dest_start), found.dest_end)


# ---------------------------------------------------------------- a chunk's text against its spans


def claims_other_words(chunk: ChunkRow, texts: Mapping[int, str]) -> bool:
    """Whether the text of ``chunk`` is not the words of its spans."""
    text = fold(chunk.text)
    spans = [fold(texts.get(place.page, "")[place.char_start : place.char_end]) for place in chunk.provenance]
    if chunk.strategy is not Strategy.TABLE:
        return text != "".join(spans)
    if chunk.kind is ChunkKind.TABLE:
        return False
    at = 0
    for span in spans:
        at = text.find(span, at)
        if at < 0:
            return True
        at += len(span)
    return False


def find_foreign(chunk: ChunkRow, texts: Mapping[int, str], pages: Iterable[Folded]) -> list[str]:
    """Words of a table's text that stand in none of its spans and on none of ``pages``; none of a text without a table."""
    if chunk.strategy is not Strategy.TABLE:
        return []
    spans = fold_page("\n".join(texts.get(place.page, "")[place.char_start : place.char_end] for place in chunk.provenance))
    known = [spans, *pages]
    words = dict.fromkeys(word.strip(BEHIND_CELLS) for word in chunk.text.split())
    return [word for word in words if word and not any(stand(fold(word), page) for page in known)]
