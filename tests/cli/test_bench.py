"""`clausetrace bench`: ratios of CPU time, on the terminal and as JSON. Nothing here hangs on how long anything takes."""

import json
import shutil

import pytest

from pipeline.bench.account import PARTS
from tests.drawn_pdf import at, drawn, grid
from tests.fixture_runs import FIXTURES

XS, YS = [72, 150, 228, 306, 384, 462], list(range(120, 560, 20))
HEADS = ["Age", "500000", "1000000", "1500000", "2000000"]


@pytest.fixture
def small(here):
    shutil.copy(FIXTURES / "pdf" / "letters-and-romans.pdf", here / "policy.pdf")


def test_shares_add_up_to_the_whole_run(run, small, here):
    ran = run("bench", "policy.pdf", "--repeat", "2", "--json", "costs.json")

    [told] = json.loads((here / "costs.json").read_text())["documents"]
    assert ran.code == 0
    assert (told["document"], told["pages"], told["rounds"], told["plumber_pages"]) == ("policy", 2, 2, 2)
    assert sum(told["shares"].values()) == pytest.approx(1, abs=0.001)
    assert sum(told["parts_of_bare"].values()) == pytest.approx(told["run_of_bare"], abs=0.01)
    assert all(told["shares"][part] > 0 for part in PARTS)
    assert told["run_of_bare_least"] <= told["run_of_bare"] <= told["run_of_bare_most"]
    assert told["run_of_bare"] / told["run_of_plumber"] == pytest.approx(told["plumber_of_bare"], rel=0.01)
    assert told["peak_memory_mb"] > 20


def test_the_table_names_every_ratio_and_leaves_nothing_behind(run, small, here):
    ran = run("bench", "policy.pdf", "--repeat", "1", "--without-pdfplumber")

    assert "whole run / PDFium's bare text" in ran.out and "checks, chunks read again" in ran.out and "policy" in ran.out
    assert [
        line for line in ran.out.splitlines() if line.strip().startswith("whole run / pdfplumber") and line.rstrip().endswith("–")
    ]
    assert [path.name for path in here.iterdir()] == ["policy.pdf"]


def test_pages_of_grids_are_compared_with_pages_of_prose(run, here, write):
    ages = [HEADS, *([str(18 + row), *(str(1003 + 37 * row + 411 * column) for column in range(4))] for row in range(len(YS) - 2))]
    figures = [at(x + 4, y + 14, cell) for y, row in zip(YS, ages, strict=False) for x, cell in zip(XS, row, strict=False)]
    grids = [[at(72, 100, "Premium chart, in rupees"), *grid(XS, YS), *figures] for _ in range(4)]
    prose = [[at(72, 100 + 14 * line, f"The insured person has {line} days in which to tell us.") for line in range(40)]] * 3
    write("grids.pdf", drawn(*prose, *grids))

    assert run("bench", "grids.pdf", "--repeat", "1", "--without-pdfplumber", "--json", "costs.json").code == 0

    [told] = json.loads((here / "costs.json").read_text())["documents"]
    assert (told["grid_pages"], told["prose_pages"]) == (4, 3)
    assert told["grid_of_prose"] > 0


@pytest.mark.parametrize(
    ("name", "content", "code", "says"),
    [("notes.md", "# Notes\n", 2, "notes.md is no PDF"), ("broken.pdf", "%PDF-1.7 nothing", 3, "damaged")],
)
def test_what_cannot_be_measured_is_named(run, write, name, content, code, says):
    write(name, content)

    ran = run("bench", name, "--repeat", "1")

    assert ran.code == code and says in ran.err


def test_a_file_that_needs_a_password_is_measured_with_it(run, write, here):
    shutil.copy(FIXTURES / "pdf" / "encrypted-with-password.pdf", here / "locked.pdf")
    right = json.loads((FIXTURES / "truth" / "encrypted-with-password.json").read_text())["password"]
    write("passwords.txt", f"wrong\n{right}\n")

    refused = run("bench", "locked.pdf", "--repeat", "1")
    opened = run("bench", "locked.pdf", "--repeat", "1", "--password-file", "passwords.txt")

    assert refused.code == 3 and "--password-file" in refused.err
    assert opened.code == 0 and "locked" in opened.out
