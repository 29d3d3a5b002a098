"""What the audit page is given: the clauses, tables and lines set aside of one document, each with its boxes on the pages.

A clause's key and hash are what a verdict goes by. The hash is of title and words together, white space collapsed: an exclusion
whose title alone became another must be asked again. Decides nothing about the document.
"""

from pipeline.model import Record

Spot = tuple[int, float, float, float, float]
"""Page from 1, then x0, top, x1, bottom in points."""
Shown = tuple[str, float, float, float, float, str]
"""A box on a page: what it shows, its edges in points, and the id of the clause, table or line that owns it."""
Worded = tuple[float, float, float, float, str]
"""The edges of a line in points, and its words."""


class Cover(Record, frozen=True):
    """What the document is. ``made`` is the program's version; ``written`` the hash of the file that was read."""

    doc_id: str
    family: str
    title: str
    updated: str
    status: str
    language: str
    source: str
    sha256: str
    made: str


class Sheet(Record, frozen=True):
    """A page as shown, in points, its printed number, and the boxes on it.

    ``words`` are its upright lines with their boxes where there is no picture of it to show: they stand in for one.
    """

    number: int
    label: str
    width: float
    height: float
    boxes: tuple[Shown, ...]
    words: tuple[Worded, ...] = ()


class Leaf(Record, frozen=True):
    """A node of the clause tree. ``kind`` is clause, heading, overview or aside; ``asked`` whether it wants a verdict.

    ``row`` is what its first row on the page says. ``findings`` are places in the list of the view. ``verified`` says that its
    words were found on its pages, ``look`` that a person should look at it.
    """

    id: str
    key: str
    hash: str
    kind: str
    parent: str
    depth: int
    label: str
    title: str
    text: str
    row: str
    page: int
    spots: tuple[Spot, ...]
    confidence: float
    rule: str
    evidence: str
    near: tuple[tuple[str, str], ...]
    findings: tuple[int, ...]
    verified: bool
    asked: bool
    look: bool


class Cell(Record, frozen=True):
    """A cell of a kept table: what a mark on it goes by, its words, where they stand, and what a finding says of it."""

    key: str
    hash: str
    text: str
    spot: Spot
    finding: int


class Grid(Record, frozen=True):
    """A table. ``heads`` stand for a caption that it lacks; ``holds`` are words in it.

    ``rows`` are empty where it was not kept: its cells are in its CSV.
    """

    id: str
    key: str
    hash: str
    kind: str
    action: str
    origin: str
    caption: str
    heads: str
    holds: str
    clause_id: str
    pages: tuple[int, ...]
    spots: tuple[Spot, ...]
    header: tuple[str, ...]
    row_labels: int
    rows: tuple[tuple[Cell, ...], ...]
    size: tuple[int, int]
    rule: str
    evidence: str
    findings: tuple[int, ...]


class Group(Record, frozen=True):
    """Lines set aside alike. ``lines`` has (page, line id, text) of each in their order; ``share`` is of pages, 0 to 1."""

    kind: str
    rule: str
    evidence: str
    share: float
    lines: tuple[tuple[int, str, str], ...]


class Note(Record, frozen=True):
    """A finding, as in ``findings.jsonl``."""

    id: str
    code: str
    severity: str
    message: str
    page: int
    clause_id: str
    bbox: tuple[float, ...]
    text: str


class NoLabel(Record, frozen=True):
    """What looked like a label and was not taken for one: where, the line that it begins, and why."""

    page: int
    line_id: str
    printed: str
    line: str
    rule: str
    evidence: str


class View(Record, frozen=True):
    """All that the page shows of one document."""

    cover: Cover
    pages: tuple[Sheet, ...]
    leaves: tuple[Leaf, ...]
    grids: tuple[Grid, ...]
    aside: tuple[Group, ...]
    findings: tuple[Note, ...]
    rejected: tuple[NoLabel, ...]
