"""Bringing an index in LanceDB up to date: only what is new is prepared, and the index changes in one moment.

Documents are written some at a time, their passages first and their outlines last; then the table of the documents that count is
replaced, and what no longer counts is taken out. Killed at any moment, the index is the one of before or the one of after, and the
next update goes on with what was written. One update works at a time.
"""

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pipeline.retrieval.index.built import clear_built
from pipeline.retrieval.index.lance.database import (
    DOCUMENTS,
    OUTLINES,
    PASSAGES,
    RUN,
    Database,
    among,
    find_cache,
    is_passages,
    load_run,
    name_table,
    to_vectors,
)
from pipeline.retrieval.index.lance.reading import LanceStore
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
from pipeline.retrieval.index.records import IndexedDocument, IndexRun, Unit
from pipeline.retrieval.index.segments import Known, Prepared, digest, make_outline, parse_chunk, parse_sentence
from pipeline.retrieval.index.stores import find_visible
from pipeline.retrieval.index.views import build_views
from pipeline.store.folders import locked
from pipeline.store.remote.urls import is_remote

if TYPE_CHECKING:
    import pyarrow

    from pipeline.retrieval.embedding import Vectors

BATCH = 4000
"""Passages that are written in one go, or those of one document where it has more: each write is a version of a table, and those of
an object store take their time."""


class _Made(NamedTuple):
    """What was prepared of a document: its passages, their vectors, and how many of these are new."""

    document: Taken
    units: Mapping[Unit, Prepared]
    vectors: Mapping[Unit, "Vectors"]
    new: int

    @property
    def passages(self) -> int:
        """How many there are."""
        return sum(len(prepared.rows) for prepared in self.units.values())


def update_lance(folders: Sequence[Path], place: str, making: Making) -> Update:
    """Makes the index in ``place`` hold the documents of ``folders``, each a folder that a run wrote.

    Raises InputError where there is none for the collection, OutputError where ``place`` cannot be written or is in use.
    """
    database = Database(place)
    with _held(place):
        before = load_run(database)
        taken = list(choose(folders, making))
        old = {each.doc_id: each for each in (before.documents if before else ())}
        counts = _load_counts(database)
        new = [each for each in taken if each.segment not in counts]
        for unit in Unit:
            database.delete(name_table(unit, making.models.passages.identity), among([each.segment for each in new]))
        embedded = 0
        for batch in _gather(_prepare(database, each, old.get(each.about.doc_id), making) for each in new):
            _write(database, batch, making.models.passages.identity)
            embedded += sum(made.new for made in batch)
        counts = _load_counts(database)
        run = describe_run([describe(each, counts[each.segment]) for each in taken], before, making)
        _finish(database, run, before, making)
        return tell(run, old, embedded)


def clear_lance(place: str) -> None:
    """Takes away an index in LanceDB, and what was made of it on this machine."""
    database = Database(place)
    database.drop([name for name in database.names() if name in (DOCUMENTS, OUTLINES) or is_passages(name)])
    shutil.rmtree(find_cache(place), ignore_errors=True)


def _held(place: str) -> AbstractContextManager[object]:
    """Holds a place for this process."""
    if not is_remote(place):
        return locked(Path(place))
    from pipeline.store.remote.lease import leased
    from pipeline.store.remote.objects import Place

    return leased(Place(place))


def _load_counts(database: Database) -> dict[str, dict[Unit, int]]:
    """How many passages each segment has that is all there."""
    table = database.open(OUTLINES)
    rows = database.select(table, ["segment", *PASSAGES.values()]).to_pylist() if table is not None else []
    return {row["segment"]: {unit: row[name] for unit, name in PASSAGES.items()} for row in rows}


def _prepare(database: Database, document: Taken, earlier: IndexedDocument | None, making: Making) -> _Made:
    units = make_units(document.source, making.chunks)
    known = Known()
    for unit in Unit if earlier else ():
        _take_known(database, name_table(unit, making.models.passages.identity), earlier, known)
    made = {unit: known.embed(prepared.texts, making.models.passages) for unit, prepared in units.items() if prepared.rows}
    return _Made(document, units, {unit: vectors for unit, (vectors, _) in made.items()}, sum(new for _, new in made.values()))


