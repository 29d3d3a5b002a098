"""What a chunk claims: whether its text is the words of the pieces of lines that it names, in order, and nothing else.

Of a row of a table the heads are its own only in so far as the table has them: each cell stands alone or behind its column's head,
or, where there are none, behind the cell before it.
"""

from collections.abc import Collection, Mapping, Sequence

from pipeline.model import Chunk, ChunkKind, Line, Place, Strategy, Table, TableAction, Tables
from pipeline.stages.chunks.entries import find_entries
from pipeline.wording import bare

BETWEEN_CELLS, BEHIND_HEAD = ";", ":"
COLONS = ":："
"""What a printed head may end in; a chunk has it once."""


class Claims:
    """The words behind the places of chunks."""

    def __init__(self, lines: Mapping[str, Line], tables: Tables) -> None:
        self._lines = lines
        kept = [table for table in tables.tables if table.action is TableAction.KEPT]
        self._tables = {line_id: table for table in kept for line_id in table.line_ids}
        self._heads: dict[str, list[str]] = {}

    def words(self, place: Place) -> str:
        """The words that a place claims, bare."""
        return bare(" ".join(self._lines[span.line_id].text[span.start : span.end] for span in place.pieces))

    def table_of(self, place: Place) -> Collection[str]:
        """The ids of the lines of the table that a place stands in; none outside tables."""
        table = self._tables.get(place.pieces[0].line_id) if place.pieces else None
        return table.line_ids if table else ()

    def match(self, chunk: Chunk, words: Sequence[str]) -> bool:
        """Whether the text of ``chunk`` is what its places claim: ``words`` of each."""
        if not chunk.places or not all(words):
            return False
        if chunk.strategy is not Strategy.TABLE:
            return bare(chunk.text) == bare("".join(words))
        table = self._tables.get(chunk.places[0].pieces[0].line_id)
        if table is None:
            return False
        values = words
        if chunk.kind is ChunkKind.TABLE:
            values = [bare(table.cells[entry.at][column]) for entry in find_entries(table) for column in entry.columns]
        # row by row, since a hyphen that begins one stands behind no letter
        text = "".join(map(bare, chunk.text.split("\n")))
        return self._consume(text, values, self._heads_of(table))

    def _consume(self, text: str, values: Sequence[str], heads: Sequence[str]) -> bool:
        """Whether ``text`` is the values in order, each going on with the one before, or behind a separator and perhaps a head."""
        at = 0
        aheads = [f"{between}{head}" for between in (BETWEEN_CELLS, "") for head in (*heads, "")]
        for value in values:
            ahead = next((ahead for ahead in aheads if text.startswith(ahead + value, at)), None)
            if ahead is None:
                return False
            at += len(ahead) + len(value)
        return at == len(text)

    def _heads_of(self, table: Table) -> list[str]:
        if table.id not in self._heads:
            heads = {bare(head).rstrip(COLONS) + BEHIND_HEAD for head in table.header if head.strip()}
            named = [BEHIND_HEAD] if not heads else []
            self._heads[table.id] = [*sorted(heads, key=lambda head: (-len(head), head)), *named]
        return self._heads[table.id]
