"""The ratios that are made of what rounds of measuring took."""

import pytest

from pipeline.bench.account import PARTS, Measured, Round, make_account, make_start_up
from pipeline.bench.kinds import PageKinds
from pipeline.bench.readings import spread_evenly
from pipeline.cli.costs import make_rows

PARTS_OF_RUN = {
    "open": 0.5,
    "extract": 4.0,
    "boilerplate": 0.5,
    "clauses": 2.0,
    "tables": 1.0,
    "chunks": 1.0,
    "checks": 0.75,
    "write": 0.25,
}


def a_round(bare=2.0, plumber=80.0, grid=0.03, prose=0.02, **parts):
    return Round(bare, plumber, PARTS_OF_RUN | parts, grid, prose)


def account(*rounds, plumber_pages=20):
    kinds = PageKinds(grids=(3, 4), prose=(1, 2))
    return make_account("policy", Measured(40, 0.5, plumber_pages, kinds, rounds), 123.4)


def test_ratios_are_of_the_whole_run():
    made = account(a_round())

    assert (made.run_of_bare, made.run_of_plumber, made.plumber_of_bare) == (5.0, 0.125, 40.0)
    assert made.grid_of_prose == 1.5
    assert (made.grid_pages, made.prose_pages, made.peak_memory_mb) == (2, 2, 123.4)


def test_the_middle_round_counts_and_the_extremes_are_told():
    made = account(a_round(), a_round(extract=14.0), a_round(extract=6.0))

    assert (made.run_of_bare_least, made.run_of_bare, made.run_of_bare_most) == (5.0, 6.0, 10.0)
    assert made.shares["extract"] == 0.5


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_the_parts_add_up_to_the_run(rounds):
    made = account(*(a_round(extract=4.0 + number / 7, bare=2.0 + number / 11) for number in range(rounds)))

    assert list(made.shares) == list(made.parts_of_bare) == list(PARTS)
    assert sum(made.shares.values()) == pytest.approx(1, abs=0.001)
    assert sum(made.parts_of_bare.values()) == pytest.approx(made.run_of_bare, abs=0.001)


def test_what_was_not_measured_is_no_ratio():
    made = account(a_round(plumber=0.0, grid=0.0, prose=0.0), plumber_pages=0)

    assert (made.run_of_plumber, made.plumber_of_bare, made.grid_of_prose) == (0.0, 0.0, 0.0)


def test_start_up_is_the_middle_of_its_rounds():
    start = make_start_up([(0.01, 0.4), (0.03, 0.3), (0.02, 0.9)])

    assert (start.interpreter, start.imports) == (0.02, 0.4)


@pytest.mark.parametrize(
    ("of", "most", "numbers"),
    [(3, 0, (1, 2, 3)), (3, 3, (1, 2, 3)), (10, 2, (3, 8)), (291, 3, (49, 146, 243)), (1, 20, (1,))],
)
def test_a_sample_is_spread_over_all_pages(of, most, numbers):
    assert spread_evenly(of, most) == numbers


def test_every_row_of_the_table_has_a_cell_a_document_ratios_first():
    from pipeline.bench.account import Bench, StartUp

    rows = list(make_rows(Bench("0", StartUp(0.1, 0.2), [account(a_round()), account(a_round(plumber=0.0), plumber_pages=0)])))

    names = [name for name, _ in rows]
    assert {len(cells) for _, cells in rows} == {2}
    assert names[0] == "whole run / PDFium's bare text" and "20 of 40 pages, scaled" in rows[2][1][0]
    assert rows[2][1][1] == "–"
    assert all(name.startswith("context") for name in names[names.index("context: pages") :])
    assert not [name for name in names[: names.index("context: pages")] if "seconds" in name]
