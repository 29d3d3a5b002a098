"""Documents that a question names: by words of their titles or file names.

Two words of a name that stand side by side in the question name its documents, all versions of it; so does a name of one word. Of
"Shield Classic" and "Shield Classic Plus" the longer one is meant where all of it stands there. Where all documents are named,
none is.
"""

from collections.abc import Sequence

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

Run = tuple[str, ...]
"""Words side by side."""


def find_named(question: str, documents: Sequence[IndexedDocument]) -> list[int]:
    """The places of the documents that a question names; none where it names none or all of them."""
    asked = PART.findall(fold(question))
    runs = [max((_longest_run(name, asked) for name in (each.title, each.doc_id)), key=len) for each in documents]
    named = [
        at for at, run in enumerate(runs) if run and not any(len(other) > len(run) and _stands_in(run, other) for other in runs)
    ]
    return named if len(named) < len(documents) else []


def _longest_run(name: str, asked: Sequence[str]) -> Run:
    """The words of a name that stand side by side in a question, the most there are; () where they are too few to name it."""
    told = [word for word in PART.findall(fold(name)) if word not in GENERIC and not word.isdigit()]
    runs = (tuple(told[start:end]) for start in range(len(told)) for end in range(start + 1, len(told) + 1))
    longest = max((run for run in runs if _stands_in(run, asked)), key=len, default=())
    return longest if len(longest) >= min(LEAST_WORDS, len(told)) else ()


def _stands_in(words: Run, asked: Sequence[str]) -> bool:
    return any(tuple(asked[at : at + len(words)]) == words for at in range(len(asked) - len(words) + 1))
