"""Tables are compared cell by cell, rows by their labels and columns by their heads."""

import pytest
from msgspec import structs

from pipeline.config.diff import DiffSettings
from pipeline.diff import tables
from pipeline.model import Origin, Reason, TableAction, TableKind
from pipeline.store.rows import DimensionRow, TableRow

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


def test_heads_that_changed_are_named_without_a_row():
    changes = compare_tables([table(PLANS)], [table(PLANS, header=("Benefit", "Gold", "Silver 7.5 Lacs"))])

    assert told(changes) == [("", "Silver 7.5 Lacs", "Silver", "Silver 7.5 Lacs", True)]


def test_what_holds_for_the_whole_table_is_compared():
    old, new = (structs.replace(table(PLANS), dimensions=[DimensionRow("Sum insured", value)]) for value in ("5 Lakh", "7 Lakh"))

    assert told(compare_tables([old], [new])) == [("", "Sum insured", "5 Lakh", "7 Lakh", True)]


ITEMS = [
    [str(number), f"item of the {word} kind"] for number, word in enumerate(["red", "blue", "green", "grey", "black", "white"], 1)
]


def test_a_list_in_blocks_beside_each_other_is_the_list():
    beside = [[*left, *right] for left, right in zip(ITEMS[:3], ITEMS[3:], strict=True)]

    assert compare_tables([table(ITEMS, ("No.", "Item"))], [table(beside, ("No.", "Item", "No.", "Item"))]) == ()


@pytest.mark.parametrize("cut", [1, 2, 4])
@pytest.mark.parametrize("order", [1, -1])
def test_a_table_that_one_version_prints_in_pieces_is_one(cut, order):
    pieces = [table(ITEMS[:cut], ("", "")), table(ITEMS[cut:], ("", ""))][::order]

    assert compare_tables(pieces, [table(ITEMS, ("", ""))]) == ()
    assert compare_tables([table(ITEMS, ("", ""))], pieces) == ()


def test_a_cell_that_changed_in_a_piece_is_named():
    pieces = [table(ITEMS[:3], ("", "")), table([["4", "item of the pink kind"], *ITEMS[4:]], ("", ""))]

    assert told(compare_tables([table(ITEMS, ("", ""))], pieces)) == [
        ("4 / item of the pink kind", "column 2", "item of the grey kind", "item of the pink kind", False)
    ]


def test_two_copies_of_a_table_are_no_pieces_of_it():
    assert [change.kind.value for change in compare_tables([table(PLANS)], [table(PLANS), table(PLANS)])] == ["added"]


def test_a_row_is_known_by_its_name_where_its_number_passed_to_another():
    old = [["1", "Room rent", "Covered"], ["2", "Ambulance", "Covered"], ["3", "Dental care", "Covered"]]
    new = [
        ["1", "Hospital care", "Covered"],
        ["1.1", "Room rent", "Covered"],
        ["2", "Ambulance", "Not covered"],
        ["3", "Dental care", "Covered"],
    ]

    changes = compare_tables([table(old)], [table(new)])

    assert ("2 / Ambulance", "Silver", "Covered", "Not covered", True) in told(changes)
    assert ("1.1 / Room rent", "Benefit", "1", "1.1", True) in told(changes)
    assert {cell[0] for cell in told(changes)} == {"1 / Hospital care", "1.1 / Room rent", "2 / Ambulance"}


def test_a_new_column_is_named_and_those_beside_it_are_not():
    wider = [[label, gold, "Nil", silver] for label, gold, silver in PLANS]

    changes = compare_tables([table(PLANS)], [table(wider, ("Benefit", "Gold", "Basic", "Silver"))])

    assert {cell[1] for cell in told(changes)} == {"Basic"}


def test_figures_that_changed_places_under_their_heads_are_changes():
    turned = [[label, silver, gold] for label, gold, silver in PLANS]

    [change] = compare_tables([table(PLANS)], [table(turned)])

    assert change.kind == "reworded"
    assert change.weighty


def test_a_list_of_words_set_in_a_grid_anew_has_moved():
    words = ["fever", "cough", "measles", "asthma", "gout", "angina"]

    [change] = compare_tables([table([words[:3], words[3:]], ("", "", ""))], [table([words[::2], words[1::2]], ("", "", ""))])

    assert change.kind == "moved"
    assert not change.weighty


def test_cells_say_where_they_stand():
    old = structs.replace(table(PLANS[:1]), cell_boxes=[[[1, 0, 0, 9, 9], [1, 10, 0, 19, 9], [1, 20, 0, 29, 9]]])

    [change] = compare_tables([old], [table([["Room rent", "Covered", "6,000"]])])

    assert [(spot.page, spot.bbox) for spot in change.cells[0].old_boxes] == [(1, (20, 0, 29, 9))]
    assert change.cells[0].new_boxes == ()


def test_a_row_whose_label_is_a_number_is_called_by_the_words_behind_it_and_never_by_a_figure():
    old, new = [["1", "Room rent", "900"], ["35", "4,200", "5,100"]], [["1", "Room rent", "950"], ["35", "4,300", "5,100"]]

    changes = compare_tables([table(old)], [table(new)])

    assert [cell[0] for cell in told(changes)] == ["1 / Room rent", "35"]
