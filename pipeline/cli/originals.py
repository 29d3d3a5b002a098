"""The file that a result came from: where it was run, where the caller says, and only if its bytes are still the same."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from pipeline.errors import Unreadable
from pipeline.model import Identity
from pipeline.store.folders import load_timings
from pipeline.store.remote.reading import copy_file
from pipeline.store.remote.urls import is_remote, name_of, shown
from pipeline.store.rows import InputRow


def load_original(
    folder: Path, identity: Identity | InputRow, given: Sequence[str], *, named: bool, option: str = "--pdf"
) -> bytes:
    """The bytes of the document in ``folder``; ``option`` is how the command lets it be named.

    Looked for in ``given``, and, where the caller did not name the file himself (``named``), where it was run and under its source
    in the current folder. Raises Unreadable where it is at none of these, or is no longer what was run.
    """
    known = list(given)
    if not named:
        timings = load_timings(folder)
        known += [timings.path] if timings else []
        known.append(identity.source)
    places = [_here(place, folder.name) for place in known]
    there = [place for place in places if place.is_file()]
    for place in there:
        content = place.read_bytes()
        if hashlib.sha256(content).hexdigest() == identity.sha256:
            return content
    if there:
        raise Unreadable(
            f"{there[0]} is not the file that was run as {identity.doc_id} (its SHA-256 differs); run it again, or name the right "
            f"file with {option}"
        )
    where = ", ".join(dict.fromkeys(map(shown, known[-2:] if not named else known)))
    raise Unreadable(f"the PDF of {identity.doc_id} is not there ({where}); name it with {option}")


def _here(place: str, doc_id: str) -> Path:
    """A local path as it is; of a file at an address, a copy. The address of a folder of results is none of a file."""
    return copy_file(place) if is_remote(place) and name_of(place) != doc_id else Path(place)
