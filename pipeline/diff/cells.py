"""What changed inside a table: rows are matched by their words, then by their labels, columns by their heads, then by likeness.

A row or a column that stands elsewhere in its table is the same one. Heads are cells too, of a row without a name.
"""

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from rapidfuzz import fuzz

from pipeline.diff.grids import Grid
from pipeline.diff.records import CellChange, Spot
from pipeline.diff.words import diff_words, find_weights, make_key

ALIKE = 0.5
"""Likeness from which on two rows or columns between the same neighbours are one: half of the letters. A constant, since it only
says whether a changed row is told as changed cells, or as a row that went and one that came."""
SAME_LABEL, SAME_NAME = 0.25, 0.5
"""What the same label, and an entry in words that is found in one row of each table alone, add to the likeness of two rows: with
either they are one whatever else stands in them, unless others are more alike: a number may have passed to another row."""
MOST_PAIRS = 10_000
"""Pairs of rows in one gap that are compared by likeness; in a larger one, rows with nothing in common came and went. A bound of
cost: 100 rows that were all rewritten."""
Pairs = list[tuple[int, int]]
"""Indexes that belong together; -1 where there is none on that side."""


def find_cells(before: Grid, after: Grid, *, turned: bool) -> tuple[tuple[CellChange, ...], bool]:
    """The cells that differ, and whether rows or columns stand in another order.

    Rows and columns are called as in ``after``; ``turned``, as in ``before``, which is then the new version.
    """
    columns = _match_columns(before, after)
    rows = _match_rows(before, after)
    found = [*_dimensions(before, after), *_heads(before, after, columns), *_bodies(before, after, columns, rows)]
    cells = tuple(_cell(each, before, after, turned=turned) for each in found)
    return cells, _crosses(rows) or _crosses(columns)


class _Found(NamedTuple):
    """A cell that differs: the rows that were matched, what the column is called on each side, the words, the boxes."""

    row: tuple[int, int]
    heads: tuple[str, str]
    texts: tuple[str, str]
    boxes: tuple[tuple[Spot, ...], tuple[Spot, ...]]


def _cell(found: _Found, before: Grid, after: Grid, *, turned: bool) -> CellChange:
    names = [_name(grid, grid.rows[at]) if at >= 0 else "" for grid, at in zip((before, after), found.row, strict=True)]
    heads = found.heads
    if turned:
        names, heads = names[::-1], heads[::-1]
    words = diff_words(*found.texts)
    weighty = bool(find_weights(words))
    return CellChange(names[1] or names[0], heads[1] or heads[0], *found.texts, weighty, *found.boxes, words)


def _crosses(pairs: Pairs) -> bool:
    both = sorted(pair for pair in pairs if min(pair) >= 0)
    return [b for _, b in both] != sorted(b for _, b in both)


def _match_columns(before: Grid, after: Grid) -> Pairs:
    """By their heads; of tables without heads, which have nothing but their place, by place where they are as many."""
    mine, theirs = ([make_key(head) for head in grid.header] for grid in (before, after))
    if before.width == after.width and not (any(mine) and any(theirs)):
        return [(index, index) for index in range(before.width)]
    mine, theirs = (keys or [""] * grid.width for keys, grid in ((mine, before), (theirs, after)))
    texts = [[" ".join(column) for column in _columns(grid)] for grid in (before, after)]
    return _align(mine, theirs, lambda i, j: max(_likeness(texts[0][i], texts[1][j]), _likeness(mine[i], theirs[j])))


def _columns(grid: Grid) -> list[list[str]]:
    return [[row[index] if index < len(row) else "" for row in grid.keys] for index in range(grid.width)]


def _match_rows(before: Grid, after: Grid) -> Pairs:
    """The same words first; in what is left between them the most alike, in order, the same label or name counting most."""
    texts = [[" ".join(row) for row in grid.keys] for grid in (before, after)]
    labels = [["".join(row[: grid.labels]) for row in grid.keys] for grid in (before, after)]
    names = [[_names(row, grid) for row in grid.keys] for grid in (before, after)]

    def alike(i: int, j: int) -> float:
        likeness = _likeness(texts[0][i], texts[1][j])
        label = bool(labels[0][i]) and labels[0][i] == labels[1][j]
        name = not names[0][i].isdisjoint(names[1][j])
        return max(likeness, ALIKE) + SAME_LABEL * label + SAME_NAME * name if label or name else likeness

    return _align(texts[0], texts[1], alike)


def _names(row: Sequence[str], grid: Grid) -> frozenset[str]:
    """Entries in words that no other row of the table has: what a row is called, in whichever column that stands."""
    return frozenset(key for key in row if grid.entries[key] == 1 and not any(map(str.isdigit, key)))


def _likeness(one: str, other: str) -> float:
    return fuzz.ratio(one, other) / 100 if one and other else 0.0


def _align(mine: Sequence[str], theirs: Sequence[str], alike: Callable[[int, int], float]) -> Pairs:
    """What belongs together: the same in order, the same elsewhere, then the most alike of each gap, in order."""
    found: Pairs = []
    gaps: list[tuple[range, range]] = []
    for op, a0, a1, b0, b1 in SequenceMatcher(None, list(mine), list(theirs), False).get_opcodes():
        if op == "equal":
            found += zip(range(a0, a1), range(b0, b1), strict=True)
        else:
            gaps.append((range(a0, a1), range(b0, b1)))
    found += _elsewhere(mine, theirs, gaps)
    taken = {i for i, _ in found}, {j for _, j in found}
    for ours, others in gaps:
        found += _alike_in_order([i for i in ours if i not in taken[0]], [j for j in others if j not in taken[1]], alike)
    return _ordered(_with_strays(found, alike))


