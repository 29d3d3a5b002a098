"""Tables as chunks: a kept table is one chunk, whole, and each of its rows one more.

A row reads `head: value; head: value`, so that a figure never loses its plan; a table is its rows, one a line. A row is never
divided between cells. Only a single cell over the budget is cut, and then the row's label and the cell's head stand on every
piece. Each piece points at its cells, each cell at its own words.
"""

from collections.abc import Iterator, Sequence

from pipeline.config.settings import ChunkSettings
from pipeline.model import Place, Record, Span, Table
from pipeline.stages.chunks.cells import CellFinder
from pipeline.stages.chunks.cutting import cut_text
from pipeline.stages.chunks.keys import make_slug
from pipeline.stages.chunks.tokens import Counter

BETWEEN = "; "


class Row(Record, frozen=True):
    """A row, or a piece of one: its name for the key, its text and where its cells stand. ``slug`` is "" for the whole table."""

    slug: str
    text: str
    places: tuple[Place, ...]
    part: int = 1
    parts: int = 1


def make_rows(table: Table, finder: CellFinder, settings: ChunkSettings, count: Counter) -> Iterator[Row]:
    """The table whole, then its rows in order, a row with a cell over the budget in several pieces."""
    filled = [at for at, cells in enumerate(table.cells) if any(cell.strip() for cell in cells)]
    text = "\n".join(_row_text(table, table.cells[at]) for at in filled)
    if not text:
        return
    yield Row("", text, finder.table_places())
    for at in filled:
        cells = table.cells[at]
        long = [column for column, cell in enumerate(cells) if _is_long(_cell_text(table, column, cell), settings.size, count)]
        if long:
            yield from _cut_row(table, at, long, finder, settings, count)
        else:
            yield Row(_slug(table, at), _row_text(table, cells), _places(finder, at, _filled(cells)))


def _is_long(text: str, size: int, count: Counter) -> bool:
    """Whether ``text`` has more tokens than ``size``; each has a byte at least, so most cells need no counting."""
    return len(text.encode()) > size and count(text) > size


def _row_text(table: Table, cells: Sequence[str]) -> str:
    """`head: value; head: value`; an empty cell says nothing, a column without a head gives the value alone."""
    return BETWEEN.join(_cell_text(table, column, cells[column]) for column in _filled(cells))


def _cell_text(table: Table, column: int, cell: str) -> str:
    head = " ".join(table.header[column].split()) if column < len(table.header) else ""
    value = " ".join(cell.split())
    return f"{head}: {value}" if head and head != value else value


def _filled(cells: Sequence[str]) -> list[int]:
    return [column for column, cell in enumerate(cells) if cell.strip()]


def _slug(table: Table, at: int) -> str:
    label = " ".join(cell for cell in table.cells[at][: max(1, table.row_labels)])
    return make_slug(label, otherwise="row")


def _places(finder: CellFinder, at: int, columns: Sequence[int]) -> tuple[Place, ...]:
    return tuple(place for column in columns for place in finder.places(at, column))


def _cut_row(
    table: Table, at: int, long: Sequence[int], finder: CellFinder, settings: ChunkSettings, count: Counter
) -> Iterator[Row]:
    """The row's short cells on the first piece with the first long one; its label and the long cell's head on every piece."""
    cells = table.cells[at]
    labels = [column for column in range(max(1, table.row_labels)) if column not in long and cells[column].strip()]
    short = [column for column in _filled(cells) if column not in long]
    drafts: list[tuple[list[int], str, tuple[Span, ...]]] = []
    for column in long:
        ahead = short if not drafts else labels
        for piece, spans in _cell_pieces(table, at, column, labels, finder, settings, count):
            drafts.append((ahead, _cell_text(table, column, piece), spans))
            ahead = labels
    for part, (columns, text, spans) in enumerate(drafts, 1):
        whole = BETWEEN.join([*(_cell_text(table, column, cells[column]) for column in columns), text])
        places = (*_places(finder, at, columns), *finder.make_places(spans))
        yield Row(_slug(table, at), whole, places, part, len(drafts))


def _cell_pieces(
    table: Table, at: int, column: int, labels: Sequence[int], finder: CellFinder, settings: ChunkSettings, count: Counter
) -> Iterator[tuple[str, tuple[Span, ...]]]:
    """The cell's words in pieces that leave room for the row's label and the cell's head, without overlap; their spans."""
    ahead = BETWEEN.join([*(_cell_text(table, label, table.cells[at][label]) for label in labels), _cell_text(table, column, "-")])
    room = max(settings.size // 2, settings.size - count(ahead))
    woven = finder.weave(at, column)
    text = woven.text or table.cells[at][column]
    for cut in cut_text(text, settings.model_copy(update={"size": room, "overlap": 0}), count):
        yield text[cut.start : cut.end], woven.between(cut.start, cut.end)
