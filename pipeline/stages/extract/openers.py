"""The head of a full-width block that stands in a column above it: read right before the block, behind the columns.

Order of evidence: it is the last of its column and stands wholly below the last row of every other one; little white space parts it
from the block; it is bolder or larger than the row above it, and further from that than rows of one paragraph. What is set as the
text above it is the end of a column that is longer than the others, however near the block.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol, TypeVar

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box
from pipeline.stages.extract.reader import Style
from pipeline.stages.extract.rows import Piece, Row, find_rows

LARGER = 1.1
"""Ratio of type sizes from which on one is larger: the text of a page is set in one size, headings 1.12 times as large and more."""


class Unit(Protocol):
    """What stands in a column: a piece, or an area whole."""

    @property
    def bbox(self) -> Box:
        """Where it stands."""


T = TypeVar("T", bound=Unit)


def find_opener(
    units: Sequence[T], columns: Sequence[int], block: Box, styles: Sequence[Style], settings: ExtractSettings
) -> list[T]:
    """Those of ``units``, which stand in ``columns`` (from 1) above a full-width ``block``, that head it; [] where none do."""
    if len(set(columns)) < 2:
        return []
    column, last = max(zip(columns, units, strict=True), key=lambda pair: pair[1].bbox[3])
    if column == max(columns) or not isinstance(last, Piece):
        return []
    if block[1] - last.bbox[3] > settings.opener_gap * (last.bbox[3] - last.bbox[1]):
        return []
    own = [unit for unit, of in zip(units, columns, strict=True) if of == column]
    top = _top(find_rows([unit for unit in own if isinstance(unit, Piece)], settings), styles, settings)
    ends = max(unit.bbox[3] for unit, of in zip(units, columns, strict=True) if of != column)
    return [unit for unit in own if unit.bbox[1] >= top] if top >= ends else []


def _top(rows: Sequence[Row], styles: Sequence[Style], settings: ExtractSettings) -> float:
    """Where the last rows begin that are set off from the row above them; -1 where none are."""
    for count in range(1, min(settings.opener_rows + 1, len(rows))):
        head, above = _style(rows[-count], styles), _style(rows[-count - 1], styles)
        if (head.bold and not above.bold) or head.size >= LARGER * above.size:
            return min(piece.bbox[1] for piece in rows[-count]) if _is_apart(rows, len(rows) - count, settings) else -1.0
    return -1.0


def _style(row: Row, styles: Sequence[Style]) -> Style:
    """How the longest piece of a row is set: a label before a bold title may be plain."""
    return styles[max(row, key=lambda piece: piece.bbox[2] - piece.bbox[0]).style]


def _is_apart(rows: Sequence[Row], first: int, settings: ExtractSettings) -> bool:
    """Whether the row stands further below the one above than rows of a paragraph do in this column."""
    steps = [below[0].middle - above[0].middle for above, below in pairwise(rows)]
    return steps[first - 1] > settings.paragraph_gap * min(steps)
