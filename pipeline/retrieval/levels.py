"""How much of a document a hit is: the smallest of sentence, paragraph, clause, section and document that holds the evidence.

A level is widened where its children agree: where more than half of the paragraphs of a clause were found, the clause is the answer
and not one of them. What has one child is no wider than it. Decided on the sentences that were found, those of one document alone.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from pipeline.retrieval.hits import Level
from pipeline.retrieval.sentences import Sentence, sentence_at

AGREEMENT = 0.5
"""Share of its children that a level must exceed: more than half."""


def find_level(sentences: Sequence[Sentence], position: int, found: Collection[int]) -> tuple[Level, str]:
    """The level of the hit at ``position``, and the id of what it is. ``found`` are the positions of all that was found."""
    own = sentence_at(sentences, position)
    section = [sentence for sentence in sentences if sentence.root == own.root]
    units = [_name_units(sentence, paragraph) for sentence, paragraph in zip(section, _number_paragraphs(section), strict=True)]
    here = next(names for sentence, names in zip(section, units, strict=True) if sentence.position == position)
    held = [names for sentence, names in zip(section, units, strict=True) if sentence.position in found]
    level = Level.SENTENCE
    for narrower, wider in pairwise(list(Level)[:-1]):
        children, agreeing = ({names[narrower] for names in each if names[wider] == here[wider]} for each in (units, held))
        if len(children) > 1:
            if not _agree(agreeing, children):
                return level, here[level]
            level = wider
    roots, agreeing = {sentence.root for sentence in sentences}, {sentence_at(sentences, at).root for at in found}
    return (Level.DOCUMENT, "") if len(roots) > 1 and _agree(agreeing, roots) else (level, here[level])


def _agree(agreeing: Collection[str], children: Collection[str]) -> bool:
    return len(agreeing) > AGREEMENT * len(children)


def _number_paragraphs(sentences: Sequence[Sentence]) -> Iterator[int]:
    """The paragraph of each sentence: a new one begins with a line, a chunk or a clause."""
    number, before = 0, None
    for sentence in sentences:
        here = (sentence.chunk_id, sentence.clause_id)
        number += here != before or "\n" in sentence.glue
        before = here
        yield number


def _name_units(sentence: Sentence, paragraph: int) -> dict[Level, str]:
    """What a sentence is part of, by level. A sentence of no clause is of the part of the document ahead of the first one."""
    return {
        Level.SENTENCE: sentence.id,
        Level.PARAGRAPH: f"{sentence.clause_id}¶{paragraph}",
        Level.CLAUSE: sentence.clause_id,
        Level.SECTION: sentence.root,
    }
