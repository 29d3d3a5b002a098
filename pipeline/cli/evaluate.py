"""`clausetrace evaluate`: how good the search is, on questions whose answers are known, beside other ways of searching."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.evaluate_sweep import Sweep, run_sweep, sweep_options
from pipeline.cli.evaluating import Evaluation, make_search, open_evaluation
from pipeline.cli.indexes import access_option, collection_option, index_option
from pipeline.cli.options import config_option, out_option

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pipeline.retrieval.evaluation.answered import AnswerRow
    from pipeline.retrieval.evaluation.measures import Scores
    from pipeline.retrieval.evaluation.systems import System

    Beside = tuple[Sequence[Scores], Mapping[str, AnswerRow]]
    """An earlier evaluation, and answers by the id of their question; nothing where none was named."""

EXAMPLES = """\b
Examples:
  clausetrace evaluate questions.jsonl --doc prospectus
  clausetrace evaluate questions.jsonl --doc prospectus --json > before.json
  clausetrace evaluate questions.jsonl --doc prospectus --against before.json
  clausetrace evaluate first.jsonl second.jsonl third.jsonl --name-product
  clausetrace evaluate questions.jsonl --sweep retrieval.keyword_floor -o floor.png
  clausetrace evaluate questions.jsonl --sweep retrieval.pool --from 10 --to 100 --steps 10
  clausetrace ask "Is maternity covered?" --json | jq -c . >> answers.jsonl
  clausetrace evaluate questions.jsonl --answers answers.jsonl

\b
A line of QUESTIONS (in place of page and starts a gold may have "clause_path": ["C", "4", "4.2", "o"]):
  {"id": "q1", "question": "Is maternity covered?", "answerable": true,
   "gold": [{"page": 36, "starts": "Maternity (Code- Excl18)"}], "required_concepts": ["ectopic pregnancy"]}

\b
A line of --answers (without sources the excerpts are those that `ask` would give):
  {"question": "Is maternity covered?", "answer": "No [1].", "sources": [{"number": 1, "text": "..."}]}"""
NAMED = ", product named"
UNFIT = "--sweep is one evaluation for each value of a setting; leave out "


@click.command("evaluate", epilog=EXAMPLES)
@click.argument("questions", nargs=-1, required=True, metavar="QUESTIONS...")
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
@click.option("--name-product", is_flag=True, help="Ask each question again with its document's product named ahead of it.")
@click.option("--no-windows", is_flag=True, help="Leave out the fixed windows: cutting a large index takes a while.")
@click.option("--answers", default="", metavar="FILE", help="Answers to judge: is each statement supported by its citation?")
@click.option("--against", default="", metavar="FILE", help="An earlier evaluation (--json): list the questions won and lost.")
@sweep_options
@click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
def command(
    questions: tuple[str, ...],
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
    name_product: bool,
    no_windows: bool,
    answers: str,
    against: str,
    sweep: Sweep,
    as_json: bool,
) -> None:
    """Measure the search on QUESTIONS, files of JSON, a question a line, and fixed windows beside it.

    Reported apart: whether the right passage is among the first (recall, MRR, nDCG); whether the first five passages hold every
    required concept; how often a question is not answered, where it should not be and where it should; with --answers, whether
    each statement of an answer is supported by what it cites. Also how often the excerpt shows a concept, against the head of the
    passage; both at equal characters; the first hit's document; characters and tokens of an answer. For the search as it is, for
    words and for vectors alone, and for fixed windows of 400 and 900 characters of the same documents, which always answer. Each
    figure with its bootstrap interval.
    """
    from pipeline.cli.evaluate_answers import load_answers
    from pipeline.cli.evaluate_loading import load_earlier, load_questions
    from pipeline.config.load import load_configuration

    configuration = load_configuration(config).configuration
    asked = load_questions(questions, doc, part)
    evaluation = open_evaluation(asked, configuration, (out, index, collection), access)._replace(unit=unit, only=only)
    if sweep.setting:
        _refuse_beside(("--answers", answers), ("--against", against), ("--name-product", name_product))
        run_sweep(evaluation, sweep, as_json=as_json)
        return
    earlier, given = load_earlier(against) if against else [], load_answers(evaluation, answers) if answers else {}
    scores = list(_score_all(evaluation, windows=not no_windows, named=name_product))
    _report(evaluation, scores, (earlier, given), as_json=as_json)


def _refuse_beside(*given: tuple[str, object]) -> None:
    from pipeline.errors import UsageError

    unfit = [name for name, value in given if value]
    if unfit:
        raise UsageError(UNFIT + ", ".join(unfit))


def _score_all(evaluation: Evaluation, *, windows: bool, named: bool) -> "Iterator[Scores]":
    from pipeline.retrieval.evaluation.measures import score
    from pipeline.retrieval.evaluation.questions import name_products
    from pipeline.retrieval.evaluation.systems import MODES
    from pipeline.retrieval.products import product_of

    settings, index = evaluation.configuration.retrieval, evaluation.searched
    searches = [(mode, make_search(evaluation, mode, settings, index)) for mode in MODES]
    systems = [*searches, *(_make_windows(evaluation) if windows else [])]
    yield from (score(name, system, evaluation.asked) for name, system in systems)
    if named:
        products = {document.doc_id: product_of(document) for document in evaluation.searched.documents}
        asked = name_products(evaluation.asked, products)
        yield from (score(f"{name}{NAMED}", system, asked) for name, system in systems)


def _make_windows(evaluation: Evaluation) -> "Iterator[tuple[str, System]]":
    """Fixed windows of what the search may look through: all documents, or with --only each question's own."""
    from pipeline.retrieval.evaluation.windows import WINDOWS, EachItsOwn, WindowSystem

    library, embedder = evaluation.library, evaluation.models.passages
    pages = {doc_id: list(held.values()) for doc_id, held in library.pages.items()}
    asked = {question.doc_id for question in evaluation.asked}
    for size, overlap in WINDOWS:
        name, cut = f"windows {size}/{overlap}", (size, overlap)
        if evaluation.only:
            own = {each: WindowSystem({each: pages[each]}, cut, embedder, library.count) for each in asked}
            yield name, EachItsOwn(own)
        else:
            yield name, WindowSystem(pages, cut, embedder, library.count)


def _report(evaluation: Evaluation, scores: "Sequence[Scores]", beside: "Beside", *, as_json: bool) -> None:
    import msgspec

    from pipeline.cli.evaluate_answers import judge_answers, write_answers
    from pipeline.cli.evaluate_lines import write_differences, write_doubtful, write_scores, write_worth
    from pipeline.retrieval.evaluation.answered import NO_ANSWERS
    from pipeline.retrieval.evaluation.measures import compare

    earlier, given = beside
    judged = judge_answers(evaluation, given) if given else NO_ANSWERS
    differences = compare(scores, earlier) if earlier else []
    if as_json:
        told = {"questions": len(evaluation.asked), "scores": scores, "differences": differences, "answers": judged}
        click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())
        return
    plain = [each for each in scores if not each.system.endswith(NAMED)]
    named = [msgspec.structs.replace(each, system=each.system.removesuffix(NAMED)) for each in scores if each not in plain]
    lines = [*write_scores(plain), *(["", *write_scores(named, "with the product's name")] if named else [])]
    for line in (
        *lines,
        *write_doubtful(plain),
        *write_worth(plain[0].figures),
        *(write_answers(judged) if given else ()),
        *write_differences(differences),
    ):
        click.echo(line)
