"""Tables: heads inside them, below which no figure may stand under the heads above."""

import pytest

from tests.builders import line
from tests.stages.table_pages import GREY, bolded, drawn_table, only, painted, tables_of, with_lines

PLANS = ["Section", "Cover", "Classic", "Prime"]
COVERS = (["1", "Room rent", "At actuals", "At actuals"], ["2", "Ambulance", "Covered", "Covered"])
CHECK_UP = "Health check-up, built in"
SUMS = ["^", "Sum insured", "5 Lakhs", "10 Lakhs"]
LIMITS = (["^", "Individual", "1,500", "2,000"], ["^", "Floater", "2,500", "5,000"])
INNER = (["3", CHECK_UP, None, None], SUMS, *LIMITS)
BOLD = ("Sum insured", "5 Lakhs", "10 Lakhs")


def findings_of(tables, code="TAB004"):
    return [found for found in tables.findings if found.code == code]


def test_a_bold_row_below_a_band_heads_the_rows_below_it_and_no_figure_stands_under_a_plan():
    plans, sums = tables_of(bolded(drawn_table(PLANS, *COVERS, *INNER, bold=1), *BOLD)).tables

    assert plans.header == tuple(PLANS)
    assert plans.cells == tuple(map(tuple, COVERS))
    assert sums.header == ("Section", "Sum insured", "5 Lakhs", "10 Lakhs")
    assert sums.cells == (("3", "Individual", "1,500", "2,000"), ("3", "Floater", "2,500", "5,000"))


def test_the_band_names_the_rows_below_the_head_beside_the_name_of_the_table():
    page = bolded(drawn_table(PLANS, *COVERS, *INNER, bold=1), *BOLD)

    plans, sums = tables_of(with_lines(page, line("Plan chart", top=86, size=9, bold=True))).tables

    assert (plans.caption, sums.caption) == ("Plan chart", f"Plan chart | {CHECK_UP}")


def test_each_line_of_a_parted_table_is_in_one_of_its_parts():
    page = bolded(drawn_table(PLANS, *COVERS, *INNER, bold=1), *BOLD)

    plans, sums = tables_of(page).tables

    assert sorted((*plans.line_ids, *sums.line_ids)) == sorted(ln.id for ln in page.lines)
    assert plans.bboxes[0][1][3] == sums.bboxes[0][1][1]


@pytest.mark.parametrize("under", [{}, {"ink": 0x336699}])
def test_a_band_over_all_columns_or_a_colour_of_its_own_will_do(under):
    rows = (
        ["Cover", "Classic", "Prime"],
        ["Room rent", "Any", "Any"],
        [CHECK_UP, None, None],
        ["Sum insured", "5 Lakhs", "10 Lakhs"],
    )
    page = drawn_table(*rows, ["Individual", "1,500", "2,000"], ["Floater", "2,500", "5,000"], bold=1)

    _, sums = tables_of(painted(page, 3, **under) if under else bolded(page, *BOLD)).tables

    assert sums.header == ("Sum insured", "5 Lakhs", "10 Lakhs")


def test_rows_behind_the_next_band_get_no_heads_and_a_finding():
    rows = (["", "Other limits", None, None], ["4", "Vaccines", "900", "950"], ["5", "Dentist", "700", "750"])
    tables = tables_of(bolded(drawn_table(PLANS, *COVERS, *INNER, *rows, bold=1), *BOLD))

    assert [table.header for table in tables.tables] == [tuple(PLANS), ("Section", "Sum insured", "5 Lakhs", "10 Lakhs"), ()]
    assert tables.tables[2].cells[1] == ("4", "Vaccines", "900", "950")
    assert len(findings_of(tables)) == 1


def test_rows_beside_the_next_label_stand_under_the_head_of_the_table_again():
    tables = tables_of(bolded(drawn_table(PLANS, *COVERS, *INNER, ["4", "Vaccines", "Covered", "900"], bold=1), *BOLD))

    assert [table.header[2] for table in tables.tables] == ["Classic", "5 Lakhs", "Classic"]
    assert [table.cells[-1] for table in tables.tables][1:] == [
        ("3", "Floater", "2,500", "5,000"),
        ("4", "Vaccines", "Covered", "900"),
    ]
    assert not findings_of(tables)


