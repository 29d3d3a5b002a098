"""The distribution of recurrence shares as text and as a picture."""

import builtins

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.errors import DependencyMissing
from pipeline.explain.plot import PlotKind, plot_furniture
from pipeline.explain.shares import FurnitureAccount, explain_furniture, make_bars, shorten, write_furniture
from pipeline.model import Boilerplate, Gap, Mark, MarkKind, Reason
from tests.builders import document

GAP = Gap(0.5, "gap", 0.1, 0.9, ((0.1, "note"),), ((0.9, "page#"), (1.0, "cost $5")), ((0.02, 300), (0.1, 1), (0.9, 1), (1.0, 2)))
ACCOUNT = FurnitureAccount("policy", 50, GAP, ())


def test_every_line_stands_in_one_bar():
    bars = make_bars(GAP, 10)

    assert [(round(bar.low, 2), bar.lines) for bar in bars if bar.lines] == [(0.0, 300), (0.1, 1), (0.9, 3)]


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 99)), max_size=40), st.integers(1, 50))
def test_no_line_is_lost_between_bars(shares, steps):
    bars = make_bars(Gap(0.5, "gap", 0.1, 0.9, shares=tuple(shares)), steps)

    assert sum(bar.lines for bar in bars) == sum(lines for _, lines in shares)
    assert len(bars) == steps


def test_the_gap_and_the_threshold_stand_at_their_bars():
    notes = {round(bar.low, 2): bar.notes for bar in make_bars(GAP) if bar.notes}

    assert notes == {0.1: ("gap begins 0.100",), 0.5: ("threshold 0.500",), 0.9: ("gap ends 0.900",)}


def test_a_share_on_the_edge_of_a_range_belongs_to_the_upper_one():
    [bar] = [bar for bar in make_bars(Gap(0.5, "gap", 0.1, 0.9, shares=((0.55, 1),))) if bar.lines]

    assert round(bar.low, 2) == 0.55


def test_one_line_among_hundreds_still_shows():
    drawn = [line for line in write_furniture(ACCOUNT) if "|" in line]

    assert drawn[0].count("#") > 5 * drawn[2].count("#") > 0


def test_the_text_names_the_nearest_lines_on_both_sides_and_what_was_counted():
    text = "\n".join(write_furniture(ACCOUNT))

    assert "0.100  note" in text and "0.900  page#" in text and "near the edges of the pages" in text


def test_a_document_without_recurring_lines_says_so():
    text = "\n".join(write_furniture(FurnitureAccount("notes", 1, Gap(0.5, "fallback", 0.0, 1.0), ())))

    assert "No line above the threshold." in text and "Nothing was set aside." in text


def test_what_was_set_aside_alike_is_one_row():
    marks = [Mark(f"p{n}.l000", MarkKind.FOOTER, 1.0, Reason("recurrence", "")) for n in (1, 2, 3)]
    marks.append(Mark("p1.l001", MarkKind.PAGE_NUMBER, 1.0, Reason("sequence", "")))

    account = explain_furniture(document(["Care", "1"], ["Care"], ["Care"]), Boilerplate(tuple(marks), GAP))

    rows = [(row.kind, row.rule, row.lines, row.line_id, row.text) for row in account.set_aside]
    assert rows == [("footer", "recurrence", 3, "p1.l000", "Care"), ("page_number", "sequence", 1, "p1.l001", "1")]


def test_a_picture_is_the_same_each_time():
    assert plot_furniture(ACCOUNT, PlotKind.PNG).startswith(b"\x89PNG")
    assert plot_furniture(ACCOUNT, PlotKind.PNG) == plot_furniture(ACCOUNT, PlotKind.PNG)
    assert plot_furniture(ACCOUNT, PlotKind.SVG) == plot_furniture(ACCOUNT, PlotKind.SVG)


def test_a_picture_has_the_threshold_and_both_neighbours_as_text():
    svg = plot_furniture(ACCOUNT, PlotKind.SVG).decode()

    assert "threshold 0.500 (gap)" in svg and "gap, 0.100 to 0.900" in svg and "note" in svg and "page#" in svg


def test_a_dollar_sign_in_a_line_is_no_formula():
    odd = FurnitureAccount("policy", 2, Gap(0.5, "gap", 0.1, 0.9, (), ((1.0, "$x_{$"),), ((1.0, 1),)), ())

    assert b"$x_{$" in plot_furniture(odd, PlotKind.SVG)


def test_without_matplotlib_the_pip_line_is_given(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name.partition(".")[0] == "matplotlib":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)

    with pytest.raises(DependencyMissing, match=r"pip install 'clausetrace\[audit\]'"):
        plot_furniture(ACCOUNT, PlotKind.PNG)


@pytest.mark.parametrize(("text", "shown"), [("a  b\nc", "a b c"), ("abcdef", "abcd…"), ("abcde", "abcde")])
def test_long_words_are_cut_with_a_mark(text, shown):
    assert shorten(text, 5) == shown
