"""Documents that a question names: by words of their titles or file names, or by a code that their footers print.

A code (a UIN, a registration number) names the documents in whose headers and footers it stands. Two words of a name that stand
side by side in the question name its documents, all versions of it; so does a name of one word. Of "Shield Classic" and "Shield
Classic Plus" the longer one is meant where all of it stands there. Where all documents are named, none is.
"""

from collections.abc import Sequence
from functools import lru_cache

from pipeline.retrieval.asking import find_telling
from pipeline.retrieval.codes import bare, find_codes
from pipeline.retrieval.index.records import IndexedDocument
from pipeline.retrieval.terms import PART, fold

LEAST_WORDS, MOST_WORDS = 2, 12
"""Words of a name that name it, and those of the longest name."""
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

NAMES_OF_CODES = frozenset(("uin", "cin", "irda", "irdai", "reg", "registration", "no", "number", "code", "form"))
"""What a code is called."""
OF_CODES = NAMES_OF_CODES | {"product", "company", "which", "what", "has"}
"""Words that a code is asked for with, besides the generic ones."""

Run = tuple[str, ...]
"""Words side by side."""


def find_named(question: str, documents: Sequence[IndexedDocument]) -> list[int]:
    """The places of the documents that a question names; none where it names none or all of them."""
    codes = set(map(bare, find_codes(question)))
    coded = [at for at, each in enumerate(documents) if codes.intersection(map(bare, each.codes))]
    named = coded or _find_by_name(question, documents)
    return named if len(named) < len(documents) else []


def part_from_names(question: str, documents: Sequence[IndexedDocument]) -> str:
    """The words of a question to look for, where it names documents: all but the name. Where nothing telling is left, the code
    that it names them by, alone, or the whole question.

    A name says where to look: it stands in the label of every passage, and would cover half of a question for which there is no
    answer. A code stands in one passage, and is so rare that no other word would count beside it. A name of one word stays, since
    it may be what is asked for.
    """
    codes, rest = _take_codes(question.split(), frozenset(bare(code) for document in documents for code in document.codes))
    asked = _runs_in(PART.findall(fold(rest)))
    for name in dict.fromkeys(_run_of(documents[at], asked) for at in _find_by_name(rest, documents)):
        rest = _leave_out(name, rest)
    told = {part for word in find_telling(rest) for part in PART.findall(fold(word))} if rest else set()
    return rest if told - GENERIC - OF_CODES else " ".join(codes) or question


def _take_codes(words: Sequence[str], printed: frozenset[str]) -> tuple[list[str], str]:
    """The words that are codes of documents, and the others without what a code is called ahead of it: "UIN", "Reg. No."."""
    codes: list[str] = []
    rest: list[str] = []
    for word in words:
        if not printed.intersection(map(bare, find_codes(word))):
            rest.append(word)
            continue
        codes.append(word)
        while rest and set(PART.findall(fold(rest[-1]))) <= NAMES_OF_CODES:
            rest.pop()
    return codes, " ".join(rest)


def _leave_out(name: Run, question: str) -> str:
    """A question without the words of a name of two words or more, where they stand side by side."""
    words = question.split()
    parts = [PART.findall(fold(word)) for word in words]
    owners = [at for at, held in enumerate(parts) for _ in held]
    flat = [part for held in parts for part in held]
    starts = [at for at in range(len(flat)) if len(name) >= LEAST_WORDS and tuple(flat[at : at + len(name)]) == name]
    left = {owners[at] for start in starts for at in range(start, start + len(name))}
    return " ".join(word for at, word in enumerate(words) if at not in left)


def _find_by_name(question: str, documents: Sequence[IndexedDocument]) -> list[int]:
    asked = _runs_in(PART.findall(fold(question)))
    runs = [_run_of(each, asked) for each in documents]
    told = set(filter(None, runs))
    meant = {run for run in told if not any(len(other) > len(run) and _stands_in(run, other) for other in told)}
    return [at for at, run in enumerate(runs) if run in meant]


def _runs_in(words: Sequence[str]) -> frozenset[Run]:
    """All runs of some words, up to the longest that a name can have."""
    ends = ((start, end) for start in range(len(words)) for end in range(start + 1, min(start + MOST_WORDS, len(words)) + 1))
    return frozenset(tuple(words[start:end]) for start, end in ends)


def _run_of(document: IndexedDocument, asked: frozenset[Run]) -> Run:
    return max((_longest_run(name, asked) for name in (document.title, document.doc_id)), key=len)


def product_of(document: IndexedDocument) -> str:
    """What a document's product is called: the words of its title, else of its file's name, that name anything; "" without any."""
    return next(filter(None, (" ".join(_telling(name)) for name in (document.title, document.doc_id))), "")


@lru_cache(maxsize=4096)
def _telling(name: str) -> tuple[str, ...]:
    return tuple(word for word in PART.findall(name) if fold(word) not in GENERIC and not word.isdigit())


def _longest_run(name: str, asked: frozenset[Run]) -> Run:
    """The words of a name that stand side by side in a question, the most there are; () where they are too few to name it."""
    told = _telling(fold(name))
    lengths = range(min(len(told), MOST_WORDS), min(LEAST_WORDS, len(told)) - 1, -1) if told else ()
    runs = (told[start : start + length] for length in lengths for start in range(len(told) - length + 1))
    return next((run for run in runs if run in asked), ())


def _stands_in(words: Run, asked: Sequence[str]) -> bool:
    return any(tuple(asked[at : at + len(words)]) == words for at in range(len(asked) - len(words) + 1))
