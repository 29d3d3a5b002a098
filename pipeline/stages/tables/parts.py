"""Areas into parts: runs of rows that share one set of columns, with the full-width bands above them.

A row whose grid lines are some of those of the rows before it, or all of them and more, goes on with them; one whose grid lines
differ begins a part of its own. A band (one cell across) belongs to the part below it when that begins anew, with other columns
or with its head printed again; else it is a row of the part around it, its words repeated in each column. Rows and columns in
which nothing stands are left out; a label that rules part from the values merged over it is one row with them.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from operator import eq, is_, is_not

from pipeline.config.settings import TableSettings
from pipeline.geometry import Box, union
from pipeline.model import Line, Page, Record
from pipeline.stages.tables.areas import AreaContent
from pipeline.stages.tables.grid import Frames, completed, make_grid
from pipeline.stages.tables.reading import count_words
from pipeline.stages.tables.shapes import Grid, GridReader, Mask, Part, Row, Slot
from pipeline.stages.tables.slots import Filled, fill
from pipeline.wording import Lexicon, squeeze


class Strip(Record, frozen=True):
    """Grid rows tied by cells merged over them: first row, end (half-open), the grid lines that part columns in any of them."""

    start: int
    end: int
    mask: Mask


class Grids(Record, frozen=True):
    """Where grids come from: the frames that were found on earlier pages, and the second reader, if there is one."""

    frames: Frames
    second: GridReader | None


def make_parts(
    page: Page, content: AreaContent, order: Mapping[str, int], lexicon: Lexicon, settings: TableSettings, grids: Grids
) -> tuple[Part, ...]:
    """The parts of one area, from the top down; ``order`` gives each line's place in the reading order of the document."""
    grid, filled = _read(page, content, lexicon, settings, grids)
    lattice = _make_lattice(grid, filled, settings)
    made = (_part(page, content, lattice, run, order) for run in _runs(lattice, settings))
    return tuple(part for part in made if part is not None)


def _read(page: Page, content: AreaContent, lexicon: Lexicon, settings: TableSettings, grids: Grids) -> tuple[Grid, Filled]:
    """The area's own grid; the second reader's where words are cut and that reader cuts fewer."""
    grid = make_grid(content.area, content.rules, _texts(content.lines, settings), grids.frames, settings)
    filled = fill(grid, page.number, content, lexicon, settings)
    if grids.second is None or filled.cut_share <= settings.unsure:
        return grid, filled
    other = grids.second(page.number, content.area.bbox)
    if other is None or len(other.xs) < 2 or len(other.ys) < 2:
        return grid, filled
    other = completed(other)
    refilled = fill(other, page.number, content, lexicon, settings)
    return (other, refilled) if refilled.cut_share < filled.cut_share else (grid, filled)


def _texts(lines: Sequence[Line], settings: TableSettings) -> list[Box]:
    """The boxes of lines, and of two pieces of a row that only a space parts: words that run on across whatever is drawn there."""
    boxes = [line.bbox for line in lines]
    for before, after in pairwise([line for line in lines if not line.rotation]):
        if before.row != after.row:
            continue
        if 0 < after.bbox[0] - before.bbox[2] < settings.word_gap * (after.bbox[3] - after.bbox[1]):
            boxes.append(union((before.bbox, after.bbox)))
    return boxes


