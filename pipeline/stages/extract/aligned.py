"""Tables without rules: neighbouring rows of three pieces or more that stand under one another.

Their pieces must fall into the same stretches of the line, each stretch filled in most rows. Contents lists with leaders are none.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import union
from pipeline.model import Area
from pipeline.stages.extract.order import Placed
from pipeline.stages.extract.reader import RawPage

LEADER = "...."
Interval = tuple[float, float]


def find_aligned(
    raw: RawPage, placed: Sequence[Placed], first: int, settings: ExtractSettings
) -> tuple[tuple[Area, ...], list[Placed]]:
    """Areas of aligned text, and the rows with the index of theirs, counted from ``first``."""
    areas: list[Area] = []
    marked = list(placed)
    for start, end in _runs(raw, placed, settings):
        rows = placed[start:end]
        area = _area(rows, settings)
        if area is None:
            continue
        for i in range(start, end):
            marked[i] = msgspec.structs.replace(placed[i], area=first + len(areas))
        areas.append(area)
    return tuple(areas), marked


def _runs(raw: RawPage, placed: Sequence[Placed], settings: ExtractSettings) -> Iterator[tuple[int, int]]:
    """Stretches of rows with enough pieces, in one column, near one another; rows of a cell that wraps may stand between."""
    start, end, wide = -1, -1, 0
    for i, row in enumerate(placed):
        is_wide = _is_wide(raw, row, settings)
        goes_on = start >= 0 and row.column == placed[i - 1].column and _near(placed[i - 1], row, settings)
        if goes_on and not is_wide and _wraps(placed[end - 1], row, settings):
            continue
        if not goes_on or not is_wide:
            if wide >= settings.aligned_rows:
                yield start, end
            start, wide = (i, 0) if is_wide else (-1, 0)
        if is_wide:
            end, wide = i + 1, wide + 1
    if wide >= settings.aligned_rows:
        yield start, end


def _is_wide(raw: RawPage, row: Placed, settings: ExtractSettings) -> bool:
    return row.area < 0 and len(row.pieces) >= settings.aligned_pieces and not _led(raw, row)


def _wraps(above: Placed, row: Placed, settings: ExtractSettings) -> bool:
    """Whether each piece of a short row begins where one of the last full row does: a cell that goes on in the next line."""
    starts = [p.bbox[0] for p in above.pieces]
    return row.area < 0 and all(any(abs(p.bbox[0] - start) <= settings.align_near for start in starts) for p in row.pieces)


def _led(raw: RawPage, row: Placed) -> bool:
    return any(LEADER in raw.words.texts[i] for piece in row.pieces for i in piece.words)


def _near(before: Placed, after: Placed, settings: ExtractSettings) -> bool:
    first, second = before.pieces[0].bbox, after.pieces[0].bbox
    return second[1] - first[3] < settings.aligned_gap * (first[3] - first[1])


def _area(rows: Sequence[Placed], settings: ExtractSettings) -> Area | None:
    stretches = _stretches(rows)
    wide = [row for row in rows if len(row.pieces) >= settings.aligned_pieces]
    full = [s for s in stretches if sum(_fills(row, s) for row in wide) >= settings.aligned_share * len(wide)]
    if len(full) < settings.aligned_pieces:
        return None
    box = union(piece.bbox for row in rows for piece in row.pieces)
    xs = (box[0], *((a[1] + b[0]) / 2 for a, b in pairwise(stretches)), box[2])
    boxes = [union(piece.bbox for piece in row.pieces) for row in rows]
    begins = [len(row.pieces) >= settings.aligned_pieces for row in rows[1:]]
    ys = (box[1], *((a[3] + b[1]) / 2 for (a, b), new in zip(pairwise(boxes), begins, strict=True) if new), box[3])
    return Area(box, xs, ys, ruled=False, prose=False)


def _stretches(rows: Sequence[Placed]) -> list[Interval]:
    """The stretches of the line that hold pieces, those that touch taken together."""
    out: list[Interval] = []
    for x0, x1 in sorted((p.bbox[0], p.bbox[2]) for row in rows for p in row.pieces):
        if out and x0 <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], x1))
        else:
            out.append((x0, x1))
    return out


def _fills(row: Placed, stretch: Interval) -> bool:
    return any(stretch[0] <= p.bbox[0] and p.bbox[2] <= stretch[1] for p in row.pieces)
