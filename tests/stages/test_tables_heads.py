"""Tables: heads that no look tells, and rows that look like heads."""

from tests.builders import line
from tests.stages.table_pages import beside, bolded, drawn_table, only, tables_of, with_lines


def test_a_first_row_that_begins_other_tables_too_is_a_head():
    first = drawn_table(["Plans", "Silver", "Gold"], ["Room rent", "Shared room", "Any room"], ["Birth", "Not covered", "Covered"])
    other = drawn_table(
        ["Plans", "Silver", "Gold"], ["Air ambulance", "Covered", "Covered"], ["Eyes", "Covered", "No"], page=2, top=300
    )

    tables = tables_of(first, with_lines(other, line("Further benefits of the plans follow.", page=2, top=40))).tables

    assert [table.header for table in tables] == [("Plans", "Silver", "Gold")] * 2


def test_a_list_printed_twice_has_no_head():
    rows = (["Adenoidectomy", "Hernia"], ["Tonsillectomy", "Hysterectomy"], ["Sinusitis", "Cataract"])
    again = with_lines(drawn_table(*rows, page=2), line("The same list for the other plan.", page=2, top=40))

    tables = tables_of(drawn_table(*rows), again).tables

    assert [table.header for table in tables] == [(), ()]


def test_serial_numbers_under_a_word_make_it_a_head_though_bands_part_them():
    rows = (
        ["Sr. No.", "Procedure"],
        ["Of the heart", None],
        ["1", "Angiography"],
        ["2", "Pacing"],
        ["Of the ear", None],
        ["3", "Grommet"],
    )

    table = only(tables_of(drawn_table(*rows)))

    assert table.header == ("Sr. No.", "Procedure")
    assert len(table.cells) == 5


def test_a_sentence_over_columns_that_goes_on_from_the_page_before_is_a_row():
    head = ["Benefits", "Gold", "Platinum"]
    first = drawn_table(head, ["Room rent", "Shared", "Any room"], bold=1)
    second = drawn_table(
        ["Abroad", "We pay anywhere. A share is yours.", None], ["Waiting", "48 months", "36 months"], page=2, top=72
    )

    table = only(tables_of(first, second))

    assert table.header == tuple(head)
    assert [row[0] for row in table.cells] == ["Room rent", "Abroad", "Waiting"]


def test_the_heading_of_rows_in_the_corner_of_a_continued_table_is_no_head():
    first = drawn_table(["Benefits", "Gold", "Platinum"], ["Room rent", "Shared", "Any room"], bold=1, shaded=1)
    second = drawn_table(["Optional benefits", "", ""], ["Cash", "Covered", "Covered"], page=2, top=72, bold=1, shaded=1)

    table = only(tables_of(first, second))

    assert table.header == ("Benefits", "Gold", "Platinum")
    assert table.pages == (1, 2)


def test_a_head_of_two_rows_of_which_only_the_first_is_printed_again_heads_both_pages():
    first = drawn_table(["Plans", "Silver", None], ["Sum insured", "5 lacs", "7 lacs"], ["Room rent", "Shared", "Any room"], bold=2)
    second = drawn_table(["Plans", "Silver", None], ["Ambulance", "At actuals", "Covered"], page=2, top=72, bold=1)

    table = only(tables_of(first, second))

    assert table.header == ("Plans | Sum insured", "Silver | 5 lacs", "Silver | 7 lacs")
    assert [row[0] for row in table.cells] == ["Room rent", "Ambulance"]


def test_bands_that_go_on_at_the_top_of_a_page_are_rows_of_the_table_before():
    first = drawn_table(
        ["Office", "Districts"], ["North", None], ["1 High Street", "Hills"], ["South", None], ["2 Low Street", "Plains"], bold=1
    )
    second = drawn_table(
        ["East", None], ["Office of the ombudsman,", None], ["3 Side Street", "Coast"], ["4 Back Street", "Lakes"], page=2, top=72
    )

    table = only(tables_of(first, second))

    assert table.header == ("Office", "Districts")
    assert [row[0] for row in table.cells[4:]] == ["East", "Office of the ombudsman,", "3 Side Street", "4 Back Street"]
    assert table.caption == ""


