"""Documents that a question names: by words of their titles or file names, or by a code that their footers print.

A code (a UIN, a registration number) names the documents in whose headers and footers it stands. Two words of a name that stand
side by side in the question name its documents, all versions of it; so does a name of one word. Of "Shield Classic" and "Shield
Classic Plus" the longer one is meant where all of it stands there. Where all documents are named, none is.
"""

from collections.abc import Sequence

from pipeline.retrieval.asking import find_telling
from pipeline.retrieval.codes import bare, find_codes
from pipeline.retrieval.index.records import IndexedDocument
from pipeline.retrieval.terms import PART, fold

LEAST_WORDS = 2
GENERIC = frozenset(
    (
        *(
            "a",
            "an",
            "and",
            "of",
            "for",
            "the",
            "my",
            "your",
            "policy",
            "policies",
            "wording",
            "wordings",
            "prospectus",
            "insurance",
        ),
        *(
            "insurer",
            "plan",
            "plans",
            "cover",
            "terms",
            "conditions",
            "document",
            "version",
            "pw",
            "cis",
            "v1",
            "v2",
            "v3",
            "new",
            "old",
        ),
        "pdf",
    )
)
"""Words that names are made with and nothing is called by."""

OF_CODES = frozenset(("uin", "cin", "irda", "irdai", "reg", "registration", "no", "number", "code", "form", "product", "company", "which", "what", "has"))
"""Words that a code is asked for with, besides the generic ones: what it is called, and what it names."""

Run = tuple[str, ...]
"""Words side by side."""


def find_named(question: str, documents: Sequence[IndexedDocument]) -> list[int]:
    """The places of the documents that a question names; none where it names none or all of them."""
    codes = set(map(bare, find_codes(question)))
    named = [at for at, each in enumerate(documents) if codes.intersection(map(bare, each.codes))] or _find_by_name(question, documents)
    return named if len(named) < len(documents) else []


def part_from_codes(question: str, documents: Sequence[IndexedDocument]) -> str:
    """The words of a question to look for, where it names a code of ``documents``: all but the code, or, where nothing telling is
    left, the code alone.

    A code says where to look; it stands in one passage of its document, and is so rare that no other word would count beside it.
    """
    printed = {bare(code) for document in documents for code in document.codes}
    codes = [word for word in question.split() if not printed.isdisjoint(map(bare, find_codes(word)))]
    rest = " ".join(word for word in question.split() if word not in codes)
    told = {part for word in find_telling(rest) for part in PART.findall(fold(word))}
    return rest if not codes or told - GENERIC - OF_CODES else " ".join(codes)


def _find_by_name(question: str, documents: Sequence[IndexedDocument]) -> list[int]:
    asked = PART.findall(fold(question))
    runs = [max((_longest_run(name, asked) for name in (each.title, each.doc_id)), key=len) for each in documents]
    return [at for at, run in enumerate(runs) if run and not any(len(other) > len(run) and _stands_in(run, other) for other in runs)]


def product_of(document: IndexedDocument) -> str:
    """What a document's product is called: the words of its title, else of its file's name, that name anything."""
    names = (" ".join(_telling(name)) for name in (document.title, document.doc_id))
    return next(filter(None, names), document.title)


def _telling(name: str) -> list[str]:
    return [word for word in PART.findall(name) if fold(word) not in GENERIC and not word.isdigit()]


def _longest_run(name: str, asked: Sequence[str]) -> Run:
    """The words of a name that stand side by side in a question, the most there are; () where they are too few to name it."""
    told = _telling(fold(name))
    runs = (tuple(told[start:end]) for start in range(len(told)) for end in range(start + 1, len(told) + 1))
    longest = max((run for run in runs if _stands_in(run, asked)), key=len, default=())
    return longest if len(longest) >= min(LEAST_WORDS, len(told)) else ()


def _stands_in(words: Run, asked: Sequence[str]) -> bool:
    return any(tuple(asked[at : at + len(words)]) == words for at in range(len(asked) - len(words) + 1))
