"""The shares of recurring lines as a person can see them: bars, the gap, the threshold in it, and the nearest lines on both sides.

The distribution is the one in which the threshold was looked for: lines in the bands of the pages (top, bottom and sides), after
tables, captions and list labels were let go. Bars grow with the logarithm of the number of lines: a footer is one line among
hundreds, and it must still show.
"""

import math
from collections import Counter
from collections.abc import Iterator

from pipeline.model import Boilerplate, Document, Gap, Record

STEPS = 20
"""Ranges of the text plot: 5% of the pages each."""
DIGITS = 6
"""Decimals to which a share is rounded before it is put into a range: 0.55 times 20 is 11.000000000000002."""
WIDE = 40
"""Characters of the longest bar."""
SHOWN = 70
"""Characters of a line that are shown."""
COUNTED = (
    "Counted are the lines near the edges of the pages (top, bottom, sides), after those in tables, captions and list labels were "
    "let go; numbers are masked as #, spaces and punctuation left out."
)


class Bar(Record, frozen=True):
    """A range of shares (half-open, the last one closed), how many different lines fall into it, and what else lies there."""

    low: float
    high: float
    lines: int
    notes: tuple[str, ...]


class SetAside(Record, frozen=True):
    """Lines set aside alike: their kind, the rule, their share of pages, how many they are, and the first of them."""

    kind: str
    rule: str
    share: float
    lines: int
    line_id: str
    text: str


class FurnitureAccount(Record, frozen=True):
    """Why the furniture of a document is what it is."""

    doc_id: str
    pages: int
    gap: Gap
    set_aside: tuple[SetAside, ...]


def explain_furniture(document: Document, boilerplate: Boilerplate) -> FurnitureAccount:
    """The gap with its evidence, and what was set aside, most lines first."""
    texts = {line.id: line.text for page in document.pages for line in page.lines}
    groups: dict[tuple[str, str, float], list[str]] = {}
    for mark in boilerplate.marks:
        groups.setdefault((mark.kind.value, mark.reason.rule, round(mark.share, DIGITS)), []).append(mark.line_id)
    rows = (SetAside(*key, len(ids), ids[0], texts[ids[0]]) for key, ids in groups.items())
    ordered = tuple(sorted(rows, key=lambda row: (-row.lines, row.line_id)))
    return FurnitureAccount(document.identity.doc_id, len(document.pages), boilerplate.gap, ordered)


def make_bars(gap: Gap, steps: int = STEPS) -> tuple[Bar, ...]:
    """The distribution in ``steps`` equal ranges of the share of pages, ascending."""
    counts: Counter[int] = Counter()
    for share, lines in gap.shares:
        counts[_place(share, steps)] += lines
    marked = (("gap begins", gap.low), ("threshold", gap.threshold), ("gap ends", gap.high))
    notes: dict[int, list[str]] = {}
    for name, share in marked:
        notes.setdefault(_place(share, steps), []).append(f"{name} {share:.3f}")
    return tuple(Bar(at / steps, (at + 1) / steps, counts[at], tuple(notes.get(at, ()))) for at in range(steps))


def _place(share: float, steps: int) -> int:
    return min(max(math.floor(round(share * steps, DIGITS)), 0), steps - 1)


def write_furniture(account: FurnitureAccount) -> Iterator[str]:
    """The account in lines of text."""
    gap = account.gap
    yield f"{account.doc_id}, {account.pages} pages: furniture begins at {gap.threshold:.3f} of the pages ({gap.rule})"
    yield f"The gap is empty from {gap.low:.3f} to {gap.high:.3f}."
    yield ""
    yield f"{'share of pages':>15}   {'different lines':<{WIDE}}"
    bars = make_bars(gap)
    most = max((bar.lines for bar in bars), default=0)
    yield from (_draw(bar, most) for bar in bars)
    yield "Bars grow with the logarithm of the number."
    yield COUNTED
    for side, near in (("above", gap.above), ("below", gap.below)):
        yield ""
        yield f"Nearest lines {side} the threshold:" if near else f"No line {side} the threshold."
        for share, text in near:
            yield f"  {share:.3f}  {shorten(text, SHOWN)}"
    yield ""
    yield "Set aside:" if account.set_aside else "Nothing was set aside."
    for row in account.set_aside:
        yield f"  {row.lines:>5} {row.kind} ({row.rule}, {row.share:.3f})  {row.line_id}  {shorten(row.text, SHOWN)}"


def _draw(bar: Bar, most: int) -> str:
    length = math.ceil(WIDE * math.log1p(bar.lines) / math.log1p(most)) if bar.lines else 0
    number = f" {bar.lines}" if bar.lines else ""
    notes = f"   <- {', '.join(bar.notes)}" if bar.notes else ""
    return f"{bar.low:>7.0%} - {bar.high:>5.0%} | {'#' * length + number:<{WIDE}}{notes}".rstrip()


def shorten(text: str, most: int) -> str:
    """``text`` in one line of at most ``most`` characters."""
    words = " ".join(text.split())
    return words if len(words) <= most else words[: most - 1] + "…"
