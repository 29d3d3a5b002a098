"""Compares tables cell by cell. Tables are matched by their words; what one version prints in pieces is one table.

Page breaks, blocks beside each other and the place in the document are no change. Where every row and column is as it was and
only their order is another, the table moved; so did the entries of a list that was set in a grid anew.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import msgspec

from pipeline.config.diff import DiffSettings
from pipeline.diff.cells import find_cells
from pipeline.diff.grids import Grid, count_common, join_pieces, make_grid
from pipeline.diff.records import CellChange, Kind, Place, TableChange
from pipeline.diff.words import diff_words, find_weights, make_key
from pipeline.model import TableAction
from pipeline.store.rows import TableRow

FIGURE = re.compile(r"\d")


def compare_tables(old: Sequence[TableRow], new: Sequence[TableRow], settings: DiffSettings) -> tuple[TableChange, ...]:
    """What changed in the tables that count: kept, or set aside as rates; layout boxes are text.

    Versions are put in one order before they are compared, so that swapping them swaps nothing but the sides.
    """
    if [_all_words(table) for table in new] < [_all_words(table) for table in old]:
        return tuple(_turned(change) for change in _compare(new, old, settings, turned=True))
    return _compare(old, new, settings, turned=False)


def _compare(old: Sequence[TableRow], new: Sequence[TableRow], settings: DiffSettings, *, turned: bool) -> tuple[TableChange, ...]:
    before, after = _counted(old), _counted(new)
    pairs = _match_equal(before, after)
    mine = [make_grid(table) for i, table in enumerate(before) if i not in pairs]
    theirs = [make_grid(table) for j, table in enumerate(after) if j not in pairs.values()]
    mine, theirs = join_pieces(theirs, mine, settings), join_pieces(mine, theirs, settings)
    alike = _match_alike(mine, theirs, settings)
    taken = set(alike.values())
    found = [
        change
        for i, j in sorted(alike.items(), key=lambda pair: pair[1])
        if (change := _of_pair(mine[i], theirs[j], turned=turned))
    ]
    found += [_lone(Kind.REMOVED, grid) for i, grid in enumerate(mine) if i not in alike]
    found += [_lone(Kind.ADDED, grid) for j, grid in enumerate(theirs) if j not in taken]
    return tuple(found)


def _turned(change: TableChange) -> TableChange:
    kind = {Kind.ADDED: Kind.REMOVED, Kind.REMOVED: Kind.ADDED}.get(change.kind, change.kind)
    return TableChange(kind, change.new, change.old, change.weighty, tuple(map(_turned_cell, change.cells)))


def _turned_cell(cell: CellChange) -> CellChange:
    words = diff_words(cell.new, cell.old)
    return CellChange(cell.row, cell.column, cell.new, cell.old, cell.weighty, cell.new_boxes, cell.old_boxes, words)


def _counted(tables: Sequence[TableRow]) -> list[TableRow]:
    return [table for table in tables if table.action is not TableAction.RELEASED]


def _match_equal(before: Sequence[TableRow], after: Sequence[TableRow]) -> dict[int, int]:
    """Tables that are the same cell by cell, in their order: most of them, so that premium grids cost little."""
    waiting: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for j, table in enumerate(after):
        waiting[_all_words(table)].append(j)
    same = ((i, waiting.get(_all_words(table))) for i, table in enumerate(before))
    return {i: places.pop(0) for i, places in same if places}


def _all_words(table: TableRow) -> tuple[str, ...]:
    held = (f"{each.name} {each.value}" for each in table.dimensions)
    return (table.caption, *held, str(table.columns), *table.header, *(cell for row in table.cells for cell in row))


def _match_alike(before: Sequence[Grid], after: Sequence[Grid], settings: DiffSettings) -> dict[int, int]:
    """Those of one name first; then the most alike, of those that have an entry in common."""
    pairs = _match_named(before, after) if settings.table_caption + settings.table_heads >= settings.table_alike else {}
    taken = set(pairs.values())
    holders: dict[str, set[int]] = defaultdict(set)
    for j, grid in enumerate(after):
        for key in grid.entries if j not in taken else ():
            holders[key].add(j)
    scored = []
    for i, grid in enumerate(before):
        for j in sorted({j for key in grid.entries for j in holders.get(key, ())}) if i not in pairs else ():
            value = _alike(grid, after[j], settings)
            if value >= settings.table_alike:
                scored.append((-value, abs(i - j), i, j))
    for _, _, i, j in sorted(scored):
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def _match_named(before: Sequence[Grid], after: Sequence[Grid]) -> dict[int, int]:
    """Tables whose caption and heads are the same and those of no other: 216 premium tables, each with all of its figures new."""
    names: tuple[dict[tuple[str, ...], list[int]], dict[tuple[str, ...], list[int]]] = defaultdict(list), defaultdict(list)
    for named, grids in zip(names, (before, after), strict=True):
        for index, grid in enumerate(grids):
            if grid.caption and any(grid.header):
                named[make_key(grid.caption), *map(make_key, grid.header)].append(index)
    alone = ((places, names[1].get(name, [])) for name, places in names[0].items())
    return {mine[0]: theirs[0] for mine, theirs in alone if len(mine) == len(theirs) == 1}


def _alike(before: Grid, after: Grid, settings: DiffSettings) -> float:
    """Share of entries in common, and what the same caption and the share of heads in common add."""
    caption = bool(before.caption) and make_key(before.caption) == make_key(after.caption)
    heads = [Counter(filter(None, map(make_key, grid.header))) for grid in (before, after)]
    return _common(before.entries, after.entries) + settings.table_caption * caption + settings.table_heads * _common(*heads)


def _common(mine: Counter[str], theirs: Counter[str]) -> float:
    return 2 * count_common(mine, theirs) / max(1, mine.total() + theirs.total())


def _place(grid: Grid) -> Place:
    """Where it stands; without a caption it is called by the first words in it."""
    first = next(filter(None, (*grid.header, *(cell for row in grid.rows for cell in row))), "")
    return Place(grid.id, "", grid.caption or first, grid.page, grid.spots)


def _lone(kind: Kind, grid: Grid) -> TableChange:
    text = " ".join(cell for row in grid.rows for cell in row)
    weighty = bool(find_weights(diff_words("", text)))
    places = (_place(grid), Place()) if kind is Kind.REMOVED else (Place(), _place(grid))
    return TableChange(kind, *places, weighty, ())


def _of_pair(before: Grid, after: Grid, *, turned: bool) -> TableChange | None:
    cells, moved = find_cells(before, after, turned=turned)
    if not cells and not moved:
        return None
    if not cells or _is_list_set_anew(before, after):
        cells = tuple(msgspec.structs.replace(cell, weighty=False) for cell in cells)
        return TableChange(Kind.MOVED, _place(before), _place(after), False, cells)
    return TableChange(Kind.REWORDED, _place(before), _place(after), any(cell.weighty for cell in cells), cells)


def _is_list_set_anew(before: Grid, after: Grid) -> bool:
    """Whether the same entries fill other cells of a grid without heads and figures, where no cell means more than it says."""
    heads = any(before.header) or any(after.header)
    return not heads and before.entries == after.entries and not any(map(FIGURE.search, before.entries))
