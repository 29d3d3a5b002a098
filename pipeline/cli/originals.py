"""The file that a result came from: where it was run, where the caller says, and only if its bytes are still the same."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from pipeline.errors import Unreadable
from pipeline.model import Identity
from pipeline.store.folders import load_timings


def load_original(folder: Path, identity: Identity, given: Sequence[str], *, named: bool) -> bytes:
    """The bytes of the document in ``folder``.

    Looked for in ``given``, and, where the caller did not name the file himself (``named``), where it was run and under its source
    in the current folder. Raises Unreadable where it is at none of these, or is no longer what was run.
    """
    places = [Path(place) for place in given]
    if not named:
        timings = load_timings(folder)
        places += [Path(timings.path)] if timings else []
        places.append(Path(identity.source))
    there = [place for place in places if place.is_file()]
    for place in there:
        content = place.read_bytes()
        if hashlib.sha256(content).hexdigest() == identity.sha256:
            return content
    if there:
        raise Unreadable(
            f"{there[0]} is not the file that was run as {identity.doc_id} (its SHA-256 differs); run it again, or name the right "
            "file with --pdf"
        )
    where = ", ".join(dict.fromkeys(map(str, places[-2:] if not named else places)))
    raise Unreadable(f"the PDF of {identity.doc_id} is not there ({where}); name it with --pdf")
