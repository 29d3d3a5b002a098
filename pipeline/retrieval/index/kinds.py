"""What an index is kept in: a folder of its own form, or LanceDB, in a folder or on an object store."""

from enum import StrEnum
from pathlib import Path

from pipeline.retrieval.index.held import SEGMENTS
from pipeline.retrieval.index.update import INDEX
from pipeline.store.remote.urls import is_remote

MARK = "documents.lance"
"""The table that a folder has in it that holds an index in LanceDB."""


class Kind(StrEnum):
    """What an index is kept in."""

    FOLDER = "folder"
    LANCE = "lance"


def find_kind(place: Path | str) -> Kind | None:
    """What the index in a place is kept in; None where there is none. At an address there is LanceDB alone."""
    if is_remote(str(place)) or (Path(place) / MARK).is_dir():
        return Kind.LANCE
    return Kind.FOLDER if (Path(place) / INDEX).is_file() or (Path(place) / SEGMENTS).is_dir() else None
