"""The columns of a table as what they hold."""

import pytest

from pipeline.export.typed import ColumnKind, make_columns
from tests.unit.retrieval.tables_rows import table_row


def column(*cells):
    return make_columns(table_row(["Head"], *[(cell,) for cell in cells]))[0]


@pytest.mark.parametrize(
    ("cells", "kind", "values"),
    [
        (["1,24,810", "5,167", "500"], ColumnKind.WHOLE, [124810, 5167, 500]),
        (["Rs. 5,000/-", "₹ 1,000", "-"], ColumnKind.WHOLE, [5000, 1000, None]),
        (["7.00", "11"], ColumnKind.NUMBER, [7.0, 11.0]),
        (["12.5%", "20 %", ""], ColumnKind.SHARE, [0.125, 0.2, None]),
        (["20%", "Nil"], ColumnKind.TEXT, ["20%", "Nil"]),
        (["20%", "20"], ColumnKind.TEXT, ["20%", "20"]),
        (["31-35", "36-45"], ColumnKind.TEXT, ["31-35", "36-45"]),
        (["2A", "5 Lakh"], ColumnKind.TEXT, ["2A", "5 Lakh"]),
        (["1,2", "3"], ColumnKind.TEXT, ["1,2", "3"]),
        (["", "-"], ColumnKind.TEXT, [None, "-"]),
    ],
)
def test_a_column_is_of_a_type_only_where_every_cell_is(cells, kind, values):
    made = column(*cells)

    assert (made.kind, made.values) == (kind, values)


def test_every_column_has_a_name_of_its_own_and_the_page_comes_last():
    made = make_columns(table_row(["Plan", "Plan", ""], ("a", "b", "c"), page=9))

    assert [each.name for each in made] == ["Plan", "Plan (2)", "column 3", "page"]
    assert made[-1].values == [9]
