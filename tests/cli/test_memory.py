"""Memory grows with the pages and no faster: each document is read by a fresh worker, whose peak is what its timings say."""

import json
import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.repeated import repeat_pages

PAGES = (100, 400, 1_600)
USUAL, MOST_MB = 500, 300
"""A long document, and what it may take: three quarters of its pages are rate grids, the dearest that there are."""
STEEPER = 1.35
"""How much more a page may cost between the two larger documents than between the two smaller ones. Blocks of memory are given out
unevenly; growth with the square of the pages would be 4 and more.
"""


def peak_memory(here, pages):
    (here / f"of-{pages}.pdf").write_bytes(repeat_pages(pages))
    command = [sys.executable, "-m", "pipeline", "run", f"of-{pages}.pdf", "--quiet", "--workers", "1"]
    subprocess.run(command, cwd=here, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)
    return json.loads((here / f"out/of-{pages}/timings.json").read_text())["peak_memory_mb"]


@pytest.mark.full
def test_memory_grows_in_line_with_the_pages(here, record_property):
    few, some, many = (peak_memory(here, pages) for pages in PAGES)

    early, late = (some - few) / (PAGES[1] - PAGES[0]), (many - some) / (PAGES[2] - PAGES[1])
    record_property("scores", f"peak memory of {PAGES} pages: {few}, {some}, {many} MB; a page {early:.2f} and then {late:.2f} MB")
    assert 0 < late < STEEPER * early


@pytest.mark.full
def test_five_hundred_pages_take_less_than_300_mb(here, record_property):
    peak = peak_memory(here, USUAL)

    record_property("scores", f"peak memory of {USUAL} pages: {peak} MB")
    assert peak < MOST_MB
