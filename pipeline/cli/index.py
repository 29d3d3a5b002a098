"""`clausetrace index`: makes what runs wrote searchable, or brings an index up to date."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.indexes import collection_option, index_option
from pipeline.cli.options import config_option

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.retrieval.index.preparing import Update

EXAMPLES = """\b
Examples:
  clausetrace index
  clausetrace index out --index indexes --collection health
  clausetrace index out --rebuild"""
NAMED = 5
"""Documents of a kind that are named before the rest is counted."""


@click.command("index", epilog=EXAMPLES)
@click.argument("out", default="out", required=False, metavar="[OUT]")
@config_option
@index_option
@collection_option
@click.option("--rebuild", is_flag=True, help="Make it anew, whatever is there.")
@click.option("--json", "as_json", is_flag=True, help="Print what the index holds and what was done, as JSON.")
def command(out: str, config: str, index: str, *, collection: str, rebuild: bool, as_json: bool) -> None:
    """Make the documents under OUT searchable: by their words and by vectors.

    Only what changed since the last time is done: a document whose files are the same is left as it is, and a text that stands in
    the old index keeps its vector. A second process may search while this one is at work; killed at any moment, the index is the
    one of before or the new one.

    With --collection NAME: of the documents that name this collection in the configuration; where none does, of those that name
    none.
    """
    import json

    import msgspec

    from pipeline.cli.indexes import place_of
    from pipeline.config.load import load_configuration
    from pipeline.retrieval.index.models import open_models
    from pipeline.retrieval.index.preparing import Making
    from pipeline.retrieval.index.update import update_index

    configuration = load_configuration(config).configuration
    folders = _find_folders(out)
    place = place_of(out, index, collection)
    if rebuild:
        _clear(place)
    update = update_index(folders, place, Making(open_models(configuration.retrieval), configuration.chunks, collection))
    if as_json:
        told = {name: list(getattr(update, name)) for name in ("added", "changed", "unchanged", "removed")}
        held = json.loads(msgspec.json.encode(update.run))
        click.echo(
            json.dumps({"place": str(place), **told, "embedded": update.embedded, "index": held}, indent=2, ensure_ascii=False)
        )
        return
    for line in _write(update, place):
        click.echo(line)


def _find_folders(out: str) -> list["Path"]:
    from pipeline.cli.documents import find_folders

    return find_folders(out)


def _clear(place: "Path") -> None:
    import shutil

    from pipeline.errors import UsageError
    from pipeline.retrieval.index.held import SEGMENTS
    from pipeline.retrieval.index.update import INDEX

    if place.is_dir() and not ((place / INDEX).is_file() or (place / SEGMENTS).is_dir()) and any(place.iterdir()):
        raise UsageError(f"{place} holds what no index is; choose another folder with --index")
    shutil.rmtree(place, ignore_errors=True)


def _write(update: "Update", place: "Path") -> list[str]:
    from pipeline.cli.options import printable

    run = update.run
    chunks, sentences = (sum(getattr(document, unit) for document in run.documents) for unit in ("chunks", "sentences"))
    kinds = [(name, getattr(update, name)) for name in ("added", "changed", "unchanged", "removed")]
    counts = ", ".join(f"{len(held):,} {name}" for name, held in kinds)
    lines = [f"{place}: {len(run.documents):,} documents ({counts}), {chunks:,} chunks, {sentences:,} sentences"]
    for name, held in kinds:
        if held and name != "unchanged":
            more = f" and {len(held) - NAMED:,} more" if len(held) > NAMED else ""
            lines.append(f"  {name}: {', '.join(map(printable, held[:NAMED]))}{more}")
    lines.append(f"  {update.embedded:,} texts got a new vector")
    hidden = [document.doc_id for document in run.documents if document.access]
    if hidden:
        lines.append(f"  {len(hidden):,} have access tags and are found with --access alone")
    return lines
