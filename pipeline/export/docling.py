"""A document as Docling's DoclingDocument, in the JSON that `docling_core` reads and without importing it.

Titles are section headers, all other words texts, tables kept are tables with a box a cell. What a clause holds hangs under it.
Lines that were set aside, and tables that were, stand in the furniture layer, which Docling's own exports pass over: marked, not
deleted. Of a table set aside only caption and place are there; its cells are in `tables/<id>.csv`. Ids, clause keys stand in each
item's `meta`. An item with several places names the whole text for each: which characters stand where is in `chunks.jsonl`.
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
    meta: dict[str, str]
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
    meta: dict[str, str]


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
    texts: list[Text]
    tables: list[Table]
    pages: dict[str, DoclingPage]
    schema_name: Literal["DoclingDocument"] = "DoclingDocument"
    version: str = VERSION


class _Builder:
    """Items as they are made. Children are lists that grow while their parent is in the tree already."""

    def __init__(self) -> None:
        self.texts: list[Text] = []
        self.tables: list[Table] = []
        self.body: list[Ref] = []

    def text(self, parent: str, siblings: list[Ref], words: str, about: "_About", level: int = 0) -> Text:
        ref = f"#/texts/{len(self.texts)}"
        label = "section_header" if level else about.label
        places = [_place(place, len(words)) for place in about.places if place.bbox]
        item = Text(ref, Ref(parent), [], about.layer, label, places, words, words, about.meta, level)
        self.texts.append(item)
        siblings.append(Ref(ref))
        return item

    def table(self, parent: str, siblings: list[Ref], table: TableRow) -> None:
        ref = f"#/tables/{len(self.tables)}"
        places = [_place(place, 0) for place in table.bboxes]
        captions: list[Ref] = []
        children: list[Ref] = []
        if table.caption:
            caption = self.text(ref, children, table.caption, _About("caption", BODY, (), {}))
            captions.append(Ref(caption.self_ref))
        meta = _meta(id=table.id, clause_id=table.clause_id)
        self.tables.append(Table(ref, Ref(parent), children, BODY, "table", places, captions, _grid(table), meta))
        siblings.append(Ref(ref))


class _About(Record, frozen=True):
    label: str
    layer: str
    places: tuple[PlaceRow, ...]
    meta: dict[str, str]


def make_docling(source: InputRow, pages: Iterable[PageRow], entries: Iterable[Entry], furniture: Iterable[FurnitureRow]) -> bytes:
    """The document as JSON."""
    builder = _Builder()
    _add_entries(builder, entries)
    for line in furniture:
        about = _About(LABELS.get(line.kind, "text"), FURNITURE, (PlaceRow(line.page, line.bbox),), _meta(id=line.line_id))
        builder.text("#/body", builder.body, line.text, about)
    origin = Origin(MIMETYPES[source.kind], int(source.sha256, 16) % 2**HASH_BITS, source.source.rpartition("/")[2])
    shown = {str(page.page): DoclingPage(Size(page.width, page.height), page.page) for page in pages}
    roots = Root("#/furniture", [], FURNITURE), Root("#/body", builder.body, BODY)
    return msgspec.json.encode(DoclingDocument(source.doc_id, origin, *roots, builder.texts, builder.tables, shown)) + b"\n"


def _add_entries(builder: _Builder, entries: Iterable[Entry]) -> None:
    opened: list[tuple[int, str, list[Ref]]] = []
    for entry in entries:
        while opened and opened[-1][0] >= entry.depth:
            opened.pop()
        _, parent, siblings = opened[-1] if opened else (0, "#/body", builder.body)
        if entry.kind is EntryKind.TABLE:
            for table in entry.tables:
                builder.table(parent, siblings, table)
        elif item := _add_words(builder, parent, siblings, entry):
            opened.append((entry.depth, item.self_ref, item.children))


def _add_words(builder: _Builder, parent: str, siblings: list[Ref], entry: Entry) -> Text | None:
    """The item that what is deeper hangs under; None where nothing does."""
    if entry.kind is EntryKind.SET_ASIDE:
        words = f"{entry.title}: {tell_set_aside(entry)}" if entry.title else tell_set_aside(entry)
        builder.text(parent, siblings, words, _About("text", FURNITURE, entry.places, _meta(id=entry.id)))
        return None
    about = _About("text", BODY, entry.places, _meta(id=entry.id, clause_key=entry.key))
    if not entry.title:
        item = builder.text(parent, siblings, " ".join(part for part in (entry.label, entry.text) if part), about)
        return item if entry.kind is EntryKind.CLAUSE else None
    header = builder.text(
        parent, siblings, " ".join(part for part in (entry.label, entry.title) if part), about, min(entry.depth, MOST_LEVEL)
    )
    if entry.text:
        builder.text(header.self_ref, header.children, entry.text, about)
    return header


def _meta(**named: str) -> dict[str, str]:
    """Docling wants own keys with the name of their maker in front."""
    return {f"clausetrace__{key}": value for key, value in named.items() if value}


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
