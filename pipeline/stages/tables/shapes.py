"""The records that the steps of the tables stage hand to each other, from the grid to the table.

    Grid (cells of one area) -> Part (one set of columns, words in its cells) -> Draft (heads and row labels known) -> model.Table

A slot stands once for each cell; where a cell is merged over rows or columns, the rows hold the same slot again, so that ``is``
tells a merged cell from two cells with equal words.
"""

from collections.abc import Callable

from pipeline.geometry import Box
from pipeline.model import Record

Mask = int
"""A set of column boundaries: bit i is the boundary between the grid's columns i and i + 1."""


class Cell(Record, frozen=True):
    """A cell of a grid: its first row and column, how many of each it covers, and its box in points."""

    row: int
    col: int
    rows: int
    cols: int
    bbox: Box


class Grid(Record, frozen=True):
    """The cells of one area, row by row. ``xs`` and ``ys`` are the boundaries in points, the outer ones included."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[Cell, ...]


GridReader = Callable[[int, Box], Grid | None]
"""Reads the grid of an area (page from 1, box in points) in another way; None where it sees none."""


NO_INK = -1
"""The colour of a cell on bare paper."""


class Slot(Record, frozen=True):
    """The words of one cell. ``bbox`` is the box of the words, of the cell where there are none. ``turned``: set at 90 degrees.

    ``ink`` is the colour that fills the cell, 0xRRGGBB.
    """

    page: int
    bbox: Box
    text: str
    bold: bool = False
    turned: bool = False
    ink: int = NO_INK
    line_ids: tuple[str, ...] = ()


Row = tuple[Slot, ...]


class Part(Record, frozen=True):
    """Rows of one area that share one set of columns. ``bands`` are full-width cells above them.

    ``columns`` are the boundaries in points. ``order`` and ``end`` are the places of its first and its last line in the document's
    reading order.
    """

    page: int
    bbox: Box
    columns: tuple[float, ...]
    rows: tuple[Row, ...]
    bands: Row
    line_ids: tuple[str, ...]
    order: int
    end: int
    area: int
    ruled: bool
    prose: bool
    unsure: bool = False


class Draft(Record, frozen=True):
    """A table in the making: parts joined over pages, heads told from rows.

    ``head`` are the head rows, ``rows`` the rows under them, ``labels`` how many first columns name a row. ``columns`` are
    the boundaries where the last part stands; ``inherited`` says that the heads stand only on a table before it.
    """

    parts: tuple[Part, ...]
    head: tuple[Row, ...]
    rows: tuple[Row, ...]
    labels: int
    columns: tuple[float, ...]
    inherited: bool = False

    @property
    def header(self) -> tuple[str, ...]:
        """One string a column: heads in several rows joined, a merged one named once."""
        return tuple(join_heads(column) for column in zip(*self.head, strict=True)) if self.head else ()

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.columns) - 1


def join_heads(column: tuple[Slot, ...]) -> str:
    """The heads of one column from the top down, each once, joined with " | "."""
    texts: list[str] = []
    for slot in column:
        if slot.text and slot.text not in texts:
            texts.append(slot.text)
    return " | ".join(texts)
