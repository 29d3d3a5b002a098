"""Whether two writings of a value are one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.retrieval.values import AHEAD, BEHIND, BETWEEN, SINGLE, Fit, fit


@pytest.mark.parametrize("printed", ["5,00,000", "Rs. 5,00,000/-", "5 Lakh", "5L", "5 Lac", "5 lakhs", "0.05 Crore", "₹ 500,000"])
def test_an_amount_is_the_same_however_it_is_written(printed):
    assert fit("500000", printed) is Fit.SAME
    assert fit(printed, "5,00,000") is Fit.SAME


@pytest.mark.parametrize(
    "band",
    [
        "31-35",
        "31 to 35",
        "31 – 35 years",
        "up to 35",
        "Upto 35 years",
        "35+",
        "35 years and above",
        "below 36",
        "91 days - 40 years",
    ],
)
def test_an_age_falls_in_a_band_that_holds_it(band):
    assert fit("35", band) in (Fit.SAME, Fit.INSIDE)


@pytest.mark.parametrize("band", ["36-40", "up to 34", "36+", "below 35", "Above 35", "91 days - 17 years", "5m-30"])
def test_an_age_falls_in_no_band_that_does_not_hold_it(band):
    assert fit("35", band) is Fit.NOT


def test_a_band_that_begins_in_days_or_months_ends_in_years():
    assert fit("17", "91days-17yrs") is Fit.INSIDE
    assert fit("18", "91days-17yrs") is Fit.NOT
    assert fit("30", "5m-35") is Fit.INSIDE
    assert fit("4 months", "5m-35") is Fit.NOT


def test_a_band_is_asked_for_by_its_own_ends():
    assert fit("18-35", "18 to 35") is Fit.SAME
    assert fit("18-34", "18 to 35") is Fit.NOT


def test_an_age_band_without_an_upper_end_holds_no_sum_insured():
    assert fit("1,50,000", "Above 80") is Fit.NOT
    assert fit("85", "Above 80") is Fit.INSIDE
    assert fit("80", "Above 80") is Fit.NOT


@pytest.mark.parametrize(("wanted", "printed"), [("2", "2A"), ("125", "1.25"), ("5", "5 Lakh"), ("Gold", "Gold Plus"), ("", "")])
def test_what_only_looks_alike_does_not_fit(wanted, printed):
    assert fit(wanted, printed) is Fit.NOT


def test_figures_under_a_head_in_lakh_are_multiplied():
    assert fit("500000", "5", 1e5) is Fit.SAME


def test_the_patterns_match_their_examples():
    assert BETWEEN.fullmatch("Rs. 5,00,000 to Rs. 7,50,000")
    assert AHEAD.fullmatch("up to Rs. 3,00,000")
    assert BEHIND.fullmatch("66 years & above")
    assert not SINGLE.fullmatch("1A")
    assert not SINGLE.fullmatch("5m-35")


@given(st.integers(0, 90), st.integers(1, 30), st.integers(0, 130))
def test_an_age_is_in_a_band_exactly_when_it_lies_between_its_ends(low, width, age):
    fits = fit(str(age), f"{low}-{low + width}") is not Fit.NOT

    assert fits == (low <= age <= low + width)
