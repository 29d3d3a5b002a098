"""Words -> pieces -> rows: what stands on one baseline, split where there is a wide gap.

A reader's strip is split where the next word jumps back, up or down, or stands past a wide gap. The pieces are then laid into rows
by where their middles lie, so that a label drawn a little low, or a folio out of another text object, is on the row that a reader
sees it on; neighbours on a row without a wide gap become one piece again. Rows are made apart for each column and each cell, so
that nothing is joined across a gutter or a rule.
"""

from collections.abc import Iterable, Iterator, Sequence

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box, overlap, union
from pipeline.model import Record
from pipeline.stages.extract.alike import share_box
from pipeline.stages.extract.reader import RawPage, Strip, Words
from pipeline.stages.extract.texts import RIGHT_TO_LEFT

HALF = 0.5


class Piece(Record, frozen=True):
    """Neighbouring words of one row: their indices in reading order. ``cut`` where a hyphen was seen behind them."""

    words: Sequence[int]
    bbox: Box
    style: int
    cut: bool

    @property
    def middle(self) -> float:
        """Where its row runs, in points from the top."""
        return (self.bbox[1] + self.bbox[3]) / 2


Row = tuple[Piece, ...]


def find_pieces(raw: RawPage, settings: ExtractSettings) -> list[Piece]:
    """All pieces of the page in the order of its text layer."""
    words, styles = raw.words, raw.words.styles
    x0s, tops, x1s, bottoms = words.x0s, words.tops, words.x1s, words.bottoms
    pieces: list[Piece] = []
    text = "".join(words.texts)
    turns = not text.isascii() and RIGHT_TO_LEFT.search(text) is not None
    for strip in raw.strips:
        start, end = strip.start, strip.end
        for behind in [*_breaks(words, strip, settings.piece_gap, turns=turns), end] if end - start > 1 else (end,):
            alone = behind - start == 1
            box = (x0s[start], tops[start], x1s[start], bottoms[start]) if alone else box_of(words, range(start, behind))
            pieces.append(Piece(range(start, behind), share_box(box), styles[start], strip.cut and behind == end))
            start = behind
    return pieces


def _breaks(words: Words, strip: Strip, gap: float, *, turns: bool) -> list[int]:
    """Where the strip is split; ``turns`` says whether any word of the page is written from right to left."""
    start, end = strip.start, strip.end
    tops, bottoms = words.tops[start:end], words.bottoms[start:end]
    level = max(tops) < min(bottoms)
    wide = gap * (bottoms[0] - tops[0])
    sides = zip(words.x0s[start + 1 : end], words.x1s[start : end - 1], strict=True)
    parted = [i for i, (left, right) in enumerate(sides, start + 1) if not -wide < left - right < wide] if level else [start]
    if not parted:
        return []
    if level and turns and RIGHT_TO_LEFT.search("".join(words.texts[start:end])):
        return []
    # words of one height, as those of most rows of a table are, part where they stand apart and nowhere else
    alike = level and tops.count(tops[0]) == len(tops) == bottoms.count(bottoms[0])
    return parted if alike else _jumps(words, strip, gap)


def _jumps(words: Words, strip: Strip, gap: float) -> list[int]:
    """Indices of the words that do not follow the one before on its row."""
    part = slice(strip.start, strip.end)
    jumps: list[int] = []
    x1, top, bottom = words.x1s[strip.start], words.tops[strip.start], words.bottoms[strip.start]
    each = zip(words.x0s[part], words.tops[part], words.x1s[part], words.bottoms[part], strict=True)
    for i, (left, high, right, low) in enumerate(each, strip.start):
        wide = gap * (bottom - top)
        if not -wide < left - x1 < wide or high >= bottom or low <= top:
            jumps.append(i)
        x1, top, bottom = right, high, low
    return jumps[1:] if jumps and jumps[0] == strip.start else jumps


