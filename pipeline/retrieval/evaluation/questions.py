"""Questions with their right answers, one JSON object a line.

A gold passage is named by its page and its first words, as they are printed, or by the path of its clause, whose page and first
words are then looked up. A question that must not be answered has none.
"""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TypeVar

import msgspec

from pipeline.errors import UsageError
from pipeline.model import Record
from pipeline.store.rows import ClauseRow

FIRST = 60
"""Letters and digits of a gold passage's first words that must stand in what is shown."""
ANY_PAGE = 0
"""The page of a gold that says none: its first words count wherever they stand."""
FORM = "a question has id, question, answerable and gold; a gold has page and starts, or clause_path"
Row = TypeVar("Row", bound=Record)


class Gold(Record, frozen=True):
    """A right passage: a page on which it stands, and how it begins; or the path of its clause."""

    page: int = ANY_PAGE
    starts: str = ""
    clause_path: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not letters_of(self.starts) and not self.clause_path:
            raise ValueError("a gold has neither starts nor clause_path")


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

    @property
    def golds(self) -> tuple[Gold, ...]:
        """All passages that count as right."""
        return (*self.gold, *self.also_acceptable)


def parse_questions(rows: bytes, name: str) -> list[Question]:
    """The questions of a file called ``name``. Raises UsageError with the line that is none, or where there is none at all."""
    found: dict[str, Question] = {}
    for number, question in parse_lines(rows, Question, (name, FORM)):
        if question.id in found:
            raise UsageError(f"{name}, line {number}: another question has the id {question.id!r}; give each its own")
        found[question.id] = question
    if not found:
        raise UsageError(f"{name} has no question; write one JSON object a line")
    return list(found.values())


def parse_lines(rows: bytes, kind: type[Row], told: tuple[str, str]) -> list[tuple[int, Row]]:
    """The records of a file, each with the number of its line. ``told`` are the file's name and a record's form, for errors."""
    name, form = told
    decoder = msgspec.json.Decoder(kind)
    found = []
    for number, row in enumerate(rows.splitlines(), 1):
        if row.strip():
            try:
                found.append((number, decoder.decode(row)))
            except msgspec.DecodeError as error:
                raise UsageError(f"{name}, line {number}: {error}; {form}") from None
    return found


def letters_of(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return "".join(character for character in text.lower() if character.isalnum())


def is_gold(golds: Sequence[Gold], letters: str, pages: frozenset[int]) -> bool:
    """Whether a passage, its ``letters`` and pages, is one of ``golds``."""
    return any(gold.page in (*pages, ANY_PAGE) and letters_of(gold.starts)[:FIRST] in letters for gold in golds)


def needs_clauses(questions: Sequence[Question]) -> bool:
    """Whether a gold is named by the path of its clause alone."""
    return any(not gold.starts for question in questions for gold in question.golds)


def look_up_paths(questions: Sequence[Question], clauses: Mapping[str, Sequence[ClauseRow]]) -> list[Question]:
    """``questions`` with the pages and first words of golds that only name a clause; ``clauses`` by document.

    Raises UsageError where a document has no such clause.
    """
    found = []
    for question in questions:
        gold, also = (_look_up(each, question, clauses) for each in (question.gold, question.also_acceptable))
        found.append(msgspec.structs.replace(question, gold=gold, also_acceptable=also))
    return found


def _look_up(golds: Sequence[Gold], question: Question, clauses: Mapping[str, Sequence[ClauseRow]]) -> tuple[Gold, ...]:
    known = clauses.get(question.doc_id, ())
    return tuple(each for gold in golds for each in ([gold] if gold.starts else _find_clause(gold, question, known)))


def _find_clause(gold: Gold, question: Question, clauses: Sequence[ClauseRow]) -> list[Gold]:
    """A gold for each page of each clause of this path: a passage names the page on which it begins."""
    held = [clause for clause in clauses if tuple(clause.path) == gold.clause_path]
    if not held:
        path, known = " > ".join(gold.clause_path), [" > ".join(clause.path) for clause in clauses]
        near = get_close_matches(path, known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"{question.id}: {question.doc_id} has no clause {path}{hint} (clauses.jsonl has the paths)")
    return [
        Gold(page, f"{clause.title} {clause.text}".strip() or clause.label, gold.clause_path)
        for clause in held
        for page in range(clause.page, clause.page_end + 1)
    ]


def name_products(questions: Sequence[Question], products: Mapping[str, str]) -> list[Question]:
    """``questions`` with the product's name ahead of them, as one asks who has several: "Health Shield: is maternity covered?".

    A product without a name leaves its questions as they are.
    """
    named = {doc_id: f"{product}: " if product else "" for doc_id, product in products.items()}
    return [msgspec.structs.replace(each, question=named[each.doc_id] + each.question) for each in questions]
