"""The records of a comparison: what is compared, and what came out.

A row always has all its keys: a side that does not exist is a place with an empty id and page 0, never null. What does not come
from the pages (which file, which title) is told by an ``Edition``.
"""

from enum import StrEnum
from typing import NamedTuple

from pipeline.geometry import Box
from pipeline.model import Record


class Kind(StrEnum):
    """What became of a clause, or of a table. A change may be of several kinds; the first in this order names it."""

    SPLIT = "split"
    MERGED = "merged"
    ADDED = "added"
    REMOVED = "removed"
    REWORDED = "reworded"
    MOVED = "moved"
    RENUMBERED = "renumbered"
    RETITLED = "retitled"


class Spot(Record, frozen=True):
    """A box on a page, counted from 1: x0, top, x1, bottom in points from the top left corner of the page as shown."""

    page: int
    bbox: Box


class Edition(Record, frozen=True):
    """Which version of the document: as it is called, what is said of it, the file that was read, and the hash of its bytes."""

    doc_id: str = ""
    title: str = ""
    updated: str = ""
    effective_from: str = ""
    effective_to: str = ""
    source: str = ""
    sha256: str = ""
    language: str = ""


class Unit(NamedTuple):
    """What is matched as a whole: a clause, or words that stand in none. ``parent`` is the index of the unit above, -1 at the root.

    ``number`` is the label as it counts under its parent ("1" of "4.1" under "4"); ``key`` all words of it as they are compared.
    """

    id: str
    label: str
    title: str
    text: str
    page: int
    parent: int
    path: tuple[str, ...]
    number: str
    key: str
    boxes: tuple[Spot, ...] = ()


class Version(NamedTuple):
    """One version of a document: its units in reading order."""

    units: tuple[Unit, ...]
    edition: Edition = Edition()


class Place(Record, frozen=True):
    """Where a clause or a table stands in one version. Of a document without pages there are no boxes."""

    id: str = ""
    label: str = ""
    title: str = ""
    page: int = 0
    boxes: tuple[Spot, ...] = ()


class Piece(Record, frozen=True):
    """A stretch of words: ``op`` is equal, removed or added."""

    op: str
    words: str


class Change(Record, frozen=True):
    """One clause that is not as it was.

    ``kind`` is the first of ``kinds``. ``old`` and ``new`` have one place each, several where a clause was split or merged, none
    where there is none. ``words`` is the word diff, all words of an added or removed clause, empty where the words are the same.
    ``weights`` are the numbers, dates, amounts, percentages and negations among the changed words. ``follow`` are the clauses
    under it that only follow their parent, by the id that they have now. ``behind`` is, of a clause that came or went, the clause
    of the other version behind which it would stand; empty where that has none.
    """

    kind: Kind
    kinds: tuple[Kind, ...]
    old: tuple[Place, ...]
    new: tuple[Place, ...]
    weighty: bool
    weights: tuple[str, ...]
    words: tuple[Piece, ...]
    follow: tuple[str, ...]
    behind: tuple[Place, ...]


class CellChange(Record, frozen=True):
    """A cell that is not as it was: the row by its labels, the column by its head, or its number where there are no heads.

    A row or column that is new has old "". Where ``row`` is "", it is the head itself that changed, or what holds for the whole
    table. ``words`` is the word diff.
    """

    row: str
    column: str
    old: str
    new: str
    weighty: bool
    old_boxes: tuple[Spot, ...]
    new_boxes: tuple[Spot, ...]
    words: tuple[Piece, ...]


class TableChange(Record, frozen=True):
    """A table that is not as it was: added, removed, reworded (cell by cell), or moved: the same rows in another order.

    A table that one version prints in pieces has the ids of all of them, joined with "+".
    """

    kind: Kind
    old: Place
    new: Place
    weighty: bool
    cells: tuple[CellChange, ...]


class Difference(Record, frozen=True):
    """All that changed, in the order of the new version, what was removed where it stood. ``unchanged`` counts clauses.

    ``old`` and ``new`` are what the versions are called; ``editions`` says more of each, in that order.
    """

    old: str
    new: str
    unchanged: int
    clauses: tuple[Change, ...]
    tables: tuple[TableChange, ...]
    editions: tuple[Edition, Edition]

    @property
    def same(self) -> bool:
        """Whether nothing changed."""
        return not self.clauses and not self.tables


class Pairs(NamedTuple):
    """What belongs together: index of an old unit to its new one; of a split one to its parts; of a new one to what it merges."""

    paired: dict[int, int]
    split: dict[int, tuple[int, ...]]
    merged: dict[int, tuple[int, ...]]
