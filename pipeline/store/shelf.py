"""Where the results of a run stand for good, and what a run has to do there that differs from place to place.

A run always works in a local folder, ``out``. For results on this machine that is the place itself. For results elsewhere it holds
copies of what a plan looks at, and each document goes from it to its place when it is done.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

from pipeline.model import Record
from pipeline.store import folders, save
from pipeline.store.remote.shelf import open_remote
from pipeline.store.remote.urls import is_remote


class Shelf(Protocol):
    """What a run asks of the place of its results. Raises OutputError where it cannot be written."""

    def name(self, out: Path) -> str:
        """What the place is called where a person reads it."""

    def look(self, out: Path) -> None:
        """Makes ``out`` say what stands in the place now."""

    def locked(self, out: Path) -> AbstractContextManager[None]:
        """Holds the place for this run, and ends what a killed one left. Raises OutputError where another run has it."""

    def is_current(self, place: Path, fingerprint: str) -> bool:
        """Whether the document of ``place`` (its folder in ``out``) stands there whole, with this fingerprint."""

    def refuse_foreign(self, place: Path) -> None:
        """Raises OutputError where something stands there that no run wrote."""

    def fetch(self, place: Path) -> None:
        """Makes ``place`` hold all files of the document."""

    def put(self, out: Path, doc_id: str, new: Path) -> None:
        """Lets the document of ``new`` take its place."""

    def save_timings(self, place: Path, content: bytes) -> None:
        """Writes ``timings.json`` of a document that stays as it is."""

    def save_batch(self, out: Path, content: bytes) -> None:
        """Writes ``run.json`` of the whole."""


class LocalShelf:
    """Results on this machine: ``out`` is their place."""

    def name(self, out: Path) -> str:
        """The path itself."""
        return str(out)

    def look(self, out: Path) -> None:
        """Nothing to do: the folder is the place."""

    @contextmanager
    def locked(self, out: Path) -> Iterator[None]:
        """By a lock that the system gives up when the process ends."""
        with folders.locked(out):
            folders.recover(out)
            yield

    def is_current(self, place: Path, fingerprint: str) -> bool:
        """By the hashes of all files."""
        return save.is_current(place, fingerprint)

    def refuse_foreign(self, place: Path) -> None:
        """By what is in the folder."""
        folders.refuse_foreign(place)

    def fetch(self, place: Path) -> None:
        """Nothing to do: all files are there."""

    def put(self, out: Path, doc_id: str, new: Path) -> None:
        """By a rename of the folder."""
        folders.swap_in(out, doc_id, new)

    def save_timings(self, place: Path, content: bytes) -> None:
        """Swapped in as a whole."""
        folders.replace_file(place / folders.TIMINGS, content)

    def save_batch(self, out: Path, content: bytes) -> None:
        """Swapped in as a whole."""
        folders.replace_file(out / folders.RUN, content)


LOCAL = LocalShelf()


class Opened(Record, frozen=True):
    """The local folder that a run works in, and where its results stand for good."""

    out: Path
    shelf: Shelf


def open_shelf(place: str) -> Opened:
    """The place of results, a local path or an address. Raises UsageError where nothing can be written there."""
    return Opened(*open_remote(place)) if is_remote(place) else Opened(Path(place), LOCAL)
