"""What an index holds of a document, made of what a run wrote: which documents, their passages, and what is said of an update."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from pipeline.config.settings import ChunkSettings
from pipeline.errors import InputError
from pipeline.model import ChunkKind, TableAction
from pipeline.retrieval.codes import find_printed_codes
from pipeline.retrieval.index.models import Models
from pipeline.retrieval.index.records import INDEX_VERSION, IndexedDocument, IndexRun, Unit
from pipeline.retrieval.index.segments import Prepared, Source, name_segment
from pipeline.retrieval.sentences import make_sentences
from pipeline.store.folders import RUN, load_run
from pipeline.store.read import load_furniture
from pipeline.store.rows import ChunkRow, ClauseRow, InputRow, TableRow

Row = TypeVar("Row", ChunkRow, ClauseRow)


class Update(NamedTuple):
    """What an update did: documents by what became of them, and how many texts got a new vector."""

    run: IndexRun
    added: Sequence[str]
    changed: Sequence[str]
    unchanged: Sequence[str]
    removed: Sequence[str]
    embedded: int


class Taken(NamedTuple):
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


def choose(folders: Sequence[Path], making: Making) -> Iterator[Taken]:
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
        yield Taken(about, codes, source, name_segment(source, making.made_by))


def _load_source(folder: Path, about: bytes) -> Source:
    try:
        chunks, clauses, tables = ((folder / f"{name}.jsonl").read_bytes() for name in ("chunks", "clauses", "tables"))
    except OSError as error:
        raise InputError(f"{error.filename} cannot be read ({error.strerror}); run its document again") from None
    return Source(chunks, clauses, tables, about)


def make_units(source: Source, settings: ChunkSettings) -> Mapping[Unit, Prepared]:
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


def choose_tables(tables: bytes) -> bytes:
    """The tables that no chunk holds, as they are written."""
    decoder = msgspec.json.Decoder(TableRow)
    rows = tables.splitlines(keepends=True)
    return b"".join(row for row in rows if decoder.decode(row).action is TableAction.EXCLUDED)


def describe(taken: Taken, counts: Mapping[Unit, int]) -> IndexedDocument:
    """What an index says of a document that has so many passages."""
    about = taken.about
    return IndexedDocument(
        doc_id=about.doc_id,
        segment=taken.segment,
        family=about.family,
        title=about.title,
        status=about.status,
        updated=about.updated,
        access=about.access,
        source=about.source,
        source_sha256=about.sha256,
        chunks=counts[Unit.CHUNK],
        sentences=counts[Unit.SENTENCE],
        codes=taken.codes,
    )


def describe_run(documents: list[IndexedDocument], before: IndexRun | None, making: Making) -> IndexRun:
    """What an index says of itself; its number is that of before where its documents are."""
    number = (before.number if before else 0) + (0 if before and documents == before.documents else 1)
    models = making.models
    return IndexRun(INDEX_VERSION, number, making.collection, models.passages.identity, models.words.identity, documents)


def tell(run: IndexRun, old: Mapping[str, IndexedDocument], embedded: int) -> Update:
    """What an update did; ``old`` are the documents of before."""
    new = {each.doc_id: each for each in run.documents}
    segments = {doc_id: each.segment for doc_id, each in old.items()}
    return Update(
        run=run,
        added=[doc_id for doc_id in new if doc_id not in old],
        changed=[doc_id for doc_id, each in new.items() if doc_id in old and segments[doc_id] != each.segment],
        unchanged=[doc_id for doc_id, each in new.items() if segments.get(doc_id) == each.segment],
        removed=[doc_id for doc_id in old if doc_id not in new],
        embedded=embedded,
    )
