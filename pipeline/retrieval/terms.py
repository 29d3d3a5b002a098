"""The terms of a text for the keyword side: what a word is, so that a thing written in two ways is found by both.

Upper and lower case, accents and the marks of scripts are left out of account. What is joined by a hyphen, a point or a slash is
indexed in its parts and joined ("co-payment": co, payment, copayment); a question asks for each two neighbours joined as well, so
that "co payment", "co-payment" and "copayment" find each other. Figures lose their grouping (5,00,000 is 500000), and what is
told in lakh or crore is indexed as the amount too. Codes stay whole (excl18, a UIN). Scripts without spaces are indexed by pairs of
letters. No term is stemmed here: the index does that beside the exact term.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from pipeline.config.function_words import FUNCTION_WORDS

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
    """The terms of a passage, in order; what is joined in its parts, and then whole."""
    plain, joined = split_terms(text)
    return [*plain, *joined]


def split_terms(text: str) -> tuple[list[str], list[str]]:
    """The words of a text, and the wholes that are made of several of them: "copayment" of "co-payment", 500000 of "5 lakh"."""
    folded = fold(text)
    plain: list[str] = []
    joined: list[str] = []
    for compound in COMPOUND.findall(folded):
        if FIGURE.fullmatch(compound):
            plain.append(compound.replace(",", ""))
            continue
        parts = PART.findall(compound)
        plain += [term[:LONGEST] for part in parts for term in (_pairs(part) if UNSPACED.search(part) else (part,))]
        if len(parts) > 1:
            joined.append("".join(parts)[:LONGEST])
    return plain, joined + _amounts(folded)


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """``text`` in lower case without accents and other marks on letters."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(ch for ch in apart if not unicodedata.category(ch).startswith("M")))


def function_words_of(words: Iterable[str]) -> frozenset[str]:
    """The words that only join others, in the language of ``words`` (folded)."""
    return _function_words()[language_of(words)]


def language_of(words: Iterable[str]) -> str:
    """The language of ``words`` (folded): of those whose function words are known the one they have most of; else the first."""
    held, known = list(words), _function_words()
    return max(known, key=lambda language: sum(word in known[language] for word in held))


def count_function_words(texts: Iterable[str]) -> dict[str, int]:
    """How many function words of each language some texts have."""
    held = Counter(word for text in texts for word in PART.findall(fold(text)))
    return {language: sum(held[word] for word in words) for language, words in _function_words().items()}


@lru_cache(maxsize=1)
def _function_words() -> dict[str, frozenset[str]]:
    """By language; what has an apostrophe also in its parts."""
    return {
        language: frozenset(part for word in words for part in PART.findall(fold(word)))
        for language, words in FUNCTION_WORDS.items()
    }


def write_out_amounts(text: str) -> str:
    """``text``, folded, with what is told in a larger unit as one figure: "5 lakh" is 500000."""
    return SCALED.sub(_amount, fold(text))


def _pairs(word: str) -> Iterator[str]:
    """A word in a script without spaces: each two neighbouring letters."""
    for first, second in pairwise(word):
        yield first + second


def _amounts(folded: str) -> list[str]:
    return [_amount(found) for found in SCALED.finditer(folded)]


def _amount(found: re.Match[str]) -> str:
    return f"{float(found['number'].replace(',', '')) * SCALES[found['scale'].removesuffix('s')]:.0f}"
