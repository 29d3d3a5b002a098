"""What is made of some documents of an index together: a folder named after them, written beside its place and swapped in.

There is one for each set of documents that somebody may see, made when it is first needed; its files never change. It is named
after the documents and their segments, so that it holds for one state of the index alone.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from pipeline.retrieval.index.records import IndexedDocument
from pipeline.retrieval.index.segments import NAME
from pipeline.store.folders import NEW, flush_folder, write_file

LISTED = "segments.txt"


def name_built(kind: str, made_by: str, documents: Sequence[IndexedDocument]) -> str:
    """The name of what is made of ``documents``; ``made_by`` names the model that it was made with."""
    named = "\n".join((made_by, *(f"{each.doc_id}\t{each.segment}" for each in documents)))
    return f"{kind}-{hashlib.sha256(named.encode()).hexdigest()[:NAME]}"


def build(folder: Path, documents: Sequence[IndexedDocument], write: Callable[[Path], None]) -> bool:
    """Has ``write`` fill a folder where there is none yet; False where it cannot be written."""
    if folder.is_dir():
        return True
    new = folder.with_name(f"{NEW}{os.getpid()}-{folder.name}")
    try:
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
    except OSError:
        return False
    write(new)
    write_file(new / LISTED, "\n".join(document.segment for document in documents).encode("ascii"))
    _swap_in(new, folder)
    return True


def _swap_in(new: Path, folder: Path) -> None:
    """Puts a folder in its place; another process may have built the same one meanwhile."""
    try:
        new.rename(folder)
        flush_folder(folder.parent)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(new, ignore_errors=True)


def clear_built(place: Path, segments: Collection[str]) -> None:
    """Removes what was made of other segments than these."""
    held = set(segments)
    for folder in place.glob("*"):
        listed = folder / LISTED
        if not listed.is_file() or not set(listed.read_text(encoding="ascii").split()) <= held:
            shutil.rmtree(folder, ignore_errors=True)
