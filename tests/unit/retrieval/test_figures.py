"""Figures in their forms, and which of them say the same."""

from itertools import combinations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.retrieval.figures import Kind, find_figures, stands_in

SAME = [
    ["Rs. 5,000", "Rs.5000/-", "5000", "₹ 5,000", "INR 5'000", "5 000 rupees", "5k", "5.000"],
    ["5 lakh", "5,00,000", "500000", "Rs. 5L", "0.5 million", "five lakhs", "500.000,00"],
    ["1.5 crore", "Rs. 1,50,00,000", "15000000"],
    ["20%", "20 per cent", "20 percent", "twenty per cent", "20 Prozent", "20 %", "20％"],
    ["2.5%", "2,5 Prozent"],
    ["36 months", "thirty-six months", "3 years", "three years", "36-month", "thirty-six (36) months", "36 Monate", "36개월"],
    ["14 days", "2 weeks", "14 consecutive days", "fourteen days", "14 Tage"],
    [
        "1 April 2021",
        "1st April, 2021",
        "April 1, 2021",
        "1.4.2021",
        "01/04/2021",
        "2021-04-01",
        "1 de abril de 2021",
        "2021年4月1日",
    ],
    ["Excl18", "EXCL18"],
    ["120 days", "one hundred and twenty days"],
]
OTHER = [
    ("30 days", "30 months"),
    ("30 days", "30%"),
    ("Rs. 5,000", "5,000 days"),
    ("Rs. 5,000", "USD 5,000"),
    ("5 lakh", "5,000"),
    ("5,000", "50,000"),
    ("24 hours", "1 day"),
    ("1 April 2021", "1 April 2022"),
    ("1 April 2021", "4 January 2021"),
    ("1 April 2021", "2021"),
    ("Excl18", "Excl19"),
    ("4 days", "clause 4"),
    ("4 days", "4. Exclusions"),
    ("18 days", "Excl18"),
    ("2.5%", "25%"),
    ("see 4.1.2", "see 4.1.3"),
]


def only(text):
    [figure] = find_figures(text)
    return figure


@pytest.mark.parametrize(("one", "other"), [pair for group in SAME for pair in combinations(group, 2)])
def test_two_writings_of_a_figure_are_one(one, other):
    assert stands_in(only(one), only(other)) and stands_in(only(other), only(one))


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_another_value_or_unit_is_another_figure(one, other):
    assert not stands_in(only(one), only(other))


def test_a_date_without_its_year_stands_in_the_whole_one_and_not_the_other_way_round():
    assert stands_in(only("1 April"), only("1.4.2021"))
    assert stands_in(only("April 2021"), only("1 April 2021"))
    assert not stands_in(only("1 April 2021"), only("April 2021"))


def test_a_day_and_a_month_that_a_slash_parts_are_read_both_ways():
    assert stands_in(only("3 April 2021"), only("3/4/2021")) and stands_in(only("March 4, 2021"), only("3/4/2021"))
    assert not stands_in(only("March 4, 2021"), only("3.4.2021"))


def test_the_end_of_a_row_holds_for_the_row():
    figures = find_figures("sums of 5/10/15/20/ 25 Lakhs, between 3 and 6 months, 18-65 years")

    assert [max(figure.values) for figure in figures[:5]] == [500000, 1000000, 1500000, 2000000, 2500000]
    assert [figure.unit for figure in figures[5:]] == ["month", "month", "year", "year"]


@pytest.mark.parametrize(
    "text", ["clause 4", "Section B-1.1", "No. 2", "page 36", "under 4.1.2 it", "4. Scope", "(4) Scope", "4.2 Scope", "§ 12"]
)
def test_what_only_numbers_something_is_a_reference(text):
    assert only(text).kind is Kind.REFERENCE


def test_number_words_count_where_a_unit_stands_behind_them():
    assert find_figures("one of them, and two or more") == []
    assert [figure.printed for figure in find_figures("one year, or two per cent")] == ["one year", "two per cent"]


def test_a_figure_knows_where_it_stands():
    text = "Ein Selbstbehalt von CHF 5'000 über drei Jahre."

    assert [text[figure.start : figure.end] for figure in find_figures(text)] == ["CHF 5'000", "drei Jahre"]


@given(st.integers(1, 10**9), st.sampled_from(["{:,}", "{}", "{:_}"]), st.sampled_from(["'", ","]))
def test_any_grouping_of_a_number_is_that_number(number, form, sign):
    printed = form.format(number).replace("_", sign)

    assert float(number) in only(printed).values


@example("A¼N")
@example("2½")
@given(st.text() | st.text(alphabet="0123456789.,'/- %aprilRs₹年月日()\n"))
def test_any_text_can_be_looked_through(text):
    figures = find_figures(text)

    assert all(text[figure.start : figure.end] == figure.printed and figure.printed for figure in figures)
    assert all(first.end <= second.start for first, second in combinations(figures, 2))
    assert all(stands_in(figure, figure) for figure in figures)


def test_every_writing_is_one_figure_wherever_it_stands():
    for text, frame in product((each for group in SAME for each in group), ("We pay {}.", "({})", "up to {}; or")):
        assert len(find_figures(frame.format(text))) == 1, text
