"""Where tables may stand, by geometry alone: connected grids of drawn rules."""

from collections.abc import Iterable, Sequence

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box
from pipeline.model import Area
from pipeline.stages.extract.reader import Drawn


def edges_of(drawn: Iterable[Drawn], settings: ExtractSettings) -> tuple[list[Box], list[Box]]:
    """Level and upright edges of all that is drawn."""
    level: list[Box] = []
    upright: list[Box] = []
    for thing in drawn:
        x0, top, x1, bottom = thing.bbox
        if top == bottom:
            level.append(thing.bbox)
        elif x0 == x1:
            upright.append(thing.bbox)
        else:
            level += [(x0, top, x1, top), (x0, bottom, x1, bottom)]
            upright += [(x0, top, x0, bottom), (x1, top, x1, bottom)]
    return level, upright


def find_ruled(drawn: Sequence[Drawn], settings: ExtractSettings) -> tuple[Area, ...]:
    """Grids of at least two cells."""
    level, upright = edges_of(drawn, settings)
    near = settings.rule_near
    boxes = [b for b in level + upright if b[2] - b[0] >= near or b[3] - b[1] >= near]
    areas = []
    for group in _connected(boxes, near):
        xs = _merged([x for b in group if b[0] == b[2] for x in (b[0],)], near)
        ys = _merged([b[1] for b in group if b[1] == b[3]], near)
        if len(xs) > 1 and len(ys) > 1 and (len(xs) - 1) * (len(ys) - 1) > 1:
            areas.append(Area((xs[0], ys[0], xs[-1], ys[-1]), xs, ys, True, False))
    return tuple(sorted(areas, key=lambda a: (a.bbox[1], a.bbox[0])))


def _connected(boxes: Sequence[Box], near: float) -> list[list[Box]]:
    """Groups of edges that touch, by a sweep from the top down over those still open."""
    parent = list(range(len(boxes)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    order = sorted(range(len(boxes)), key=lambda i: boxes[i][1])
    still: list[int] = []
    for i in order:
        x0, top, x1, _ = boxes[i]
        still = [j for j in still if boxes[j][3] >= top - near]
        for j in still:
            if boxes[j][0] <= x1 + near and boxes[j][2] >= x0 - near:
                parent[root(j)] = root(i)
        still.append(i)
    groups: dict[int, list[Box]] = {}
    for i in order:
        groups.setdefault(root(i), []).append(boxes[i])
    return list(groups.values())


def _merged(values: Sequence[float], near: float) -> tuple[float, ...]:
    """Sorted, values nearer than ``near`` taken together."""
    out: list[float] = []
    for value in sorted(values):
        if not out or value - out[-1] > near:
            out.append(value)
    return tuple(out)
