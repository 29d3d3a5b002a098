"""The terms of a text for the keyword side: what a word is, so that a thing written in two ways is found by both.

Upper and lower case, accents and the marks of scripts are left out of account. What is joined by a hyphen, a point or a slash is
indexed in its parts and joined ("co-payment": co, payment, copayment), and a question asks for each two neighbours joined as well,
so that "co payment", "co-payment" and "copayment" find each other. Figures lose their grouping (5,00,000 is 500000), and what is
told in lakh or crore is indexed as the amount too. Codes stay whole (excl18, a UIN). Scripts without spaces are indexed by pairs of
letters. No term is stemmed here: the index does that beside the exact term.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

COMPOUND = re.compile(r"[^\W_]+(?:[-.,/&'’‐‑][^\W_]+)*")
"""A word with all that is joined to it: "co-payment", "5,00,000", "IRDAI/HLT/2019", "i.e"."""
PART = re.compile(r"[^\W_]+")
FIGURE = re.compile(r"\d+(?:,\d+)*(?:\.\d+)?")
"""A figure with its grouping: "5,00,000", "12.5". No: "4.1.2"."""
UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3\u0e00-\u0e7f]{2,}")
"""Chinese and Japanese, Thai, and Korean, whose particles stand behind words without a space."""
SCALED = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?)\s*(?P<scale>lakhs?|lacs?|crores?|thousand|million)\b")
"""An amount told in a larger unit: "5 lakh", "1.5 crore"."""
SCALES = {"lakh": 10**5, "lac": 10**5, "crore": 10**7, "thousand": 10**3, "million": 10**6}
LONGEST = 60
"""Letters of the longest term that is kept: a longer one is no word, and no question has it."""


def find_terms(text: str) -> list[str]:
    """The terms of a passage, in order, what is joined also in its parts."""
    folded = fold(text)
    return [term[:LONGEST] for compound in COMPOUND.findall(folded) for term in _find_in(compound)] + _amounts(folded)


def find_question_terms(question: str) -> list[str]:
    """The terms that a question asks for, each once: its own, and each two neighbouring words joined."""
    folded = fold(question)
    words = [word for word in PART.findall(folded) if not UNSPACED.fullmatch(word)]
    joined = [first + second for first, second in pairwise(words) if not (first.isdigit() and second.isdigit())]
    return list(dict.fromkeys([*find_terms(question), *joined]))


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """``text`` in lower case without accents and other marks on letters."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(ch for ch in apart if not unicodedata.category(ch).startswith("M")))


def _find_in(compound: str) -> Iterator[str]:
    if FIGURE.fullmatch(compound):
        yield compound.replace(",", "")
        return
    parts = PART.findall(compound)
    for part in parts:
        yield from _pairs(part) if UNSPACED.search(part) else (part,)
    if len(parts) > 1:
        yield "".join(parts)


def _pairs(word: str) -> Iterator[str]:
    """A word in a script without spaces: each two neighbouring letters."""
    for first, second in pairwise(word):
        yield first + second


def _amounts(folded: str) -> list[str]:
    found = [(float(each["number"].replace(",", "")), each["scale"].removesuffix("s")) for each in SCALED.finditer(folded)]
    return [f"{number * SCALES[scale]:.0f}" for number, scale in found]
