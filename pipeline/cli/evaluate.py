"""`clausetrace evaluate`: how good the search is, on questions whose answers are known, beside other ways of searching."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.indexes import access_option, collection_option, index_option
from pipeline.cli.options import config_option, out_option

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.retrieval.evaluation.measures import Difference, Scores
    from pipeline.retrieval.evaluation.questions import Question
    from pipeline.retrieval.evaluation.systems import Library

EXAMPLES = """\b
Examples:
  clausetrace evaluate questions.jsonl --doc prospectus
  clausetrace evaluate questions.jsonl --doc prospectus --json > before.json
  clausetrace evaluate questions.jsonl --doc prospectus --against before.json

A line of the file:
  {"id": "q1", "question": "Is maternity covered?", "answerable": true,
   "gold": [{"page": 36, "starts": "Maternity (Code- Excl18)"}], "required_concepts": ["ectopic pregnancy"]}"""


@click.command("evaluate", epilog=EXAMPLES)
@click.argument("questions", metavar="QUESTIONS")
@config_option
@out_option
@index_option
@collection_option
@access_option
@click.option("--doc", default="", metavar="DOC", help="The document that answers them [what they say, else the file's stem].")
@click.option("--only", is_flag=True, help="Search this document alone, and not all of the index.")
@click.option("--unit", type=click.Choice(["chunk", "sentence"]), default="chunk", show_default=True, help="What is searched.")
@click.option(
    "--part", type=click.Choice(["all", "open", "held"]), default="all", show_default=True, help="Those held back, or not."
)
@click.option("--against", default="", metavar="FILE", help="An earlier evaluation (--json): list the questions won and lost.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
def command(
    questions: str,
    config: str,
    out: str,
    index: str,
    *,
    collection: str,
    access: tuple[str, ...],
    doc: str,
    only: bool,
    unit: str,
    part: str,
    against: str,
    as_json: bool,
) -> None:
    """Measure the search on QUESTIONS, a file of JSON, a question a line, and fixed windows beside it.

    Reported apart: whether the right passage is among the first (recall, MRR, nDCG); whether the first five passages hold every
    required concept; how often a question is not answered, where it should not be and where it should; how often the excerpt
    shows a concept, against the head of the passage; the first hit's document; the characters of an answer. For the search as it
    is, for words and for vectors alone, and for fixed windows of 400 and 900 characters of the document, which always answer.
    Each figure with its bootstrap interval.
    """
    import msgspec

    from pipeline.config.load import load_configuration
    from pipeline.retrieval.evaluation.measures import compare

    configuration = load_configuration(config).configuration
    asked = _load_questions(questions, doc, part)
    from pipeline.cli.indexes import open_searched, place_of

    searched = open_searched(place_of(out, index, collection), configuration.retrieval, access)
    library = _load_library(out, {document.doc_id for document in searched.documents})
    scores = list(_score_all(asked, searched, configuration.retrieval, library, (unit, only)))
    differences = compare(scores, _load_earlier(against)) if against else []
    if as_json:
        told = {"questions": len(asked), "scores": scores, "differences": differences}
        click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())
        return
    for line in (*_write(scores), *_write_differences(differences)):
        click.echo(line)


def _load_questions(file: str, doc: str, part: str) -> "list[Question]":
    from pathlib import Path

    import msgspec

    from pipeline.errors import UsageError
    from pipeline.retrieval.evaluation.questions import parse_questions

    try:
        found = parse_questions(Path(file).read_bytes(), file)
    except OSError as error:
        raise UsageError(f"{file} cannot be read ({error.strerror})") from None
    chosen = [each for each in found if part == "all" or each.held is (part == "held")]
    return [msgspec.structs.replace(each, doc_id=doc or each.doc_id or Path(file).stem) for each in chosen]


def _load_library(out: str, doc_ids: set[str]) -> "Library":
    from pipeline.cli.documents import find_folders
    from pipeline.retrieval.evaluation.systems import Library
    from pipeline.store.read import load_chunks, load_pages

    folders = [folder for folder in find_folders(out) if folder.name in doc_ids]
    chunks = {folder.name: {chunk.id: chunk for chunk in load_chunks(folder)} for folder in folders}
    pages = {folder.name: {page.page: page for page in load_pages(folder)} for folder in folders}
    return Library(chunks, pages)


def _score_all(
    asked: "Sequence[Question]", searched: object, settings: object, library: "Library", how: tuple[str, bool]
) -> "Iterator[Scores]":
    from typing import cast

    from pipeline.config.retrieval import RetrievalSettings
    from pipeline.errors import UsageError
    from pipeline.retrieval.evaluation.measures import score
    from pipeline.retrieval.evaluation.systems import MODES, WINDOWS, SearchSystem, WindowSystem
    from pipeline.retrieval.index.opened import SearchIndex
    from pipeline.retrieval.index.records import Unit
    from pipeline.retrieval.wanted import Wanted

    index, own = cast(SearchIndex, searched), cast(RetrievalSettings, settings)
    unit, only = how
    documents = sorted({question.doc_id for question in asked})
    unknown = next((doc_id for doc_id in documents if doc_id not in library.pages), None)
    if unknown is not None:
        raise UsageError(f"the index has no document {unknown!r}; name the one that answers the questions with --doc")
    for mode in MODES:
        wanted = Wanted(mode=mode, unit=Unit(unit), doc_ids=tuple(documents) if only else ())
        yield score(mode, SearchSystem(index, own, library, wanted), asked)
    if len(documents) == 1:
        pages = list(library.pages[documents[0]].values())
        for size, overlap in WINDOWS:
            yield score(f"windows {size}/{overlap}", WindowSystem(documents[0], pages, size, overlap, index.models.passages), asked)


def _load_earlier(file: str) -> "list[Scores]":
    from pathlib import Path

    import msgspec

    from pipeline.errors import UsageError
    from pipeline.retrieval.evaluation.measures import Scores

    try:
        return msgspec.convert(msgspec.json.decode(Path(file).read_bytes())["scores"], list[Scores])
    except OSError as error:
        raise UsageError(f"--against {file} cannot be read ({error.strerror})") from None
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError):
        raise UsageError(f"--against {file} is no evaluation; write one with `clausetrace evaluate --json`") from None


def _write(scores: "Sequence[Scores]") -> "Iterator[str]":
    names = [each.system for each in scores]
    yield f"{'':<26}" + "".join(f"{name:>20}" for name in names)
    for row in zip(*(each.figures for each in scores), strict=True):
        cells = (
            f"{figure.value:.0f}" if figure.value > 1 else f"{figure.value:.2f} ({figure.low:.2f}-{figure.high:.2f})"
            for figure in row
        )
        yield f"{row[0].name:<26}" + "".join(f"{cell:>20}" for cell in cells)
    figures = scores[0].figures
    worth = {figure.name: figure for figure in figures}
    recall, absent = worth["recall@5"], worth["absent not answered"]
    yield f"{recall.questions} questions with an answer, one is worth {100 * recall.one_question:.1f} points"
    yield f"{absent.questions} without, one is worth {100 * absent.one_question:.1f} points"
    yield "in brackets the middle 95% of 2,000 samples of the questions"


def _write_differences(differences: "Sequence[Difference]") -> "Iterator[str]":
    for each in differences:
        yield f"{each.system}: won {', '.join(each.won) or 'none'}; lost {', '.join(each.lost) or 'none'}"
