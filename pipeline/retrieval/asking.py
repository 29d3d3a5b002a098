"""What a question asks for, word by word: the terms that tell, how rare each is in the index, and what is near to it.

Words that only join others are left out, by the language of the question, which is the one whose function words it has most of; a
question that has no others keeps them. How much of a question a passage covers is the share of its words, weighed by how rare they
are in the index, that the passage has or has a near word of.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from pipeline.retrieval.near import Near
from pipeline.retrieval.sayings import Sayings
from pipeline.retrieval.terms import PART, fold, function_words_of, split_terms, write_out_amounts

ASKING = frozenset(
    (
        *(
            "get",
            "gets",
            "getting",
            "got",
            "give",
            "gives",
            "given",
            "happen",
            "happens",
            "happened",
            "need",
            "needs",
            "want",
            "wants",
        ),
        *("know", "say", "says", "said", "tell", "tells", "mean", "means", "meant", "make", "makes", "made", "go", "goes", "going"),
        *("let", "lets", "exactly", "really", "actually", "kind", "sort", "way", "thing", "things", "instead"),
    )
)
"""English words that questions are put with and that say nothing of what is asked for. As rare as they are in clauses, they would
weigh more than what is."""


class Lexis(Protocol):
    """What an index knows of words."""

    def weigh(self, term: str) -> float:
        """How rare a term is in the passages."""

    def has(self, term: str) -> bool:
        """Whether a passage has the term, or one of its stem."""

    def stem(self, term: str) -> str:
        """A term without its ending."""

    def find_near(self, words: Sequence[str]) -> Mapping[str, tuple[Near, ...]]:
        """For each word those of the index that mean nearly the same."""


STAND_INS = 2
"""Near words that say how much an absent word weighs: "admitted" weighs what "admission" does, and not what a word does that
nothing in the index is near to."""


class AskedTerm(NamedTuple):
    """A term of a question: its stem, its weight, the words near to it, and whether it is two neighbours joined."""

    term: str
    stem: str
    weight: float
    near: tuple[Near, ...] = ()
    joined: bool = False


def weigh_all(asked: Sequence[AskedTerm]) -> float:
    """The weight of a question: that of all its words, the joined ones not counted again."""
    return sum(each.weight for each in asked if not each.joined)


def find_asked(question: str, lexis: Lexis, sayings: Sequence[Sayings] = ()) -> tuple[AskedTerm, ...]:
    """The terms of a question. ``sayings`` are what people say for what is written."""
    words = find_telling(question)
    plain, joined = split_terms(write_out_amounts(" ".join(words)))
    terms = list(dict.fromkeys(plain))
    near, written = lexis.find_near(terms), _find_written(question, terms, lexis, sayings)
    asked = [_ask(term, _unite(written.pop(term, []), near.get(term, ())), lexis) for term in terms]
    said = [_ask(saying, tuple(meant), lexis) for saying, meant in written.items()]
    wholes = (term for term in dict.fromkeys((*joined, *_join(words))) if term not in near)
    return (*asked, *said, *(AskedTerm(term, term, lexis.weigh(term), joined=True) for term in wholes))


def _find_written(question: str, terms: Sequence[str], lexis: Lexis, sayings: Sequence[Sayings]) -> dict[str, list[Near]]:
    """What is written for the sayings in a question, if the index has it: at each term of a saying, or at a saying of none."""
    words, known = PART.findall(fold(question)), frozenset(terms)
    found: dict[str, list[Near]] = {}
    for said in (each for held in sayings for each in held.find(words)):
        taken = words[said.start : said.stop]
        written = [Near(term, said.nearness, _stem_all(term, lexis)) for term in said.written if all(map(lexis.has, term.split()))]
        for term in [word for word in taken if word in known] or ([" ".join(taken)] if written else []):
            found[term] = list(_unite(found.get(term, []), written))
    return found


def _stem_all(term: str, lexis: Lexis) -> str:
    return " ".join(map(lexis.stem, term.split()))


def _unite(written: Sequence[Near], near: Sequence[Near]) -> tuple[Near, ...]:
    """Both, each word once."""
    known = {each.word for each in written}
    return (*written, *(each for each in near if each.word not in known))


def _ask(term: str, near: tuple[Near, ...], lexis: Lexis) -> AskedTerm:
    """A term, which weighs what it weighs in the index; one that is not there, what the word weighs that stands in for it."""
    weight = lexis.weigh(term)
    if near and not lexis.has(term):
        weight = (weight + max(_weigh_all(each.word, lexis) for each in near[:STAND_INS])) / 2
    return AskedTerm(term, lexis.stem(term), weight, near)


def _weigh_all(term: str, lexis: Lexis) -> float:
    """How rare a term of one word or several is: as its rarest word."""
    return max(map(lexis.weigh, term.split()))


def find_telling(question: str) -> list[str]:
    """The words of a question, with what is joined to them, that are no function words of its language; all where none is left."""
    words = question.split()
    function = function_words_of(PART.findall(fold(question))) | ASKING
    telling = [word for word in words if not all(part in function for part in PART.findall(fold(word)))]
    return telling or words


def _join(words: Sequence[str]) -> Iterator[str]:
    """Each two neighbouring words as one, so that "co payment" finds "copayment"; two figures are no word."""
    parts = [part for word in words for part in PART.findall(fold(word))]
    return (first + second for first, second in pairwise(parts) if not (first.isdigit() and second.isdigit()))


def cover(asked: Sequence[AskedTerm], held: Collection[str]) -> float:
    """The share (0 to 1) of a question that a passage covers, by weight. ``held`` are its terms and their stems."""
    joined = [each.term for each in asked if each.joined and each.term in held]
    whole = weigh_all(asked)
    return sum(each.weight * _nearness(each, held, joined) for each in asked if not each.joined) / whole if whole else 0.0


def _nearness(asked: AskedTerm, held: Collection[str], joined: Sequence[str]) -> float:
    if asked.term in held or asked.stem in held or any(each.startswith(asked.term) or each.endswith(asked.term) for each in joined):
        return 1.0
    return max((near.nearness for near in asked.near if has_all(near, held)), default=0.0)


def has_all(near: Near, held: Collection[str]) -> bool:
    """Whether a passage has a near word; all of its words, where it has several, or their stems."""
    words = zip(near.word.split(), (near.stem or near.word).split(), strict=True)
    return all(word in held or stem in held for word, stem in words)
