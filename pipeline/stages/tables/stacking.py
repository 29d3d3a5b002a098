"""Two grids side by side under one head printed twice: laid under one another, so that each row has its own labels and figures.

Only for rates: a figure that is looked up must stand in the row of its own age and sum. Tables that are read stay as printed.
"""

from collections.abc import Sequence

from pipeline.config.settings import TableSettings
from pipeline.stages.tables.heads import count_labels
from pipeline.stages.tables.shapes import Draft
from pipeline.wording import squeeze


def unstacked(draft: Draft, settings: TableSettings) -> Draft:
    """``draft`` with the columns of its repeated head laid under one another; itself where no head is repeated."""
    width = find_period(draft.header)
    if width == draft.width or width < 2:
        return draft
    rows = tuple(
        row[start : start + width]
        for start in range(0, draft.width, width)
        for row in draft.rows
        if any(slot.text for slot in row[start : start + width])
    )
    head = tuple(row[:width] for row in draft.head)
    return Draft(draft.parts, head, rows, count_labels(head, rows, settings), draft.columns[: width + 1], draft.inherited)


def find_period(header: Sequence[str]) -> int:
    """After how many columns the names begin again, all of them; their number where they don't."""
    names = [squeeze(name) for name in header]
    for width in range(2, len(names) // 2 + 1):
        if len(names) % width == 0 and all(name == names[i % width] for i, name in enumerate(names)):
            return width
    return len(names)
