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
    "--index", "index", default="", metavar="DIR", help="Folder of the index [.index in the folder of --out]."
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


def place_of(out: str, index: str, collection: str) -> "Path":
    """The folder of an index. Raises UsageError where results are on an object store and no folder is named."""
    from pathlib import Path

    from pipeline.config.names import safe_name
    from pipeline.errors import UsageError
    from pipeline.retrieval.index.update import WHOLE
    from pipeline.store.remote.urls import is_remote, shown

    if not index and is_remote(out):
        raise UsageError(f"an index is a local folder; name one for {shown(out)} with --index")
    folder = Path(index) if index else Path(out) / USUAL_FOLDER
    return folder / (f"in-{safe_name(collection)}" if collection else WHOLE)


def open_searched(place: "Path", settings: "RetrievalSettings", tags: tuple[str, ...]) -> "SearchIndex":
    """An index, ready to be asked. Raises InputError where there is none."""
    from pipeline.retrieval.index.models import open_models
    from pipeline.retrieval.index.opened import open_index

    return open_index(place, open_models(settings), tags)
