"""What the chunks hold of the text: all of it, nothing for two clauses, and in the order of the page.

LED002: words of a clause in no chunk, in the chunks of two clauses, or twice in one chunk; words of an extracted table in no cell.
LED003: a line that the tree reads behind one that stands after it: a clause was taken up again, or the words of one lie around
another. Each is a fault of the program.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pipeline.checks.faults import Fault, gaps_between, has_letters, overlap_in
from pipeline.checks.ledger import Shares
from pipeline.model import Chunk, Chunks, Clause, ClauseTree, Line, NodeKind, Origin, Strategy, Table, TableAction, Tables
from pipeline.wording import squeeze

Stretch = tuple[int, int]

READ_LATE = "that the tree reads later than the page does: other words stand between it and the rest of its clause"


def find_lost(shares: Shares, tables: Tables, chunks: Chunks, lines: Mapping[str, Line]) -> Iterator[Fault]:
    """The lines whose words the chunks lack, or have more than once."""
    held: dict[str, dict[str, list[Stretch]]] = defaultdict(lambda: defaultdict(list))
    for chunk in chunks.chunks:
        if chunk.strategy is not Strategy.TABLE:
            yield from _enter(chunk, held)
    for line_id, here in shares.items():
        by_clause = held.get(line_id, {})
        stretches = [stretch for each in by_clause.values() for stretch in each]
        gaps = (gap for share in here for gap in gaps_between(stretches, share.start, share.end))
        if line_id in lines and has_letters(lines[line_id], gaps):
            yield Fault("LED002", "with words that no chunk has", line_id)
        if len(by_clause) > 1 and overlap_in(stretch for each in by_clause.values() for stretch in _merged(each)):
            yield Fault("LED002", "with words in the chunks of two clauses", line_id)
    for table in tables.tables:
        # what a transcription lacks is a finding of the tables stage (TAB010, TAB013), and no fault of the program
        if table.action is TableAction.KEPT and table.origin is Origin.EXTRACTED:
            yield from _find_lost_cells(table, lines)


def _enter(chunk: Chunk, held: dict[str, dict[str, list[Stretch]]]) -> Iterator[Fault]:
    """Notes what the chunk has of each line, by its clause; a fault where it has words twice."""
    own: dict[str, list[Stretch]] = defaultdict(list)
    for place in chunk.places:
        for span in place.pieces:
            own[span.line_id].append((span.start, span.end))
    for line_id, stretches in own.items():
        held[line_id][chunk.clause_id].extend(stretches)
        if len(stretches) > 1 and overlap_in(stretches):
            yield Fault("LED002", "with words twice in one chunk", line_id)


def _merged(stretches: list[Stretch]) -> list[Stretch]:
    """The stretches, those that overlap made one: parts of one clause may repeat words."""
    merged: list[Stretch] = []
    for low, high in sorted(stretches):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _find_lost_cells(table: Table, lines: Mapping[str, Line]) -> Iterator[Fault]:
    """The lines of a kept table with words that neither its cells nor its heads nor its caption have."""
    dimensions = (piece for dimension in table.dimensions for piece in dimension)
    cells = (cell for row in table.cells for cell in row)
    written = " ".join([table.caption, *table.header, *dimensions, *dict.fromkeys(cells)])
    words, whole = {squeeze(word) for word in written.split()}, ""
    for line_id in table.line_ids:
        if line_id not in lines:
            continue
        lacking = [word for word in map(squeeze, lines[line_id].text.split()) if word and word not in words]
        if lacking:
            whole = whole or squeeze(written)
        if any(word not in whole for word in lacking):
            yield Fault("LED002", f"with words that no cell of table {table.id} has", line_id)


def find_disorder(order: Mapping[str, int], clauses: ClauseTree) -> Iterator[Fault]:
    """The lines that the tree reads behind one that stands after them; asides stand beside the text and don't count.

    ``order`` is the place of each line in reading order, by its id.
    """
    children: dict[str, list[Clause]] = defaultdict(list)
    ids = {node.id for node in clauses.clauses}
    for node in clauses.clauses:
        if node.kind is not NodeKind.ASIDE:
            children[node.parent if node.parent in ids else ""].append(node)
    places = {id(node): [order.get(span.line_id, -1) for span in node.own] for node in clauses.clauses}
    read = list(_read(children))
    if not _ascends([place for node in read for place in places[id(node)]]):
        yield from _find_late([span.line_id for node in read for span in node.own], order)
    for node in clauses.clauses:
        spans = (*node.own, *node.tail)
        every = [*places[id(node)], *[order.get(span.line_id, -1) for span in node.tail]]
        if not _ascends(every):
            late = zip(pairwise(every), spans[1:], strict=True)
            yield from (Fault("LED003", READ_LATE, span.line_id) for (x, y), span in late if y < x)


def _ascends(places: Sequence[int]) -> bool:
    # sorting what is sorted takes a tenth of the time of a loop over it
    return sorted(places) == places


def _find_late(read: Sequence[str], order: Mapping[str, int]) -> Iterator[Fault]:
    before = -1
    for line_id in read:
        at = order.get(line_id, before)
        if at < before:
            yield Fault("LED003", READ_LATE, line_id)
        before = at


def _read(children: Mapping[str, Sequence[Clause]]) -> Iterator[Clause]:
    """The nodes as the tree reads their own words; closing words may stand between two children."""
    ahead = list(reversed(children.get("", ())))
    while ahead:
        node = ahead.pop()
        yield node
        ahead += reversed(children.get(node.id, ()))
