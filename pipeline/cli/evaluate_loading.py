"""What `clausetrace evaluate` reads: questions, the documents behind an index, an earlier evaluation."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pipeline.errors import UsageError
from pipeline.retrieval.evaluation.measures import Scores
from pipeline.retrieval.evaluation.questions import Question, look_up_paths, needs_clauses, parse_questions
from pipeline.retrieval.evaluation.systems import Library, Remembering

if TYPE_CHECKING:
    from pipeline.config.settings import Configuration
    from pipeline.retrieval.index.models import Models

ALL = "all"
HELD = "held"


def load_questions(files: Sequence[str], doc: str, part: str) -> list[Question]:
    """The questions of some files, each with its document: ``doc``, else the one it names, else the file's stem.

    Of several files each question's id has its file's stem ahead of it. Raises UsageError.
    """
    found = []
    for file in files:
        stem = Path(file).stem
        asked = parse_questions(_read(file), file)
        for each in asked if part == ALL else [each for each in asked if each.held is (part == HELD)]:
            id_ = f"{stem}/{each.id}" if len(files) > 1 else each.id
            found.append(msgspec.structs.replace(each, id=id_, doc_id=doc or each.doc_id or stem))
    if not found:
        raise UsageError(f"{', '.join(files)}: there is no question of --part {part}")
    return found


def _read(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read ({error.strerror})") from None


def open_remembering(configuration: "Configuration") -> "Models":
    """The models of an index, which give a question that is asked many times its vector once."""
    from pipeline.retrieval.index.models import open_models

    models = open_models(configuration.retrieval)
    return models._replace(passages=Remembering(models.passages))


def load_library(out: str, doc_ids: set[str], tokenizer: str) -> Library:
    """The chunks and pages of documents."""
    from pipeline.cli.documents import find_folders
    from pipeline.stages.chunks.tokens import load_counter
    from pipeline.store.read import load_chunks, load_pages

    folders = [folder for folder in find_folders(out) if folder.name in doc_ids]
    chunks = {folder.name: {chunk.id: chunk for chunk in load_chunks(folder)} for folder in folders}
    pages = {folder.name: {page.page: page for page in load_pages(folder)} for folder in folders}
    return Library(chunks, pages, load_counter(tokenizer))


def find_golds(asked: Sequence[Question], out: str, library: Library) -> list[Question]:
    """``asked`` with what their golds say by path looked up. Raises UsageError where a document or a clause is not there."""
    unknown = next((question.doc_id for question in asked if question.doc_id not in library.pages), None)
    if unknown is not None:
        raise UsageError(f"the index has no document {unknown!r}; name the one that answers the questions with --doc")
    if not needs_clauses(asked):
        return list(asked)
    from pipeline.cli.documents import find_folders
    from pipeline.store.read import load_clauses

    wanted = {question.doc_id for question in asked}
    clauses = {folder.name: load_clauses(folder) for folder in find_folders(out) if folder.name in wanted}
    return look_up_paths(asked, clauses)


def load_earlier(file: str) -> list[Scores]:
    """The scores of an earlier evaluation. Raises UsageError where a file has none."""
    try:
        return msgspec.convert(msgspec.json.decode(Path(file).read_bytes())["scores"], list[Scores])
    except OSError as error:
        raise UsageError(f"--against {file} cannot be read ({error.strerror})") from None
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError):
        raise UsageError(f"--against {file} is no evaluation; write one with `clausetrace evaluate --json`") from None
