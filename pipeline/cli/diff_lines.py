"""What the outputs of `clausetrace diff` share: names of places, words shortened around a change, the sums."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.cli.options import printable
from pipeline.diff.records import CellChange, Change, Difference, Piece, Place, TableChange

AROUND = 6
"""Words of what did not change that are shown before and behind a change."""
LONG = 60
"""Words of an added or removed clause that are shown; the JSON has all."""
HEADS = "(heads)"
SHORT_ROW = 60
"""Letters of the name of a row that are shown."""
SHOWN_CELLS = 12
"""Cells of a table that are shown; the JSON has all."""


def name_places(places: Sequence[Place]) -> str:
    """Where: "section-C.1 Waiting Periods (p17)"."""
    return ", ".join(
        f"{printable(' '.join(filter(None, (place.id, place.title))))} (p{place.page})" for place in places if place.page
    )


def name_change(change: Change) -> str:
    """Where it stands, and where it stood if that is another place."""
    old, new = name_places(change.old), name_places(change.new)
    if not old or not new:
        return old or new
    same = [place.id for place in change.old] == [place.id for place in change.new]
    return new if same else f"{old} → {new}"


def name_table(change: TableChange) -> str:
    """The table by its caption and place in the version that has it."""
    return name_places([change.new if change.new.page else change.old])


def name_cell(cell: CellChange) -> str:
    """Row and column; a row may be called by a whole address, and a head has none."""
    row = printable(cell.row) or HEADS
    return " | ".join(filter(None, (row if len(row) <= SHORT_ROW else f"{row[:SHORT_ROW].rstrip()}…", printable(cell.column))))


def count_kinds(difference: Difference) -> str:
    """The sums in a line: "358 unchanged, 3 reworded, 1 added; 2 weighty"."""
    counts = Counter(change.kind.value for change in difference.clauses)
    parts = [f"{difference.unchanged} unchanged", *(f"{count} {kind}" for kind, count in counts.most_common())]
    if difference.tables:
        parts.append(f"{len(difference.tables)} {'table' if len(difference.tables) == 1 else 'tables'} changed")
    weighty = sum(change.weighty for change in difference.clauses) + sum(table.weighty for table in difference.tables)
    return ", ".join(parts) + (f"; {weighty} weighty" if weighty else "")


def shorten(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces with what did not change cut down to a few words around what did."""
    for index, piece in enumerate(pieces):
        words = printable(piece.words).split()
        most = 2 * AROUND if piece.op == "equal" else LONG
        if len(words) <= most:
            yield Piece(piece.op, " ".join(words))
        elif piece.op != "equal":
            yield Piece(piece.op, " ".join(words[:LONG]) + " …")
        else:
            head = words[:AROUND] if index else []
            tail = words[-AROUND:] if index < len(pieces) - 1 else []
            yield Piece("equal", " ".join([*head, "…", *tail]))
