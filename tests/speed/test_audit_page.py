"""The audit page of a long document: how large it is, and how soon a clause is in sight."""

import time

from pipeline.audit.fitting import Original, draw_within
from pipeline.audit.make import make_view
from pipeline.audit.write import Content, Setup, write_page
from tests.browser import Opened, chromium
from tests.fixture_runs import FIXTURES, run

MOST_MB, BUDGET_MB = 40, 36
SOON = 10.0
"""Seconds for all that is measured, on a machine that other tests share; alone it takes one and a half."""


def test_291_pages_are_one_file_of_at_most_40_mb_that_opens_within_seconds(tmp_path, record_property):
    result = run("prospectus")
    original = Original((FIXTURES / "pdf" / "prospectus.pdf").read_bytes(), "prospectus.pdf", "")
    numbers = [page.number for page in result.document.pages]
    pictures, dpi = draw_within(original, numbers, BUDGET_MB * 1_000_000)
    content = Content(make_view(result, "1", pictures.keys()), result.boilerplate.gap, pictures=pictures)
    file = tmp_path / "audit.html"
    file.write_text(write_page(content, Setup(server=False, pictures=True, entry="prospectus")), encoding="utf-8")

    with chromium() as browser:
        began = time.monotonic()
        page = Opened(browser, file).page
        page.locator("html[data-ready]").wait_for(state="attached")
        opened = time.monotonic() - began
        painted = page.evaluate("performance.getEntriesByType('paint')[0].startTime / 1000")
        began = time.monotonic()
        page.evaluate("location.hash = 'section-C.4.2.h.i'")
        page.locator("#boxes .chosen").first.wait_for(state="attached")
        page.locator("#picture").evaluate("image => image.decode()")
        chosen = time.monotonic() - began

    size = file.stat().st_size / 1_000_000
    took = f"paint {painted:.2f} s, open {opened:.2f} s, clause {chosen:.2f} s"
    record_property("scores", f"audit page: {size:.1f} MB at {dpi} dpi, {took}")
    assert len(pictures) == 291
    assert size <= MOST_MB
    assert painted + opened + chosen < SOON


def test_pages_are_drawn_less_sharply_where_they_would_be_too_large():
    content = (FIXTURES / "pdf" / "tagged.pdf").read_bytes()
    original = Original(content, "tagged.pdf", "")

    sharp, dpi = draw_within(original, (1, 2), 10_000_000)
    size = sum(len(picture.webp) for picture in sharp.values()) * 4 / 3
    small, fewer = draw_within(original, (1, 2), int(size * 0.8))

    assert fewer < dpi
    assert sum(len(picture.webp) for picture in small.values()) * 4 / 3 <= size * 0.8
