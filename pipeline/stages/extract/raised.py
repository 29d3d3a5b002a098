"""Raised words that the text layer stores away from their row ("th" ahead of "on the 16 day"): put back between its words.

Such a word is a piece by itself, much smaller than the row beside which most of it stands, and white space between two words of
that row holds it. What touches the word before it is the end of that word ("16th"), in a run of its own; footnote marks stay words.
Nothing else is moved: what a row has in its order stays there.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box, overlap
from pipeline.model import Line
from pipeline.stages.extract.reader import MARKS, RawPage, Strip, Words
from pipeline.stages.extract.rows import HALF, Piece

TOUCHING = 0.05
"""Share of the height of a row within which a word touches the one before; a word space is 0.2 of it and more."""


def seat_raised(raw: RawPage, pieces: Sequence[Piece], settings: ExtractSettings) -> RawPage:
    """The page with raised words of ``pieces`` behind the words that they follow; the same page where none is out of place."""
    seats = dict(_find_seats(raw.words, pieces, settings))
    if not seats:
        return raw
    followers: dict[int, list[int]] = {}
    for mark in sorted(seats, key=lambda mark: raw.words.x0s[mark]):
        followers.setdefault(seats[mark], []).append(mark)
    order: list[int] = []
    strips = []
    for strip in raw.strips:
        start = len(order)
        for word in range(strip.start, strip.end):
            if word not in seats:
                order += (word, *followers.get(word, ()))
        if len(order) > start:
            strips.append(Strip(start, len(order), strip.cut))
    return msgspec.structs.replace(raw, words=_reordered(raw.words, order), strips=tuple(strips))


def _find_seats(words: Words, pieces: Sequence[Piece], settings: ExtractSettings) -> Iterator[tuple[int, int]]:
    """Indices of raised words out of place, each with that of the word that it follows."""
    singles = [piece for piece in pieces if len(piece.words) == 1]
    least = min((piece.bbox[3] - piece.bbox[1] for piece in singles), default=0.0)
    # hosts by their tops, since a page of premiums has 500 single words, each of which may be a mark beside a large heading
    hosts = sorted((p.bbox[1], k) for k, p in enumerate(pieces) if len(p.words) > 1 and _is_taller(p.bbox, least, settings))
    if not hosts or not singles:
        return
    tallest = max(pieces[k].bbox[3] - top for top, k in hosts)
    first, last = hosts[0][0], max(pieces[k].bbox[3] for _, k in hosts)
    for piece in singles:
        _, top, _, bottom = piece.bbox
        if bottom <= first or top >= last or bottom - top >= settings.mark_height * tallest:
            continue
        near = hosts[bisect_left(hosts, (top - tallest, -1)) : bisect_right(hosts, (bottom, len(pieces)))]
        beside = sorted(k for _, k in near if _is_beside(piece.bbox, pieces[k].bbox, settings))
        seat = next((word for k in beside for word in _gap(words, pieces[k], piece.bbox)), None)
        if seat is not None:
            yield piece.words[0], seat


def _is_beside(mark: Box, host: Box, settings: ExtractSettings) -> bool:
    """Whether a small box stands beside most of a row that goes on at both its sides."""
    if not (host[0] < mark[0] and mark[2] < host[2]):
        return False
    small = mark[3] - mark[1]
    return _is_taller(host, small, settings) and overlap(mark[1], mark[3], host[1], host[3]) > HALF * small


def _is_taller(host: Box, small: float, settings: ExtractSettings) -> bool:
    """Whether what is ``small`` may be a mark beside a row."""
    return small < settings.mark_height * (host[3] - host[1])


def _gap(words: Words, host: Piece, mark: Box) -> Iterator[int]:
    """The word of a row behind which white space holds most of a mark."""
    for word, after in pairwise(host.words):
        if overlap(mark[0], mark[2], words.x1s[word], words.x0s[after]) > HALF * (mark[2] - mark[0]):
            yield word


def _reordered(words: Words, order: Sequence[int]) -> Words:
    columns = ([column[word] for word in order] for column in (words.x0s, words.tops, words.x1s, words.bottoms))
    x0s, tops, x1s, bottoms = columns
    return Words([words.texts[k] for k in order], x0s, tops, x1s, bottoms, [words.styles[k] for k in order])


def close_raised(line: Line, settings: ExtractSettings) -> Line:
    """The line without the space before raised words that touch the word before them; marks keep theirs."""
    for at in range(len(line.runs) - 1, 0, -1):
        before, run = line.runs[at - 1], line.runs[at]
        marks = set(line.text[run.start : run.end].strip()) <= MARKS
        if run.size < settings.mark_height * before.size and not marks and line.text[run.start - 1] == " ":
            line = _closed(line, at)
    return line


def _closed(line: Line, at: int) -> Line:
    """The line with run ``at`` glued to the one before, where white space parts their words in the text alone."""
    start = line.runs[at].start
    word = len(line.text[:start].split())
    left, right = line.edges[word - 1], line.edges[word]
    if right[0] - left[1] > TOUCHING * (line.bbox[3] - line.bbox[1]):
        return line
    text = line.text[: start - 1] + line.text[start:]
    runs = [
        msgspec.structs.replace(run, start=run.start - (k >= at), end=run.end - (k >= at - 1)) for k, run in enumerate(line.runs)
    ]
    edges = (*line.edges[: word - 1], (left[0], right[1]), *line.edges[word + 1 :])
    return msgspec.structs.replace(line, text=text, runs=tuple(runs), edges=edges)
