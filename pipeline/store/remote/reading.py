"""Reads results on an object store: whole documents, copied to this machine, from where the commands read them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.config.names import safe_name
from pipeline.errors import InputError
from pipeline.store.folders import RUN
from pipeline.store.remote.copies import new_copies
from pipeline.store.remote.documents import by_document, fetch
from pipeline.store.remote.objects import Place, save_copy
from pipeline.store.remote.urls import is_remote, name_of


def copy_document(address: str, doc_id: str) -> Path | None:
    """A copy of the document ``doc_id`` below ``address``; None where there is none. Raises InputError where it cannot be read."""
    place = Place(address)
    with _faults(place):
        if safe_name(doc_id) != doc_id or place.look(f"{doc_id}/{RUN}") is None:
            return None
        names = Place(f"{place.address}/{doc_id}").list_names()
        return _copy(place, doc_id, names, new_copies())


def here(place: str) -> Path:
    """A local path as it is; of results at an address, a copy of them all."""
    if not is_remote(place):
        return Path(place)
    into = new_copies()
    copy_documents(place, into)
    return into


def copy_documents(address: str, into: Path) -> list[Path]:
    """Copies of all documents below ``address``, and `run.json` of them all. Raises InputError where they cannot be read."""
    place = Place(address)
    with _faults(place):
        names = place.list_names()
        found = by_document(names)
        if RUN in names:
            save_copy(place, RUN, into / RUN)
        whole = {doc_id: names for doc_id, names in found.items() if RUN in names and safe_name(doc_id) == doc_id}
        return [_copy(place, doc_id, names, into) for doc_id, names in whole.items()]


def copy_file(address: str) -> Path:
    """A copy of one file, under its own suffix. Raises InputError where it cannot be read."""
    place, file = Place(address), new_copies() / f"file{Path(name_of(address)).suffix}"
    with _faults(place):
        save_copy(place, "", file)
    return file


def _copy(place: Place, doc_id: str, names: Iterable[str], into: Path) -> Path:
    folder = into / doc_id
    fetch(place, doc_id, names, folder)
    return folder


@contextmanager
def _faults(place: Place) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{place} cannot be read ({error.strerror or error}); check the address and the credentials") from None
