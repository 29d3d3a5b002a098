"""Bringing an index up to date with what runs wrote: only what is new is prepared, and the index changes in one moment.

What is prepared of a document lies in a folder of its own, written beside its place and swapped in. ``index.json`` names the
folders that count and is replaced as a whole when all of them are there; what no longer counts goes last. Killed at any moment, the
index is the one of before or the one of after, and the next update goes on with what was prepared. One update works at a time.
"""

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from pipeline.errors import OutputError
from pipeline.retrieval.index.built import clear_built
from pipeline.retrieval.index.held import SEGMENTS, VIEWS, FolderStore
from pipeline.retrieval.index.models import Models
from pipeline.retrieval.index.preparing import (
    Making,
    Taken,
    Update,
    choose,
    choose_tables,
    describe,
    describe_run,
    make_units,
    tell,
)
from pipeline.retrieval.index.records import INDEX_VERSION, IndexedDocument, IndexRun
from pipeline.retrieval.index.segments import Known, save_segment
from pipeline.retrieval.index.stores import find_visible
from pipeline.retrieval.index.views import build_views
from pipeline.store.folders import NEW, indented, locked, replace_file

INDEX = "index.json"
WHOLE = "all"
"""Folder of the index of all documents, which no collection is called."""


def update_index(folders: Sequence[Path], place: Path, making: Making) -> Update:
    """Makes the index in ``place`` hold the documents of ``folders``, each a folder that a run wrote.

    Raises InputError where there is none for ``collection``, OutputError where ``place`` cannot be written or is in use.
    """
    with locked(place):
        _clear_unfinished(place)
        before = load_index(place)
        taken = list(choose(folders, making))
        old = {each.doc_id: each for each in (before.documents if before else ())}
        (place / SEGMENTS).mkdir(exist_ok=True)
        embedded = 0
        documents = []
        for document in taken:
            earlier = old.get(document.about.doc_id)
            made, indexed = _prepare(document, earlier, place / SEGMENTS, making)
            embedded += made
            documents.append(indexed)
        run = describe_run(documents, before, making)
        _finish(place, run, making.models)
        return tell(run, old, embedded)


def load_index(place: Path) -> IndexRun | None:
    """What the index in ``place`` holds; None where there is none, or one of another version, which is made anew."""
    try:
        run = msgspec.json.decode((place / INDEX).read_bytes(), type=IndexRun)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise OutputError(f"{place / INDEX} cannot be read ({error}); remove {place} and index again") from None
    return run if run.version == INDEX_VERSION else None


def _clear_unfinished(place: Path) -> None:
    for unfinished in [*place.glob(f"{NEW}*"), *place.glob(f"*/{NEW}*")]:
        shutil.rmtree(unfinished) if unfinished.is_dir() else unfinished.unlink()


def _prepare(document: Taken, earlier: IndexedDocument | None, segments: Path, making: Making) -> tuple[int, IndexedDocument]:
    """Makes the segment of a document where it is not there; how many vectors had to be made, and what the index says of it."""
    name = document.segment
    if earlier and earlier.segment == name and (segments / name).is_dir():
        return 0, earlier
    units = make_units(document.source, making.chunks)
    known = Known([segments / earlier.segment] if earlier and (segments / earlier.segment).is_dir() else [])
    made = {unit: known.embed(prepared.texts, making.models.passages) for unit, prepared in units.items() if prepared.rows}
    vectors = {unit: each for unit, (each, _) in made.items()}
    save_segment(segments / name, units, vectors, choose_tables(document.source.tables))
    return sum(new for _, new in made.values()), describe(document, {unit: len(prepared.rows) for unit, prepared in units.items()})


def _finish(place: Path, run: IndexRun, models: Models) -> None:
    used = {each.segment for each in run.documents}
    replace_file(place / INDEX, indented(run))
    _clear_unused(place / SEGMENTS, used)
    build_views(FolderStore(place, find_visible(run.documents, ())), models)
    clear_built(place / VIEWS, used)


def _clear_unused(segments: Path, used: Iterable[str]) -> None:
    kept = set(used)
    for folder in segments.iterdir():
        if folder.name not in kept:
            shutil.rmtree(folder)
