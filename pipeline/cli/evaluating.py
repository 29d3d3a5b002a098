"""What is evaluated: an index, opened once, the questions asked of it, and the documents behind it."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pipeline.config.retrieval import RetrievalSettings
    from pipeline.config.settings import Configuration
    from pipeline.retrieval.evaluation.questions import Question
    from pipeline.retrieval.evaluation.systems import Library, System
    from pipeline.retrieval.hits import Hit
    from pipeline.retrieval.index.models import Models
    from pipeline.retrieval.index.opened import SearchIndex
    from pipeline.retrieval.wanted import Mode


class Evaluation(NamedTuple):
    """What is evaluated: questions of an index that lies at ``place``, how it is searched, and the documents behind it."""

    asked: "Sequence[Question]"
    configuration: "Configuration"
    place: "Path | str"
    tags: tuple[str, ...]
    models: "Models"
    searched: "SearchIndex"
    library: "Library"
    unit: str
    only: bool


def open_evaluation(
    asked: "Sequence[Question]", configuration: "Configuration", where: tuple[str, str, str], tags: tuple[str, ...]
) -> Evaluation:
    """Opens the index at ``where`` (--out, --index, --collection). Raises InputError, UsageError."""
    from pipeline.cli.evaluate_loading import find_golds, load_library, open_remembering
    from pipeline.cli.indexes import place_of
    from pipeline.retrieval.index.opened import open_index

    out, folder, collection = where
    place, models = place_of(out, folder, collection), open_remembering(configuration)
    index = open_index(place, models, tags)
    library = load_library(out, {document.doc_id for document in index.documents}, configuration.chunks.tokenizer)
    return Evaluation(find_golds(asked, out, library), configuration, place, tags, models, index, library, "chunk", False)


def make_search(evaluation: Evaluation, mode: "Mode", settings: "RetrievalSettings", index: "SearchIndex") -> "System":
    """The search of this program, ordered by the sides of ``mode``."""
    from pipeline.retrieval.evaluation.systems import SearchSystem
    from pipeline.retrieval.index.records import Unit
    from pipeline.retrieval.wanted import Wanted

    wanted = Wanted(mode=mode, unit=Unit(evaluation.unit))
    return SearchSystem(index, settings, evaluation.library, wanted, only=evaluation.only)


def find_hits(evaluation: Evaluation, question: "Question", k: int) -> "list[Hit]":
    """The passages that `ask` would be given for a question."""
    from pipeline.retrieval.index.records import Unit
    from pipeline.retrieval.search import find_answer
    from pipeline.retrieval.wanted import Wanted

    wanted = Wanted(k=k, unit=Unit(evaluation.unit), doc_ids=(question.doc_id,) if evaluation.only else ())
    return find_answer(question.question, evaluation.searched, evaluation.configuration.retrieval, wanted).hits
