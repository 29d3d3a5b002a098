"""Bringing an index up to date with what runs wrote: only what is new is prepared, and the index changes in one moment.

What is prepared of a document lies in a folder of its own, written beside its place and swapped in. ``index.json`` names the
folders that count and is replaced as a whole when all of them are there; what no longer counts goes last. Killed at any moment, the
index is the one of before or the one of after, and the next update goes on with what was prepared. One update works at a time.
"""

import hashlib
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from pipeline.config.settings import ChunkSettings
from pipeline.errors import InputError, OutputError
from pipeline.model import ChunkKind, TableAction
from pipeline.retrieval.codes import find_printed_codes
from pipeline.retrieval.index.models import Models
from pipeline.retrieval.index.records import INDEX_VERSION, IndexedDocument, IndexRun, Unit
from pipeline.retrieval.index.segments import Known, Prepared, Source, name_segment, save_segment
from pipeline.retrieval.index.views import build_views
from pipeline.retrieval.sentences import make_sentences
from pipeline.store.folders import NEW, RUN, indented, load_run, locked, replace_file
from pipeline.store.read import load_furniture
from pipeline.store.rows import ChunkRow, ClauseRow, InputRow, TableRow

Row = TypeVar("Row", ChunkRow, ClauseRow)

INDEX, SEGMENTS = "index.json", "segments"
WHOLE = "all"
"""Folder of the index of all documents, which no collection is called."""


class Update(NamedTuple):
    """What an update did: documents by what became of them, and how many texts got a new vector."""

    run: IndexRun
    added: Sequence[str]
    changed: Sequence[str]
    unchanged: Sequence[str]
    removed: Sequence[str]
    embedded: int


class _Taken(NamedTuple):
    """A document to be indexed: what a run said of it, the codes that its pages print, its files, and the name of its segment."""

    about: InputRow
    codes: list[str]
    source: Source
    segment: str


class Making(NamedTuple):
    """How an index is made: by which models, how sentences are told apart, and of which collection ("" for all documents)."""

    models: Models
    chunks: ChunkSettings
    collection: str = ""

    @property
    def made_by(self) -> str:
        """What names the model and the settings that shape a document's segment."""
        told = hashlib.sha256(repr((self.chunks.abbreviations, self.chunks.onward)).encode()).hexdigest()
        return f"{self.models.passages.identity}\n{told}"


def update_index(folders: Sequence[Path], place: Path, making: Making) -> Update:
    """Makes the index in ``place`` hold the documents of ``folders``, each a folder that a run wrote.

    Raises InputError where there is none for ``collection``, OutputError where ``place`` cannot be written or is in use.
    """
    with locked(place):
        _clear_unfinished(place)
        before = load_index(place)
        taken = list(_choose(folders, making))
        old = {each.doc_id: each for each in (before.documents if before else ())}
        (place / SEGMENTS).mkdir(exist_ok=True)
        embedded = 0
        documents = []
        for document in taken:
            earlier = old.get(document.about.doc_id)
            made, indexed = _prepare(document, earlier, place / SEGMENTS, making)
            embedded += made
            documents.append(indexed)
        number = (before.number if before else 0) + (0 if before and documents == before.documents else 1)
        identity = making.models.passages.identity
        run = IndexRun(INDEX_VERSION, number, making.collection, identity, making.models.words.identity, documents)
        return _finish(place, run, old, making.models)._replace(embedded=embedded)


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


def _choose(folders: Sequence[Path], making: Making) -> Iterator[_Taken]:
    """The documents of a collection by doc_id: those that say so, or, where none does, those that name no collection."""
    runs = {folder: run for folder in folders if (run := load_run(folder))}
    unread = next((folder for folder in folders if folder not in runs), None)
    if unread:
        raise InputError(f"{unread / RUN} was written by another version or changed; run its document again with --force")
    collection = making.collection
    named = sorted({run.input.collection for run in runs.values()} - {""})
    wanted = collection if collection in named else ""
    chosen = [folder for folder, run in runs.items() if not collection or run.input.collection == wanted]
    if not chosen:
        raise InputError(f"no document belongs to the collection {collection!r}; there are: {', '.join(named)}")
    for folder in sorted(chosen, key=lambda each: runs[each].input.doc_id):
        about = runs[folder].input
        codes = find_printed_codes(load_furniture(folder))
        source = _load_source(folder, msgspec.json.encode((about, codes)))
        yield _Taken(about, codes, source, name_segment(source, making.made_by))


