"""Pieces -> lines: words, runs in one style, edges of the words, ids."""

from collections.abc import Sequence
from itertools import groupby

from pipeline.geometry import Box
from pipeline.model import Flaw, Line, Run
from pipeline.stages.extract.reader import RawPage
from pipeline.stages.extract.rows import Piece

SUFFIXES = "abcdefghijklmnopqrstuvwxyz"


def line_id(page: int, row: int, piece: int, pieces: int) -> str:
    """p12.l034 of a row in one piece, p12.l034a, b, ... of one in several; aa, ab, ... past z."""
    suffix = ""
    if pieces > 1:
        tens, ones = divmod(piece, len(SUFFIXES))
        suffix = (SUFFIXES[tens - 1] if tens else "") + SUFFIXES[ones]
    return f"p{page}.l{row:03d}{suffix}"


def make_line(raw: RawPage, piece: Piece, ident: str, page: int, row: int) -> Line:
    """The line of one piece, in no column and no area."""
    words = raw.words
    texts = [words.texts[i] for i in piece.words]
    text = " ".join(texts) + ("-" if piece.cut and not texts[-1].endswith("-") else "")
    style = raw.styles[piece.style]
    edges = tuple((words.x0s[i], words.x1s[i]) for i in piece.words)
    flaw = Flaw.INVISIBLE if style.invisible else Flaw.NONE
    return Line(ident, page, piece.bbox, text, make_runs(raw, piece, text), edges, row, rotation=style.rotation, flaw=flaw)


def make_runs(raw: RawPage, piece: Piece, text: str) -> tuple[Run, ...]:
    """Stretches of ``text`` in one style each; the space between two belongs to the first."""
    words = raw.words
    indices = {words.styles[i] for i in piece.words}
    if len(indices) == 1:
        return (_run(raw, piece.style, 0, len(text), piece.bbox),)
    runs, start = [], 0
    for style, group in groupby(piece.words, key=lambda i: words.styles[i]):
        members = list(group)
        end = start + sum(len(words.texts[i]) + 1 for i in members)
        runs.append(_run(raw, style, start, min(end, len(text)), _box(raw, members)))
        start = end
    last = runs[-1]
    runs[-1] = Run(last.start, len(text), last.font, last.size, last.bold, last.italic, last.bbox)
    return tuple(runs)


def _run(raw: RawPage, style: int, start: int, end: int, bbox: Box) -> Run:
    set_in = raw.styles[style]
    return Run(start, end, set_in.font, set_in.size, set_in.bold, set_in.italic, bbox)


def _box(raw: RawPage, members: Sequence[int]) -> Box:
    words = raw.words
    return (
        min(words.x0s[i] for i in members),
        min(words.tops[i] for i in members),
        max(words.x1s[i] for i in members),
        max(words.bottoms[i] for i in members),
    )