def test_a_band_over_an_inner_head_filled_as_the_head_of_the_table_names_its_rows():
    rows = (
        ["Cover", "Classic", "Prime"],
        ["Room rent", "Any", "Any"],
        [CHECK_UP, None, None],
        ["Sum insured", "5 Lakhs", "10 Lakhs"],
    )
    page = bolded(drawn_table(*rows, ["Individual", "1,500", "2,000"], ["Floater", "2,500", "5,000"], bold=1), *BOLD)

    _, sums = tables_of(painted(page, 0, 3)).tables

    assert (sums.caption, sums.header) == (CHECK_UP, ("Sum insured", "5 Lakhs", "10 Lakhs"))


def test_rows_below_the_head_of_the_table_printed_again_stand_under_it():
    first = bolded(drawn_table(PLANS, *COVERS, *INNER, bold=1), *BOLD)
    second = drawn_table(PLANS, ["4", "Vaccines", "Covered", "Covered"], page=2, top=72, bold=1)

    tables = tables_of(first, second)

    assert [table.header[2] for table in tables.tables] == ["Classic", "5 Lakhs", "Classic"]
    assert tables.tables[2].pages == (2,)
    assert not findings_of(tables)


def test_rows_that_go_on_over_the_page_without_a_head_stand_under_the_inner_one():
    first = bolded(drawn_table(PLANS, *COVERS, *INNER, bold=1), *BOLD)
    second = drawn_table(["3", "Group", "500", "900"], ["3", "Staff", "400", "800"], page=2, top=72)

    _, sums = tables_of(first, second).tables

    assert sums.pages == (1, 2)
    assert [row[1] for row in sums.cells] == ["Individual", "Floater", "Group", "Staff"]


def test_a_row_bold_and_filled_as_the_head_heads_the_rows_below_it_without_a_band():
    rows = (
        ["Cover", "Classic", "Prime"],
        ["Room rent", "Any", "Any"],
        ["Sum insured", "5 Lakhs", "10 Lakhs"],
        ["Adult", "1,500", "2,000"],
    )
    page = bolded(drawn_table(*rows, ["Child", "500", "900"], bold=1), *BOLD)

    plans, sums = tables_of(painted(page, 0, 2, ink=GREY)).tables

    assert plans.cells == (("Room rent", "Any", "Any"),)
    assert sums.header == ("Sum insured", "5 Lakhs", "10 Lakhs")


def test_a_bold_row_over_figures_without_a_band_is_left_a_row_and_told():
    rows = (
        ["Cover", "Classic", "Prime"],
        ["Room rent", "Any", "Any"],
        ["Sum insured", "5 Lakhs", "10 Lakhs"],
        ["Adult", "1,500", "2,000"],
    )

    tables = tables_of(bolded(drawn_table(*rows, ["Child", "500", "900"], bold=1), *BOLD))

    assert len(only(tables).cells) == 4
    assert len(findings_of(tables)) == 1


def test_a_bold_row_below_a_band_in_a_bold_table_heads_nothing():
    page = drawn_table(PLANS, *COVERS, *INNER, bold=8)

    assert len(tables_of(page).tables) == 1


def test_a_band_over_rows_of_their_kind_parts_no_table():
    rows = (
        ["Cover", "Classic", "Prime"],
        ["Base covers", None, None],
        ["Room rent", "Any", "Any"],
        ["Optional covers", None, None],
    )

    tables = tables_of(drawn_table(*rows, ["Dentist", "900", "950"], bold=1))

    assert len(only(tables).cells) == 4
    assert not findings_of(tables)


def test_bold_amounts_tell_the_columns_of_one_plan_apart_though_another_plan_has_none_of_them():
    rows = (
        ["Cover", "Silver", "Gold", None],
        ["Most in a year", "NA", "USD 1,600", "USD 2,400"],
        ["Visits", "^", "USD 300", "USD 450"],
    )

    tables = tables_of(bolded(drawn_table(*rows, bold=1), "Most in a year", "USD 1,600", "USD 2,400"))

    assert only(tables).header == ("Cover | Most in a year", "Silver", "Gold | USD 1,600", "Gold | USD 2,400")
    assert [row[1:] for row in only(tables).cells] == [("NA", "USD 1,600", "USD 2,400"), ("NA", "USD 300", "USD 450")]
    assert not findings_of(tables)


def test_figures_in_columns_that_nothing_tells_apart_are_told():
    tables = tables_of(
        drawn_table(["Cover", "Silver", "Gold", None], ["Visits", "200", "300", "450"], ["Eyes", "1", "2", "3"], bold=1)
    )

    assert only(tables).header == ("Cover", "Silver", "Gold", "Gold")
    assert len(findings_of(tables)) == 1
