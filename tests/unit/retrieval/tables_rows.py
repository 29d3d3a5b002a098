"""Rows of ``tables.jsonl`` in a line."""

from pipeline.model import Origin, Reason, TableAction, TableKind
from pipeline.store.rows import DimensionRow, TableRow


def table_row(header, *cells, name="t1", page=7, caption="Premium Chart", dimensions=(), labels=1, action=TableAction.EXCLUDED):
    """A table whose cell in row r and column c stands at [10 c, 10 r, 10 c + 9, 10 r + 9]."""
    boxes = [[[page, 10 * c, 10 * r, 10 * c + 9, 10 * r + 9] for c in range(len(row))] for r, row in enumerate(cells)]
    fixed = [DimensionRow(key, value) for key, value in dimensions]
    return TableRow(
        name, [page], TableKind.RATES, action, Origin.EXTRACTED, caption, fixed, "", [], list(header), labels,
        len(cells), len(header), [list(row) for row in cells], boxes, Reason("test", ""),
    )  # fmt: skip
