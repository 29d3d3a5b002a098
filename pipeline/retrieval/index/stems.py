"""Words without their endings, by the rules of the language of their document.

A document's language is the one that the configuration gives it, else the one whose function words it has most of. Languages
without rules here keep English ones, which leave what is no English word mostly alone.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from pipeline.errors import DependencyMissing
from pipeline.retrieval.terms import count_function_words

if TYPE_CHECKING:
    import tantivy

RULES = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian"}
"""Languages with rules for endings and a list of function words; the first is the usual one."""
USUAL = next(iter(RULES))
KEPT = 1 << 16
"""Stems that are known once they were made: the words of passages come again and again."""
INSTALL = 'search needs tantivy; install it with: pip install "clausetrace[search]"'


def find_language(told: str, texts: Iterable[str]) -> str:
    """The language whose rules hold for a document; ``told`` is what the configuration says of it ("de", "de-CH", "")."""
    if told:
        language = told.lower().replace("_", "-").partition("-")[0]
        return language if language in RULES else USUAL
    counts = count_function_words(texts)
    return max(RULES, key=lambda language: counts[language])


@lru_cache(KEPT)
def stem(term: str, language: str) -> str:
    """A term without the ending that it has in a language."""
    return next(iter(_analyzer(language).analyze(term)), term)


@cache
def _analyzer(language: str) -> "tantivy.TextAnalyzer":
    try:
        import tantivy
    except ImportError:
        raise DependencyMissing(INSTALL) from None
    rules = tantivy.Filter.stemmer(RULES[language])
    return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).filter(rules).build()
