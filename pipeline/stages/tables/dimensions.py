"""What holds for the whole of a table, from the words of its caption: "Zone A", "Plan: Gold", "Gold Plan", "1 Year".

A name of ``dimension_words`` gives a dimension where a value is set to it: behind a colon, as a figure or a single capital right
behind or before it, or, of a name that is no measure, as the capitalised words from the start of the caption to it. "Plan Chart"
and "Dental plan benefits" name no plan; "up to 17 years" is no term.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from pipeline.config.settings import TableSettings

PIECES = re.compile(r"\s*[|;\n]\s*")
"""Where a caption falls into pieces: "Premium Chart for 1 Year | Zone A - Delhi" -> two."""
BOUND = re.compile(
    r"(?:\b(?:up\s?to|upto|over|above|below|under|than|aged?|at least|bis|über|unter|hasta|más de)|[<>≤≥])\s*$", re.IGNORECASE
)
"""What ends right before a figure that is a limit and no value: "(up to 17 years)", "Child above 17 years"."""
LONGEST_NAME = 4
"""Words that the name of a plan has at most, as in "Family First" or "Individual & Family Floater"."""


def find_dimensions(caption: Sequence[str], settings: TableSettings) -> tuple[tuple[str, str], ...]:
    """(name, value) for each dimension word of the settings that the pieces of ``caption`` set to a value, in their order."""
    found: dict[str, str] = {}
    for piece in (p for text in caption for p in PIECES.split(text)):
        for name in _names_in(piece, settings):
            value = _value_beside(piece, name, is_measure=name in settings.measure_words)
            if value and name not in found:
                found[name] = value
    return tuple(found.items())


def _names_in(piece: str, settings: TableSettings) -> Sequence[str]:
    """The dimension words that may be in ``piece``: of plain text those of which it has all letters, told without a pattern."""
    names = settings.dimension_words
    if not (piece.isascii() and all(map(str.isascii, names))):
        return names
    lowered = piece.lower()
    return [name for name in names if all(word in lowered for word in name.lower().split())]


NAMING = rf"[A-Z0-9][^\s:,]*(?:\s+(?:[A-Z0-9][^\s:,]*|&)){{0,{LONGEST_NAME - 1}}}"
"""Capitalised words that name something: "Family First", "Individual & Family Floater"."""
ASIDE = r"(?:\([^)]*\)\s*)?"
"""What may stand in brackets behind a name: "Sum insured (Rs.)"."""


class _Patterns:
    """The patterns of one name: a figure or a capital behind it, words set to it with a colon, a figure or words before it."""

    def __init__(self, name: str) -> None:
        word = re.escape(name).replace(r"\ ", r"\s+")
        figure = r"(?P<value>(?:Rs\.?\s*)?\d[\w,./+]*|[A-Z]\d*(?![\w&]))"
        self.behind = re.compile(rf"\b(?i:{word}s?)\b\s*{ASIDE}[:=\-–]?\s*{figure}")
        self.set = re.compile(rf"\b(?i:{word}s?)\b\s*{ASIDE}[:=]\s*(?P<value>[^:=,()]+?)\s*(?:$|[,()]|\s[-–—]\s)")
        self.before = re.compile(rf"(?P<value>\d[\d.,]*\s+[^\W\d]+|\d[\w,.+]*)\s+(?i:{word}s?)\b")
        self.named = re.compile(rf"^(?P<value>{NAMING})\s+(?P<name>(?i:{word})s?)\b(?P<rest>.*)$")


_patterns = lru_cache(maxsize=256)(_Patterns)


@lru_cache(maxsize=1024)
def _value_beside(piece: str, name: str, *, is_measure: bool) -> str:
    """What ``piece`` sets ``name`` to: "Zone A - Delhi" -> "A"; "Gold Plan Premium Chart" -> "Gold"; "for 1 Year" -> "1"."""
    patterns = _patterns(name)
    for pattern in (patterns.behind, patterns.set, patterns.before):
        found = pattern.search(piece)
        if found and not BOUND.search(piece[: found.start("value")]):
            return found["value"].rstrip(".,/ ")
    named = patterns.named.match(piece)
    if named is None or is_measure:
        return ""
    return named["value"] if named["name"][0].isupper() or not named["rest"].strip(" :.-–") else ""