def _with_strays(pairs: Pairs, alike: Callable[[int, int], float]) -> Pairs:
    """The pairs, those alone on both sides put together where they are surely one in another place of the order."""
    alone = [i for i, j in pairs if j < 0], [j for i, j in pairs if i < 0]
    if len(alone[0]) * len(alone[1]) > MOST_PAIRS:
        return pairs
    sure = sorted((-value, i, j) for i in alone[0] for j in alone[1] if (value := alike(i, j)) >= ALIKE + SAME_NAME)
    strays: dict[int, int] = {}
    for _, i, j in sure:
        if i not in strays and j not in strays.values():
            strays[i] = j
    kept = [(i, j) for i, j in pairs if i not in strays and not (i < 0 and j in strays.values())]
    return [*kept, *strays.items()]


def _elsewhere(mine: Sequence[str], theirs: Sequence[str], gaps: Sequence[tuple[range, range]]) -> Pairs:
    waiting: dict[str, list[int]] = {}
    for _, others in gaps:
        for j in others:
            if theirs[j].strip():
                waiting.setdefault(theirs[j], []).append(j)
    return [(i, waiting[mine[i]].pop(0)) for ours, _ in gaps for i in ours if waiting.get(mine[i])]


def _alike_in_order(ours: Sequence[int], others: Sequence[int], alike: Callable[[int, int], float]) -> Pairs:
    """The pairs with the greatest sum of likenesses that keep the order, by dynamic programming; the rest alone."""
    if len(ours) * len(others) > MOST_PAIRS or not ours or not others:
        return [*((i, -1) for i in ours), *((-1, j) for j in others)]
    scores = [[value if (value := alike(i, j)) >= ALIKE else 0.0 for j in others] for i in ours]
    best = [[0.0] * (len(others) + 1) for _ in range(len(ours) + 1)]
    for a in reversed(range(len(ours))):
        for b in reversed(range(len(others))):
            paired = scores[a][b] + best[a + 1][b + 1] if scores[a][b] else 0.0
            best[a][b] = max(paired, best[a + 1][b], best[a][b + 1])
    found: Pairs = []
    a = b = 0
    while a < len(ours) and b < len(others):
        if scores[a][b] and best[a][b] == scores[a][b] + best[a + 1][b + 1]:
            found.append((ours[a], others[b]))
            a, b = a + 1, b + 1
        elif best[a][b] == best[a + 1][b]:
            found.append((ours[a], -1))
            a += 1
        else:
            found.append((-1, others[b]))
            b += 1
    return [*found, *((i, -1) for i in ours[a:]), *((-1, j) for j in others[b:])]


def _ordered(pairs: Pairs) -> Pairs:
    """By their place in the new table; what is only in the old one behind what stood before it there."""
    place = -1.0
    places = {}
    for i, j in sorted((pair for pair in pairs if pair[0] >= 0), key=lambda pair: pair[0]):
        place = float(j) if j >= 0 else place + 0.001
        places[i] = place
    return sorted(pairs, key=lambda pair: places[pair[0]] if pair[0] >= 0 else float(pair[1]))


def _dimensions(before: Grid, after: Grid) -> Iterator[_Found]:
    """What holds for the whole table, where both versions say it: "Sum insured"."""
    for name in sorted(before.dimensions.keys() & after.dimensions.keys()):
        old, new = before.dimensions[name], after.dimensions[name]
        if make_key(old) != make_key(new):
            yield _Found((-1, -1), (name, name), (old, new), ((), ()))


def _heads(before: Grid, after: Grid, columns: Pairs) -> Iterator[_Found]:
    if not any(before.header) or not any(after.header):
        return
    for a, b in columns:
        old, new = _at(before.header, a), _at(after.header, b)
        if make_key(old) != make_key(new):
            yield _Found((-1, -1), (old, new), (old, new), ((), ()))


def _bodies(before: Grid, after: Grid, columns: Pairs, rows: Pairs) -> Iterator[_Found]:
    """Cells that differ; of a row or a column that is on one side only every cell with words."""
    for i, j in rows:
        mine, theirs = (before.rows[i] if i >= 0 else ()), (after.rows[j] if j >= 0 else ())
        for a, b in columns:
            old, new = _at(mine, a), _at(theirs, b)
            if make_key(old) != make_key(new):
                heads = _head(before, a), _head(after, b)
                yield _Found((i, j), heads, (old, new), (_box(before, i, a), _box(after, j, b)))


def _head(grid: Grid, column: int) -> str:
    """What a column is called: by its head, else by its number."""
    return _at(grid.header, column) or (f"column {column + 1}" if column >= 0 else "")


def _at(cells: Sequence[str], index: int) -> str:
    return cells[index] if 0 <= index < len(cells) else ""


def _name(grid: Grid, row: Sequence[str]) -> str:
    """What a row is called: its labels, where those are but numbers the words behind them as well, else the first words in it."""
    labels, behind = row[: grid.labels], _at(row, grid.labels)
    if not any(map(str.isalpha, "".join(labels))) and any(map(str.isalpha, behind)):
        labels = (*labels, behind)
    return " / ".join(filter(None, labels)) or next(filter(None, row), "")


def _box(grid: Grid, row: int, column: int) -> tuple[Spot, ...]:
    """Where a cell stands, if it does."""
    boxes = grid.boxes[row] if row >= 0 else ()
    return boxes[column] if 0 <= column < len(boxes) else ()
