"""The threshold of recurrence, found in the document itself: the widest empty gap in its shares, above those of its prose.

Prose seldom says the same at the same place: on 3% of the pages of long documents, on up to 15% of short ones. Footers set in two
ways stand on 20% and 80%. So the gap may begin at most where prose may end, and is the widest such; where the distribution runs on
without one, or where pages are too few to count, a fixed share takes its place and a finding says so.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Finding, Gap, Severity, Stage

NAMED = 3
"""How many lines are named on either side of the gap."""


def find_gap(shares: Sequence[tuple[float, str]], pages: int, settings: BoilerplateSettings) -> tuple[Gap, tuple[Finding, ...]]:
    """The gap in ``shares`` (share of pages, masked text) of a document of ``pages`` pages, and what is to be said about it."""
    low, high = _widest(sorted({share for share, _ in shares}), settings)
    if settings.threshold != "auto":
        return _gap(shares, settings.threshold, "set by hand", (low, high)), ()
    if pages < settings.few_pages:
        return _fallback(shares, (low, high), f"{pages} pages are too few to show a gap", settings)
    if high - low < settings.clear_gap:
        return _fallback(shares, (low, high), f"the widest gap, {low:.3f} to {high:.3f}, is too narrow", settings)
    return _gap(shares, (low + high) / 2, "gap", (low, high)), ()


def _widest(shares: Sequence[float], settings: BoilerplateSettings) -> tuple[float, float]:
    edges = [0.0, *shares, 1.0] if not shares or shares[-1] < 1 else [0.0, *shares]
    gaps = [(low, high) for low, high in pairwise(edges) if low <= settings.prose_ceiling]
    return max(gaps, key=lambda gap: gap[1] - gap[0])


def _fallback(
    shares: Sequence[tuple[float, str]], bounds: tuple[float, float], why: str, settings: BoilerplateSettings
) -> tuple[Gap, tuple[Finding, ...]]:
    message = (
        f"no clear gap in the shares of recurring lines: {why}; lines on {settings.fallback:.0%} of the pages or more are furniture"
    )
    finding = Finding("FUR001", Severity.NOTE, Stage.BOILERPLATE, message)
    return _gap(shares, settings.fallback, "fallback", bounds), (finding,)


def _gap(shares: Sequence[tuple[float, str]], threshold: float, rule: str, bounds: tuple[float, float]) -> Gap:
    ordered = sorted(shares)
    below = tuple((share, text) for share, text in ordered if share < threshold)[-NAMED:]
    above = tuple((share, text) for share, text in ordered if share >= threshold)[:NAMED]
    bars = Counter(share for share, _ in shares)
    return Gap(threshold, rule, *bounds, below, above, tuple(sorted(bars.items())))
