"""Questions with their right answers, one JSON object a line.

A gold passage is named by its page and its first words, as they are printed. A question that must not be answered has none.
"""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from pipeline.errors import UsageError
from pipeline.model import Record

FIRST = 60
"""Letters and digits of a gold passage's first words that must stand in what is shown."""
Row = TypeVar("Row", bound=Record)


class Gold(Record, frozen=True):
    """A right passage: a page on which it stands, and how it begins."""

    page: int
    starts: str
    clause_path: tuple[str, ...] = ()


class Question(Record, frozen=True):
    """A question. ``doc_id`` is the document that answers it ("" for any); ``doubtful`` ones are scored apart."""

    id: str
    question: str
    answerable: bool
    gold: tuple[Gold, ...] = ()
    also_acceptable: tuple[Gold, ...] = ()
    required_concepts: tuple[str, ...] = ()
    kind: str = ""
    doc_id: str = ""
    doubtful: bool = False
    held: bool = False


def parse_questions(rows: bytes, name: str) -> list[Question]:
    """The questions of a file called ``name``. Raises UsageError with the line that is none, or where there is none at all."""
    decoder = msgspec.json.Decoder(Question)
    found = []
    for number, row in enumerate(rows.splitlines(), 1):
        if row.strip():
            try:
                found.append(decoder.decode(row))
            except msgspec.DecodeError as error:
                raise UsageError(f"{name}, line {number}: {error}; a question has id, question, answerable and gold") from None
    if not found:
        raise UsageError(f"{name} has no question; write one JSON object a line")
    return found


def letters_of(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return "".join(character for character in text.lower() if character.isalnum())


def is_gold(golds: Sequence[Gold], letters: str, pages: frozenset[int]) -> bool:
    """Whether a passage, its ``letters`` and pages, is one of ``golds``."""
    return any(gold.page in pages and letters_of(gold.starts)[:FIRST] in letters for gold in golds)
