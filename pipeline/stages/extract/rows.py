"""Words -> pieces -> rows: what stands on one baseline, split where there is a wide gap.

A reader's strip is split where the next word jumps back, up or down, or stands past a wide gap. The pieces are then laid into rows
by where their middles lie, so that a label drawn a little low, or a folio out of another text object, is on the row that a reader
sees it on. Rotated pieces make rows of their own.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box, union
from pipeline.model import Record
from pipeline.stages.extract.reader import RawPage, Strip, Words

Row = tuple["Piece", ...]


class Piece(Record, frozen=True):
    """Neighbouring words of one row: their indices in reading order. ``cut`` where a hyphen was seen behind them."""

    words: Sequence[int]
    bbox: Box
    style: int
    cut: bool


def find_pieces(raw: RawPage, settings: ExtractSettings) -> Iterator[Piece]:
    """All pieces of the page in the order of its text layer."""
    for strip in raw.strips:
        rotation = raw.styles[raw.words.styles[strip.start]].rotation
        breaks = [] if rotation else list(_breaks(raw.words, strip, settings.piece_gap))
        bounds = [strip.start, *breaks, strip.end]
        for start, end in pairwise(bounds):
            words = range(start, end)
            yield Piece(words, _box(raw.words, words), raw.words.styles[start], strip.cut and end == strip.end)


def _breaks(words: Words, strip: Strip, gap: float) -> Iterator[int]:
    x0s, tops, x1s, bottoms = words.x0s, words.tops, words.x1s, words.bottoms
    for i in range(strip.start + 1, strip.end):
        high = bottoms[i - 1] - tops[i - 1]
        away = x0s[i] - x1s[i - 1]
        if away > gap * high or away < -high or tops[i] >= bottoms[i - 1] or bottoms[i] <= tops[i - 1]:
            yield i


def _box(words: Words, at: range) -> Box:
    part = slice(at.start, at.stop)
    return (min(words.x0s[part]), min(words.tops[part]), max(words.x1s[part]), max(words.bottoms[part]))


def find_rows(pieces: Iterable[Piece], settings: ExtractSettings) -> tuple[Row, ...]:
    """Upright pieces as rows from the top down, each from left to right."""
    rows: list[list[Piece]] = []
    low, high = 0.0, 0.0
    for piece in sorted(pieces, key=lambda p: (p.bbox[1] + p.bbox[3], p.bbox[0])):
        middle = (piece.bbox[1] + piece.bbox[3]) / 2
        if rows and low < middle < high and not _covers(rows[-1], piece):
            rows[-1].append(piece)
            continue
        rows.append([piece])
        inset = (piece.bbox[3] - piece.bbox[1]) * settings.row_inset
        low, high = piece.bbox[1] + inset, piece.bbox[3] - inset
    return tuple(tuple(sorted(row, key=lambda p: p.bbox[0])) for row in rows)


def _covers(row: Sequence[Piece], piece: Piece) -> bool:
    """Whether the piece lies over one that the row has: two lines set close, not one."""
    x0, x1 = piece.bbox[0], piece.bbox[2]
    return any(min(x1, other.bbox[2]) - max(x0, other.bbox[0]) > 0.5 * min(x1 - x0, other.bbox[2] - other.bbox[0]) for other in row)


def joined(pieces: Sequence[Piece]) -> Piece:
    """One piece of several that follow one another on a row."""
    if len(pieces) == 1:
        return pieces[0]
    words = [word for piece in pieces for word in piece.words]
    return Piece(words, union(piece.bbox for piece in pieces), pieces[0].style, pieces[-1].cut)
