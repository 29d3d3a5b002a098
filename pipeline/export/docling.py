"""A document as Docling's DoclingDocument, in the JSON that `docling_core` reads and without importing it.

Each clause is a group whose name is its clause key (a heading's or a table's is its id), with the title as section header, its
words, and the groups of what is below it. Ids do not stand in Docling's `meta`, since its Markdown prints what stands there.
Tables kept are tables with a box a cell. Lines that were set aside, and tables that were, are in the furniture layer, which
Docling's own exports pass over: marked, not deleted. Of a table set aside only caption and place are there; its cells are in
`tables/<id>.csv`. An item with several places names the whole text for each: which characters stand where is in `chunks.jsonl`.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from pipeline.export.outline import Entry, EntryKind, tell_set_aside
from pipeline.model import MarkKind, Record, SourceKind
from pipeline.store.rows import FurnitureRow, InputRow, PageRow, PlaceRow, TableRow

VERSION = "1.10.0"
"""Of the form; `docling_core` reads those of its own major version."""
HASH_BITS = 64
MIMETYPES = {SourceKind.PDF: "application/pdf", SourceKind.MARKDOWN: "text/markdown", SourceKind.TEXT: "text/plain"}
LABELS = {MarkKind.HEADER: "page_header", MarkKind.FOOTER: "page_footer", MarkKind.PAGE_NUMBER: "page_footer"}
"""Docling's names for lines set aside; all others are texts."""
BODY, FURNITURE = "body", "furniture"
MOST_LEVEL = 100
"""Docling's deepest section header."""


class Ref(Record, frozen=True):
    """A pointer to an item."""

    ref: str = msgspec.field(name="$ref")


class Box(Record, frozen=True):
    """Points, from the top left corner of the page."""

    l: float  # noqa: E741
    t: float
    r: float
    b: float
    coord_origin: Literal["TOPLEFT"] = "TOPLEFT"


class Place(Record, frozen=True):
    """Where an item stands."""

    page_no: int
    bbox: Box
    charspan: tuple[int, int]


class Group(Record, frozen=True):
    """A clause, a heading or a table with all that it holds."""

    self_ref: str
    parent: Ref
    children: list[Ref]
    content_layer: str
    name: str
    label: Literal["section"] = "section"


class Text(Record, frozen=True, omit_defaults=True):
    """A text or a section header."""

    self_ref: str
    parent: Ref
    children: list[Ref]
    content_layer: str
    label: str
    prov: list[Place]
    orig: str
    text: str
    level: int = 0


class Cell(Record, frozen=True, omit_defaults=True):
    """A cell of a table: its place in rows and columns, half-open."""

    text: str
    start_row_offset_idx: int
    end_row_offset_idx: int
    start_col_offset_idx: int
    end_col_offset_idx: int
    column_header: bool
    row_header: bool
    bbox: Box | None = None


class Grid(Record, frozen=True):
    """The cells of a table."""

    table_cells: list[Cell]
    num_rows: int
    num_cols: int


class Table(Record, frozen=True):
    """A table."""

    self_ref: str
    parent: Ref
    children: list[Ref]
    content_layer: str
    label: Literal["table"]
    prov: list[Place]
    captions: list[Ref]
    data: Grid


class Root(Record, frozen=True):
    """The root of a layer."""

    self_ref: str
    children: list[Ref]
    content_layer: str
    name: Literal["_root_"] = "_root_"
    label: Literal["unspecified"] = "unspecified"


class Origin(Record, frozen=True):
    """The file."""

    mimetype: str
    binary_hash: int
    filename: str


class Size(Record, frozen=True):
    """Of a page, in points."""

    width: float
    height: float


class DoclingPage(Record, frozen=True):
    """A page."""

    size: Size
    page_no: int


class DoclingDocument(Record, frozen=True):
    """As `docling_core.types.doc.DoclingDocument` reads it."""

    name: str
    origin: Origin
    furniture: Root
    body: Root
    groups: list[Group]
    texts: list[Text]
    tables: list[Table]
    pages: dict[str, DoclingPage]
    schema_name: Literal["DoclingDocument"] = "DoclingDocument"
    version: str = VERSION


class _Node(Record, frozen=True):
    """What items hang under: its name, and the list of its children, which grows."""

    ref: str
    children: list[Ref]


class _Kind(Record, frozen=True):
    """What a text is; ``level`` is 0 of what is no section header."""

    label: str
    layer: str = BODY
    level: int = 0


