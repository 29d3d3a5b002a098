"""How words are compared: what counts as the same, the word diff, and which changed words weigh.

White space, case, hyphens, quotes and stops between words are no change; a sign inside a figure, a percent and a currency sign
are. Weighty are numbers (also in words), dates, amounts, percentages and negations, what sets a condition aside (unless, without)
among them. "One" and its like are articles more often than numbers and don't count.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from pipeline.diff.records import Piece
from pipeline.wording import FOOTNOTE_MARK, HYPHENS

TOKEN = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]+|[%‰₹$€£¥§°<>≤≥]")
"""A figure with the signs inside it ("5,00,000", "31/03/2026"), a word, or a sign that changes what a figure means."""


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


NUMBERS = _listed(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
    "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand lakh lakhs lac lacs crore crores million "
    "billion half twice "
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreissig dreißig vierzig fünfzig sechzig siebzig achtzig "
    "neunzig hundert tausend million millionen hälfte "
    "deux trois quatre cinq sept huit neuf dix douze quinze vingt trente quarante cinquante soixante cent mille moitié "
    "dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta cuarenta cincuenta sesenta cien mil mitad "
    "tre quattro cinque sette otto nove dieci dodici quindici venti trenta cento metà"
)
DATES = _listed(
    "january february march april june july august september october november december "
    "januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre "
    "décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
)
TIMES = _listed("day days week weeks month months year years tag tage tagen woche wochen monat monate monaten jahr jahre jahren")
"""They weigh where one takes the place of another ("30 days", "30 months"); by themselves they are words ("policy year")."""
ENDINGS = "sen"
"""Letters that make the plural of such a word: "Jahr", "Jahre", "Jahren"."""
UNITS = _listed("rs inr usd eur chf gbp percent prozent pourcent porcentaje")
NEGATIONS = _listed(
    "not no nor never none neither without except excepting unless excluding excluded exclude excludes cannot "
    "nicht kein keine keiner keinen keinem keines nie niemals ohne ausser außer weder sofern "
    "ne pas non aucun aucune sans sauf jamais ni ningún ninguna nunca sin salvo excepto nessun nessuna senza mai"
)
WEIGHTY = NUMBERS | DATES | TIMES | UNITS | NEGATIONS


def split_tokens(text: str) -> tuple[str, ...]:
    """The words and figures of a text as they are compared."""
    return tuple(found.group() for found in TOKEN.finditer(_plain(text)))


@lru_cache(maxsize=1 << 16)
def make_key(text: str) -> str:
    """All words of a text run together, so that other spacing and hyphens make no other key; figures stay apart from figures."""
    parts: list[str] = []
    for token in split_tokens(text):
        parts.append("|" + token if parts and parts[-1][-1].isdigit() and token[0].isdigit() else token)
    return "".join(parts)


SLASH = re.compile(r"(?<=\d)\s*/\s*(?=\d)")
"""Between figures, however it is spaced: "5/10/15" is "5/ 10/ 15" in a narrow cell."""


def _plain(text: str) -> str:
    plain = HYPHENS.sub("-", unicodedata.normalize("NFKC", HYPHENS.sub("-", FOOTNOTE_MARK.sub("", text))))
    return SLASH.sub("/", plain).casefold()


def diff_words(old: str, new: str) -> tuple[Piece, ...]:
    """The two texts as stretches of removed and added words, and of equal ones as the new text prints them.

    Both directions give the same stretches.
    """
    if new < old:
        return tuple(_turned(_diff(new.split(), old.split(), new_first=True)))
    return _diff(old.split(), new.split(), new_first=False)


def _diff(before: list[str], after: list[str], *, new_first: bool) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for op, a0, a1, b0, b1 in find_steps(before, after, make_key):
        if op == "equal":
            pieces.append(Piece("equal", " ".join(before[a0:a1] if new_first else after[b0:b1])))
        else:
            pieces.extend(_part("removed", before[a0:a1]) + _part("added", after[b0:b1]))
    return tuple(pieces)


def _part(op: str, words: list[str]) -> list[Piece]:
    return [Piece(op, " ".join(words))] if words else []


def find_steps(before: Sequence[str], after: Sequence[str], key: Callable[[str], str]) -> list[tuple[str, int, int, int, int]]:
    """Steps from one list of words to the other, as difflib has them; one whose words together have the same key counts as equal.

    ``key`` gives what is compared of a word or of several with spaces between, "" where that is nothing.
    """
    matcher = SequenceMatcher(None, [key(word) or word for word in before], [key(word) or word for word in after], False)
    steps: list[tuple[str, int, int, int, int]] = []
    for op, a0, a1, b0, b1 in matcher.get_opcodes():
        same = key(" ".join(before[a0:a1])) == key(" ".join(after[b0:b1]))
        steps.append(("equal" if same else op, a0, a1, b0, b1))
    return steps


def _turned(pieces: tuple[Piece, ...]) -> Iterator[Piece]:
    """The same stretches seen from the other side, what was removed still ahead of what was added."""
    other = {"removed": "added", "added": "removed", "equal": "equal"}
    held: list[Piece] = []
    for piece in (Piece(other[piece.op], piece.words) for piece in pieces):
        if piece.op == "added":
            held.append(piece)
            continue
        if piece.op == "equal":
            yield from held
            held = []
        yield piece
    yield from held


def find_weights(pieces: tuple[Piece, ...]) -> tuple[str, ...]:
    """The weighty words that were removed or added. Where one place only rewrites them, in the same order, they don't count."""
    found: list[str] = []
    for removed, added in _places(pieces):
        before, after = _weighty(removed), _weighty(added)
        times = [{token.rstrip(ENDINGS) for token in tokens if token in TIMES} for tokens in (before, after)]
        if not all(times) or times[0] == times[1]:
            before, after = _without_times(before), _without_times(after)
        if before != after:
            found.extend(dict.fromkeys(before + after))
    return tuple(dict.fromkeys(found))


def _without_times(tokens: list[str]) -> list[str]:
    return [token for token in tokens if token not in TIMES]


def _places(pieces: tuple[Piece, ...]) -> Iterator[tuple[str, str]]:
    removed = added = ""
    for piece in (*pieces, Piece("equal", "")):
        if piece.op == "removed":
            removed = f"{removed} {piece.words}"
        elif piece.op == "added":
            added = f"{added} {piece.words}"
        elif removed or added:
            yield removed, added
            removed = added = ""


def _weighty(text: str) -> list[str]:
    return [token for token in split_tokens(text) if token in WEIGHTY or not token.isalpha()]