def _load_source(folder: Path, about: bytes) -> Source:
    try:
        chunks, clauses, tables = ((folder / f"{name}.jsonl").read_bytes() for name in ("chunks", "clauses", "tables"))
    except OSError as error:
        raise InputError(f"{error.filename} cannot be read ({error.strerror}); run its document again") from None
    return Source(chunks, clauses, tables, about)


def _prepare(document: _Taken, earlier: IndexedDocument | None, segments: Path, making: Making) -> tuple[int, IndexedDocument]:
    """Makes the segment of a document where it is not there; how many vectors had to be made, and what the index says of it."""
    about, codes, source, name = document
    if earlier and earlier.segment == name and (segments / name).is_dir():
        return 0, earlier
    units = _make_units(source, making.chunks)
    known = Known([segments / earlier.segment] if earlier and (segments / earlier.segment).is_dir() else [])
    made = {unit: known.embed(prepared.texts, making.models.passages) for unit, prepared in units.items() if prepared.rows}
    vectors = {unit: each for unit, (each, _) in made.items()}
    save_segment(segments / name, units, vectors, _choose_tables(source.tables))
    indexed = IndexedDocument(
        doc_id=about.doc_id,
        segment=name,
        family=about.family,
        title=about.title,
        status=about.status,
        updated=about.updated,
        access=about.access,
        source=about.source,
        source_sha256=about.sha256,
        chunks=len(units[Unit.CHUNK].rows),
        sentences=len(units[Unit.SENTENCE].rows),
        codes=codes,
    )
    return sum(new for _, new in made.values()), indexed


def _make_units(source: Source, settings: ChunkSettings) -> Mapping[Unit, Prepared]:
    """What is searched of a document. Bare headings are left out: as short as they are, they would beat what stands under them."""
    chunks, clauses = _decode(source.chunks, ChunkRow), _decode(source.clauses, ClauseRow)
    rows = zip(chunks, source.chunks.splitlines(), strict=True)
    searched = [(chunk, row) for chunk, row in rows if chunk.kind is not ChunkKind.SECTION]
    places = {chunk.id: at for at, (chunk, _) in enumerate(searched)}
    sentences = [each for each in make_sentences(chunks, clauses, settings) if each.chunk_id in places]
    owners = [places[sentence.chunk_id] for sentence in sentences]
    return {
        Unit.CHUNK: Prepared([row for _, row in searched], [chunk.embed_text for chunk, _ in searched], range(len(searched))),
        Unit.SENTENCE: Prepared([msgspec.json.encode(each) for each in sentences], [each.text for each in sentences], owners),
    }


def _decode(rows: bytes, kind: type[Row]) -> list[Row]:
    decoder = msgspec.json.Decoder(kind)
    try:
        return [decoder.decode(row) for row in rows.splitlines()]
    except msgspec.DecodeError as error:
        raise InputError(
            f"a {kind.__name__} was written by another version ({error}); run its document again with --force"
        ) from None


def _choose_tables(tables: bytes) -> bytes:
    """The tables that no chunk holds, as they are written."""
    decoder = msgspec.json.Decoder(TableRow)
    rows = tables.splitlines(keepends=True)
    return b"".join(row for row in rows if decoder.decode(row).action is TableAction.EXCLUDED)


def _finish(place: Path, run: IndexRun, old: Mapping[str, IndexedDocument], models: Models) -> Update:
    new = {each.doc_id: each for each in run.documents}
    segments = {doc_id: each.segment for doc_id, each in old.items()}
    replace_file(place / INDEX, indented(run))
    _clear_unused(place / SEGMENTS, {each.segment for each in run.documents})
    build_views(place, run, models)
    return Update(
        run=run,
        added=[doc_id for doc_id in new if doc_id not in old],
        changed=[doc_id for doc_id, each in new.items() if doc_id in old and segments[doc_id] != each.segment],
        unchanged=[doc_id for doc_id, each in new.items() if segments.get(doc_id) == each.segment],
        removed=[doc_id for doc_id in old if doc_id not in new],
        embedded=0,
    )


def _clear_unused(segments: Path, used: Iterable[str]) -> None:
    kept = set(used)
    for folder in segments.iterdir():
        if folder.name not in kept:
            shutil.rmtree(folder)