class _Builder:
    """The items as they are made, in reading order."""

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.texts: list[Text] = []
        self.tables: list[Table] = []
        self.body = _Node("#/body", [])

    def add_group(self, under: _Node, name: str, layer: str) -> _Node:
        group = Group(f"#/groups/{len(self.groups)}", Ref(under.ref), [], layer, name)
        self.groups.append(group)
        under.children.append(Ref(group.self_ref))
        return _Node(group.self_ref, group.children)

    def add_text(self, under: _Node, words: str, places: Iterable[PlaceRow], kind: _Kind) -> None:
        ref = f"#/texts/{len(self.texts)}"
        where = [_place(place, len(words)) for place in places if place.bbox]
        self.texts.append(Text(ref, Ref(under.ref), [], kind.layer, kind.label, where, words, words, kind.level))
        under.children.append(Ref(ref))

    def add_table(self, under: _Node, table: TableRow) -> None:
        ref = f"#/tables/{len(self.tables)}"
        children: list[Ref] = []
        if table.caption:
            self.add_text(_Node(ref, children), table.caption, (), _Kind("caption"))
        where = [_place(place, 0) for place in table.bboxes if place.bbox]
        self.tables.append(Table(ref, Ref(under.ref), children, BODY, "table", where, list(children), _grid(table)))
        under.children.append(Ref(ref))


def make_docling(source: InputRow, pages: Iterable[PageRow], entries: Iterable[Entry], furniture: Iterable[FurnitureRow]) -> bytes:
    """The document as JSON."""
    builder = _Builder()
    _add_entries(builder, entries)
    for line in furniture:
        builder.add_text(
            builder.body, line.text, (PlaceRow(line.page, line.bbox),), _Kind(LABELS.get(line.kind, "text"), FURNITURE)
        )
    origin = Origin(MIMETYPES[source.kind], int(source.sha256, 16) % 2**HASH_BITS, source.source.rpartition("/")[2])
    shown = {str(page.page): DoclingPage(Size(page.width, page.height), page.page) for page in pages}
    roots = Root("#/furniture", [], FURNITURE), Root("#/body", builder.body.children, BODY)
    made = DoclingDocument(source.doc_id, origin, *roots, builder.groups, builder.texts, builder.tables, shown)
    return msgspec.json.encode(made) + b"\n"


def _add_entries(builder: _Builder, entries: Iterable[Entry]) -> None:
    opened: list[tuple[int, _Node]] = []
    for entry in entries:
        while opened and opened[-1][0] >= entry.depth:
            opened.pop()
        under = opened[-1][1] if opened else builder.body
        if entry.kind is EntryKind.TEXT:
            builder.add_text(under, entry.text, entry.places, _Kind("text"))
            continue
        layer = FURNITURE if entry.kind is EntryKind.SET_ASIDE else BODY
        group = builder.add_group(under, entry.key or entry.id, layer)
        if entry.kind is EntryKind.TABLE:
            builder.add_table(group, entry.tables[0])
        elif entry.kind is EntryKind.SET_ASIDE:
            words = ": ".join(part for part in (entry.title, tell_set_aside(entry)) if part)
            builder.add_text(group, words, entry.places, _Kind("text", FURNITURE))
        else:
            _add_words(builder, group, entry)
            opened.append((entry.depth, group))


def _add_words(builder: _Builder, group: _Node, entry: Entry) -> None:
    """A title is a header, and the words behind it a text; without one label and words are one text."""
    own = " ".join(part for part in (entry.label, entry.title or entry.text) if part)
    level = min(entry.depth, MOST_LEVEL) if entry.title else 0
    builder.add_text(group, own, entry.places, _Kind("section_header" if level else "text", BODY, level))
    if entry.title and entry.text:
        builder.add_text(group, entry.text, entry.places, _Kind("text"))


def _place(place: PlaceRow, length: int) -> Place:
    return Place(place.page, _box(place.bbox), (0, length))


def _box(numbers: Sequence[float]) -> Box:
    left, top, right, bottom = numbers
    return Box(left, top, right, bottom)


def _grid(table: TableRow) -> Grid:
    heads = [_cell(text, 0, column, (), head=True, row_head=False) for column, text in enumerate(table.header)]
    cells = [
        _cell(text, row, column, table.cell_boxes[row - 1][column], head=False, row_head=column < table.row_labels)
        for row, texts in enumerate(table.cells, 1)
        for column, text in enumerate(texts)
    ]
    return Grid([*heads, *cells], len(table.cells) + 1, max(table.columns, len(table.header)))


def _cell(text: str, row: int, column: int, box: Sequence[float], *, head: bool, row_head: bool) -> Cell:
    return Cell(text, row, row + 1, column, column + 1, head, row_head, _box(box[1:]) if box else None)