def box_of(words: Words, members: Sequence[int]) -> Box:
    """The box around some words."""
    if isinstance(members, range):
        part = slice(members.start, members.stop)
        return (min(words.x0s[part]), min(words.tops[part]), max(words.x1s[part]), max(words.bottoms[part]))
    return (
        min(words.x0s[i] for i in members),
        min(words.tops[i] for i in members),
        max(words.x1s[i] for i in members),
        max(words.bottoms[i] for i in members),
    )


def cut_piece(raw: RawPage, piece: Piece, groups: Iterable[Sequence[int]]) -> list[Piece]:
    """The piece cut into ``groups`` of its words, in order."""
    parts = list(groups)
    styles = raw.words.styles
    return [Piece(part, box_of(raw.words, part), styles[part[0]], piece.cut and part is parts[-1]) for part in parts]


def find_rows(pieces: Sequence[Piece], settings: ExtractSettings) -> list[Row]:
    """Pieces as rows from the top down, each from left to right."""
    if len(pieces) < 2:
        return [(piece,) for piece in pieces]
    return list(make_rows(sorted(pieces, key=falls), settings))


def falls(piece: Piece) -> tuple[float, float]:
    """Where a piece comes from the top down."""
    box = piece.bbox
    return box[1] + box[3], box[0]


def make_rows(ordered: Iterable[Piece], settings: ExtractSettings) -> Iterator[Row]:
    """Pieces that are ordered by ``falls`` as rows, each made when it is asked for."""
    row: list[Piece] = []
    top, bottom = 0.0, 0.0
    for piece in ordered:
        _, y0, _, y1 = piece.bbox
        if row and _level(y0, y1, top, bottom, settings) and not _covers(row, piece):
            row.append(piece)
            if y1 - y0 > bottom - top:
                top, bottom = y0, y1
            continue
        if row:
            yield _row(row, settings.piece_gap)
        row = [piece]
        top, bottom = y0, y1
    if row:
        yield _row(row, settings.piece_gap)


def _level(y0: float, y1: float, top: float, bottom: float, settings: ExtractSettings) -> bool:
    """Whether a piece from ``y0`` to ``y1`` is on the row whose tallest piece goes from ``top`` to ``bottom``.

    Its middle lies well inside the row's, or the row's in its own; or it is small (a footnote mark) and most of it stands beside
    the row.
    """
    inset = settings.row_inset * (bottom - top)
    if top + inset < (y0 + y1) / 2 < bottom - inset:
        return True
    small, tall = sorted((y1 - y0, bottom - top))
    inset = settings.row_inset * (y1 - y0)
    if y0 + inset < (top + bottom) / 2 < y1 - inset:
        return True
    return small < settings.mark_height * tall and min(y1, bottom) - max(y0, top) > HALF * small


def _covers(row: Sequence[Piece], piece: Piece) -> bool:
    """Whether the piece lies over one that the row has: two lines set close, or one drawn twice."""
    x0, _, x1, _ = piece.bbox
    return any(overlap(x0, x1, other.bbox[0], other.bbox[2]) > HALF * min(x1 - x0, other.bbox[2] - other.bbox[0]) for other in row)


def _row(pieces: list[Piece], gap: float) -> Row:
    """From left to right, neighbours joined where no wide gap is between them."""
    if len(pieces) == 1:
        return (pieces[0],)
    pieces.sort(key=lambda p: p.bbox[0])
    groups = [[pieces[0]]]
    for piece in pieces[1:]:
        before = groups[-1][-1].bbox
        if piece.bbox[0] - before[2] < gap * min(before[3] - before[1], piece.bbox[3] - piece.bbox[1]):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return tuple(_joined(group) for group in groups)


def _joined(pieces: Sequence[Piece]) -> Piece:
    if len(pieces) == 1:
        return pieces[0]
    words = [word for piece in pieces for word in piece.words]
    return Piece(words, union(piece.bbox for piece in pieces), pieces[0].style, pieces[-1].cut)
