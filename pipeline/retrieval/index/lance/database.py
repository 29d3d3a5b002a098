"""The tables of an index in LanceDB, and how they are reached.

``documents`` has a row for each document that counts, and is replaced in one moment. ``chunks_`` and ``sentences_``, with what
tells the model, have the passages with their vectors, and ``outlines`` what else is kept of a document; its row is written last, so
that a document that has one is all there. Rows belong to a segment, as the folders of an index on the disk do; those of a segment
that no document names are what a killed update left, or are about to go, and nobody sees them.

On S3, regions, credentials and endpoints are found in the usual variables of the environment. LanceDB sends nothing anywhere else.
"""

import hashlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pipeline.errors import DependencyMissing, InputError, OutputError
from pipeline.retrieval.index.records import INDEX_VERSION, IndexRun, Unit
from pipeline.retrieval.index.segments import NAME
from pipeline.store.remote.urls import is_remote, shown

if TYPE_CHECKING:
    import pyarrow

    from pipeline.retrieval.embedding import Vectors

DOCUMENTS, OUTLINES = "documents", "outlines"
PASSAGES = {Unit.CHUNK: "chunks", Unit.SENTENCE: "sentences"}
RUN, VIEWS = "run", "views"
MODEL = 8
"""Hex digits that tell models apart."""
LOG = "LANCEDB_LOG"
"""What says which messages of LanceDB go to stderr; as it is they tell of each table that is made."""
ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
INSTALL = 'an index in LanceDB needs lancedb; install it with: pip install "clausetrace[lance]"'


class Database:
    """The tables in one place, a folder or an address."""

    def __init__(self, place: str) -> None:
        """Raises DependencyMissing."""
        try:
            os.environ.setdefault(LOG, "error")
            import lancedb
        except ImportError:
            raise DependencyMissing(INSTALL) from None
        self.place = place
        with told(place):
            self._connection = lancedb.connect(place, storage_options=_find_options(os.environ) if is_remote(place) else None)

    def names(self) -> list[str]:
        """The names of the tables that are there."""
        with told(self.place):
            names: list[str] = self._connection.list_tables(limit=1000).tables
            return names

    def open(self, name: str) -> Any:
        """A table as it is now: what is written later is not seen through it. None where it is not there."""
        with told(self.place):
            return self._connection.open_table(name) if name in self.names() else None

    def select(self, table: Any, columns: Sequence[str], where: str = "") -> "pyarrow.Table":
        """Some columns of all rows of a table, or of those that fulfil a condition, each with its ``_rowid``."""
        with told(self.place):
            asked = table.search().select(list(columns)).with_row_id(True).limit(max(1, table.count_rows()))
            return (asked.where(where) if where else asked).to_arrow()

    def add(self, name: str, rows: "pyarrow.Table") -> None:
        """Puts rows into a table, made where it is not there."""
        with told(self.place):
            if name in self.names():
                self._connection.open_table(name).add(rows)
            else:
                self._connection.create_table(name, rows)

    def replace(self, name: str, rows: "pyarrow.Table") -> None:
        """Puts rows in the place of all that a table has, in one moment."""
        with told(self.place):
            self._connection.create_table(name, rows, mode="overwrite")

    def delete(self, name: str, where: str) -> None:
        """Takes rows out of a table."""
        with told(self.place):
            table = self.open(name)
            if table is not None and table.count_rows(where):
                table.delete(where)

    def tidy(self, name: str) -> None:
        """Joins what many small writes have put apart."""
        with told(self.place):
            if name in self.names():
                self._connection.open_table(name).optimize()

    def drop(self, names: Collection[str]) -> None:
        """Takes tables away."""
        with told(self.place):
            for name in names:
                self._connection.drop_table(name)


@contextmanager
def told(place: str) -> Iterator[None]:
    """Raises OutputError where a place cannot be reached or written. LanceDB raises RuntimeError, ValueError or OSError then."""
    try:
        yield
    except (RuntimeError, ValueError, OSError) as error:
        said = " ".join(str(error).split())
        raise OutputError(f"{shown(place)}: LanceDB cannot read or write it ({said}); choose another place with --index") from None


def _find_options(environment: Mapping[str, str]) -> dict[str, str]:
    """The endpoint that the libraries of AWS take from the environment, which LanceDB calls otherwise."""
    endpoint = next((environment[name] for name in ENDPOINTS if environment.get(name)), "")
    options = {"aws_endpoint": endpoint} if endpoint else {}
    return {**options, "allow_http": "true"} if endpoint.startswith("http://") else options


def name_table(unit: Unit, model: str) -> str:
    """The table of the passages of a unit that have vectors of a model, by its identity."""
    return f"{PASSAGES[unit]}_{hashlib.sha256(model.encode()).hexdigest()[:MODEL]}"


def among(segments: Collection[str]) -> str:
    """The condition that a row is of one of some segments, whose names are hexadecimal digits."""
    return f"segment IN ({', '.join(map(repr, segments))})" if segments else "false"


def refuse_none(place: str) -> InputError:
    """What is said where there is no index."""
    return InputError(f"there is no index in {shown(place)}; make it with `clausetrace index --store lance`")


def is_passages(name: str) -> bool:
    """Whether a table is one of passages."""
    return name.startswith(tuple(f"{each}_" for each in PASSAGES.values()))


def to_vectors(rows: "pyarrow.Table") -> "Vectors":
    """The vectors of some rows."""
    held = rows["vector"].combine_chunks()
    vectors: Vectors = held.flatten().to_numpy(zero_copy_only=False).reshape(len(held), held.type.list_size)
    return vectors


def load_run(database: Database) -> IndexRun | None:
    """What an index in LanceDB holds; None where there is none, or one of another version, which is made anew."""
    table = database.open(DOCUMENTS)
    if table is None:
        return None
    with told(database.place):
        rows = table.to_arrow().to_pylist()
    about = msgspec.json.decode(rows[0][RUN])
    documents = [{name: value for name, value in row.items() if name != RUN} for row in rows]
    return msgspec.convert({**about, "documents": documents}, IndexRun) if about["version"] == INDEX_VERSION else None


def find_cache(place: str) -> Path:
    """The folder for what is made of an index in LanceDB: beside the tables, or for an object store on this machine."""
    if not is_remote(place):
        return Path(place) / VIEWS
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "clausetrace" / hashlib.sha256(place.encode()).hexdigest()[:NAME]