class Lattice(Record, frozen=True):
    """A filled grid by row: what stands in each (one slot a grid column), and which cells."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    rows: tuple[Row, ...]
    owners: tuple[tuple[int, ...], ...]
    unsure: bool

    def strips(self) -> list[Strip]:
        """All rows that are not empty, tied ones together."""
        strips: list[Strip] = []
        start, mask, filled = 0, 0, False
        last = len(self.rows) - 1
        for i, (row, owners) in enumerate(zip(self.rows, self.owners, strict=True)):
            mask |= _mask(owners)
            filled = filled or any(slot.text for slot in row)
            if i < last and any(map(eq, owners, self.owners[i + 1])):
                continue
            if filled:
                strips.append(Strip(start, i + 1, mask))
            start, mask, filled = i + 1, 0, False
        return strips


def _make_lattice(grid: Grid, filled: Filled, settings: TableSettings) -> Lattice:
    rows = tuple(tuple(map(filled.slots.__getitem__, owners)) for owners in filled.owners)
    return Lattice(grid.xs, grid.ys, rows, filled.owners, filled.cut_share > settings.unsure)


def _mask(owners: Sequence[int]) -> Mask:
    """The grid lines between whose two sides stand different cells: mostly all of them."""
    if len(set(owners)) == len(owners):
        return (1 << (len(owners) - 1)) - 1
    mask = 0
    for i, (a, b) in enumerate(pairwise(owners)):
        if a != b:
            mask |= 1 << i
    return mask


class Run(Record, frozen=True):
    """Strips with one set of columns, and the bands above them."""

    bands: tuple[Strip, ...]
    strips: tuple[Strip, ...]
    mask: Mask


def _runs(lattice: Lattice, settings: TableSettings) -> list[Run]:
    runs: list[Run] = []
    bands: tuple[Strip, ...] = ()
    open_run = False
    for strip in lattice.strips():
        if not strip.mask:
            if _is_prose(lattice.rows[strip.start][0], settings):
                runs, bands, open_run = _with_bands(runs, bands, open_run=open_run), (), False
            else:
                bands += (strip,)
            continue
        if open_run and not _begins_anew(lattice, runs[-1], bands, strip):
            last = runs.pop()
            runs.append(Run(last.bands, (*last.strips, *bands, strip), last.mask | strip.mask))
        else:
            runs.append(Run(bands, (strip,), strip.mask))
        bands, open_run = (), True
    return _with_bands(runs, bands, open_run=open_run)


def _is_prose(slot: Slot, settings: TableSettings) -> bool:
    """Whether a band is a paragraph beside the table, which is text and no row."""
    return count_words(slot.text) >= settings.prose_words


def _with_bands(runs: list[Run], bands: tuple[Strip, ...], *, open_run: bool) -> list[Run]:
    """``runs`` with bands that nothing follows: rows of the run they stand under, else a run of their own."""
    if not bands:
        return runs
    if not open_run:
        return [*runs, Run((), bands, 0)]
    last = runs[-1]
    return [*runs[:-1], Run(last.bands, last.strips + bands, last.mask)]


def _begins_anew(lattice: Lattice, run: Run, bands: Sequence[Strip], strip: Strip) -> bool:
    both = run.mask | strip.mask
    first, here = lattice.rows[run.strips[0].start], lattice.rows[strip.start]
    if both not in (run.mask, strip.mask):
        return bool(bands) or not run.mask & strip.mask or _stands_out(here, lattice.rows[run.strips[-1].end - 1])
    if bands and alike_heads(first, here):
        return True
    return bool(bands) and strip.mask != run.mask and _stands_out(here, lattice.rows[run.strips[-1].end - 1])


def alike_heads(first: Row, second: Row) -> bool:
    """Whether two rows hold the same words but for one cell: a head printed again, often with its corner set another way."""
    differing = sum(squeeze(a.text) != squeeze(b.text) for a, b in zip(first, second, strict=True))
    return differing == 0 or (differing == 1 and len({id(slot) for slot in second if slot.text}) > 2)


def _stands_out(row: Row, above: Row) -> bool:
    """Whether a row is filled with another colour than the one above it, or bold below one that is not."""
    inks, inks_above = inks_of(row), inks_of(above)
    if inks != inks_above:
        return inks.isdisjoint(inks_above)
    return looks_like_head(row) and not looks_like_head(above)


def inks_of(row: Row) -> set[int]:
    """The colours of the cells that hold words."""
    return {slot.ink for slot in row if slot.text}


def looks_like_head(row: Row) -> bool:
    """Whether all that stands in a row is bold."""
    filled = [slot for slot in row if slot.text]
    return bool(filled) and all(slot.bold for slot in filled)


def _part(page: Page, content: AreaContent, lattice: Lattice, run: Run, order: Mapping[str, int]) -> Part | None:
    bounds = _bounds(lattice.xs, run.mask)
    starts = [start for start, _ in pairwise(bounds)]
    rows = _picked([lattice.rows[r] for strip in run.strips for r in range(strip.start, strip.end)], starts)
    kept = _kept_columns(rows)
    rows = [row for row in _picked(_without_echoes(rows), kept) if any(slot.text for slot in row)]
    if not rows or len(rows) * len(kept) == 1:
        return None
    bands = tuple(slot for strip in run.bands for slot in dict.fromkeys(lattice.rows[strip.start]) if slot.text)
    held = dict.fromkeys(chain.from_iterable([slot.line_ids for row in (bands, *rows) for slot in row]))
    xs, ys = lattice.xs, lattice.ys
    top = ys[(run.bands or run.strips)[0].start]
    columns = (*(xs[bounds[i]] for i in kept), xs[bounds[kept[-1] + 1]])
    return Part(
        page=page.number,
        bbox=(columns[0], top, columns[-1], ys[run.strips[-1].end]),
        columns=columns,
        rows=tuple(rows),
        bands=bands,
        line_ids=tuple(held),
        order=order[next(line.id for line in content.lines if line.id in held)],
        end=order[next(line.id for line in reversed(content.lines) if line.id in held)],
        area=content.index,
        ruled=content.area.ruled,
        prose=content.area.prose,
        unsure=lattice.unsure,
    )


def _picked(rows: Sequence[Row], columns: Sequence[int]) -> list[Row]:
    """The ``columns`` of each row: mostly all of them, in their order."""
    if not rows or len(columns) == len(rows[0]):
        return list(rows)
    return [tuple([row[i] for i in columns]) for row in rows]


def _bounds(xs: Sequence[float], mask: Mask) -> list[int]:
    return [0, *(i + 1 for i in range(len(xs) - 2) if mask >> i & 1), len(xs) - 1]


def _kept_columns(rows: Sequence[Row]) -> list[int]:
    """The columns that hold words of their own; one that only shares its neighbour's cells is a gap in a double border."""
    kept: list[int] = []
    for i, column in enumerate(zip(*rows, strict=True)):
        before = [row[kept[-1]] for row in rows] if kept else []
        if kept and _adds_nothing(column, before):
            continue
        if kept and _adds_nothing(before, column):
            kept.pop()
        kept.append(i)
    return kept


def _adds_nothing(column: Sequence[Slot], beside: Sequence[Slot]) -> bool:
    return all(slot is other or not slot.text for slot, other in zip(column, beside, strict=True))


def _without_echoes(rows: Sequence[Row]) -> list[Row]:
    """Rows without those that only repeat the row above: a grid line that parts no cell, or a piece of its label's cell."""
    kept: list[Row] = []
    for row in rows:
        if kept and len(row) > 2 and _has_one_label(kept[-1], row):
            kept[-1] = (kept[-1][0] if kept[-1][0].text else row[0], *row[1:])
        elif not kept or any(map(is_not, row, kept[-1])):
            kept.append(row)
    return kept


def _has_one_label(above: Row, row: Row) -> bool:
    """Whether all values of two rows are merged over both, and only one of the two has a label."""
    shared = all(map(is_, above[1:], row[1:])) and any(slot.text for slot in row[1:])
    return shared and not (above[0].text and row[0].text)
