"""Text as it is looked through: case, accents and typographic forms aside, each character known by its place in the text.

Words are runs of letters, figures and their marks; "co-payment", "don't" and "4.1" are one word that has parts. Scripts that set no
spaces between words (Chinese, Japanese, Thai and their neighbours) have no words here but runs; Korean has both, since its words
carry endings.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from pipeline.model import Record

UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\uff66-\uff9f\U00020000-\U0003ffff]"
)
"""Thai, Lao, Burmese, Khmer, kana and ideographs."""
IDEOGRAPH = re.compile(r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
RUNS = re.compile(f"(?:{UNSPACED.pattern}|[\uac00-\ud7a3])+")
LETTERS_OWN = frozenset((0, 7, 8, 9))
"""Combining classes of marks that make another letter (nukta, kana voicing, virama) and are no accents."""
FORMS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "‐": "-", "‑": "-", "\u00ad": None})
WORD_SHAPE, PART_SHAPE = re.compile(r"w+(?:jw+)*"), re.compile(r"w+")
"""Of shapes: word characters, joined by single joiners; and what is joined."""
JOINERS = frozenset("-'.,/")
ZERO_WIDTH_JOINER = "\u200d"


class Folded(Record, frozen=True):
    """A text to look through; ``places`` has the place of each of its characters in the text from which it was made."""

    text: str
    places: range | tuple[int, ...]

    def stretch(self, start: int, end: int) -> tuple[int, int]:
        """Where ``text[start:end]`` stands in the text from which it was made."""
        return self.places[start], self.places[end - 1] + 1


class Word(Record, frozen=True):
    """A word and its parts: one that is not joined is its own and only part."""

    text: str
    parts: tuple[str, ...]


def fold(text: str) -> Folded:
    """``text`` without case and accents; one character may become several, or none."""
    if text.isascii():
        return Folded(text.lower(), range(len(text)))
    pieces = [_fold_character(character) for character in text]
    places = tuple(at for at, piece in enumerate(pieces) for _ in piece)
    return Folded("".join(pieces), places)


@lru_cache(maxsize=1 << 16)
def _fold_character(character: str) -> str:
    apart = unicodedata.normalize("NFKD", character.translate(FORMS))
    plain = "".join(each for each in apart if unicodedata.combining(each) in LETTERS_OWN)
    return unicodedata.normalize("NFC", plain).casefold()


def find_words(folded: str) -> Iterator[Word]:
    """The words of a folded text, in order."""
    shape = "".join(map(_shape, folded))
    for found in WORD_SHAPE.finditer(shape):
        text = folded[found.start() : found.end()]
        parts = [
            folded[part.start() : part.end()] for part in re.finditer("w+", shape) if found.start() <= part.start() < found.end()
        ]
        yield Word(text, tuple(parts))


def find_runs(folded: str) -> list[str]:
    """The runs of a folded text in scripts without spaces, and in Korean."""
    return RUNS.findall(folded)


def is_edge(folded: str, at: int) -> bool:
    """Whether a word may begin or end ahead of the character at ``at``."""
    return not 0 < at < len(folded) or _shape(folded[at - 1]) != "w" or _shape(folded[at]) != "w"


def is_ideograph(character: str) -> bool:
    """Whether a character is one that stands for a word or a part of one."""
    return IDEOGRAPH.fullmatch(character) is not None


@lru_cache(maxsize=1 << 16)
def is_mark(character: str) -> bool:
    """Whether a character belongs to the one before it."""
    return character == ZERO_WIDTH_JOINER or unicodedata.category(character).startswith("M")


@lru_cache(maxsize=1 << 16)
def _shape(character: str) -> str:
    """w: of a word; u: of a script without spaces; j: may join two parts of a word; a blank: anything else."""
    if UNSPACED.match(character):
        return "u"
    if character.isalnum() or is_mark(character):
        return "w"
    return "j" if character in JOINERS else " "
