"""Chunks as rows of plain columns, for CSV and Parquet: metadata a column a key (`metadata.title`), lists as JSON."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from pipeline.errors import DependencyMissing
from pipeline.export.frames import INSTALL
from pipeline.store.rows import ChunkRow, MetadataRow

if TYPE_CHECKING:
    from pandas import DataFrame

METADATA = "metadata"
NESTED = {"clause_path", "headings", "provenance", "warnings"}
WHOLE = {
    *("chunk_index", "overlap", "tokens", "tokens_label"),
    *(f"{METADATA}.{name}" for name in ("page_first", "page_last", "part", "parts")),
}
"""Columns of whole numbers; all others are text."""
COLUMNS = [
    name
    for field in msgspec.structs.fields(ChunkRow)
    for name in (
        [f"{METADATA}.{inner.name}" for inner in msgspec.structs.fields(MetadataRow)] if field.name == METADATA else [field.name]
    )
]
"""In the order of `chunks.jsonl`."""


def flatten(chunk: ChunkRow) -> list[str | int]:
    """The values of COLUMNS."""
    values: list[str | int] = []
    for field in msgspec.structs.fields(ChunkRow):
        value = getattr(chunk, field.name)
        if field.name == METADATA:
            values += msgspec.structs.astuple(value)
        else:
            values.append(msgspec.json.encode(value).decode() if field.name in NESTED else value)
    return values


def make_chunk_frame(chunks: Iterable[ChunkRow]) -> "DataFrame":
    """A frame of ``chunks``. Raises DependencyMissing where pandas is not installed."""
    try:
        import pandas
    except ImportError:
        raise DependencyMissing(f"export to Parquet needs pandas; {INSTALL}") from None
    rows: Sequence[list[str | int]] = [flatten(chunk) for chunk in chunks]
    columns = {name: [row[at] for row in rows] for at, name in enumerate(COLUMNS)}
    return pandas.DataFrame(
        {name: pandas.Series(values, dtype="int64" if name in WHOLE else "string") for name, values in columns.items()}
    )
