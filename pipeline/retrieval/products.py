"""Documents that a question names: by words of their titles or file names that tell them from the others.

Two words of a name that stand side by side in the question name its documents, all versions of it; so does a name of one word.
Words that most names share tell nothing.
"""

from collections.abc import Sequence

from pipeline.retrieval.index.records import IndexedDocument
from pipeline.retrieval.terms import PART, fold

LEAST_WORDS = 2
COMMON = 0.5
"""Share of the names from which on a word tells none of them from the others."""
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


def find_named(question: str, documents: Sequence[IndexedDocument]) -> list[int]:
    """The places of the documents that a question names; none where it names none or all of them."""
    names = [(fold(each.title), fold(each.doc_id)) for each in documents]
    words = [[PART.findall(name) for name in held] for held in names]
    common = _find_common([{word for name in held for word in name} for held in words])
    asked = PART.findall(fold(question))
    runs = [max(_longest_run(name, asked, common) for name in held) for held in words]
    longest = max(runs, default=0)
    named = [at for at, run in enumerate(runs) if run == longest] if longest else []
    return named if len(named) < len(documents) else []


def _find_common(names: Sequence[set[str]]) -> frozenset[str]:
    counted = {word: sum(word in name for name in names) for name in names for word in name}
    return GENERIC | {word for word, count in counted.items() if len(names) > LEAST_WORDS and count > COMMON * len(names)}


def _longest_run(name: Sequence[str], asked: Sequence[str], common: frozenset[str]) -> int:
    """Words of a name that stand side by side in a question, the most there are; 0 where they are too few to name it."""
    told = [word for word in name if word not in common and not word.isdigit()]
    runs = [
        end - start for start in range(len(told)) for end in range(start + 1, len(told) + 1) if _stands_in(told[start:end], asked)
    ]
    longest = max(runs, default=0)
    return longest if longest >= min(LEAST_WORDS, len(told)) else 0


def _stands_in(words: Sequence[str], asked: Sequence[str]) -> bool:
    return any(list(asked[at : at + len(words)]) == list(words) for at in range(len(asked) - len(words) + 1))
