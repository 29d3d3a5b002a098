"""Whether the words that chunks claim stand on the pages that they claim, for a reader of which only texts are known.

Line by line, since readers differ in the order of columns and cells. The words of a line must stand on its page as the other reader
has it, one behind the other, and as often as in the lines of ``pages.jsonl``, so that a label which was read as another is not
taken for that one. Only a raised mark or two may be read before or behind its line.

Where the other reader lacks more than half of the lines claimed on a page, the page is told as one that it reads otherwise, and no
line of it. Never judges which of the two readings is right.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from rapidfuzz import fuzz

from pipeline.model import Record
from pipeline.rereading.claiming import words_at
from pipeline.rereading.folding import Folded, find_all, fold, fold_page, stand
from pipeline.store.rows import ChunkRow, ProvenanceRow

MARK = re.compile(r"\((?:\d{1,3})\)|(?<![\d.,])\d{1,3}(?![\d.,]*\d)|[*†‡]{1,3}|(?<=\d)(?:st|nd|rd|th)")
"""What may be raised and read before or behind its line: "2" of "2Bei", "(3)", "th" of "16th". No: "4.2", "5,000"."""
NUMBERED = re.compile(r"(?P<number>\d{1,3})\s+(?P<rest>[^\W\d_].*)")
"""A line that begins with a bare number, which may be set small and raised: "2 Der Mietwert". No: "4.2 Exclusions", "2. Der"."""
MOST_MARKS = 2
"""Marks of one line that are looked for apart from it."""
CUT = re.compile(r"[\d.,]\d|\d[.,]")
"""The last sign of a line and the first of the next where a figure goes on: "750," and "000", "12,50" and ",000"."""
OTHERWISE = 0.5
"""Share of the lines claimed on a page of which a reader must have fewer to be said to read the whole page otherwise."""


class Line(Record, frozen=True):
    """A line of a span: half-open characters of its page's text, its words, those of the lines before and behind it in the span,
    "" where there is none, and the chunk and place that claim it.
    """

    page: int
    start: int
    end: int
    words: str
    before: str
    behind: str
    place: ProvenanceRow
    chunk: ChunkRow


class Missed(Record, frozen=True):
    """Words that a chunk claims and the other reader does not have. ``theirs`` is the nearest that it has, "" where it has nothing.

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
    """What one reader makes of a document. ``chunks`` have a place on a page that it read, ``agreed`` of them with all words."""

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
        lines = words_at(place, texts).split("\n")
        for before, words, behind in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
            if words.strip():
                yield Line(place.page, at, at + len(words), words, before, behind, place, chunk)
            at += len(words) + 1


def _compare_page(claimed: Sequence[Line], ours: str, theirs: Folded) -> list[Missed]:
    """The lines of a page that the other reader lacks, each once."""
    page = [fold_page(line) for line in ours.split("\n")]
    by_start: dict[int, list[Line]] = {}
    for line in claimed:
        by_start.setdefault(line.start, []).append(line)
    found: list[Missed] = []
    for same in by_start.values():
        longest = max(same, key=lambda line: line.end)
        if not _has_line(longest, page, theirs):
            found.append(Missed(longest, _find_nearest(fold(longest.words), theirs), len({line.chunk.id for line in same})))
    return found


def _has_line(claimed: Line, ours: Sequence[Folded], theirs: Folded) -> bool:
    """Whether the words stand one behind the other, as often as in our own lines, or do so without a raised mark or two. A figure
    that is cut at a line end stands with its other half.
    """
    line = fold(claimed.words)
    if _stands_as_often(line, ours, theirs) or any(stand(words, theirs) for words in _whole_figures(claimed)):
        return True
    return _stands_behind_number(claimed.words, ours, theirs) or _stands_without_marks(fold_page(claimed.words), ours, theirs)


def _stands_behind_number(words: str, ours: Sequence[Folded], theirs: Folded) -> bool:
    """Whether the words behind a number that begins the line begin a line there, and the number stands elsewhere, as a raised one
    does; behind one that stands before them no word can have been left out.
    """
    numbered = NUMBERED.match(words)
    if numbered is None or not _stands_as_often(numbered["number"], ours, theirs):
        return False
    return any(theirs.begins_line(at) for at in find_all(fold(numbered["rest"]), theirs))


def _whole_figures(line: Line) -> Iterator[str]:
    """The words of a line with those of the one beside it, where a figure goes on from one to the other."""
    for first, second in ((line.before, line.words), (line.words, line.behind)):
        if CUT.match(first[-1:] + second[:1]):
            yield fold(f"{first}\n{second}")


def _stands_without_marks(line: Folded, ours: Sequence[Folded], theirs: Folded) -> bool:
    """Whether the line stands there without one mark or two, and they elsewhere on the page."""
    marks = [found.span() for found in MARK.finditer(line.text) if not _is_spaced_number(found, line)]
    return any(_stands_without(line.text, chosen, ours, theirs) for most in (1, MOST_MARKS) for chosen in combinations(marks, most))


def _is_spaced_number(found: re.Match[str], line: Folded) -> bool:
    start, end = found.span()
    return found[0].isdigit() and start in line.starts and (end in line.starts or end == len(line.text))


def _stands_without(line: str, marks: Sequence[tuple[int, int]], ours: Sequence[Folded], theirs: Folded) -> bool:
    edges = [0, *(edge for mark in marks for edge in mark), len(line)]
    rest = "".join(line[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    is_there = any(map(str.isalpha, rest)) and stand(rest, theirs)
    return is_there and all(_stands_as_often(line[start:end], ours, theirs) for start, end in marks)


def _stands_as_often(words: str, ours: Sequence[Folded], theirs: Folded) -> bool:
    if not words:
        return True
    times = sum(1 for _ in find_all(words, theirs))
    return times > 0 and times >= sum(1 for line in ours for _ in find_all(words, line))


def _find_nearest(words: str, page: Folded) -> str:
    found = fuzz.partial_ratio_alignment(words, page.text)
    if found is None or found.dest_start == found.dest_end:
        return ""
    return page.quote(max(0, found.dest_start), found.dest_end)
