"""Tables: lists side by side, and the headings of their sections."""

from pipeline.config.settings import ChunkSettings
from pipeline.model import ChunkKind
from pipeline.stages.chunks import make_chunks
from tests.stages.table_pages import NO_CLAUSES, NOTHING, document_of, drawn_table, only, tables_of

ITEMS = (["No.", "Item", "No.", "Item"], ["1", "Baby food", "3", "Buds"], ["2", "Belts", "4", "Slings"])


def rows_of(page):
    """The texts of the chunks of the rows of the tables of ``page``."""
    document = document_of(page)
    made = make_chunks(document, NOTHING, NO_CLAUSES, tables_of(page), ChunkSettings())
    return [chunk.text for chunk in made.chunks if chunk.kind is ChunkKind.ROW]


def test_heads_that_begin_again_part_a_row_into_entries():
    assert only(tables_of(drawn_table(*ITEMS, bold=1))).entry == 2


def test_the_cells_stay_as_they_are_printed():
    assert only(tables_of(drawn_table(*ITEMS, bold=1))).cells == tuple(map(tuple, ITEMS[1:]))


def test_entries_are_read_list_by_list():
    assert rows_of(drawn_table(*ITEMS, bold=1)) == [
        "No.: 1; Item: Baby food",
        "No.: 2; Item: Belts",
        "No.: 3; Item: Buds",
        "No.: 4; Item: Slings",
    ]


def test_serial_numbers_that_go_on_in_a_later_column_part_a_row_though_the_heads_differ():
    head = ["No.", "Subsumed in the room", "No.", "Subsumed in the procedure"]

    assert only(tables_of(drawn_table(head, *ITEMS[1:], bold=1))).entry == 2


def test_lists_of_unequal_length_under_names_of_their_own_are_read_one_after_the_other():
    rows = (["No.", "List I", "No.", "List II"], ["1", "Baby food", "1", "Buds"], ["2", "Belts", "2 3", "Slings, caps"])
    more = (["3", "Combs", "4", "Gowns"], ["4", "Hats", "5", "Kits"], ["5", "Toys", "", "of steel"], ["6", "Pads", "6", "Caps"])

    texts = rows_of(drawn_table(*rows, *more, bold=1))

    assert texts[:2] == ["No.: 1; List I: Baby food", "No.: 2; List I: Belts"]
    assert texts[6] == "No.: 1; List II: Buds"


def test_grids_side_by_side_under_heads_of_their_own_are_read_one_by_one_and_a_merged_entry_once():
    rows = (["1 year", None, "2 years", None], ["Up to", "Refund", "Up to", "Refund"], ["30 days", "75%", "30 days", "87%"])
    more = (["Later", "0%", "90 days", "50%"], ["^", "^", "Later", "0%"])

    assert rows_of(drawn_table(*rows, *more, bold=2)) == [
        "1 year | Up to: 30 days; 1 year | Refund: 75%",
        "1 year | Up to: Later; 1 year | Refund: 0%",
        "2 years | Up to: 30 days; 2 years | Refund: 87%",
        "2 years | Up to: 90 days; 2 years | Refund: 50%",
        "2 years | Up to: Later; 2 years | Refund: 0%",
    ]


def test_equal_heads_under_plans_beside_a_column_of_labels_are_one_row():
    rows = (["Age", "Gold", None, "Prime", None], ["^", "Day", "Year", "Day", "Year"], ["18-35", "5", "50", "9", "90"])

    assert only(tables_of(drawn_table(*rows, ["36-45", "6", "60", "8", "80"], bold=2, wide=70))).entry == 0


def test_figures_beside_serial_numbers_part_no_row():
    page = drawn_table(["No.", "Cover", "Days", "Share"], ["1", "Room", "30", "5"], ["2", "Care", "90", "10"], bold=1)

    assert only(tables_of(page)).entry == 0


def test_entries_with_numbers_of_their_own_stand_each_alone():
    page = drawn_table(["1. Ulcers", "2. Cataract"], ["3. Fistula", "4. Hernia"], ["5. Gout", "6. Stones"])

    assert rows_of(page) == ["1. Ulcers", "3. Fistula", "5. Gout", "2. Cataract", "4. Hernia", "6. Stones"]


def test_three_columns_of_names_without_heads_are_entries():
    page = drawn_table(["Pancreatitis", "Arthritis", "Sinus"], ["Ulcer", "Cirrhosis", "Tumours"])

    assert only(tables_of(page)).entry == 1


def test_the_heading_of_a_section_is_no_head_of_all_that_stands_below():
    from msgspec.structs import replace

    page = drawn_table(
        ["Ear", "Surgery"],
        ["1 Grommet", "5 Abscess"],
        ["2 Mastoid", "6 Keloid"],
        ["Eye", "7 Piles"],
        ["3 Lens", "8 Fissure"],
        bold=1,
    )
    bold = tuple(
        replace(ln, runs=tuple(replace(run, bold=True) for run in ln.runs)) if ln.text == "Eye" else ln for ln in page.lines
    )

    table = only(tables_of(replace(page, lines=bold)))

    assert table.header == ()
    assert table.cells[0] == ("Ear", "Surgery")


def test_a_column_of_short_names_without_heads_names_the_other():
    page = drawn_table(["Entry age", "18 years and more"], ["Exit age", "Lifelong"], ["Renewal", "Lifelong"])

    assert rows_of(page) == ["Entry age: 18 years and more", "Exit age: Lifelong", "Renewal: Lifelong"]


def test_serial_numbers_name_nothing():
    page = drawn_table(["15", "Deafness"], ["16", "Loss of speech"], ["17", "Coma"])

    assert rows_of(page) == ["15 Deafness", "16 Loss of speech", "17 Coma"]


def test_a_note_over_all_columns_stands_once_and_under_no_head():
    page = drawn_table(["Cover", "Gold", "Prime"], ["Room", "Shared", "Any"], ["Only on medical advice", None, None], bold=1)

    assert rows_of(page)[-1] == "Only on medical advice"
