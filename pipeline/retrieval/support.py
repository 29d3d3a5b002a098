"""Whether each statement of an answer is supported by what it cites, and whether an answer says that there is none.

A statement is a sentence with the citations that belong to it; one without any takes the next on its line, and one that leads in to
a list ("We pay for:") the next of all. What is too short to claim anything ("Yes.") belongs to the next one on its line. What it
cites must exist, first; then each figure of it must stand in an excerpt cited for it, as ``citations`` tells; then of the words
that tell something, figures aside, a share must stand there, each itself or one of its stem. What only says that the excerpts do
not hold the answer claims nothing and needs no citation.

This compares words, not meanings: an answer that says the opposite in the words of the excerpt passes. It finds what is made up,
and what is cited to the wrong excerpt.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum

from pipeline.model import Record
from pipeline.retrieval.asking import find_telling
from pipeline.retrieval.citations import (
    Cited,
    Excerpt,
    Fault,
    FaultKind,
    check_citations,
    find_citations,
    find_statements,
    without_marks,
)
from pipeline.retrieval.figures import find_figures
from pipeline.retrieval.terms import find_terms, fold, split_terms
from pipeline.stages.chunks.sentences import Extent

OF_EXCERPTS = re.compile(r"excerpt|passage|source|auszug|auszüge|quelle|extrait|extracto|fragmento|estratt|발췌")
"""What a sentence that cites something and still claims nothing speaks of: "the excerpts [1] [2] do not mention it"."""
LEADS_IN = ":"
LEAST_WORDS = 2
"""Telling words of what is judged by itself: "Yes.", "Not in every case." and "It depends." have one or none."""
SIGNS = "*_`#>|-•·–— \t\n"
"""Signs around the words of a statement that are layout."""
NOT = (("n't", " not"), ("n’t", " not"))


class Verdict(StrEnum):
    """What a statement is, by its citations."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    UNCITED = "uncited"
    NO_CLAIM = "no_claim"


class Why(StrEnum):
    """Why a statement is not supported."""

    NOTHING = ""
    NO_EXCERPT = "no_excerpt"
    FIGURE = "figure"
    WORDS = "words"
    NO_CITATION = "no_citation"


class Statement(Record, frozen=True):
    """A statement: its words, the excerpts cited for it, and the verdict with its reason.

    ``missing`` are the numbers, figures or words that are not there; ``share`` (0 to 1) is that of its words which are.
    """

    text: str
    cited: list[int]
    verdict: Verdict
    why: Why
    missing: list[str]
    share: float


class Rules(Record, frozen=True):
    """How statements are judged: abbreviations that end no sentence, the least share of words, phrases of having no answer."""

    abbreviations: Collection[str]
    least: float
    no_answer: Sequence[str]


Stem = Callable[[str], str]


def check_statements(answer: str, excerpts: Sequence[Excerpt], rules: Rules, stem: Stem) -> list[Statement]:
    """The statements of an answer whose numbers mean ``excerpts``, each judged."""
    held = {excerpt.number: _terms_of(excerpt, stem) for excerpt in excerpts}
    faults = check_citations(answer, excerpts, rules.abbreviations).faults
    citations, plain = list(find_citations(answer)), without_marks(answer)
    found = []
    for start, end in _join_short(plain, find_statements(answer, rules.abbreviations), citations):
        text = " ".join(answer[start:end].strip(SIGNS).split())
        words = plain[start:end].strip(SIGNS)
        if any(map(str.isalnum, words)):
            cited = _find_cited(answer, (start, end), citations)
            wrong = [fault for fault in faults if start <= fault.start < end]
            found.append(_judge(text, words, cited, (wrong, held, rules, stem)))
    return found


def _join_short(plain: str, statements: Sequence[Extent], citations: Sequence[Cited]) -> list[Extent]:
    """The statements, each that is too short to be judged with the next one on its line: "Yes. The limit is ... [1]."."""
    joined: list[Extent] = []
    for start, end in statements:
        before = joined[-1] if joined else (start, start)
        cites = any(before[0] <= cited.start < before[1] for cited in citations)
        is_short = len(_find_words(plain[slice(*before)])) < LEAST_WORDS and not any(map(str.isdigit, plain[slice(*before)]))
        if joined and is_short and not cites and "\n" not in plain[before[1] : start]:
            joined[-1] = before[0], end
        else:
            joined.append((start, end))
    return joined


def _has_phrase(text: str, phrases: Sequence[str]) -> bool:
    told = " ".join(text.split()).lower()
    for short, long in NOT:
        told = told.replace(short, long)
    return any(phrase in told for phrase in phrases)


def _terms_of(excerpt: Excerpt, stem: Stem) -> frozenset[str]:
    terms = find_terms(f"{excerpt.label}\n{excerpt.text}")
    return frozenset((*terms, *map(stem, terms)))


def _find_cited(answer: str, extent: Extent, citations: Sequence[Cited]) -> list[int]:
    """The excerpts named for a statement: in it, else the next ones on its line, or, where it leads in, the next ones."""
    start, end = extent
    inside = [cited for cited in citations if start <= cited.start < end]
    leads_in = answer[start:end].rstrip(SIGNS).endswith(LEADS_IN)
    line_end = answer.find("\n", end)
    reach = len(answer) if leads_in or line_end < 0 else line_end
    behind = [cited for cited in citations if end <= cited.start < reach][:1]
    return list(dict.fromkeys(number for cited in inside or behind for number in cited.numbers))


Judging = tuple[Sequence[Fault], Mapping[int, frozenset[str]], Rules, Stem]
"""The faults of a statement's citations, the terms of the excerpts, the rules, and what stems a word."""


def _judge(text: str, words: str, cited: list[int], judging: Judging) -> Statement:
    faults, held, rules, stem = judging
    if _has_phrase(words, rules.no_answer) and (not cited or OF_EXCERPTS.search(fold(words))):
        return Statement(text, cited, Verdict.NO_CLAIM, Why.NOTHING, [], 1.0)
    if not cited:
        return Statement(text, cited, Verdict.UNCITED, Why.NO_CITATION, [], 0.0)
    there = frozenset[str]().union(*(held.get(number, frozenset()) for number in cited))
    asked = list(dict.fromkeys(_find_words(words)))
    missing = [word for word in asked if word not in there and stem(word) not in there]
    share = 1 - len(missing) / len(asked) if asked else 1.0
    why, lacking = _find_why(faults, missing if share < rules.least else [])
    return Statement(text, cited, Verdict.UNSUPPORTED if why else Verdict.SUPPORTED, why, lacking, round(share, 4))


def _find_words(words: str) -> list[str]:
    """The terms of a statement that tell something, figures aside."""
    for figure in reversed(find_figures(words)):
        words = f"{words[: figure.start]} {words[figure.end :]}"
    plain, _ = split_terms(" ".join(find_telling(words)))
    return [term for term in plain if not any(map(str.isdigit, term))]


def _find_why(faults: Sequence[Fault], missing: list[str]) -> tuple[Why, list[str]]:
    """The first reason that a statement is not supported, and what is not there."""
    for kind, why in ((FaultKind.NO_EXCERPT, Why.NO_EXCERPT), (FaultKind.NOT_THERE, Why.FIGURE)):
        if printed := [fault.printed for fault in faults if fault.kind is kind]:
            return why, printed
    return (Why.WORDS, missing) if missing else (Why.NOTHING, [])
