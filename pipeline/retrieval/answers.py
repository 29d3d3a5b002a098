"""What a search gives: hits, or the places of tables, or nothing with the nearest and what they missed."""

from typing import NamedTuple

from pipeline.model import Record
from pipeline.retrieval.hits import Hit
from pipeline.retrieval.places import TablePlace


class Evidence(NamedTuple):
    """What speaks for a passage, each 0 to 1: by words, and how near its vector is.

    By words it is the mean of its keyword score, as a share of the most there can be for the question, and of the share of the
    question's words, by weight, that it has or has a near word of. The score tells how much it is about them, the share how much of
    them it is about.
    """

    words: float
    dense: float


class Nearest(Record, frozen=True):
    """A passage that was no answer, since nothing reached a floor: what it reached, and the floors."""

    label: str
    doc_id: str
    clause_key: str
    page: int
    snippet: str
    reached: Evidence
    floors: Evidence


class Word(Record, frozen=True):
    """A word that was looked for: how much of the question it weighs (a share), and what else was looked for in its place."""

    word: str
    weight: float
    near: list[str]


class Answer(Record, frozen=True):
    """The answer to a question.

    ``hits``, the best first; ``places`` where the question asks for a figure of tables that no chunk holds; ``nearest`` where
    there is neither. ``alike`` are the ranks of hits of several products that say nearly the same, ``named`` the documents that
    the question named. ``words`` say what was looked for, ``best`` is the most that any passage reached.
    """

    question: str
    hits: list[Hit]
    places: list[TablePlace]
    nearest: list[Nearest]
    alike: list[list[int]]
    named: list[str]
    words: list[Word]
    best: Evidence
