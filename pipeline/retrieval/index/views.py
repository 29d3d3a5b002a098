"""Keyword indexes, one for each set of documents that somebody may see: what is hidden has no weight in a score.

A view is named after the segments of its documents. Those of all who have no tag are built with the index, others when they are
first asked for; where the index cannot be written they are built in memory. A view is written beside its place and swapped in, and
its files never change.
"""

import hashlib
import os
import shutil
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.retrieval.index.keyword import Written, build_keyword, open_keyword
from pipeline.retrieval.index.records import IndexedDocument, IndexRun, Unit
from pipeline.retrieval.index.segments import NAME, Rows, parse_chunk
from pipeline.store.folders import NEW, flush_folder

if TYPE_CHECKING:
    import tantivy

VIEWS, SEGMENTS = "views", "segments"


def find_visible(run: IndexRun, tags: Collection[str]) -> list[IndexedDocument]:
    """The documents that may be seen with ``tags``: those without any tag of their own, and those that have one of these."""
    return [document for document in run.documents if not document.access or set(document.access) & set(tags)]


def build_views(place: Path, run: IndexRun) -> None:
    """Builds what nobody needs a tag for, and removes the views of other states of the index."""
    kept = set()
    documents = find_visible(run, ())
    for unit in Unit:
        if documents:
            open_view(place, documents, unit)
            kept.add(name_view(documents, unit))
    for folder in (place / VIEWS).glob("*"):
        if folder.name not in kept and not _is_of(folder, run):
            shutil.rmtree(folder, ignore_errors=True)


def _is_of(folder: Path, run: IndexRun) -> bool:
    """Whether every document of a view is in the index as it was."""
    held = {document.segment for document in run.documents}
    listed = folder / "segments.txt"
    return listed.is_file() and set(listed.read_text(encoding="ascii").split()) <= held


def name_view(documents: Sequence[IndexedDocument], unit: Unit) -> str:
    """The name of the view of some documents, in their order."""
    named = "\n".join(f"{document.doc_id}\t{document.segment}" for document in documents)
    return f"{unit}-{hashlib.sha256(named.encode()).hexdigest()[:NAME]}"


def open_view(place: Path, documents: Sequence[IndexedDocument], unit: Unit) -> "tantivy.Index":
    """The keyword index of ``documents``; built where it is not there yet."""
    folder = place / VIEWS / name_view(documents, unit)
    if folder.is_dir():
        return open_keyword(folder / "keyword")
    passages = _read_passages(place, documents, unit)
    new = folder.with_name(f"{NEW}{os.getpid()}-{folder.name}")
    try:
        shutil.rmtree(new, ignore_errors=True)
        (new / "keyword").mkdir(parents=True)
    except OSError:
        return build_keyword(passages, None)
    build_keyword(passages, new / "keyword")
    (new / "segments.txt").write_text("\n".join(document.segment for document in documents), encoding="ascii")
    return _swap_in(new, folder)


def _swap_in(new: Path, folder: Path) -> "tantivy.Index":
    """Puts a view in its place; another process may have built the same one meanwhile."""
    try:
        new.rename(folder)
        flush_folder(folder.parent)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(new, ignore_errors=True)
    return open_keyword(folder / "keyword")


def _read_passages(place: Path, documents: Sequence[IndexedDocument], unit: Unit) -> Iterator[Written]:
    number = 0
    for at, document in enumerate(documents):
        for row in Rows(place / SEGMENTS / document.segment, unit).read_all():
            chunk = parse_chunk(row)
            yield Written(number, at, chunk.label, chunk.embed_text)
            number += 1
