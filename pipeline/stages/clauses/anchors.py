"""Anchors: the place from which indents are measured, the same for a column on all pages that are set alike.

A page's own left edge will not do: it moves with the longest label that happens to stand on the page. The anchor is where most
rows of the first column begin in the document; every other column is laid over the first so that its rows agree best, since lists
run on from column to column; facing pages have one each where all of their rows are shifted against one another.
"""

from collections import Counter

from pipeline.config.settings import ClauseSettings
from pipeline.model import Document, Line, Page, Record


class Anchors(Record, frozen=True):
    """Anchors in points by (columns of the page, column), how far those columns are shifted on odd pages, and from where, in whole
    points, more than a stray row begins in them.
    """

    places: dict[tuple[int, int], float]
    shifts: dict[tuple[int, int], float]
    usual: dict[tuple[int, int], frozenset[int]]

    def of(self, page: Page, line: Line) -> float:
        """The anchor for a line: of its column, or of the first where it spans the page."""
        key = key_of(page, line)
        return self.places.get(key, 0.0) + self._shift(key, page)

    def begins_as_others(self, page: Page, line: Line) -> bool:
        """Whether a line begins where others do in its column: then it is indented like them and not centred."""
        key = key_of(page, line)
        return round(line.bbox[0] - self._shift(key, page)) in self.usual.get(key, ())

    def _shift(self, key: tuple[int, int], page: Page) -> float:
        return self.shifts.get(key, 0.0) if page.number % 2 else 0.0


def key_of(page: Page, line: Line) -> tuple[int, int]:
    """How many columns the page has, and in which the line stands."""
    return (len(page.columns) or 1, line.column or 1)


def find_anchors(document: Document, marked: frozenset[str], settings: ClauseSettings) -> Anchors:
    """The anchors of a document, from the lines that are not ``marked``."""
    counts: dict[tuple[int, int], tuple[Counter[int], Counter[int]]] = {}
    for page in document.pages:
        for line in page.lines:
            if line.area < 0 and not line.side and line.id not in marked:
                even_odd = counts.setdefault(key_of(page, line), (Counter(), Counter()))
                even_odd[page.number % 2][round(line.bbox[0])] += 1
    rights = _find_rights(document, marked, settings)
    facing = len(document.pages) >= settings.shift_pages
    shifts = {key: _shift(even, odd, settings) if facing else 0 for key, (even, odd) in counts.items()}
    level = {key: even + Counter({x - shifts[key]: n for x, n in odd.items()}) for key, (even, odd) in counts.items()}
    places: dict[tuple[int, int], float] = {}
    for key in sorted(level):
        first = next((other for other in ((key[0], 1), (1, 1)) if other in places), None)
        if first is None:
            places[key] = float(max(level[key], key=lambda x: (level[key][x], -x)))
        else:
            places[key] = places[first] + _offset(level[first], level[key], rights[key] - rights[first], settings)
    usual = {
        key: frozenset(x for x in begun if _near(begun, x) >= _more_than_stray(begun, settings)) for key, begun in level.items()
    }
    return Anchors(places, {key: float(shift) for key, shift in shifts.items()}, usual)


def _find_rights(document: Document, marked: frozenset[str], settings: ClauseSettings) -> dict[tuple[int, int], float]:
    """The right edge of each column: how far its longest rows go, stray ones left out."""
    ends: dict[tuple[int, int], list[float]] = {}
    for page in document.pages:
        for line in page.lines:
            if line.area < 0 and not line.side and line.id not in marked:
                ends.setdefault(key_of(page, line), []).append(line.bbox[2])
    return {key: sorted(found)[-1 - int(settings.stray_rows * len(found))] for key, found in ends.items()}


def _offset(first: Counter[int], other: Counter[int], pitch: float, settings: ClauseSettings) -> int:
    """By how many points one column's rows are to be moved left so that they agree with another's.

    That is by how far their left edges are apart where their right edges, ``pitch`` points apart, say the same: then the columns
    are of one width. Else, of the offsets at which the rows agree nearly best, one that moves the right edges over one another.
    """
    edges = _edge(other, settings) - _edge(first, settings)
    if abs(edges - pitch) <= settings.column_slack:
        return max((edges, edges - 1, edges + 1), key=lambda offset: _agreement(first, other, offset))
    tops, others = (
        [x for x, _ in sorted(c.items(), key=lambda item: (-item[1], item[0]))[: settings.column_tops]] for c in (first, other)
    )
    agreed = {offset: _agreement(first, other, offset) for offset in sorted({b - a for a in tops for b in others})}
    enough = settings.column_agreement * max(agreed.values())
    return min(
        (o for o in agreed if agreed[o] >= enough),
        key=lambda offset: (abs(offset - pitch) > settings.column_slack, -agreed[offset]),
    )


def _shift(even: Counter[int], odd: Counter[int], settings: ClauseSettings) -> int:
    """By how many points odd pages are set to the right of even ones; 0 unless that makes the rows agree far better
    and moves the left edge of the text as well: on a few pages a long list may fill the odd ones alone.
    """
    if not even or not odd:
        return 0
    tops = [x for x, _ in even.most_common(settings.shift_tops)]
    wanted = sorted({other - x for x in tops for other, _ in odd.most_common(settings.shift_tops)}, key=abs)
    best = max(wanted, key=lambda shift: (_agreement(even, odd, shift), -abs(shift)))
    better = _agreement(even, odd, best) > settings.shift_gain * _agreement(even, odd, 0)
    along = abs(_edge(odd, settings) - _edge(even, settings) - best) <= settings.indent_tolerance
    return best if better and along and abs(best) > settings.indent_tolerance else 0


def _edge(counts: Counter[int], settings: ClauseSettings) -> int:
    """The left edge of a column: the leftmost place where more than a stray row begins."""
    least = _more_than_stray(counts, settings)
    return min(x for x in counts if _near(counts, x) >= least)


def _more_than_stray(counts: Counter[int], settings: ClauseSettings) -> float:
    return settings.stray_rows * counts.total()


def _agreement(even: Counter[int], odd: Counter[int], shift: int) -> int:
    return sum(min(count, _near(odd, x + shift)) for x, count in even.items())


def _near(counts: Counter[int], x: int) -> int:
    return sum(counts[x + step] for step in (-1, 0, 1))
