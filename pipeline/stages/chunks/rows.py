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
    """A row, or a piece of one: which one it is, its name for the key, its text and where its cells stand.

    Of the whole table ``at`` is -1 and ``slug`` "".
    """

    at: int
    slug: str
    text: str
    places: tuple[Place, ...]
    part: int = 1
    parts: int = 1


class Source(Record, frozen=True):
    """What rows are made of: a table, where its cells stand, the settings, and what counts tokens."""

    table: Table
    finder: CellFinder
    settings: ChunkSettings
    count: Counter


def make_rows(source: Source) -> Iterator[Row]:
    """The table whole, then its rows in order, a row with a cell over the budget in several pieces."""
    table = source.table
    filled = [at for at, cells in enumerate(table.cells) if any(cell.strip() for cell in cells)]
    if not filled:
        return
    text = "\n".join(_row_text(table, table.cells[at]) for at in filled)
    yield Row(-1, "", text, source.finder.table_places())
    for at in filled:
        cells = table.cells[at]
        long = [column for column, cell in enumerate(cells) if _is_long(_cell_text(table, column, cell), source)]
        if long:
            yield from _cut_row(source, at, long)
        else:
            yield Row(at, _slug(table, at), _row_text(table, cells), _places(source.finder, at, _filled(cells)))


def _is_long(text: str, source: Source) -> bool:
    """Whether ``text`` is over the budget; each token has a byte at least, so most cells need no counting."""
    return len(text.encode()) > source.settings.size and source.count(text) > source.settings.size


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
    return make_slug(" ".join(table.cells[at][: max(1, table.row_labels)]), otherwise="row")


def _places(finder: CellFinder, at: int, columns: Sequence[int]) -> tuple[Place, ...]:
    return tuple(place for column in columns for place in finder.places(at, column))


def _cut_row(source: Source, at: int, long: Sequence[int]) -> Iterator[Row]:
    """The row's short cells on the first piece with the first long one; its label and the long cell's head on every piece."""
    table, finder = source.table, source.finder
    cells = table.cells[at]
    short = [column for column in _filled(cells) if column not in long]
    labels = [column for column in short if column < max(1, table.row_labels)]
    drafts: list[tuple[list[int], str, tuple[Span, ...]]] = []
    for column in long:
        for piece, spans in _cell_pieces(source, at, column, labels):
            drafts.append((labels if drafts else short, _cell_text(table, column, piece), spans))
    for part, (columns, text, spans) in enumerate(drafts, 1):
        whole = BETWEEN.join([*(_cell_text(table, column, cells[column]) for column in columns), text])
        places = (*_places(finder, at, columns), *finder.make_places(spans))
        yield Row(at, _slug(table, at), whole, places, part, len(drafts))


def _cell_pieces(source: Source, at: int, column: int, labels: Sequence[int]) -> Iterator[tuple[str, tuple[Span, ...]]]:
    """The cell's words in pieces that leave room for the row's label and the cell's head, without overlap; their spans."""
    table, settings = source.table, source.settings
    ahead = BETWEEN.join([*(_cell_text(table, label, table.cells[at][label]) for label in labels), _cell_text(table, column, "-")])
    room = max(settings.size // 2, settings.size - source.count(ahead))
    woven = source.finder.weave(at, column)
    text = woven.text or table.cells[at][column]
    for cut in cut_text(text, settings.model_copy(update={"size": room, "overlap": 0}), source.count):
        yield text[cut.start : cut.end], woven.between(cut.start, cut.end)
