"""The stage: from the clause tree and the tables to named chunks, and what a person should know about them.

Small siblings whose parent does not fit stay chunks of their own. Of 11,764 chunks of 20 documents 1,972 have under 20 tokens, but
611 of these are rows and 407 bare headings; joining siblings under 20 tokens would save 392 chunks, 209 of them in one list of
operations. Such entries are what a question names ("163. Jaboulay's procedure"), label and lead-in say what list they stand in,
and a joined chunk would be cited by the parent's number alone, with a key that moves when a neighbour comes or goes.

Findings, one of each a document: CHK001 labels were shortened (a warning where a single heading is longer than a label may be),
CHK002 contexts were shortened, CHK003 table chunks are over the budget, CHK004 sentences longer than a chunk were cut at words,
CHK005 cells longer than a chunk were cut.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import chain

import msgspec

from pipeline.config.settings import ChunkSettings
from pipeline.model import (
    Boilerplate,
    Chunks,
    Clause,
    ClauseTree,
    Document,
    NodeKind,
    Span,
    Strategy,
    TableAction,
    Tables,
    index_lines,
)
from pipeline.places import make_spots
from pipeline.stages.chunks.drafts import Draft, Drafter
from pipeline.stages.chunks.endings import move_endings
from pipeline.stages.chunks.keys import make_keys
from pipeline.stages.chunks.naming import Namer
from pipeline.stages.chunks.remarks import make_findings
from pipeline.stages.chunks.tokens import load_counter
from pipeline.stages.chunks.units import Sheaf, Unit, make_units
from pipeline.wording import make_lexicon, write_marks

BYTES = 4
"""Bytes that a letter has at most, and so tokens."""
INNER = 3
"""Spans in a row from which one has others on both sides."""
UNNUMBERED = frozenset({NodeKind.OVERVIEW, NodeKind.ASIDE})


def make_chunks(
    document: Document, boilerplate: Boilerplate, clauses: ClauseTree, tables: Tables, settings: ChunkSettings
) -> Chunks:
    """The chunks of ``document`` in its order. Raises ConfigError or DependencyMissing where the tokenizer cannot be had."""
    count = load_counter(settings.tokenizer)
    sheaf = _make_sheaf(document, clauses, tables)
    read = _read_lines(sheaf, clauses)
    spots = make_spots(document, {sheaf.lines[line_id].page for line_id in (*read, *_kept_lines(tables)) if line_id in sheaf.lines})
    count.learn(_texts(sheaf, read, tables, settings))
    drafter = Drafter(sheaf, spots, settings, count)
    units = move_endings(make_units(sheaf, settings, count), sheaf, settings, count)
    drafts = [*_of_text(drafter, units, clauses), *(draft for table in tables.tables for draft in drafter.of_table(table))]
    ordered = sorted(drafts, key=lambda draft: draft.at)
    count.learn(draft.text for draft in ordered if draft.strategy is Strategy.TABLE)
    earlier = (*document.findings, *boilerplate.findings, *clauses.findings, *tables.findings)
    namer = Namer(document.identity, earlier, settings, count)
    keys = make_keys(document.identity.family, ((draft.name, draft.part) for draft in ordered))
    named = [namer.name(index, key, draft) for index, (key, draft) in enumerate(zip(keys, ordered, strict=True))]
    findings = make_findings((remark for _, remarks in named for remark in remarks), settings)
    return Chunks(tuple(chunk for chunk, _ in named), tuple(findings))


def _of_text(drafter: Drafter, units: Iterator[Unit], clauses: ClauseTree) -> Iterator[Draft]:
    """By clause; by paragraph what stands ahead of the first heading in a document that has none."""
    if any(node.kind not in UNNUMBERED for node in clauses.clauses):
        yield from drafter.of_units(units)
        return
    made = list(units)
    for unit in made:
        if unit.node.kind is NodeKind.OVERVIEW:
            yield from drafter.of_paragraphs(unit)
    yield from drafter.of_units(unit for unit in made if unit.node.kind is NodeKind.ASIDE)


def _make_sheaf(document: Document, clauses: ClauseTree, tables: Tables) -> Sheaf:
    taken = frozenset(line_id for table in tables.tables for line_id in table.line_ids)
    nodes = {node.id: _condensed(node, taken) for node in clauses.clauses}
    children: dict[str, list[Clause]] = defaultdict(list)
    for node in nodes.values():
        if node.kind is not NodeKind.ASIDE:
            children[node.parent if node.parent in nodes else ""].append(node)
    index = index_lines(document)
    below = {above: tuple(held) for above, held in children.items()}
    return Sheaf(nodes, below, index.lines, index.order, tuple(index.lines), taken, make_lexicon(document))


def _condensed(node: Clause, taken: Collection[str]) -> Clause:
    """The node with the first and the last alone of the spans in a row that tables took.

    No chunk has their words, and that words are missing there one tells as well as the thousands that a chart of 200 pages leaves
    in one node, for each step to pass over again.
    """
    own, tail = _ends_of_taken(node.own, taken), _ends_of_taken(node.tail, taken)
    if len(own) == len(node.own) and len(tail) == len(node.tail):
        return node
    return msgspec.structs.replace(node, own=own, tail=tail)


def _ends_of_taken(spans: tuple[Span, ...], taken: Collection[str]) -> tuple[Span, ...]:
    gone = [span.line_id in taken for span in spans]
    if len(spans) < INNER or not any(gone):
        return spans
    inner = map(all, zip([False, *gone], gone, [*gone[1:], False], strict=False))
    return tuple([span for span, is_inner in zip(spans, inner, strict=True) if not is_inner])


def _read_lines(sheaf: Sheaf, clauses: ClauseTree) -> list[str]:
    """The lines of which chunks are made, those of tables left out."""
    labels = (node.label_span for node in clauses.clauses if node.label_span)
    words = (span for node in sheaf.nodes.values() for span in (*node.title_spans, *node.own, *node.tail))
    return [span.line_id for span in chain(labels, words) if span.line_id not in sheaf.taken]


def _kept_lines(tables: Tables) -> Iterator[str]:
    return (line_id for table in tables.tables if table.action is TableAction.KEPT for line_id in table.line_ids)


def _texts(sheaf: Sheaf, read: Iterable[str], tables: Tables, settings: ChunkSettings) -> Iterator[str]:
    """What will be counted, for it to be counted at once: the lines, as chunks will have them, and the long cells of tables."""
    for line_id in dict.fromkeys(read):
        line = sheaf.lines[line_id]
        yield line.text
        if len(line.runs) > 1:
            yield write_marks(line)
    for table in tables.tables:
        if table.action is TableAction.KEPT:
            yield from (cell for row in table.cells for cell in row if len(cell) * BYTES > settings.size)
