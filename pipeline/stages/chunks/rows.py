"""Tables as chunks: a kept table is one chunk, whole, and each of its rows one more.

A row reads `head: value; head: value`, so that a figure never loses its plan; a table is its rows, one a line. Where lists stand
side by side, each of their entries is a row of its own; a row that heads others, or is a note, stands in the table alone. A row is
never divided between cells. Only a single cell over the budget is cut, and then the row's label and the cell's head stand on every
piece. Each piece points at its cells, each cell at its own words.
"""

from collections.abc import Iterator, Sequence

from pipeline.config.settings import ChunkSettings
from pipeline.model import Place, Record, Span, Table
from pipeline.stages.chunks.cells import CellFinder
from pipeline.stages.chunks.cutting import cut_text
from pipeline.stages.chunks.entries import Entry, cell_text, entry_text, find_entries, join_cells, names_others
from pipeline.stages.chunks.keys import make_slug
from pipeline.stages.chunks.tokens import Counter


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
    entries = find_entries(table)
    if not entries:
        return
    text = "\n".join(entry_text(table, entry) for entry in entries)
    yield Row(-1, "", text, source.finder.table_places())
    for entry in entries:
        if names_others(table, entry.at):
            continue
        long = [column for column in entry.columns if _is_long(cell_text(table, entry.at, column), source)]
        if long:
            yield from _cut_row(source, entry, long)
        else:
            yield Row(entry.at, _slug(table, entry), entry_text(table, entry), _places(source.finder, entry.at, entry.columns))


def _is_long(text: str, source: Source) -> bool:
    """Whether ``text`` is over the budget; each token has a byte at least, so most cells need no counting."""
    return len(text.encode()) > source.settings.size and source.count(text) > source.settings.size


def _slug(table: Table, entry: Entry) -> str:
    """Of the cells that name the row; a row without a name has none but "row"."""
    cells = table.cells[entry.at]
    return make_slug(" ".join(cells[column] for column in _label_columns(table, entry) if column < len(cells)), otherwise="row")


def _label_columns(table: Table, entry: Entry) -> range:
    first = entry.columns[0] // table.entry * table.entry if table.entry else 0
    return range(first, first + max(1, table.row_labels))


def _places(finder: CellFinder, at: int, columns: Sequence[int]) -> tuple[Place, ...]:
    return tuple(place for column in columns for place in finder.places(at, column))


def _cut_row(source: Source, entry: Entry, long: Sequence[int]) -> Iterator[Row]:
    """The row's short cells on the first piece with the first long one; its label and the long cell's head on every piece."""
    table, finder, at = source.table, source.finder, entry.at
    short = [column for column in entry.columns if column not in long]
    labels = [column for column in short if column in _label_columns(table, entry)]
    drafts: list[tuple[list[int], str, tuple[Span, ...]]] = []
    for column in long:
        for piece, spans in _cell_pieces(source, at, column, labels):
            drafts.append((labels if drafts else short, cell_text(table, at, column, piece), spans))
    for part, (columns, text, spans) in enumerate(drafts, 1):
        whole = join_cells(table, [*(cell_text(table, at, column) for column in columns), text])
        places = (*_places(finder, at, columns), *finder.make_places(spans))
        yield Row(at, _slug(table, entry), whole, places, part, len(drafts))


def _cell_pieces(source: Source, at: int, column: int, labels: Sequence[int]) -> Iterator[tuple[str, tuple[Span, ...]]]:
    """The cell's words in pieces that leave room for the row's label and the cell's head, without overlap; their spans."""
    table, settings = source.table, source.settings
    ahead = join_cells(table, [*(cell_text(table, at, label) for label in labels), cell_text(table, at, column, "-")])
    room = max(settings.size // 2, settings.size - source.count(ahead))
    woven = source.finder.weave(at, column)
    text = woven.text or table.cells[at][column]
    for cut in cut_text(text, settings.model_copy(update={"size": room, "overlap": 0}), source.count):
        yield text[cut.start : cut.end], woven.between(cut.start, cut.end)
