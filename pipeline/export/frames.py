"""Typed columns as a pandas frame. pandas is an extra and slow to start, so it is imported when a frame is made and not before."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pipeline.errors import DependencyMissing
from pipeline.export.typed import Column, ColumnKind

if TYPE_CHECKING:
    from pandas import DataFrame

DTYPES = {ColumnKind.WHOLE: "Int64", ColumnKind.NUMBER: "Float64", ColumnKind.SHARE: "Float64", ColumnKind.TEXT: "string"}
"""pandas' types that know of no value."""
INSTALL = 'install it with: pip install "clausetrace[excel]"'


def make_frame(columns: Sequence[Column]) -> "DataFrame":
    """A frame of ``columns``. Raises DependencyMissing where pandas is not installed."""
    try:
        import pandas
    except ImportError:
        raise DependencyMissing(f"export needs pandas; {INSTALL}") from None
    return pandas.DataFrame({column.name: pandas.Series(column.values, dtype=DTYPES[column.kind]) for column in columns})


def make_plain_frame(columns: Sequence[str], rows: Sequence[Sequence[Any]], types: Mapping[str, str]) -> "DataFrame":
    """A frame of ``rows``; columns that ``types`` does not name are text. Raises DependencyMissing where pandas is missing."""
    try:
        import pandas
    except ImportError:
        raise DependencyMissing(f"export needs pandas; {INSTALL}") from None
    return pandas.DataFrame(
        {name: pandas.Series([row[at] for row in rows], dtype=types.get(name, "string")) for at, name in enumerate(columns)}
    )
