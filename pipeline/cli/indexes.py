"""Where an index is, and how commands open it: the folder .index under --out, or --index; a folder in it for each collection."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.config.retrieval import RetrievalSettings
    from pipeline.retrieval.index.opened import SearchIndex

Command = TypeVar("Command", bound=Callable[..., Any])
USUAL_FOLDER = ".index"

index_option = click.option(
    "--index", "index", default="", metavar="DIR", help="Folder or address of the index [.index in the folder of --out]."
)
collection_option = click.option(
    "--collection", default="", metavar="NAME", help="The index of this collection [the one of all documents]."
)
access_option = click.option(
    "--access",
    multiple=True,
    metavar="TAG",
    help="Also documents with this access tag (may be given again) [those without any tag].",
)

search_options = (
    click.option(
        "--unit",
        type=click.Choice(["chunk", "sentence"]),
        default="chunk",
        show_default=True,
        help="What is searched: whole chunks, or sentences, shown with those around them.",
    ),
    click.option("--window", type=int, default=1, show_default=True, metavar="N", help="Sentences on either side; 0 or more."),
    click.option(
        "--bound",
        type=click.Choice(["clause", "document"]),
        default="clause",
        show_default=True,
        help="Where a window ends at the latest: at the next clause of the top level, or with the document.",
    ),
    click.option(
        "--mode",
        type=click.Choice(["hybrid", "keyword", "dense"]),
        default="hybrid",
        show_default=True,
        help="What orders the passages: words, vectors, or both.",
    ),
    click.option(
        "--doc", "docs", multiple=True, metavar="DOC", help="Only this document (may be given again) [all, or those named]."
    ),
    click.option("--archived", is_flag=True, help="Rank archived documents like current ones."),
)
"""What is searched, how, and how much is shown around a hit: the same for every command that searches."""


def place_of(out: str, index: str, collection: str) -> "Path | str":
    """The folder or address of an index. Raises UsageError where results are on an object store and no place is named."""
    from pathlib import Path

    from pipeline.config.names import safe_name
    from pipeline.errors import UsageError
    from pipeline.retrieval.index.update import WHOLE
    from pipeline.store.remote.urls import is_remote, join, shown

    if not index and is_remote(out):
        raise UsageError(f"name the place of the index of {shown(out)} with --index: a folder, or an address")
    name = f"in-{safe_name(collection)}" if collection else WHOLE
    if is_remote(index):
        return join(index, name)
    return (Path(index) if index else Path(out) / USUAL_FOLDER) / name


def open_searched(place: "Path | str", settings: "RetrievalSettings", tags: tuple[str, ...]) -> "SearchIndex":
    """An index, ready to be asked. Raises InputError where there is none."""
    from pipeline.retrieval.index.models import open_models
    from pipeline.retrieval.index.opened import open_index

    return open_index(place, open_models(settings), tags)


def with_search_options(command: Command) -> Command:
    """Gives a command the options of ``search_options``, in their order."""
    for option in reversed(search_options):
        command = option(command)
    return command
