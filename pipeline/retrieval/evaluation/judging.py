"""What became of a question for which some passages are shown: the rank of the right one, and what the first of them hold.

A passage is right where it has the first words of a gold, on the gold's page of the document that answers the question. The same
words in another product's document are no answer to a question about this one.
"""

from collections.abc import Iterator, Sequence

from pipeline.model import Record
from pipeline.retrieval.evaluation.questions import Question, is_gold, letters_of
from pipeline.retrieval.evaluation.systems import Passage

SHOWN = 5
"""Passages in which concepts are looked for together."""
HEAD = 200
"""Characters of the head of a passage that an excerpt is compared with: an excerpt has as many at most."""
EQUAL = 2000
"""Characters of passages at which long and short ones are compared: those of five windows of 400."""
ABSENT = 0
"""The rank of what was not found."""


class Outcome(Record, frozen=True):
    """What became of one question: the rank of the right passage (0: none), and how many concepts the first five hold.

    ``within`` and ``held_within`` tell whether the right passage, and how many concepts, stand in the first passages that
    together have at most ``EQUAL`` characters; the first passage counts whatever its length.
    """

    id: str
    kind: str
    answerable: bool
    doubtful: bool
    shown: int
    rank: int
    concepts: int
    held: int
    in_snippet: int
    in_head: int
    characters: int
    tokens: int
    within: bool
    held_within: int
    wrong_document: bool


def judge(question: Question, passages: Sequence[Passage]) -> Outcome:
    """What became of a question for which these passages are shown."""
    rank = next((rank for rank, each in enumerate(passages, 1) if _is_right(question, each)), ABSENT)
    first, few = passages[:SHOWN], list(_first_within(passages))
    concepts = [letters_of(concept) for concept in question.required_concepts]
    return Outcome(
        id=question.id,
        kind=question.kind,
        answerable=question.answerable,
        doubtful=question.doubtful,
        shown=len(passages),
        rank=rank,
        concepts=len(concepts),
        held=_count_held(concepts, first),
        in_snippet=sum(any(concept in letters_of(each.snippet) for each in first) for concept in concepts),
        in_head=sum(any(concept in letters_of(each.source[:HEAD]) for each in first) for concept in concepts),
        characters=sum(len(each.text) for each in first),
        tokens=sum(each.tokens for each in first),
        within=0 < rank <= len(few),
        held_within=_count_held(concepts, few),
        wrong_document=bool(question.doc_id and passages and question.doc_id not in passages[0].pages),
    )


def is_right(outcome: Outcome, k: int = SHOWN) -> bool:
    """Whether a question went well: its passage among the first ``k``, or no answer where there is none."""
    return 0 < outcome.rank <= k if outcome.answerable else not outcome.shown


def _is_right(question: Question, passage: Passage) -> bool:
    held = [passage.pages[question.doc_id]] if question.doc_id in passage.pages else []
    places = held if question.doc_id else passage.pages.values()
    return any(is_gold(question.golds, passage.letters, pages) for pages in places)


def _first_within(passages: Sequence[Passage]) -> Iterator[Passage]:
    """The first passages that together are no longer than ``EQUAL``; the first one always."""
    length = 0
    for number, passage in enumerate(passages):
        length += len(passage.text)
        if number and length > EQUAL:
            return
        yield passage


def _count_held(concepts: Sequence[str], passages: Sequence[Passage]) -> int:
    together = "".join(each.letters for each in passages)
    return sum(concept in together for concept in concepts)
