"""Tables are compared cell by cell, rows by their labels and columns by their heads."""

import pytest

from pipeline.config.diff import DiffSettings
from pipeline.diff import tables
from pipeline.model import Origin, Reason, TableAction, TableKind
from pipeline.store.rows import TableRow

PLANS = [["Room rent", "Covered", "5,000"], ["Ambulance", "Covered", "2,000"], ["Dental", "Not covered", "Nil"]]


def table(cells, header=("Benefit", "Gold", "Silver"), action=TableAction.KEPT, pages=(1,)):
    return TableRow(
        id="t1", pages=list(pages), kind=TableKind.DATA, action=action, origin=Origin.EXTRACTED, caption="Plans", dimensions=[],
        clause_id="", bboxes=[], header=list(header), row_labels=1, rows=len(cells), columns=len(header), cells=cells,
        cell_boxes=[], reason=Reason("ruled", ""),
    )  # fmt: skip


def compare_tables(old, new):
    return tables.compare_tables(old, new, DiffSettings())


def told(changes):
    return [(cell.row, cell.column, cell.old, cell.new, cell.weighty) for change in changes for cell in change.cells]


def test_a_table_on_other_pages_is_no_change():
    assert compare_tables([table(PLANS)], [table(PLANS, pages=(2, 3))]) == ()


@pytest.mark.parametrize(("new", "weighty"), [("6,000", True), ("Shared", True), ("5,000", False)])
def test_a_changed_cell_is_named_by_row_and_column(new, weighty):
    changes = compare_tables([table(PLANS)], [table([["Room rent", "Covered", new], *PLANS[1:]])])

    assert told(changes) == ([("Room rent", "Silver", "5,000", new, weighty)] if new != "5,000" else [])


def test_a_new_row_is_not_taken_for_a_change_of_those_behind_it():
    changes = compare_tables([table(PLANS)], [table([PLANS[0], ["Home care", "Covered", "900"], *PLANS[1:]])])

    assert told(changes) == [
        ("Home care", "Benefit", "", "Home care", False),
        ("Home care", "Gold", "", "Covered", False),
        ("Home care", "Silver", "", "900", True),
    ]


def test_columns_that_changed_places_keep_their_figures():
    turned = [[label, silver, gold] for label, gold, silver in PLANS]

    changes = compare_tables([table(PLANS)], [table(turned, header=("Benefit", "Silver", "Gold"))])

    assert [change.kind.value for change in changes] == ["moved"]


def test_a_table_that_came_or_went_is_added_or_removed():
    assert [change.kind.value for change in compare_tables([], [table(PLANS)])] == ["added"]
    assert [change.kind.value for change in compare_tables([table(PLANS)], [])] == ["removed"]


def test_boxes_of_prose_are_no_tables():
    assert compare_tables([], [table(PLANS, action=TableAction.RELEASED)]) == ()


def test_swapped_versions_swap_the_sides_of_every_cell():
    old, new = [table(PLANS)], [table([["Room rent", "Covered", "6,000"], PLANS[2]]), table([["Age", "35"]], header=("a", "b"))]

    there, back = compare_tables(old, new), compare_tables(new, old)

    turned = {(row, column, after, before, weighty) for row, column, before, after, weighty in told(back)}
    assert set(told(there)) == turned
    assert {change.kind.value for change in there} == {"reworded", "added"}
    assert {change.kind.value for change in back} == {"reworded", "removed"}


def test_rows_that_changed_places_are_told_alike_from_both_sides():
    there, back = (
        compare_tables([table(one)], [table(other)]) for one, other in ((PLANS[:2], PLANS[1::-1]), (PLANS[1::-1], PLANS[:2]))
    )

    turned = [(row, column, after, before, weighty) for row, column, before, after, weighty in told(back)]
    assert told(there) == turned