def _take_known(database: Database, name: str, earlier: IndexedDocument | None, known: Known) -> None:
    """The vectors that an earlier state of a document has, if it has any of this model."""
    table = database.open(name)
    if table is not None and earlier:
        rows = database.select(table, ["digest", "vector"], among([earlier.segment]))
        known.hold([bytes.fromhex(each) for each in rows["digest"].to_pylist()], to_vectors(rows))


def _gather(made: Iterable[_Made]) -> Iterator[list[_Made]]:
    """Documents together until they have passages enough."""
    batch: list[_Made] = []
    for each in made:
        batch.append(each)
        if sum(held.passages for held in batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _write(database: Database, batch: Sequence[_Made], model: str) -> None:
    import pyarrow

    for unit in Unit:
        held = [_make_rows(each, unit) for each in batch if unit in each.vectors]
        if held:
            database.add(name_table(unit, model), pyarrow.concat_tables(held))
    database.add(OUTLINES, pyarrow.Table.from_pylist([_make_outline(each) for each in batch]))


def _make_rows(made: _Made, unit: Unit) -> "pyarrow.Table":
    """The passages of a document, with what a person who looks into the table asks for."""
    import pyarrow

    prepared, vectors, about = made.units[unit], made.vectors[unit], made.document.about
    rows = len(prepared.rows)
    parsed = [parse_chunk(row) if unit is Unit.CHUNK else parse_sentence(row) for row in prepared.rows]
    columns = {
        "segment": pyarrow.array([made.document.segment] * rows),
        "row": pyarrow.array(range(rows), pyarrow.int32()),
        "chunk": pyarrow.array(list(prepared.chunks), pyarrow.int32()),
        "digest": pyarrow.array([digest(text).hex() for text in prepared.texts]),
        "id": pyarrow.array([each.id for each in parsed]),
        "doc_id": pyarrow.array([about.doc_id] * rows),
        "status": pyarrow.array([str(about.status)] * rows),
        "access": pyarrow.array([about.access] * rows, pyarrow.list_(pyarrow.string())),
        "text": pyarrow.array(list(prepared.texts)),
        "json": pyarrow.array([row.decode() for row in prepared.rows]),
        "vector": pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(vectors.ravel()), vectors.shape[1]),
    }
    return pyarrow.table(columns)


def _make_outline(made: _Made) -> dict[str, object]:
    counts = {name: len(made.units[unit].rows) for unit, name in PASSAGES.items()}
    tables = choose_tables(made.document.source.tables)
    return {"segment": made.document.segment, **counts, "outline": make_outline(made.units[Unit.CHUNK]), "tables": tables}


def _finish(database: Database, run: IndexRun, before: IndexRun | None, making: Making) -> None:
    used = {each.segment for each in run.documents}
    if run != before:
        database.replace(DOCUMENTS, _make_documents(run))
    _clear_old(database, used, run.embedder)
    build_views(LanceStore(database, find_visible(run.documents, ()), run.embedder), making.models)
    clear_built(find_cache(database.place), used)


def _make_documents(run: IndexRun) -> "pyarrow.Table":
    """The documents, each with what the index says of itself."""
    import pyarrow

    about = {name: value for name, value in msgspec.to_builtins(run).items() if name != "documents"}
    rows = [{RUN: msgspec.json.encode(about).decode(), **msgspec.to_builtins(each)} for each in run.documents]
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    return pyarrow.table({**columns, "access": pyarrow.array(columns["access"], pyarrow.list_(pyarrow.string()))})


def _clear_old(database: Database, used: set[str], model: str) -> None:
    held = [name_table(unit, model) for unit in Unit]
    gone = f"NOT ({among(sorted(used))})"
    for name in (*held, OUTLINES):
        database.delete(name, gone)
    for name in (*held, OUTLINES, DOCUMENTS):
        database.tidy(name)
    database.drop([name for name in database.names() if is_passages(name) and name not in held])
