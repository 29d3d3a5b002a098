"""A figure out of the tables that a run wrote."""

import msgspec

from pipeline.model import TableAction
from pipeline.retrieval.lookup import Question, look_up
from tests.unit.retrieval.tables_rows import table_row

CORNER = "Sum Insured (Rs) Age (in Years)"


def chart(*, name="t1", page=7, caption="Premium Chart for 1 Year", first=100, **more):
    heads = [CORNER, "3,00,000", "5,00,000"]
    rows = [(band, f"{first + 10 * at:,}", f"{first + 10 * at + 5:,}") for at, band in enumerate(["18-30", "31-35", "Above 35"])]
    return table_row(heads, *rows, name=name, page=page, caption=caption, **more)


def ask(tables, table="", **where):
    return look_up(tables, Question(table, tuple((name, value) for name, value in where.items())))


def values(answer):
    return [figure.value for figure in answer.figures]


def test_the_figure_is_found_by_row_head_and_what_holds_for_the_table():
    tables = [chart(dimensions=[("zone", "1")]), chart(name="t2", page=8, first=200, dimensions=[("zone", "2")])]

    answer = ask(tables, "premium", age="35", sum_insured="500000", zone="2")

    [figure] = answer.figures
    assert (figure.value, figure.page, figure.bbox, figure.table) == ("215", 8, [20, 10, 29, 19], "t2")
    assert figure.row == [(CORNER, "31-35")]
    assert figure.column == "5,00,000"


def test_a_name_is_the_same_with_spaces_underscores_and_as_printed():
    names = ["sum_insured", "sum insured", "Sum Insured (Rs)", "SI"]

    found = [values(ask([chart()], age="20", **{name: "5 Lakh"})) for name in names]

    assert found == [["105"]] * 4


def test_a_condition_whose_name_no_table_uses_is_matched_by_its_value():
    tables = [chart(caption="Gold Plan Premium Chart"), chart(name="t2", caption="Premium Chart | Silver", first=200)]

    assert values(ask(tables, age="20", sum_insured="3L", plan="Gold")) == ["100"]
    assert values(ask(tables, age="20", sum_insured="3L", whatever="Silver")) == ["200"]


def test_a_plan_is_not_found_in_a_plan_of_a_longer_name():
    tables = [
        chart(caption="Table 1: Shield Classic Plus, 1 adult"),
        chart(name="t2", caption="Table 2: Shield Classic, 1 adult", first=200),
    ]

    assert values(ask(tables, age="20", sum_insured="3L", plan="Shield Classic")) == ["200"]


def test_a_bare_number_in_a_caption_counts_only_beside_its_name():
    tables = [chart(caption="Premium Chart for 1 Year | Zone 2")]

    assert values(ask(tables, age="20", sum_insured="3L", zone="2")) == ["100"]
    assert values(ask(tables, age="20", sum_insured="3L", zone="1")) == []


def test_a_term_is_not_taken_for_an_age_that_is_asked_for_too():
    assert values(ask([chart()], age="20", sum_insured="3L", term="2 Year")) == []
    assert values(ask([chart()], age="20", sum_insured="3L", term="1 Year")) == ["100"]


def test_a_single_value_is_nearer_than_a_band_of_the_same_table():
    held = table_row(["Age", "Premium"], ("16-18", "10"), ("17", "20"), ("19-30", "30"))

    assert values(ask([held], age="17")) == ["20"]


def test_several_figures_that_fit_are_all_given():
    assert values(ask([chart()], age="35")) == ["110", "115"]


def test_a_cell_merged_over_rows_is_given_once():
    held = table_row(["Relation", "Sum Insured", "Loading"], ("Self", "5,00,000", "500"), ("Spouse", "5,00,000", "500"))
    merged = [[row[0], row[1], held.cell_boxes[0][2]] for row in held.cell_boxes]
    held = msgspec.structs.replace(held, cell_boxes=merged)

    assert values(ask([held], sum_insured="5L", column="Loading")) == ["500"]


def test_heads_in_several_rows_are_asked_for_piece_by_piece():
    heads = ["Family Size", "2,00,000 | 2A", "2,00,000 | 2A+1C", "3,00,000 | 2A"]
    held = table_row(heads, ("18-35", "1", "2", "3"))

    assert values(ask([held], age="20", sum_insured="2 Lakh", family="2A + 1C")) == ["2"]


def test_a_head_in_lakh_multiplies_what_stands_under_it():
    held = table_row(["Age", "Sum Insured (in Lakhs) | 3", "Sum Insured (in Lakhs) | 5"], ("18-35", "1", "2"))

    assert values(ask([held], age="20", sum_insured="500000")) == ["2"]


def test_where_nothing_fits_the_nearest_table_says_what_can_be_asked():
    answer = ask([chart(), chart(name="t2", dimensions=[("zone", "2")])], "premium", age="20", sum_insured="7 Lakh", zone="2")

    nearest = answer.offers[0]
    assert answer.figures == []
    assert nearest.table == "t2" and nearest.unfit == ["sum_insured=7 Lakh"]
    assert [(axis.name, axis.values) for axis in nearest.axes] == [
        ("zone", ["2"]),
        (CORNER, ["18-30", "31-35", "Above 35"]),
        ("column", ["3,00,000", "5,00,000"]),
    ]


def test_a_table_that_was_released_or_replaced_is_not_looked_in():
    assert values(ask([chart(action=TableAction.RELEASED)], age="20", sum_insured="3L")) == []
