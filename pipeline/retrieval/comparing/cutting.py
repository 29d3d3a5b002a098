"""The quick cut: all white space to one space, pieces of so many characters at a fixed step, trimmed, without a label.

It is what a first version of many systems does, and it is done here as they do it: over every line of every page, headers, footers
and tables too.
"""

from bisect import bisect_left
from collections.abc import Sequence

from pipeline.model import Record

SIZE, STEP = 400, 350


class Piece(Record, frozen=True):
    """A piece: its half-open stretch of the text, white space at its ends left out."""

    start: int
    end: int


class Plain(Record, frozen=True):
    """A document's text on one line, and where each page begins in it."""

    text: str
    pages: dict[int, int]


def make_plain(pages: Sequence[tuple[int, str]]) -> Plain:
    """The text of pages, (number, text), with all white space as one space."""
    parts: list[str] = []
    starts: dict[int, int] = {}
    length = 0
    for number, text in pages:
        words = " ".join(text.split())
        starts[number] = length
        if words:
            parts.append(words)
            length += len(words) + 1
    return Plain(" ".join(parts), starts)


def cut_quickly(text: str, size: int = SIZE, step: int = STEP) -> list[Piece]:
    """The pieces of ``text``, in order; pieces of white space alone are left out."""
    pieces = (_trimmed(text, start, min(start + size, len(text))) for start in range(0, len(text), step))
    return [piece for piece in pieces if piece.start < piece.end]


def _trimmed(text: str, start: int, end: int) -> Piece:
    held = text[start:end]
    first = start + len(held) - len(held.lstrip())
    return Piece(first, max(first, start + len(held.rstrip())))


class Letters:
    """A text by its letters and digits alone, to find words in it whatever stands between them."""

    def __init__(self, text: str) -> None:
        self._places = [at for at, character in enumerate(text) if character.isalnum()]
        self._letters = _lowered(text, self._places)

    def find(self, words: str, start: int = 0) -> tuple[int, int] | None:
        """The first stretch of the text from ``start`` on that has these letters and digits; None where none has."""
        wanted = "".join(character for character in words if character.isalnum())
        folded = _lowered(wanted, range(len(wanted)))
        at = self._letters.find(folded, bisect_left(self._places, start)) if folded else -1
        return (self._places[at], self._places[at + len(folded) - 1] + 1) if at >= 0 else None


def _lowered(text: str, places: Sequence[int]) -> str:
    """Letter by letter, so that places stay: a letter whose lower case is two letters is left as it is."""
    lower = (text[at].lower() for at in places)
    return "".join(low if len(low) == 1 else text[at] for at, low in zip(places, lower, strict=True))
