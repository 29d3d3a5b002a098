"""Tables with level rules only: rules of one length under one another, with columns seen from the text between them.

Order of evidence: rules with the same ends and no upright rule at them, three or more, or over rows of several short pieces;
between most neighbouring ones pieces in two columns or more; white space that no piece but a head's crosses. What stands
between two rules is one row, unless more rows of text stand there whose first column is filled in each: then each of those
begins a row. A page's own header and footer rules drop out, since the text between them and the table stands in no columns; a
row as high as a paragraph is columns of text between two rules.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box
from pipeline.model import Record
from pipeline.stages.extract.areas import Edges, Grid
from pipeline.stages.extract.rows import Piece, falls, make_rows

LIKE = 64
"""Sizes of grids for which their walls and floors are held: the tables of a document come in a few."""


class Slot(Record, frozen=True):
    """What stands between two rules: its top and bottom, its pieces, whether two of those stand side by side."""

    top: float
    bottom: float
    pieces: tuple[Piece, ...]
    beside: bool


def make_slot(top: float, bottom: float, pieces: tuple[Piece, ...]) -> Slot:
    """What stands between two rules."""
    return Slot(top, bottom, pieces, _stand_in_columns(pieces))


def find_levelled(
    edges: Edges, height: float, pieces: Sequence[Piece], grids: Sequence[Grid], settings: ExtractSettings
) -> tuple[Grid, ...]:
    """Grids of level rules outside ``grids`` on a page of ``height`` points, from the top down."""
    level = [box for box in edges.level if not any(grid.holds((box[0] + box[2]) / 2, box[1]) for grid in grids)]
    found: list[Grid] = []
    for rules in _stacks(level, settings):
        for slots in _tabular(rules, pieces, settings):
            grid = _grid(rules[0], slots, settings)
            if grid is not None and max(b - a for a, b in pairwise(grid.ys)) <= settings.level_height * height:
                found.append(grid)
    return tuple(sorted(found, key=lambda grid: grid.bbox[1]))


def _stacks(level: Sequence[Box], settings: ExtractSettings) -> Iterator[list[Box]]:
    """Groups of rules with the same ends, each from the top down."""
    near = settings.rule_near
    wide = sorted((box for box in level if box[2] - box[0] >= settings.level_width), key=lambda b: (b[0], b[2]))
    stack: list[Box] = []
    for box in wide:
        if stack and (box[0] - stack[0][0] > near or abs(box[2] - stack[0][2]) > near):
            yield sorted(stack, key=lambda b: b[1])
            stack = []
        stack.append(box)
    if stack:
        yield sorted(stack, key=lambda b: b[1])


def _tabular(rules: Sequence[Box], pieces: Sequence[Piece], settings: ExtractSettings) -> Iterator[list[Slot]]:
    """Runs of neighbouring slots with pieces side by side; a slot of one column may stand among them, not at their ends."""
    near = settings.rule_near
    apart = [(above[1], below[1]) for above, below in pairwise(rules) if below[1] - above[1] > near]
    x0, x1 = rules[0][0] - near, rules[0][2] + near
    below = _open_rows(rules[-1], pieces, (x0, x1), settings)
    if len(apart) + len(below) < settings.level_rules - 1:
        return
    slots = _slots_between(apart, [p for p in pieces if p.bbox[0] >= x0 and p.bbox[2] <= x1]) if apart else []
    slots += below
    run: list[Slot] = []
    for slot in slots:
        if run and slot.top - run[-1].bottom > near:
            yield from _trimmed(run, settings)
            run = []
        run.append(slot)
    yield from _trimmed(run, settings)


def _slots_between(bounds: Sequence[tuple[float, float]], within: Sequence[Piece]) -> list[Slot]:
    middles = sorted([((p.bbox[1] + p.bbox[3]) / 2, k) for k, p in enumerate(within)])
    return [make_slot(top, bottom, tuple(within[k] for k in sorted(_between(middles, top, bottom)))) for top, bottom in bounds]


def _between(middles: Sequence[tuple[float, int]], top: float, bottom: float) -> Iterator[int]:
    """Indices of the pieces whose middle lies between two rules; ``middles`` is sorted."""
    first, last = bisect_right(middles, (top, len(middles))), bisect_left(middles, (bottom, -1))
    return (k for _, k in middles[first:last])


def _open_rows(last: Box, pieces: Sequence[Piece], ends: tuple[float, float], settings: ExtractSettings) -> list[Slot]:
    """A slot for each row of several short pieces right under the last rule: a table with no rule below it.

    Only pieces between the two ``ends`` count. Rows are made as they are asked for: under most rules the first one ends the search.
    """
    found: list[Slot] = []
    wrapped: tuple[Piece, ...] = ()
    filled = 0.0
    top = last[1]
    within = [p for p in pieces if p.bbox[0] >= ends[0] and p.bbox[2] <= ends[1] and (p.bbox[1] + p.bbox[3]) / 2 > top]
    for row in make_rows(sorted(within, key=falls), settings):
        high, low = min(p.bbox[1] for p in row), max(p.bbox[3] for p in row)
        if high - top > settings.aligned_gap * (low - high):
            break
        if len(row) < settings.aligned_pieces:
            if not found or not _goes_on(found[-1], row, settings):
                break
            wrapped, top = (*wrapped, *row), low
            continue
        if found and wrapped:
            above = found.pop()
            found.append(make_slot(above.top, top, (*above.pieces, *wrapped)))
        found.append(make_slot(top, low, row))
        wrapped, top = (), low
        filled += sum(p.bbox[2] - p.bbox[0] for p in row)
    full = filled > settings.level_fill * (last[2] - last[0]) * len(found)
    return [] if full or len(found) < settings.aligned_rows else found


def _goes_on(above: Slot, row: Sequence[Piece], settings: ExtractSettings) -> bool:
    """Whether each piece of a short row begins where one of the row above does: a cell that wraps."""
    starts = [p.bbox[0] for p in above.pieces]
    return all(any(abs(p.bbox[0] - start) <= settings.align_near for start in starts) for p in row)


def _trimmed(run: Sequence[Slot], settings: ExtractSettings) -> Iterator[list[Slot]]:
    sides = [slot.beside for slot in run]
    if True not in sides:
        return
    first, last = sides.index(True), len(sides) - sides[::-1].index(True)
    kept = list(run[first:last])
    if len(kept) >= settings.level_rules - 1 and sum(sides[first:last]) >= settings.aligned_share * len(kept):
        yield kept


def _stand_in_columns(pieces: Sequence[Piece]) -> bool:
    """Whether two pieces stand side by side, and none runs on past where another begins on its row."""
    if len(pieces) < 2:
        return False
    boxes = sorted([p.bbox for p in pieces], key=lambda b: (b[1] + b[3], b[0]))
    return any(a[2] < b[0] and a[1] < b[3] and b[1] < a[3] for a, b in pairwise(boxes))


def _grid(rule: Box, slots: Sequence[Slot], settings: ExtractSettings) -> Grid | None:
    cuts = _cuts(slots, settings)
    if not cuts:
        return None
    xs = (rule[0], *cuts, rule[2])
    ys = [slots[0].top]
    for slot in slots:
        ys += [*(_row_tops(slot, xs[1]) if len(slots) <= settings.level_rules else ()), slot.bottom]
    if len(ys) - 1 < settings.level_rules - 1:
        return None
    walls, floors = _every(len(ys) - 1, len(xs)), _every(len(ys), len(xs) - 1)
    return Grid((xs[0], ys[0], xs[-1], ys[-1]), xs, tuple(ys), walls, floors)


@lru_cache(LIKE)
def _every(rows: int, columns: int) -> frozenset[tuple[int, int]]:
    """All walls, or floors, of a grid of so many rows and columns: one object, since a grid on every page has thousands."""
    return frozenset(product(range(rows), range(columns)))


def _cuts(slots: Sequence[Slot], settings: ExtractSettings) -> list[float]:
    """The middles of the white space that no piece crosses, but for those of a few slots: heads over several columns."""
    spans = [sorted((p.bbox[0], p.bbox[2]) for p in slot.pieces) for slot in slots if slot.beside]
    allowed = (1 - settings.level_share) * len(spans)
    changes = sorted(change for span in spans for x0, x1 in _merged(span) for change in ((x0, 1), (x1, -1)))
    cuts: list[float] = []
    over, opened = 0, None
    for x, change in changes:
        if over > allowed >= over + change:
            opened = x
        elif over <= allowed < over + change:
            if opened is not None and x - opened >= settings.level_gap:
                cuts.append((opened + x) / 2)
            opened = None
        over += change
    return cuts


def _merged(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Sorted spans, touching ones made one: each slot counts once at any place."""
    out: list[tuple[float, float]] = []
    for x0, x1 in spans:
        if out and x0 <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], x1))
        else:
            out.append((x0, x1))
    return out


def _row_tops(slot: Slot, first_cut: float) -> list[float]:
    """Where further rows begin in a slot that holds several: half-way up to each row of text that fills the first column too."""
    middles = sorted(p.middle for p in slot.pieces if p.bbox[2] <= first_cut)
    others = sorted(p.middle for p in slot.pieces if p.bbox[0] >= first_cut)
    near = min((p.bbox[3] - p.bbox[1] for p in slot.pieces), default=0.0) / 2
    rows = {m for m in middles if _has_near(others, m, near)}
    tops = sorted({p.bbox[1] for p in slot.pieces if p.bbox[2] <= first_cut and p.middle in rows})
    bottoms = sorted(p.bbox[3] for p in slot.pieces)
    found = []
    for top in tops[1:]:
        above = bisect_right(bottoms, top) - 1
        if above >= 0:
            found.append((bottoms[above] + top) / 2)
    return found


def _has_near(values: Sequence[float], at: float, near: float) -> bool:
    """Whether one of the sorted ``values`` is less than ``near`` away."""
    beside = bisect_left(values, at)
    return any(abs(value - at) < near for value in values[max(0, beside - 1) : beside + 1])
