"""Rows in reading order -> lines: words, runs in one style, edges of the words, ids."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

from pipeline.geometry import WHOLE, Box
from pipeline.model import Flaw, Line, Run
from pipeline.stages.extract.alike import Edges, share_edges, share_runs, share_setting
from pipeline.stages.extract.order import Placed
from pipeline.stages.extract.reader import RawPage, Words
from pipeline.stages.extract.rows import Piece, box_of

SUFFIXES = "abcdefghijklmnopqrstuvwxyz"


def make_lines(raw: RawPage, number: int, placed: Sequence[Placed], row: int = 0) -> list[Line]:
    """The lines of one page; rows are counted as they are read, from ``row`` on; pieces beside one another share one."""
    lines: list[Line] = []
    for group in _same_row(placed):
        name = name_of(number, row)
        alone = len(group) == 1 and len(group[0].pieces) == 1
        at = 0
        for one in group:
            for piece in one.pieces:
                lines.append(_line(raw, piece, one, (number, row), name if alone else name + suffix_of(at)))
                at += 1
        row += 1
    return lines


def _same_row(placed: Sequence[Placed]) -> Iterator[list[Placed]]:
    """Neighbours in reading order that stand on one row: cells of a table row of one line each."""
    group: list[Placed] = []
    area, last = -1, WHOLE
    for one in placed:
        if group:
            after = one.pieces[0].bbox
            beside = last[2] <= after[0] + 1 and last[1] < (after[1] + after[3]) / 2 < last[3]
            if one.area < 0 or one.area != area or not beside:
                yield group
                group = []
        group.append(one)
        area, last = one.area, one.pieces[-1].bbox
    if group:
        yield group


def name_of(page: int, row: int) -> str:
    """p12.l034: the id of a row in one piece, and how the ids of the pieces of one begin."""
    return f"p{page}.l{row:03d}"


@cache
def suffix_of(piece: int) -> str:
    """What tells apart the pieces of one row, counted from 0: a, b, ...; aa, ab, ... past z."""
    tens, ones = divmod(piece, len(SUFFIXES))
    return (SUFFIXES[tens - 1] if tens else "") + SUFFIXES[ones]


def _line(raw: RawPage, piece: Piece, placed: Placed, at: tuple[int, int], ident: str) -> Line:
    style = raw.styles[piece.style]
    text = _text_of(raw.words, piece)
    if len(piece.words) == 1:
        box, runs, edges = share_setting(style, len(text), piece.bbox)
    else:
        box, runs, edges = piece.bbox, make_runs(raw, piece, text), share_edges(_edges_of(raw.words, piece.words))
    flaw = Flaw.INVISIBLE if style.invisible else Flaw.NONE
    page, row = at
    return Line(ident, page, box, text, runs, edges, row, placed.column, placed.area, False, placed.side, style.rotation, flaw)


def _text_of(words: Words, piece: Piece) -> str:
    members = piece.words
    if len(members) == 1:
        text = words.texts[members[0]]
    elif isinstance(members, range):
        text = " ".join(words.texts[members.start : members.stop])
    else:
        text = " ".join([words.texts[i] for i in members])
    return text + "-" if piece.cut and not text.endswith("-") else text


def _edges_of(words: Words, members: Sequence[int]) -> Edges:
    """Where each word begins and ends."""
    if isinstance(members, range):
        part = slice(members.start, members.stop)
        return tuple(zip(words.x0s[part], words.x1s[part], strict=True))
    return tuple([(words.x0s[i], words.x1s[i]) for i in members])


def make_runs(raw: RawPage, piece: Piece, text: str) -> tuple[Run, ...]:
    """Stretches of ``text`` in one style each; the space between two belongs to the first."""
    words = raw.words
    members = piece.words
    if isinstance(members, range):
        uniform = words.styles[members.start : members.stop].count(piece.style) == len(members)
    else:
        uniform = all(words.styles[i] == piece.style for i in members)
    if uniform:
        return share_runs(raw.styles[piece.style], len(text), piece.bbox)
    stretches, start = [], 0
    for style, group in groupby(piece.words, key=words.styles.__getitem__):
        stretch = list(group)
        stretches.append((style, start, stretch))
        start += sum(len(words.texts[i]) + 1 for i in stretch)
    ends = [begin for _, begin, _ in stretches[1:]] + [len(text)]
    return tuple(
        _run(raw, style, begin, end, box_of(words, members)) for (style, begin, members), end in zip(stretches, ends, strict=True)
    )


def _run(raw: RawPage, style: int, start: int, end: int, bbox: Box) -> Run:
    set_in = raw.styles[style]
    return Run(start, end, set_in.font, set_in.size, set_in.bold, set_in.italic, bbox)
