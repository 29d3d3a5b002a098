"""The recurrence plot in the page's own measures: bars, the gap and the threshold in it, as coordinates for a template."""

import math
from collections.abc import Iterator

from pipeline.explain.shares import make_bars
from pipeline.model import Gap, Record

WIDTH, HEIGHT, FLOOR = 640.0, 170.0, 146.0
"""The plot, and the height on which its bars stand; what is under it belongs to the numbers."""
STEPS = 50
"""Ranges of 2% of the pages each: narrow enough to show a gap of a few per cent."""
BETWEEN = 1.5
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
    bars = [bar for bar in make_bars(gap, STEPS) if bar.lines]
    most = max((bar.lines for bar in bars), default=1)
    for bar in bars:
        tall = max(LEAST, (FLOOR - BETWEEN) * math.log1p(bar.lines) / math.log1p(most))
        wide = (bar.high - bar.low) * WIDTH - BETWEEN
        words = f"{bar.low:.0%} to {bar.high:.0%} of the pages: {bar.lines:,} different lines"
        yield Bar(
            round(bar.low * WIDTH, 1), round(FLOOR - tall, 1), round(wide, 1), round(tall, 1), words, bar.low >= gap.threshold
        )


def _ticks() -> Iterator[Tick]:
    for percent in TICKS:
        anchor = "start" if percent == TICKS[0] else "end" if percent == TICKS[-1] else "middle"
        yield Tick(percent / 100 * WIDTH, anchor, f"{percent}%")
