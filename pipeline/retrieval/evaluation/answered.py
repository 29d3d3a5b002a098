"""The layer of given answers: is each statement supported by what it cites, does an answer say so where there is none, and does it
hold what it must.

Of statements those that claim something are counted, each as one; of questions those that an answer was given to, without doubtful
ones.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec import field

from pipeline.errors import UsageError
from pipeline.model import Record
from pipeline.retrieval.evaluation.measures import Figure, make_figure
from pipeline.retrieval.evaluation.questions import Question, letters_of
from pipeline.retrieval.support import Statement, Verdict

CLAIMS = (Verdict.SUPPORTED, Verdict.UNSUPPORTED, Verdict.UNCITED)
FORM = "an answer has question or id, answer, and sources where they are known, as `clausetrace ask --json` prints them"


class AnswerRow(Record, frozen=True):
    """A line of a file of answers: whose question it answers (its id or its words), and the excerpts that its numbers mean."""

    answer: str
    id: str = ""
    question: str = ""
    sources: list[dict[str, object]] = field(default_factory=list)


class AnswerOutcome(Record, frozen=True):
    """What became of one answer: whether it says that there is none, how many concepts it holds, and its statements."""

    id: str
    answerable: bool
    doubtful: bool
    says_so: bool
    concepts: int
    held: int
    statements: list[Statement]

    @property
    def claims(self) -> list[Statement]:
        """Its statements that claim something."""
        return [each for each in self.statements if each.verdict in CLAIMS]


class AnswerScores(Record, frozen=True):
    """The figures of the answers, what became of each, and the questions that none was given to."""

    figures: list[Figure]
    outcomes: list[AnswerOutcome]
    not_given: list[str]


NO_ANSWERS = AnswerScores([], [], [])
"""Of an evaluation without answers."""


def match_answers(rows: Sequence[tuple[int, AnswerRow]], questions: Sequence[Question], name: str) -> Mapping[str, AnswerRow]:
    """The answers of a file called ``name`` by the id of their question; ``rows`` with their lines.

    Raises UsageError where a row answers none of ``questions``, or which of them is not clear.
    """
    if not rows:
        raise UsageError(f"{name} has no answer; write one JSON object a line")
    by_words: dict[str, list[str]] = {}
    for question in questions:
        by_words.setdefault(_plain(question.question), []).append(question.id)
    known = {question.id for question in questions}
    found: dict[str, AnswerRow] = {}
    for number, row in rows:
        ids = [row.id] if row.id in known else by_words.get(_plain(row.question), [])
        if len(ids) != 1:
            why = "more than one question reads so; give its id" if ids else f"it answers none of the {len(questions)} questions"
            raise UsageError(f"{name}, line {number}, {row.id or row.question!r}: {why}")
        if ids[0] in found:
            raise UsageError(f"{name}, line {number}: a second answer to {ids[0]!r}; leave one out")
        found[ids[0]] = row
    return found


def _plain(question: str) -> str:
    return " ".join(question.split()).casefold()


def judge_answer(question: Question, answer: str, statements: Sequence[Statement]) -> AnswerOutcome:
    """What became of an answer, whose ``statements`` are judged. An empty one says that there is none."""
    letters = letters_of(answer)
    concepts = [letters_of(concept) for concept in question.required_concepts]
    return AnswerOutcome(
        id=question.id,
        answerable=question.answerable,
        doubtful=question.doubtful,
        says_so=not answer.strip() or any(each.verdict is Verdict.NO_CLAIM for each in statements),
        concepts=len(concepts),
        held=sum(concept in letters for concept in concepts),
        statements=list(statements),
    )


def score_answers(outcomes: Sequence[AnswerOutcome], questions: Collection[Question]) -> AnswerScores:
    """The figures of some answers to some of ``questions``."""
    given = {outcome.id for outcome in outcomes}
    return AnswerScores(_make_figures(outcomes), list(outcomes), [each.id for each in questions if each.id not in given])


def _make_figures(outcomes: Sequence[AnswerOutcome]) -> list[Figure]:
    sure = [each for each in outcomes if not each.doubtful]
    claims = [statement for each in sure for statement in each.claims]
    claiming = [each for each in sure if each.claims]
    answerable, absent = [each for each in sure if each.answerable], [each for each in sure if not each.answerable]
    with_concepts = [each for each in answerable if each.concepts]
    return [
        *(make_figure(f"statements {verdict}", [float(each.verdict is verdict) for each in claims]) for verdict in CLAIMS),
        make_figure("answers supported throughout", [float(_is_supported(each)) for each in claiming]),
        make_figure("every concept in the answer", [float(each.held == each.concepts) for each in with_concepts]),
        make_figure("absent, and the answer says so", [float(each.says_so and not each.claims) for each in absent]),
        make_figure("answerable, and says there is none", [float(each.says_so and not each.claims) for each in answerable]),
    ]


def _is_supported(outcome: AnswerOutcome) -> bool:
    return all(each.verdict is Verdict.SUPPORTED for each in outcome.claims)
