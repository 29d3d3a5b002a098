"""Which words of a table's lines are those of a cell: the ones whose middle stands in the cell's box.

A cell that a page break cut holds words from further down too: what its box lacks is looked for among the table's lines that
stand in no cell's box. Decides nothing about tables.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping

from pipeline.geometry import Box
from pipeline.model import CellBox, Line, Place, Span, Table
from pipeline.places import WORD, Spot, make_block, make_places
from pipeline.wording import Lexicon, Opening, Woven, bare, weave

EDGE = 0.5
"""Points by which a box may miss its words: it is made of them."""


class CellFinder:
    """The cells of one table, each with the words of lines that it is made of."""

    def __init__(self, table: Table, spots: Mapping[str, Spot], lexicon: Lexicon) -> None:
        self._table = table
        self._spots = spots
        self._lexicon = lexicon
        self._lines = {line_id: spots[line_id].line for line_id in table.line_ids if line_id in spots}
        self._by_page: dict[int, list[tuple[float, Line]]] = {}
        for line in self._lines.values():
            self._by_page.setdefault(line.page, []).append(((line.bbox[1] + line.bbox[3]) / 2, line))
        for held in self._by_page.values():
            held.sort(key=lambda pair: pair[0])
        self._known: dict[CellBox, tuple[Span, ...]] = {}
        self._found: dict[tuple[int, int], tuple[Span, ...]] = {}
        self._stray: list[Line] | None = None

    def places(self, at: int, column: int) -> tuple[Place, ...]:
        """Where the words of a cell stand; the cell's own box, without words of the page, where none of its lines is known."""
        spans = self._spans(at, column)
        box = self._table.cell_boxes[at][column]
        return self.make_places(spans) if spans else (Place(box.page, box.bbox, 0, 0, ()),)

    def table_places(self) -> tuple[Place, ...]:
        """Where the words of all cells stand, as one block where nothing else stands in it."""
        cells = ((at, column) for at, row in enumerate(self._table.cells) for column in range(len(row)))
        spans = dict.fromkeys(span for at, column in cells for span in self._spans(at, column))
        return make_block(list(spans), self._spots, self._lines)

    def make_places(self, spans: Iterable[Span]) -> tuple[Place, ...]:
        """The places of some of the words of a cell."""
        return make_places(spans, self._spots)

    def weave(self, at: int, column: int) -> Woven:
        """The words of a cell as one text; empty where its lines don't give the words that the table has."""
        woven = weave(((span, Opening.RUN_ON) for span in self._spans(at, column)), self._lines, self._lexicon)
        return woven if bare(woven.text) == bare(self._table.cells[at][column]) else Woven("", ())

    def _spans(self, at: int, column: int) -> tuple[Span, ...]:
        if (at, column) not in self._found:
            self._found[at, column] = self._find_spans(at, column)
        return self._found[at, column]

    def _find_spans(self, at: int, column: int) -> tuple[Span, ...]:
        cell, box = self._table.cells[at][column], self._table.cell_boxes[at][column]
        if not cell.strip():
            return ()
        inside = self._inside(box)
        words = bare("".join(self._words(span) for span in inside))
        wanted = bare(cell)
        if words == wanted or not wanted.startswith(words):
            return inside
        return (*inside, *self._missing(wanted[len(words) :]))

    def _inside(self, box: CellBox) -> tuple[Span, ...]:
        if box not in self._known:
            held = self._by_page.get(box.page, [])
            first = bisect_left(held, box.bbox[1] - EDGE, key=lambda pair: pair[0])
            within: list[Span] = []
            for middle, line in held[first:]:
                if middle > box.bbox[3] + EDGE:
                    break
                within.extend(_span_inside(line, box.bbox))
            within.sort(key=lambda span: self._spots[span.line_id].index)
            self._known[box] = tuple(within)
        return self._known[box]

    def _missing(self, wanted: str) -> Iterator[Span]:
        """The stray lines that begin with the ``wanted`` words and go on with them, none where they cannot be found."""
        found: list[Span] = []
        for line in self._strays():
            words = bare(line.text)
            if words and wanted.startswith(words):
                found.append(Span(line.id, 0, len(line.text)))
                wanted = wanted[len(words) :]
        return iter(found if not wanted else [])

    def _strays(self) -> list[Line]:
        """The table's lines that stand in no cell's box, in reading order."""
        if self._stray is None:
            boxes = {box for row in self._table.cell_boxes for box in row}
            held = {span.line_id for box in boxes for span in self._inside(box)}
            self._stray = [line for line in self._lines.values() if line.id not in held]
        return self._stray

    def _words(self, span: Span) -> str:
        return self._lines[span.line_id].text[span.start : span.end]


def _span_inside(line: Line, box: Box) -> Iterator[Span]:
    """The stretch of ``line`` whose words have their middle between the sides of ``box``; nothing where there is none."""
    x0, _, x1, _ = box
    if x0 - EDGE <= line.bbox[0] and line.bbox[2] <= x1 + EDGE:
        yield Span(line.id, 0, len(line.text))
        return
    words = list(WORD.finditer(line.text))
    if line.rotation or len(words) != len(line.edges):
        if x0 <= (line.bbox[0] + line.bbox[2]) / 2 <= x1:
            yield Span(line.id, 0, len(line.text))
        return
    inside = [word for word, (left, right) in zip(words, line.edges, strict=True) if x0 <= (left + right) / 2 <= x1]
    if inside:
        yield Span(line.id, inside[0].start(), inside[-1].end())
