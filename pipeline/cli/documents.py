"""Where a document's results are: DOC is a doc_id under --out, an output folder, or a file, which is then run first.

What stands on an object store is copied to this machine first, each document that is asked for; commands read the copy.
"""

import difflib
from pathlib import Path

from pipeline.batch.plan import Request
from pipeline.cli.run import run_with_progress
from pipeline.config.settings import Configuration
from pipeline.errors import DocumentError, InputError
from pipeline.store.folders import RUN, STAGES, load_batch
from pipeline.store.remote.copies import new_copies
from pipeline.store.remote.reading import copy_document, copy_documents
from pipeline.store.remote.urls import is_remote, join, shown
from pipeline.store.rows import How
from pipeline.store.shelf import open_shelf


def find_folder(doc: str, place: str, configuration: Configuration, passwords: tuple[str, ...] = ()) -> Path:
    """The folder with the results of ``doc``, of those at ``place`` (a local path or an address).

    Raises InputError where there is none, DocumentError where its run failed.
    """
    if is_remote(place) or is_remote(doc):
        return _find_remote(doc, place, configuration, passwords)
    out = Path(place)
    for folder in (out / doc, Path(doc)):
        if (folder / RUN).is_file() or (folder / STAGES).is_dir():
            return folder
    if Path(doc).is_file():
        return out / _run_first(doc, place, configuration, passwords)
    raise _unknown(doc, place, [entry.parent.name for entry in out.glob(f"*/{RUN}")])


def _find_remote(doc: str, place: str, configuration: Configuration, passwords: tuple[str, ...]) -> Path:
    """A folder of results at an address is copied; a file is run into ``place``."""
    if is_remote(doc) and (copied := copy_document(*doc.rstrip("/").rsplit("/", 1))):
        return copied
    if not is_remote(place):
        return Path(place) / _run_first(doc, place, configuration, passwords)
    if not is_remote(doc) and (copied := copy_document(place, doc)):
        return copied
    if not is_remote(doc) and not Path(doc).is_file():
        raise _unknown(doc, place, [])
    doc_id = _run_first(doc, place, configuration, passwords)
    if copied := copy_document(place, doc_id):
        return copied
    raise InputError(f"{shown(join(place, doc_id))} has gone since it was run")


def _unknown(doc: str, place: str, known: list[str]) -> InputError:
    near = difflib.get_close_matches(doc, sorted(known), n=1)
    hint = f"did you mean {near[0]!r}?" if near else "give a doc_id, an output folder or a file"
    return InputError(f"{shown(doc)!r} is no document under {shown(place)}; {hint}")


def find_folders(place: str) -> list[Path]:
    """The folders of all documents at ``place``, by name. Raises InputError where there is none, DocumentError where all failed."""
    found = copy_documents(place, new_copies()) if is_remote(place) else [entry.parent for entry in Path(place).glob(f"*/{RUN}")]
    if not found:
        batch = None if is_remote(place) else load_batch(Path(place))
        if failed := [row.message for row in batch.documents if row.how is How.FAILED] if batch else []:
            raise DocumentError("\n".join(failed))
        raise InputError(f"there is no document under {shown(place)}; run `clausetrace run` first, or name another with --out")
    return sorted(found)


def _run_first(doc: str, place: str, configuration: Configuration, passwords: tuple[str, ...]) -> str:
    """Runs a file; gives its doc_id."""
    opened = open_shelf(place)
    request = Request(places=(doc,), out=opened.out, configuration=configuration, passwords=passwords, shelf=opened.shelf)
    [row] = run_with_progress(request, quiet=False).now
    if row.how is How.FAILED:
        raise DocumentError(row.message)
    return row.doc_id
