"""Two small policies as PDFs of two pages, for a repository of documents: a title, sections, lists, a footer on each page."""

from collections.abc import Sequence

from tests.drawn_pdf import BOLD, Mark, at, drawn

LEFT, INDENT, FIRST, PITCH, FOOT = 72, 90, 90, 16, 800

CARE: tuple[str, ...] = (
    "1. Scope",
    "We pay for treatment in a hospital that was begun while the policy was in force.",
    "2. What we pay for",
    "We pay the cost of:",
    "(a) a room in a hospital, up to Rs. 5,000 a day;",
    "(b) surgery and the anaesthetist;",
    "(c) an ambulance to the nearest hospital, up to Rs. 2,000 a journey.",
    "",
    "3. What we do not pay for",
    "We do not pay for:",
    "(a) treatment abroad;",
    "(b) cosmetic surgery, unless an accident made it necessary;",
    "(c) treatment within 30 days of the day on which the policy began.",
    "4. How to claim",
    "Tell us within 48 hours of an admission, and send the bills within 15 days of the discharge.",
)
TRAVEL: tuple[str, ...] = (
    "1. Scope",
    "We pay for what happens on a journey that begins and ends in India.",
    "2. Baggage",
    "We pay for baggage that is:",
    "(a) lost by a carrier, up to USD 500;",
    "(b) late by more than 12 hours, up to USD 100.",
    "",
    "3. Delay",
    "We pay USD 50 for each 6 hours by which a flight is late.",
    "4. What we do not pay for",
    "We do not pay for:",
    "(a) a delay that was known before the journey began;",
    "(b) money and jewellery.",
)
"""An empty string begins another page."""


def policy(title: str, lines: Sequence[str]) -> bytes:
    """The PDF: numbered headings bold, items indented."""
    pages: list[list[Mark]] = [[] for _ in range(lines.count("") + 1)]
    pages[0].append(at(LEFT, 60, title, size=16, font=BOLD))
    where, row = 0, 0
    for line in lines:
        if not line:
            where, row = where + 1, 0
            continue
        pages[where].append(_line(line, FIRST + PITCH * row))
        row += 1
    feet = [at(LEFT, FOOT, f"{title} · Page {number} of {len(pages)}", size=8) for number in range(1, len(pages) + 1)]
    return drawn(*([*page, foot] for page, foot in zip(pages, feet, strict=True)))


def _line(line: str, y: float) -> Mark:
    if line[0].isdigit():
        return at(LEFT, y, line, font=BOLD, size=12)
    return at(INDENT if line.startswith("(") else LEFT, y, line)
