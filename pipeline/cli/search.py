"""`clausetrace search`: the passages that answer a question, with their places."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pipeline.cli.indexes import access_option, collection_option, index_option, with_search_options
from pipeline.cli.options import config_option, out_option, printable

if TYPE_CHECKING:
    from pipeline.retrieval.answers import Answer, Nearest
    from pipeline.retrieval.hits import Hit
    from pipeline.retrieval.places import TablePlace

EXAMPLES = """\b
Examples:
  clausetrace search "is maternity covered?"
  clausetrace search "grace period" --unit sentence --window 2 -k 5
  clausetrace search "Excl18" --mode keyword --doc prospectus --json
  clausetrace search "premium for a 35-year-old, 5 lakh" --why"""
NEAR_SHOWN = 5


@click.command("search", epilog=EXAMPLES)
@click.argument("question", metavar="QUESTION")
@config_option
@out_option
@index_option
@collection_option
@access_option
@click.option("-k", "k", type=int, default=3, show_default=True, metavar="N", help="Hits at most; 1 or more.")
@with_search_options
@click.option("--why", is_flag=True, help="Say what was looked for, and what each passage reached.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
def command(
    question: str,
    config: str,
    out: str,
    index: str,
    *,
    collection: str,
    access: tuple[str, ...],
    k: int,
    unit: str,
    window: int,
    bound: str,
    mode: str,
    docs: tuple[str, ...],
    archived: bool,
    why: bool,
    as_json: bool,
) -> None:
    """Find the passages that answer QUESTION in an index that `clausetrace index` made.

    Where nothing is relevant the answer is "No passage found."; what was nearest stands under --why and in --json. A question for a
    figure in a table that was set aside is answered with that table's place and how to look the figure up. A product that the
    question names narrows the search to its documents. Archived documents come behind current ones.
    """
    import msgspec

    from pipeline.cli.indexes import open_searched, place_of
    from pipeline.config.load import load_configuration
    from pipeline.retrieval.index.records import Unit
    from pipeline.retrieval.search import find_answer
    from pipeline.retrieval.wanted import Mode, Wanted, refuse
    from pipeline.retrieval.windows import Bound

    wanted = Wanted(k, Mode(mode), Unit(unit), window, Bound(bound), docs, archived)
    refuse(question, wanted)
    settings = load_configuration(config).configuration.retrieval
    searched = open_searched(place_of(out, index, collection), settings, access)
    answer = find_answer(question, searched, settings, wanted)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        return
    for line in _write(answer, why=why):
        click.echo(line)


def _write(answer: "Answer", *, why: bool) -> Iterator[str]:
    if answer.named:
        yield f"Of {', '.join(map(printable, answer.named))}, which the question names:"
    for hit in answer.hits:
        yield from _write_hit(hit, why=why)
    for place in answer.places:
        yield from _write_place(place)
    for ranks in answer.alike:
        listed = ", ".join(f"[{rank}]" for rank in ranks)
        yield f"{listed} say nearly the same of several products; name the product that is meant, or give --doc."
    if not answer.hits and not answer.places:
        yield "No passage found."
    if why:
        yield from _write_why(answer)


def _write_hit(hit: "Hit", *, why: bool) -> Iterator[str]:
    page = f"p. {hit.page}" if hit.page else ""
    printed = f" (printed {printable(hit.page_label)})" if hit.page_label and hit.page_label != str(hit.page) else ""
    box = f"  box [{' '.join(f'{edge:g}' for edge in hit.bbox)}]" if hit.bbox else ""
    yield f"[{hit.rank}] {printable(hit.label)}"
    yield f"    {printable(hit.source)} {page}{printed}{box}  {hit.clause_key}  {hit.level}"
    if hit.sentence:
        yield f"    sentence {hit.position}: {printable(hit.sentence)}"
        yield from (f"    | {printable(line)}" for line in hit.window.split("\n"))
    else:
        yield f"    {printable(hit.snippet)}"
    if hit.copies:
        yield f"    the same in {', '.join(f'{printable(copy.doc_id)} p. {copy.page}' for copy in hit.copies)}"
    if why:
        sides = ", ".join(f"{side.name} rank {side.rank} ({side.score:g})" for side in hit.sides)
        yield f"    score {hit.score:g}: {sides}"


def _write_place(place: "TablePlace") -> Iterator[str]:
    pages = f"page {place.pages[0]}" if len(place.pages) == 1 else f"pages {place.pages[0]}-{place.pages[-1]}"
    tables = "a table" if place.tables == 1 else f"{place.tables:,} tables"
    yield f"That is in {tables} of {printable(place.title)} set aside as rates, {pages}; the one that fits best is {place.table}:"
    yield f"    {printable(place.caption)}"
    for axis in place.axes:
        yield f"    {printable(axis.name)}: {printable(axis.first)} to {printable(axis.last)} ({axis.values:,})"
    yield f"Look it up: {printable(place.look_up)}"


def _write_why(answer: "Answer") -> Iterator[str]:
    yield "Looked for (weight in the question; words near to it):"
    for word in answer.words:
        near = f"; {', '.join(map(printable, word.near[:NEAR_SHOWN]))}" if word.near else ""
        yield f"    {printable(word.word)} ({word.weight:.2f}{near})"
    yield f"Best of any passage: words {answer.best.words:.2f}, dense {answer.best.dense:.2f}"
    for nearest in answer.nearest:
        yield from _write_nearest(nearest)


def _write_nearest(nearest: "Nearest") -> Iterator[str]:
    missed = zip(("words", "dense"), nearest.reached, nearest.floors, strict=True)
    yield f"Nearest, and no answer: {printable(nearest.label)}, p. {nearest.page}"
    yield f"    {printable(nearest.snippet)}"
    yield f"    {', '.join(f'{name} {reached:.2f} below {floor:g}' for name, reached, floor in missed)}"
