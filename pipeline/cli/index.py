"""`clausetrace index`: makes what runs wrote searchable, or brings an index up to date."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.indexes import collection_option, index_option
from pipeline.cli.options import config_option

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.retrieval.index.preparing import Making, Update

EXAMPLES = """\b
Examples:
  clausetrace index
  clausetrace index out --index indexes --collection health
  clausetrace index out --store lance --index s3://bucket/indexes
  clausetrace index out --rebuild"""
NAMED = 5
"""Documents of a kind that are named before the rest is counted."""


@click.command("index", epilog=EXAMPLES)
@click.argument("out", default="out", required=False, metavar="[OUT]")
@config_option
@index_option
@collection_option
@click.option(
    "--store",
    type=click.Choice(["folder", "lance"]),
    default=None,
    help="What it is kept in: a folder, or LanceDB, in a folder or at an address [what is there; else a folder].",
)
@click.option("--rebuild", is_flag=True, help="Make it anew, whatever is there.")
@click.option("--json", "as_json", is_flag=True, help="Print what the index holds and what was done, as JSON.")
def command(out: str, config: str, index: str, *, collection: str, store: str | None, rebuild: bool, as_json: bool) -> None:
    """Make the documents under OUT searchable: by their words and by vectors.

    Only what changed since the last time is done: a document whose files are the same is left as it is, and a text that stands in
    the old index keeps its vector. A second process may search while this one is at work; killed at any moment, the index is the
    one of before or the new one.

    With --collection NAME: of the documents that name this collection in the configuration; where none does, of those that name
    none.

    With --store lance the passages with their vectors are rows of LanceDB (extra: `lance`), which other programs can read; answers
    are the same. Every command that searches finds out by itself what an index is kept in.
    """
    import json

    import msgspec

    from pipeline.cli.indexes import place_of
    from pipeline.config.load import load_configuration
    from pipeline.retrieval.index.kinds import find_kind
    from pipeline.retrieval.index.models import open_models
    from pipeline.retrieval.index.preparing import Making

    configuration = load_configuration(config).configuration
    folders = _find_folders(out)
    place = place_of(out, index, collection)
    making = Making(open_models(configuration.retrieval), configuration.chunks, collection)
    kept_in = store or find_kind(place)
    if rebuild:
        _clear(place)
    update = _update(folders, place, making, kept_in)
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


def _update(folders: "list[Path]", place: "Path | str", making: "Making", store: str | None) -> "Update":
    """Brings an index up to date in what it is kept in. Raises UsageError where ``store`` names another."""
    from pathlib import Path

    from pipeline.errors import UsageError
    from pipeline.retrieval.index.kinds import Kind, find_kind
    from pipeline.store.remote.urls import is_remote, shown

    there = find_kind(place)
    kind = Kind(store) if store else there or Kind.FOLDER
    if is_remote(str(place)) and kind is Kind.FOLDER:
        raise UsageError(f"{shown(str(place))}: an index at an address is kept in LanceDB; give --store lance")
    if there and kind is not there:
        raise UsageError(f"{place} has an index of the kind {there}; choose another place with --index, or give --rebuild")
    if kind is Kind.FOLDER:
        from pipeline.retrieval.index.update import update_index

        return update_index(folders, Path(place), making)
    from pipeline.retrieval.index.lance.writing import update_lance

    return update_lance(folders, str(place), making)


def _clear(place: "Path | str") -> None:
    import shutil
    from pathlib import Path

    from pipeline.errors import UsageError
    from pipeline.retrieval.index.kinds import Kind, find_kind

    kind = find_kind(place)
    if kind is Kind.LANCE:
        from pipeline.retrieval.index.lance.writing import clear_lance

        clear_lance(str(place))
        return
    folder = Path(place)
    if folder.is_dir() and kind is None and any(folder.iterdir()):
        raise UsageError(f"{place} holds what no index is; choose another folder with --index")
    shutil.rmtree(folder, ignore_errors=True)


def _write(update: "Update", place: "Path | str") -> list[str]:
    from pipeline.cli.options import printable
    from pipeline.store.remote.urls import shown

    run = update.run
    chunks, sentences = (sum(getattr(document, unit) for document in run.documents) for unit in ("chunks", "sentences"))
    kinds = [(name, getattr(update, name)) for name in ("added", "changed", "unchanged", "removed")]
    counts = ", ".join(f"{len(held):,} {name}" for name, held in kinds)
    lines = [f"{shown(str(place))}: {len(run.documents):,} documents ({counts}), {chunks:,} chunks, {sentences:,} sentences"]
    for name, held in kinds:
        if held and name != "unchanged":
            more = f" and {len(held) - NAMED:,} more" if len(held) > NAMED else ""
            lines.append(f"  {name}: {', '.join(map(printable, held[:NAMED]))}{more}")
    lines.append(f"  {update.embedded:,} texts got a new vector")
    hidden = [document.doc_id for document in run.documents if document.access]
    if hidden:
        lines.append(f"  {len(hidden):,} have access tags and are found with --access alone")
    return lines
