"""What a search is asked for."""

from enum import StrEnum

from pipeline.errors import UsageError
from pipeline.model import Record
from pipeline.retrieval.index.records import Unit
from pipeline.retrieval.windows import Bound


class Mode(StrEnum):
    """Which sides order the passages."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"
    DENSE = "dense"


class Wanted(Record, frozen=True):
    """What is asked for.

    ``k`` hits at most, ordered by the sides of ``mode``; ``unit`` is searched, and of a sentence a window of ``window`` sentences
    on either side is shown, up to ``bound``. ``doc_ids`` are the only documents (all where empty). ``archived``: like current
    ones.
    """

    k: int = 3
    mode: Mode = Mode.HYBRID
    unit: Unit = Unit.CHUNK
    window: int = 1
    bound: Bound = Bound.CLAUSE
    doc_ids: tuple[str, ...] = ()
    archived: bool = False


USUAL = Wanted()


def refuse(question: str, wanted: Wanted) -> None:
    """Raises UsageError where this cannot be asked."""
    if not question.strip():
        raise UsageError("there is no question; write one")
    if wanted.k < 1:
        raise UsageError(f"-k {wanted.k}: at least one hit must be asked for")
    if wanted.window < 0:
        raise UsageError(f"--window {wanted.window}: a window has 0 or more sentences on either side")
