"""The distribution of recurrence shares as a picture. Needs matplotlib, which is imported when a picture is asked for.

Equal results give equal bytes: no date is written, and the ids inside an SVG come from a fixed salt.
"""

import io
from enum import StrEnum

from pipeline.errors import DependencyMissing
from pipeline.explain.shares import COUNTED, FurnitureAccount, shorten

SIZE = (9.0, 4.8)
"""Inches."""
DOTS = 120
"""Dots an inch, of a PNG."""
BARS, GAP, THRESHOLD = "#4a6fa5", "#e8eef5", "#c0392b"
BAR = 0.01
"""Width of a bar as a share of the pages: one page of a hundred."""
NAMED = 60
"""Characters of a line that is named."""


class PlotKind(StrEnum):
    """How a plot is written."""

    PNG = "png"
    SVG = "svg"


def plot_furniture(account: FurnitureAccount, kind: PlotKind) -> bytes:
    """A histogram of the shares, with the gap, the threshold and the nearest lines. Raises DependencyMissing without matplotlib."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise DependencyMissing(
            "a plot needs matplotlib: pip install 'clausetrace[audit]'; without -o it is drawn as text"
        ) from None
    gap = account.gap
    with matplotlib.rc_context({"svg.hashsalt": account.doc_id, "svg.fonttype": "none"}):
        figure = Figure(figsize=SIZE, dpi=DOTS, layout="constrained")
        axes = figure.add_subplot()
        axes.axvspan(gap.low, gap.high, color=GAP, label=f"gap, {gap.low:.3f} to {gap.high:.3f}")
        shares, lines = [share for share, _ in gap.shares], [lines for _, lines in gap.shares]
        axes.bar(shares, lines, width=BAR, color=BARS)
        axes.axvline(gap.threshold, color=THRESHOLD, label=f"threshold {gap.threshold:.3f} ({gap.rule})")
        axes.set_yscale("symlog", linthresh=1)
        axes.set(
            xlim=(-BAR, 1 + BAR), xlabel=f"share of the pages\n\n{_near(account)}\n{_wrapped(COUNTED)}", ylabel="different lines"
        )
        axes.set_ylim(bottom=0)
        axes.set_title(f"{account.doc_id}: lines that recur at one place, {account.pages} pages")
        axes.legend(loc="upper center")
        written = io.BytesIO()
        metadata = {"Date": None} if kind is PlotKind.SVG else {"Software": None}
        figure.savefig(written, format=kind.value, metadata=metadata)
    return written.getvalue()


def _near(account: FurnitureAccount) -> str:
    """The nearest lines on both sides, a line each; the signs that the plot's own markup knows stand for themselves."""
    named = [("above", near) for near in account.gap.above[:1]] + [("below", near) for near in account.gap.below[-1:]]
    return "\n".join(f"nearest {side}: {share:.3f}  {shorten(text, NAMED)}" for side, (share, text) in named).replace("$", r"\$")


def _wrapped(text: str) -> str:
    import textwrap

    return textwrap.fill(text, 2 * NAMED)
