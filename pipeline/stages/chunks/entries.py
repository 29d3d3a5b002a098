"""What a reader would call one row of a table, and how it is written.

A row, or one of the entries of a row in which lists stand side by side, list by list. A note over all columns stands once, under no
head. In two columns without heads the short first cell names the second: "Exit Age: Lifelong".
"""

from collections.abc import Sequence

from pipeline.model import Record, Table

BETWEEN, BEHIND_NAME, BEHIND_NUMBER = "; ", ": ", " "
COLONS = ":： "
"""What a head that asks for something ends in: it stands once before the value."""
NAME_WORDS = 8
"""Words of the first cells on average, at most, where they name the second ones. Names seen have 1 to 5, items of lists over 8."""
SAMPLE = 30
"""Rows that are looked at to tell names."""


class Entry(Record, frozen=True):
    """One row, or one entry of it: which row, and which of its columns that hold words."""

    at: int
    columns: tuple[int, ...]


def find_entries(table: Table) -> list[Entry]:
    """The entries of ``table`` in reading order; empty ones are none, and one merged over rows is one."""
    whole = max(map(len, table.cells), default=0)
    width = table.entry or max(whole, 1)
    found: list[Entry] = []
    for start in range(0, whole, width):
        for at, cells in enumerate(table.cells):
            if is_spanning(table, at):
                found += [Entry(at, (0,))] if start == 0 and cells[0].strip() else []
                continue
            group = range(start, min(start + width, len(cells)))
            columns = tuple(c for c in group if cells[c].strip())
            if table.entry and at and all(table.cell_boxes[at][c] == table.cell_boxes[at - 1][c] for c in group):
                continue
            found += [Entry(at, columns)] if columns else []
    return found


def names_others(table: Table, at: int) -> bool:
    """Whether a row is no row of its own: it heads others, or is a note of the table."""
    return at in table.notes or at in table.groups


def group_names(table: Table, at: int) -> list[str]:
    """What the rows say that head row ``at``, the outermost first: the words of each, merged cells once."""
    rows = (dict.fromkeys(cell for cell in table.cells[head] if cell.strip()) for head in table.heads_of(at))
    return [" ".join(" ".join(row).split()) for row in rows]


def is_spanning(table: Table, at: int) -> bool:
    """Whether a row is one cell over all columns."""
    cells, boxes = table.cells[at], table.cell_boxes[at]
    return len(cells) > 1 and all(cell == cells[0] for cell in cells) and all(box == boxes[0] for box in boxes)


def entry_text(table: Table, entry: Entry) -> str:
    """`head: value; head: value`; an empty cell says nothing, one without a head its value alone."""
    return join_cells(table, [cell_text(table, entry.at, column) for column in entry.columns])


def cell_text(table: Table, at: int, column: int, piece: str = "") -> str:
    """A cell, or a ``piece`` of it, behind its head; a cell over all columns has none."""
    head = " ".join(table.header[column].split()) if column < len(table.header) and not is_spanning(table, at) else ""
    value = " ".join((piece or table.cells[at][column]).split())
    return f"{head.rstrip(COLONS)}: {value}" if head and head != value else value


def join_cells(table: Table, texts: Sequence[str]) -> str:
    """The texts of the cells of one row as one."""
    if len(texts) != 2 or not names_by_first(table):
        return BETWEEN.join(texts)
    numbered = texts[0].endswith(":") or texts[0].strip("().").isdigit()
    return (BEHIND_NUMBER if numbered else BEHIND_NAME).join(texts)


def names_by_first(table: Table) -> bool:
    """Whether ``table`` has two columns without heads, the first of short names."""
    if any(head.strip() for head in table.header) or table.entry or not table.cells or len(table.cells[0]) != 2:
        return False
    rows = table.cells[:SAMPLE]
    names = [row[0].split() for at, row in enumerate(rows) if not is_spanning(table, at) and row[0].strip()]
    return bool(names) and sum(map(len, names)) <= NAME_WORDS * len(names)