def test_bands_above_a_head_of_their_own_begin_a_table():
    first = drawn_table(["Office", "Districts"], ["North", None], ["1 High Street", "Hills"], bold=1)
    second = drawn_table(["Hospitals", None], ["Name", "Place"], ["Old Hospital", "Town"], page=2, top=72, bold=2)

    assert len(tables_of(first, second).tables) == 2


def test_serial_numbers_are_labels_though_a_note_stands_under_them():
    rows = (
        ["No.", "Title", "What it says"],
        ["1", "Name", "Shield"],
        ["2", "Waiting", "36 months"],
        ["Read the policy too", None, None],
    )

    assert only(tables_of(drawn_table(*rows, bold=1))).row_labels == 2


def test_a_list_goes_on_over_the_page_with_the_one_that_it_counts_on_from():
    head = ["No.", "Item"]
    left = drawn_table(head, ["1", "Cancer"], ["2", "Stroke"], bold=1, wide=60)
    right = drawn_table(head, ["1", "Gauze"], ["2", "Cotton"], ["3", "Apron"], bold=1, left=330, wide=60, first_line=20)
    after = drawn_table(["3", "Coma"], ["4", "Burns"], page=2, top=72, wide=60)

    ills, items = tables_of(beside(left, right), after).tables

    assert [row[1] for row in ills.cells] == ["Cancer", "Stroke", "Coma", "Burns"]
    assert [row[1] for row in items.cells] == ["Gauze", "Cotton", "Apron"]


def test_a_bold_band_at_the_top_of_a_page_is_not_the_other_half_of_the_label_before():
    first = drawn_table(["Cover", "Gold", "Prime"], ["Room", "Any", "Any"], ["Consultation", "Free", "Free"], bold=1)
    second = bolded(drawn_table(["Optional covers", "", ""], ["Dentist", "No", "Yes"], page=2, top=72), "Optional covers")

    assert [row[0] for row in only(tables_of(first, second)).cells] == ["Room", "Consultation", "Optional covers", "Dentist"]


def test_a_row_without_a_label_that_a_merged_cell_ties_to_the_one_above_has_its_label():
    head, first = ["Sum insured", "First claim", "Paid"], ["10 Lakh", "15 Lakh", "All of both claims"]

    table = only(tables_of(drawn_table(head, first, ["", "5 Lakh from the bonus", "^"], ["20 Lakh", "9 Lakh", "All"], bold=1)))

    assert [row[0] for row in table.cells] == ["10 Lakh", "10 Lakh", "20 Lakh"]


def test_a_shorter_list_beside_a_longer_one_takes_no_label_from_above():
    table = only(tables_of(drawn_table(["Set 1", "Set 2"], ["Blood", "Blood"], ["Urine", "Sugar"], ["", "Scan"], bold=1)))

    assert [row[0] for row in table.cells] == ["Blood", "Urine", ""]


def test_a_first_row_of_words_that_all_end_in_colons_heads_the_rows_below_it_and_those_of_the_next_page():
    head, planned = ["Treatment:", "Taken at:", "You must tell us:"], ["If it is planned:", "Network", "48 hours before"]

    one = only(tables_of(drawn_table(head, planned, ["In an emergency", "Network", "Within a day"])))
    over = only(
        tables_of(drawn_table(head, top=780), drawn_table(planned, ["In an emergency", "Any", "Within a day"], page=2, top=72))
    )

    assert one.header == over.header == tuple(head)
    assert len(one.cells) == len(over.cells) == 2


def test_a_row_of_amounts_that_is_head_and_row_stands_once_though_both_pages_print_it():
    head = (["", None, "Insured 1", "Insured 2"], ["Sum insured", None, "Rs. 5,000", "Rs. 9,000"])
    first = drawn_table(*head, ["Bonus", None, "0", "Rs. 500"], ["First claim", "Paid", "Rs. 50", "Rs. 60"], bold=2, shaded=2)
    second = drawn_table(*head, ["Second claim", "Paid", "Rs. 70", "Rs. 80"], page=2, top=72, bold=2, shaded=2)

    table = only(tables_of(first, second))

    assert [row[0] for row in table.cells] == ["Sum insured", "Bonus", "First claim", "Second claim"]
    assert table.header[2:] == ("Insured 1 | Rs. 5,000", "Insured 2 | Rs. 9,000")
