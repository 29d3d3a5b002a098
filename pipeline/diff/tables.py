"""Compares tables cell by cell. Tables are matched by their words, rows by their labels, columns by their heads.

Page breaks inside a table are no change. Where all entries are the same and stand in other cells, the table moved.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from pipeline.diff.records import CellChange, Kind, Place, TableChange
from pipeline.diff.words import diff_words, find_weights, make_key
from pipeline.model import TableAction
from pipeline.store.rows import TableRow

SAME_TABLE = 0.4
"""Share of entries in common, and what caption and heads add, from which on two tables are one."""
CAPTION, HEADER = 0.3, 0.3
"""What the same caption and the same heads add to the share of entries."""


def compare_tables(old: Sequence[TableRow], new: Sequence[TableRow]) -> tuple[TableChange, ...]:
    """What changed in the tables that count: kept, or set aside as rates; layout boxes are text.

    Versions are put in one order before they are compared, so that swapping them swaps nothing but the sides.
    """
    if [_all_words(table) for table in new] < [_all_words(table) for table in old]:
        return tuple(_turned(change) for change in compare_tables(new, old))
    before, after = _counted(old), _counted(new)
    pairs = _match(before, after)
    taken = set(pairs.values())
    found = [change for i, j in sorted(pairs.items(), key=lambda pair: pair[1]) if (change := _of_pair(before[i], after[j]))]
    found += [_lone(Kind.REMOVED, table) for i, table in enumerate(before) if i not in pairs]
    found += [_lone(Kind.ADDED, table) for j, table in enumerate(after) if j not in taken]
    return tuple(found)


def _turned(change: TableChange) -> TableChange:
    kind = {Kind.ADDED: Kind.REMOVED, Kind.REMOVED: Kind.ADDED}.get(change.kind, change.kind)
    cells = tuple(CellChange(cell.row, cell.column, cell.new, cell.old, cell.weighty) for cell in change.cells)
    return TableChange(kind, change.new, change.old, change.weighty, cells)


def _counted(tables: Sequence[TableRow]) -> list[TableRow]:
    return [table for table in tables if table.action is not TableAction.RELEASED]


def _match(before: Sequence[TableRow], after: Sequence[TableRow]) -> dict[int, int]:
    """Tables that are the same cell by cell first, in their order; of the others the most alike."""
    pairs = _match_equal(before, after)
    mine = {i: _entries(table) for i, table in enumerate(before) if i not in pairs}
    theirs = {j: _entries(table) for j, table in enumerate(after) if j not in pairs.values()}
    holders: dict[str, set[int]] = defaultdict(set)
    for j, each in theirs.items():
        for key in each:
            holders[key].add(j)
    scored = []
    for i, each in mine.items():
        for j in sorted({j for key in each for j in holders.get(key, ())}):
            value = _alike(before[i], after[j], each, theirs[j])
            if value >= SAME_TABLE:
                scored.append((-value, abs(i - j), i, j))
    for _, _, i, j in sorted(scored):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def _match_equal(before: Sequence[TableRow], after: Sequence[TableRow]) -> dict[int, int]:
    waiting: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for j, table in enumerate(after):
        waiting[_all_words(table)].append(j)
    same = ((i, waiting.get(_all_words(table))) for i, table in enumerate(before))
    return {i: places.pop(0) for i, places in same if places}


def _all_words(table: TableRow) -> tuple[str, ...]:
    return (table.caption, *table.header, *(cell for row in table.cells for cell in row))


def _entries(table: TableRow) -> Counter[str]:
    return Counter(key for row in (table.header, *table.cells) for cell in row if (key := make_key(cell)))


def _alike(before: TableRow, after: TableRow, mine: Counter[str], theirs: Counter[str]) -> float:
    share = 2 * (mine & theirs).total() / max(1, mine.total() + theirs.total())
    caption = bool(before.caption) and make_key(before.caption) == make_key(after.caption)
    header = any(before.header) and _keys(before.header) == _keys(after.header)
    return share + CAPTION * caption + HEADER * header


def _keys(cells: Sequence[str]) -> tuple[str, ...]:
    return tuple(make_key(cell) for cell in cells)


def _place(table: TableRow) -> Place:
    return Place(table.id, "", table.caption, table.pages[0] if table.pages else 0)


def _lone(kind: Kind, table: TableRow) -> TableChange:
    text = " ".join(cell for row in table.cells for cell in row)
    weighty = bool(find_weights(diff_words("", text)))
    places = (_place(table), Place()) if kind is Kind.REMOVED else (Place(), _place(table))
    return TableChange(kind, *places, weighty, ())


def _of_pair(before: TableRow, after: TableRow) -> TableChange | None:
    if before.header == after.header and before.cells == after.cells:
        return None
    cells = tuple(_cells(before, after))
    if not cells:
        return None
    same = _entries(before) == _entries(after)
    kind = Kind.MOVED if same else Kind.REWORDED
    return TableChange(kind, _place(before), _place(after), any(cell.weighty for cell in cells), cells)


def _cells(before: TableRow, after: TableRow) -> Iterator[CellChange]:
    """Cells that differ; of a row or a column that is on one side only every cell with words."""
    columns = _aligned(_keys(before.header), _keys(after.header), max(before.columns, after.columns))
    for i, j in _rows(before, after):
        mine, theirs = (before.cells[i] if i >= 0 else []), (after.cells[j] if j >= 0 else [])
        name = _name(after, theirs) if j >= 0 else _name(before, mine)
        for a, b in columns:
            old, new = _at(mine, a), _at(theirs, b)
            if make_key(old) != make_key(new):
                head = _at(after.header, b) or _at(before.header, a)
                yield CellChange(name, head, old, new, bool(find_weights(diff_words(old, new))))


def _at(cells: Sequence[str], index: int) -> str:
    return cells[index] if 0 <= index < len(cells) else ""


def _name(table: TableRow, row: Sequence[str]) -> str:
    return " / ".join(filter(None, row[: max(1, table.row_labels)]))


def _aligned(mine: Sequence[str], theirs: Sequence[str], most: int) -> list[tuple[int, int]]:
    """Columns that belong together, -1 where there is none; by place where the heads say nothing."""
    if not any(mine) or not any(theirs):
        return [(index, index) for index in range(most)]
    return _pairs(mine, theirs)


def _rows(before: TableRow, after: TableRow) -> list[tuple[int, int]]:
    """Rows that belong together: the same words, else the same labels, in order."""
    labels = [[make_key(_name(table, row)) for row in table.cells] for table in (before, after)]
    return _pairs(*labels)


def _pairs(mine: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for op, a0, a1, b0, b1 in SequenceMatcher(None, list(mine), list(theirs), False).get_opcodes():
        both = min(a1 - a0, b1 - b0) if op in ("equal", "replace") else 0
        found += [(a0 + step, b0 + step) for step in range(both)]
        found += [(index, -1) for index in range(a0 + both, a1)]
        found += [(-1, index) for index in range(b0 + both, b1)]
    return found
