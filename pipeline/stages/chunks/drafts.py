"""From units and tables to chunks that have their words, their place and their context, and not yet their names.

In the order of the document: each chunk stands where its first new words do.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from pipeline.config.settings import ChunkSettings
from pipeline.model import ChunkKind, Clause, NodeKind, Place, Record, Span, Strategy, Table, TableAction
from pipeline.places import Spot, make_places
from pipeline.stages.chunks.cells import CellFinder
from pipeline.stages.chunks.context import Surroundings
from pipeline.stages.chunks.cutting import Cut, cut_text
from pipeline.stages.chunks.entries import group_names
from pipeline.stages.chunks.footnotes import Footnotes
from pipeline.stages.chunks.keys import make_paragraph_id, make_slug
from pipeline.stages.chunks.labels import Element, element_of
from pipeline.stages.chunks.rows import Source, make_rows
from pipeline.stages.chunks.tokens import Counter
from pipeline.stages.chunks.units import Role, Sheaf, Unit
from pipeline.wording import hash_words, squeeze

OVERVIEW = "overview"


class Draft(Record, frozen=True):
    """A chunk without its names. ``name`` is what its key calls it, ``elements`` its path for the label, ``at`` where it stands."""

    name: str
    kind: ChunkKind
    strategy: Strategy
    node: Clause | None
    elements: tuple[Element, ...]
    headings: tuple[str, ...]
    text: str
    context: tuple[str, ...]
    places: tuple[Place, ...]
    at: tuple[int, int]
    overlap: int = 0
    part: int = 1
    parts: int = 1
    inside: bool = False


class Drafter:
    """What the making of drafts shares: the tree, the spots of lines, the settings."""

    def __init__(self, sheaf: Sheaf, spots: Mapping[str, Spot], settings: ChunkSettings, count: Counter) -> None:
        self._sheaf = sheaf
        self._spots = spots
        self._settings = settings
        self._count = count
        self._owners = sheaf.find_owned()
        self._paths: dict[str, tuple[Element, ...]] = {}
        self._titles: dict[str, tuple[str, ...]] = {}
        self._around = Surroundings(sheaf, settings)

    def of_units(self, units: Iterable[Unit]) -> Iterator[Draft]:
        """The chunks of clauses, headings, asides and of the text ahead of them."""
        drafts = [draft for unit in units for draft in self._of_unit(unit)]
        parts: dict[str, int] = {}
        for draft in drafts:
            parts[draft.name] = parts.get(draft.name, 0) + 1
        reached: dict[str, int] = {}
        for draft in drafts:
            reached[draft.name] = reached.get(draft.name, 0) + 1
            yield msgspec.structs.replace(draft, part=reached[draft.name], parts=parts[draft.name])

    def of_paragraphs(self, unit: Unit) -> Iterator[Draft]:
        """The chunks of a document without headings: one where it is short, else by paragraph; nothing is repeated."""
        settings = self._settings.model_copy(update={"overlap": 0})
        for start, end in self._paragraphs(unit.woven.text):
            for cut in cut_text(unit.woven.text[start:end], settings, self._count):
                shifted = Cut(start + cut.start, start + cut.end, 0, cut.inside)
                name = make_paragraph_id(hash_words(unit.woven.text[shifted.start : shifted.end]))
                draft = self._of_cut(unit, shifted, ChunkKind.PREAMBLE, ())
                yield msgspec.structs.replace(draft, name=name, strategy=Strategy.PARAGRAPH, node=None, elements=(), headings=())

    def of_table(self, table: Table) -> Iterator[Draft]:
        """The chunks of a kept table: all of it, and each row."""
        if table.action is not TableAction.KEPT:
            return
        node = self._sheaf.nodes.get(table.clause_id)
        headings = self._headings(node) if node else ()
        caption = " ".join(table.caption.split())
        path = self._elements(node) if node else ()
        is_said = not caption or (path and squeeze(path[-1].text).endswith(squeeze(caption)))
        elements = path if is_said else (*path, Element("", caption))
        more = (f"{name}: {value}" for name, value in table.dimensions if squeeze(f"{name}{value}") not in squeeze(caption))
        elements = (*elements, *(Element("", dimension) for dimension in more))
        context = tuple(self._around.of_table(node, table.line_ids)) if node else ()
        base = f"{table.clause_id or OVERVIEW}/{make_slug(caption, otherwise='table')}"
        at = self._table_at(table)
        finder = CellFinder(table, self._spots, self._sheaf.lexicon)
        notes = Footnotes(table, self._sheaf, self._owners)
        for row in make_rows(Source(table, finder, self._settings, self._count)):
            name, kind = (f"{base}/{row.slug}", ChunkKind.ROW) if row.slug else (base, ChunkKind.TABLE)
            needed = (*context, *notes.of_row(row.at))
            path = (*elements, *(Element("", name) for name in group_names(table, row.at)))
            draft = Draft(name, kind, Strategy.TABLE, node, path, headings, row.text, needed, row.places, at)
            yield msgspec.structs.replace(draft, part=row.part, parts=row.parts)

    def _of_unit(self, unit: Unit) -> Iterator[Draft]:
        kind = self._kind(unit)
        above = self._around.above(unit.node) if unit.role is not Role.TAIL else self._around.of_tail(unit.node, unit.woven.text)
        for cut in cut_text(unit.woven.text, self._settings, self._count):
            lead_in = self._around.of_part(unit.woven.text, cut.start) if cut.start else []
            yield self._of_cut(unit, cut, kind, (*above, *lead_in))

    def _of_cut(self, unit: Unit, cut: Cut, kind: ChunkKind, context: tuple[str, ...]) -> Draft:
        spans = unit.woven.between(cut.start, cut.end)
        fresh = unit.woven.between(cut.start + cut.overlap, cut.end)
        return Draft(
            unit.node.id,
            kind,
            Strategy.CLAUSE,
            unit.node,
            self._elements(unit.node),
            self._headings(unit.node),
            unit.woven.text[cut.start : cut.end],
            context,
            make_places(spans, self._spots),
            self._at(fresh),
            cut.overlap,
            inside=cut.inside,
        )

    def _kind(self, unit: Unit) -> ChunkKind:
        node = unit.node
        if node.kind is NodeKind.OVERVIEW:
            return ChunkKind.PREAMBLE
        if node.kind is NodeKind.ASIDE:
            return ChunkKind.ASIDE
        heads_others = node.kind is NodeKind.HEADING or unit.role is Role.HEAD
        if unit.role is Role.TAIL or not heads_others or self._sheaf.has_own(node):
            return ChunkKind.CLAUSE
        holds_others = unit.role is Role.WHOLE and bool(self._sheaf.children.get(node.id))
        return ChunkKind.CLAUSE if holds_others else ChunkKind.SECTION

    def _elements(self, node: Clause) -> tuple[Element, ...]:
        if node.id not in self._paths:
            above = self._elements(self._sheaf.nodes[node.parent]) if node.parent in self._sheaf.nodes else ()
            element = None if self._is_table_head(node) else element_of(node, self._sheaf.title(node))
            self._paths[node.id] = (*above, element) if element else above
        return self._paths[node.id]

    def _headings(self, node: Clause) -> tuple[str, ...]:
        if node.id not in self._titles:
            above = self._headings(self._sheaf.nodes[node.parent]) if node.parent in self._sheaf.nodes else ()
            title = "" if self._is_table_head(node) else self._sheaf.title(node)
            self._titles[node.id] = (*above, title) if title else above
        return self._titles[node.id]

    def _is_table_head(self, node: Clause) -> bool:
        """Whether a heading is words of a table and so heads nothing beside it."""
        taken = node.kind is NodeKind.HEADING and bool(node.title_spans)
        return taken and all(span.line_id in self._sheaf.taken for span in node.title_spans)

    def _at(self, spans: Sequence[Span]) -> tuple[int, int]:
        spots = [self._spots[span.line_id] for span in spans]
        return min(((spot.line.page, spot.index) for spot in spots), default=(0, 0))

    def _table_at(self, table: Table) -> tuple[int, int]:
        known = [self._spots[line_id] for line_id in table.line_ids if line_id in self._spots]
        return min(((spot.line.page, spot.index) for spot in known), default=(min(table.pages, default=0), 0))

    def _paragraphs(self, text: str) -> list[tuple[int, int]]:
        """The paragraphs, a short one with the next where both fit one chunk; all as one where all do."""
        if self._count(text) <= self._settings.size:
            return [(0, len(text))]
        found: list[tuple[int, int]] = []
        at = 0
        for paragraph in text.split("\n"):
            end = at + len(paragraph)
            if found and self._is_short(text[slice(*found[-1])]) and self._count(text[found[-1][0] : end]) <= self._settings.size:
                found[-1] = (found[-1][0], end)
            else:
                found.append((at, end))
            at = end + 1
        return found

    def _is_short(self, text: str) -> bool:
        return self._count(text) <= self._settings.short_paragraph
