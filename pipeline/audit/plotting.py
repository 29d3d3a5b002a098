"""The recurrence plot in the page's own measures: bars, the gap and the threshold in it, as coordinates for a template."""

import math
from collections.abc import Iterator

from pipeline.model import Gap, Record

WIDTH, HEIGHT, FLOOR = 416.0, 110.0, 90.0
"""The plot, and the height on which its bars stand; what is under it belongs to the numbers."""
FINE = 200
"""Places along the axis: half a per cent of the pages each, two pixels."""
WIDE = 5.0
LEAST = 2.0
"""A bar of one line still shows."""
TICKS = (0, 20, 40, 60, 80, 100)


class Bar(Record, frozen=True):
    """A bar: where it stands, what it says, and whether it is furniture by its share."""

    x: float
    y: float
    width: float
    height: float
    words: str
    over: bool


class Stretch(Record, frozen=True):
    """A stretch of the axis."""

    x: float
    width: float


class Tick(Record, frozen=True):
    """A number under the axis."""

    x: float
    anchor: str
    words: str


class Plot(Record, frozen=True):
    """The whole plot."""

    width: float
    height: float
    floor: float
    bars: tuple[Bar, ...]
    gap: Stretch
    threshold: float
    ticks: tuple[Tick, ...]


def make_plot(gap: Gap) -> Plot:
    """The distribution of shares, with the gap in which the threshold lies."""
    return Plot(
        WIDTH,
        HEIGHT,
        FLOOR,
        tuple(_bars(gap)),
        Stretch(round(gap.low * WIDTH, 1), round(max(0.0, gap.high - gap.low) * WIDTH, 1)),
        round(gap.threshold * WIDTH, 1),
        tuple(_ticks()),
    )


def _bars(gap: Gap) -> Iterator[Bar]:
    """A bar at each share that lines have, those nearer than half a per cent together, where they stand and no range away."""
    counts: dict[int, int] = {}
    for share, lines in gap.shares:
        counts[round(share * FINE)] = counts.get(round(share * FINE), 0) + lines
    most = max(counts.values(), default=1)
    for place, lines in sorted(counts.items()):
        share = place / FINE
        tall = max(LEAST, FLOOR * math.log1p(lines) / math.log1p(most))
        x = min(max(0.0, share * WIDTH - WIDE / 2), WIDTH - WIDE)
        words = f"on {share:.1%} of the pages: {lines:,} different {'line' if lines == 1 else 'lines'}"
        yield Bar(round(x, 1), round(FLOOR - tall, 1), WIDE, round(tall, 1), words, share >= gap.threshold)


def _ticks() -> Iterator[Tick]:
    for percent in TICKS:
        anchor = "start" if percent == TICKS[0] else "end" if percent == TICKS[-1] else "middle"
        yield Tick(percent / 100 * WIDTH, anchor, f"{percent}%")
