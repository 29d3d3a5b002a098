"""Watermarks drawn as veils over the page: their shapes are no rules of the tables that they lie over."""

import pytest

from tests.drawn_pdf import Mark, at, box, grid, read

XS, YS = [72.0, 260.0, 450.0], [100.0, 160.0, 180.0, 200.0]


def table(opacity: float) -> list[Mark]:
    """A table whose first row is a sentence over both columns, and a bar of a logo upright through it."""
    ruled = grid(XS, YS[1:])
    frame = [box(XS[0], YS[0], XS[-1], YS[1])]
    bar = box(169.0, 90.0, 172.0, 168.0, fill=True, stroke=False, opacity=opacity)
    words = [at(76, 130, "Scenario: a person of fifty years buys this policy together with the family")]
    cells = [
        at(x + 6, y + 14, text)
        for y, pair in zip(YS[1:], (("Plan", "Gold"), ("Limit", "5,000")), strict=False)
        for x, text in zip(XS, pair, strict=False)
    ]
    return [bar, *frame, *ruled, *words, *cells]


@pytest.mark.parametrize(("opacity", "lines"), [(0.05, 1), (1.0, 2)])
def test_a_veil_parts_no_sentence_and_a_bar_that_shows_does(opacity: float, lines: int) -> None:
    page = read(table(opacity)).pages[0]

    assert sum(any(word in line.text for word in ("Scenario", "family")) for line in page.lines) == lines
