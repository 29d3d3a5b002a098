"""The curve of a setting as a picture. Needs matplotlib, which is imported when a picture is asked for.

Equal results give equal bytes: no date is written.
"""

import io
from collections.abc import Sequence

from pipeline.errors import DependencyMissing
from pipeline.retrieval.evaluation.curve import Point, Reading
from pipeline.retrieval.evaluation.swept import Swept

SIZE, DOTS = (9.0, 5.2), 120
"""Inches, and dots an inch."""
AIM, FLAT, MIDDLE, NOW, SPIKE = "#1f3b63", "#dfeadf", "#2e7d32", "#8a6d3b", "#c0392b"
OTHERS = ("#4a6fa5", "#b07aa1", "#e08214", "#7f7f7f")
RING = 150
"""Area of the ring around a spike, in square points."""
INSTALL = "a picture needs matplotlib: pip install 'clausetrace[audit]'; the table is printed without"


def draw_curve(swept: Swept, points: Sequence[Point], reading: Reading) -> bytes:
    """A PNG: the objective with its interval, the other figures, the flat stretch with its middle, the value in force, the spikes.

    Raises DependencyMissing without matplotlib.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise DependencyMissing(INSTALL) from None
    values = [point.value for point in points]
    figure = Figure(figsize=SIZE, dpi=DOTS, layout="constrained")
    axes = figure.add_subplot()
    axes.axvspan(reading.first, reading.last, color=FLAT, label=f"flat, {reading.first:g} to {reading.last:g}")
    axes.axvline(reading.middle, color=MIDDLE, label=f"its middle, {reading.middle:g}")
    axes.axvline(swept.now, color=NOW, linestyle=":", label=f"in force, {swept.now:g}")
    aim, *others = zip(*(point.figures for point in points), strict=True)
    axes.fill_between(values, [each.low for each in aim], [each.high for each in aim], color=AIM, alpha=0.12, linewidth=0)
    axes.plot(values, [each.value for each in aim], color=AIM, linewidth=2.5, marker="o", markersize=4, zorder=3, label=aim[0].name)
    for row, colour in zip((row for row in others if row[0].questions), OTHERS, strict=False):
        axes.plot(values, [each.value for each in row], color=colour, linewidth=1.2, label=row[0].name)
    held = {value for spike in reading.spikes for value in spike.values}
    marked = [point for point in points if point.value in held]
    if marked:
        at, means = [each.value for each in marked], [each.mean for each in marked]
        axes.scatter(at, means, s=RING, c="none", edgecolors=SPIKE, label="spike")
    axes.set(xlabel=swept.name, ylabel="share of the questions", ylim=(-0.02, 1.02))
    worth = 100 * reading.one_question
    axes.set_title(f"{reading.questions} questions, one is worth {worth:.1f} points at most; band: 95% of samples")
    figure.legend(loc="outside right upper", fontsize="small")
    written = io.BytesIO()
    figure.savefig(written, format="png", metadata={"Software": None})
    return written.getvalue()
