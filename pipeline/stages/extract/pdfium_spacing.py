"""Spaces that the text layer has and nobody sees, and those that one sees and it lacks: words as the page shows them.

In this order: a space inside the box of a ligature ("Defi nitions"); letters set apart one by one ("i n s u r a n c e"), where
the wider gaps are those between words; a gap inside "DonorCover" where a small letter meets a capital. Each is looked for in the
text first and then measured: only where the text looks so are boxes of characters asked for. What is one word by its
gaps keeps one index a character: a dropped space becomes ``DROPPED``.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median

from pipeline.geometry import Box

DROPPED = "\u2060"
"""Stands for a space that is none: the word joiner, which is no white space."""
AFTER_LIGATURE = re.compile(r"(?:f[fijlt]|t[ti]) (?=[^\W\d_])")
"""A space behind what may be one glyph for two letters: "benefi t", "staff and"."""
APART = re.compile(r"(?<![^\s\x02\ufffe])[^\s\d]{1,2} (?:[^\s\d]{1,4} ){3,}[^\s\d]{1,2}(?!\S)")
"""Letters with a space behind each, or nearly each: "i n s u r a n c e", "c omme n c e d ,", "c o m p a n y ' s".
PDFium's sign for a hyphen at a line end may stand ahead."""
LEAST_SINGLE, LEAST_KINDS, UPRIGHT_LETTERS = 0.6, 4, 8
"""Share of single letters and number of different ones in such a row; how many capitals it takes."""
MAY_BE_APART = re.compile(r" (?:[^\s\d]{1,4} ){3}[^\s\d]{1,2}(?!\S)")
"""What each such row ends in and most pages of figures have not: found in a third of the time."""
CAMEL = re.compile(r"[a-z](?=[A-Z][a-z])")
"""Behind this a space may have been lost: "Donor|Cover". Names are written so, too: the gap decides."""
WIDER = 1.5
"""Times the usual gap between letters from which a gap parts words; from 1.9 in the documents seen."""
TOUCHING = 0.03
"""Share of the height of the loose box within which two letters touch."""
LOST_GAP = 0.1
"""Share of that height by which a gap inside a word exceeds the others where a space was lost: 0.13 to 0.2, else below 0.05."""

Boxes = Callable[[Sequence[int]], list[Box]]
"""The boxes (x0, top, x1, bottom) of characters by their index, in any space that is level."""


def close_gaps(text: str, boxes: Boxes) -> str:
    """``text`` with ``DROPPED`` for each space that stands inside a word."""
    drops = [*_inside_ligatures(text, boxes), *_between_letters(text, boxes)]
    if not drops:
        return text
    letters = list(text)
    for at in drops:
        letters[at] = DROPPED
    return "".join(letters)


def _inside_ligatures(text: str, boxes: Boxes) -> Iterator[int]:
    spaces = [found.end() - 1 for found in AFTER_LIGATURE.finditer(text)]
    if not spaces:
        return
    asked = boxes([at + step for at in spaces for step in (-2, -1, 0, 1)])
    for k, at in enumerate(spaces):
        first, second, space, after = asked[4 * k : 4 * k + 4]
        near = TOUCHING * abs(first[3] - first[1])
        if first == second and space[2] <= second[2] + near and abs(after[0] - second[2]) <= near:
            yield at


def _between_letters(text: str, boxes: Boxes) -> Iterator[int]:
    for found in APART.finditer(text) if MAY_BE_APART.search(text) else ():
        tokens = found[0].split(" ")
        if not _is_apart(tokens):
            continue
        starts = [found.start()]
        for token in tokens:
            starts.append(starts[-1] + len(token) + 1)
        asked = boxes([at for k, token in enumerate(tokens) for at in (starts[k], starts[k] + len(token) - 1)])
        gaps = [after[0] - before[2] for before, after in zip(asked[1::2], asked[2::2], strict=False)]
        usual = median(sorted(gaps)[: max(1, 3 * len(gaps) // 4)])
        for start, gap in zip(starts[1:], gaps, strict=False):
            if 0 < gap <= WIDER * usual:
                yield start - 1


def _is_apart(tokens: Sequence[str]) -> bool:
    """Whether these are the letters of words and no list of letters: "a b c d e", "Y N N Y N"."""
    singles = [token for token in tokens if len(token) == 1 and token.isalpha()]
    if len(singles) < LEAST_SINGLE * len(tokens) or len(set(singles)) < LEAST_KINDS:
        return False
    if all(token.isupper() for token in singles) and len(singles) < UPRIGHT_LETTERS:
        return False
    onward = sum(ord(after) - ord(before) == 1 for before, after in pairwise(singles))
    return 2 * onward < len(singles) - 1


def find_lost_spaces(text: str, spans: Sequence[tuple[int, int]], boxes: Boxes) -> list[tuple[int, int]]:
    """The words, each parted where a space was lost inside it."""
    if not CAMEL.search(text):
        return list(spans)
    parted: list[tuple[int, int]] = []
    for start, end in spans:
        here = [found.end() for found in CAMEL.finditer(text, start, end)]
        parted += pairwise([start, *(_lost(here, (start, end), boxes) if here else ()), end])
    return parted


def _lost(cuts: Sequence[int], span: tuple[int, int], boxes: Boxes) -> Iterator[int]:
    start, end = span
    asked = boxes(range(start, end))
    gaps = [after[0] - before[2] for before, after in pairwise(asked)]
    usual = median(gaps)
    for at in cuts:
        if gaps[at - start - 1] - usual > LOST_GAP * abs(asked[0][3] - asked[0][1]):
            yield at
