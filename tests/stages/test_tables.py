"""Tables: cells, heads, captions, tables over pages."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.model import Area, ClauseTree, Rule, TableAction, TableKind
from pipeline.stages.tables import Cell, Grid
from pipeline.stages.tables.grid import completed, make_grid, make_owners
from tests.builders import line
from tests.stages.table_pages import HIGH, LEFT, SETTINGS, WIDE, box_of, clause_of, drawn_table, only, tables_of, with_lines

PLANS = (["Cover", "Classic", "Prime"], ["Room rent", "Rs. 4,500", "Rs. 9,000"], ["Ambulance", "Rs. 1,500", "Rs. 3,000"])


def test_a_ruled_table_is_kept_as_rows_under_its_heads():
    table = only(tables_of(drawn_table(*PLANS, bold=1)))

    assert (table.kind, table.action) == (TableKind.DATA, TableAction.KEPT)
    assert table.header == ("Cover", "Classic", "Prime")
    assert table.cells == (("Room rent", "Rs. 4,500", "Rs. 9,000"), ("Ambulance", "Rs. 1,500", "Rs. 3,000"))
    assert table.row_labels == 1
    assert len(table.line_ids) == 9


def test_a_cell_merged_over_columns_is_repeated():
    table = only(tables_of(drawn_table(["Cover", "Classic", "Prime"], ["Room rent", "At actuals", None], bold=1)))

    assert table.cells == (("Room rent", "At actuals", "At actuals"),)
    assert table.cell_boxes[0][1] == table.cell_boxes[0][2]


def test_a_cell_merged_over_rows_is_repeated_and_the_next_column_names_rows_too():
    page = drawn_table(["Age", "Vaccine", "Doses"], ["1-2 years", "OPV", "2"], ["^", "DPT", "1"], ["10 years", "TT", "1"], bold=1)

    table = only(tables_of(page))

    assert table.cells == (("1-2 years", "OPV", "2"), ("1-2 years", "DPT", "1"), ("10 years", "TT", "1"))
    assert table.row_labels == 2


def test_a_cell_that_wraps_is_one_text():
    table = only(tables_of(drawn_table(["Cover", "Limit"], ["Treatment\nabroad", "Rs. 5,000"], bold=1)))

    assert table.cells == (("Treatment abroad", "Rs. 5,000"),)


def test_heads_in_two_rows_are_joined():
    page = drawn_table(
        ["Sum insured", "Limit", None],
        ["^", "Individual", "Floater"],
        ["5,00,000", "1,500", "2,500"],
        ["7,50,000", "2,000", "3,000"],
        bold=2,
    )

    assert only(tables_of(page)).header == ("Sum insured", "Limit | Individual", "Limit | Floater")


def test_a_row_of_amounts_that_alone_tells_spanned_columns_apart_is_head_and_row():
    page = drawn_table(
        ["Cover", "Gold Plan", None], ["Limit", "INR 3,750,000", "INR 5,600,000"], ["Rehabilitation", "INR 50,000", None], bold=2
    )

    table = only(tables_of(page))

    assert table.header[1:] == ("Gold Plan | INR 3,750,000", "Gold Plan | INR 5,600,000")
    assert table.cells[0] == ("Limit", "INR 3,750,000", "INR 5,600,000")


@pytest.mark.parametrize("head", [{"bold": 1}, {"shaded": 1}])
def test_a_head_is_told_by_weight_or_by_colour(head):
    page = drawn_table(["Test", "Full form"], ["MER", "Medical report"], ["CBC", "Blood count"], **head)

    assert only(tables_of(page)).header == ("Test", "Full form")


def test_a_list_without_a_head_has_none():
    page = drawn_table(["Adenoidectomy", "Hernia"], ["Tonsillectomy", "Hysterectomy"], ["Sinusitis", "Cataract"])

    assert only(tables_of(page)).header == ()


def test_turned_heads_are_heads():
    page = drawn_table(["Sum insured", "Robotic surgery"], ["1,50,000", "12,500"], ["2,00,000", "25,000"])
    turned = tuple(msgspec.structs.replace(ln, rotation=90) if i < 2 else ln for i, ln in enumerate(page.lines))

    table = only(tables_of(msgspec.structs.replace(page, lines=turned)))

    assert table.header == ("Sum insured", "Robotic surgery")


def test_a_table_with_level_rules_only_has_the_columns_of_its_text():
    table = only(tables_of(drawn_table(*PLANS, bold=1, upright=False)))

    assert table.header == ("Cover", "Classic", "Prime")
    assert table.cells[1] == ("Ambulance", "Rs. 1,500", "Rs. 3,000")


def test_a_bar_of_a_picture_behind_a_table_parts_no_cell():
    page = drawn_table(*PLANS, bold=1)
    x = LEFT + 1.5 * WIDE
    bar = (x, 100 + 0.3 * HIGH, x, 100 + 2.6 * HIGH)
    area = page.areas[0]
    behind = msgspec.structs.replace(
        page, rules=(*page.rules, Rule(1, bar)), areas=(msgspec.structs.replace(area, xs=tuple(sorted((*area.xs, x)))),)
    )

    assert only(tables_of(behind)).cells == only(tables_of(page)).cells


def test_a_tab_that_touches_the_table_adds_no_row():
    page = drawn_table(*PLANS, bold=1)
    area = page.areas[0]
    top = area.ys[0] - 60
    tab = [(380.0, top, 400.0, top), (380.0, top, 380.0, area.ys[0]), (400.0, top, 400.0, area.ys[0])]
    grown = Area((area.xs[0], top, area.xs[-1], area.ys[-1]), area.xs, (top, *area.ys), True, False)
    touched = msgspec.structs.replace(page, rules=(*page.rules, *(Rule(1, box) for box in tab)), areas=(grown,))
    touched = with_lines(touched, line("Words beside the tab", x0=80, top=60, size=8))

    table = only(tables_of(touched))

    assert table.header == ("Cover", "Classic", "Prime")
    assert len(table.line_ids) == 9


def test_the_line_above_names_the_table():
    page = with_lines(drawn_table(*PLANS, bold=1), line("Benefits at a glance", top=86, size=9, bold=True))

    table = only(tables_of(page))

    assert table.caption == "Benefits at a glance"
    assert len(table.line_ids) == 9


def test_the_end_of_a_sentence_above_is_no_title():
    page = with_lines(drawn_table(*PLANS, bold=1), line("as stated in the schedule.", top=86, size=9))

    assert only(tables_of(page)).caption == ""


def test_a_full_width_first_row_is_the_caption():
    page = drawn_table(["Premium in brief, Zone A", None, None], *PLANS, bold=2)

    table = only(tables_of(page))

    assert table.caption == "Premium in brief, Zone A"
    assert table.dimensions == (("zone", "A"),)
    assert table.header == ("Cover", "Classic", "Prime")


def test_a_chart_whose_zone_changes_halfway_is_two_tables():
    rows = [["18-35", "4,768"], ["36-45", "5,891"], ["46-50", "7,534"]]
    page = drawn_table(
        ["Premium chart", None], ["Zone A", None], ["Age", "5,00,000"], *rows, ["Zone B", None], ["Age", "5,00,000"], *rows
    )

    first, second = tables_of(page).tables

    assert (first.caption, second.caption) == ("Premium chart | Zone A", "Premium chart | Zone B")
    assert first.cells == second.cells == tuple(map(tuple, rows))
    assert first.header == second.header == ("Age", "5,00,000")


def test_a_band_inside_a_table_is_a_row_repeated():
    page = drawn_table(*PLANS, ["Only on medical advice", None, None], bold=1)

    assert only(tables_of(page)).cells[-1] == ("Only on medical advice",) * 3


def test_a_table_over_two_pages_with_its_head_reprinted_is_one():
    tables = tables_of(
        drawn_table(*PLANS, bold=1), drawn_table(PLANS[0], ["Dialysis", "Rs. 500", "Rs. 900"], page=2, top=72, bold=1)
    )

    table = only(tables)

    assert table.pages == (1, 2)
    assert [row[0] for row in table.cells] == ["Room rent", "Ambulance", "Dialysis"]


def test_a_table_goes_on_without_a_head():
    tables = tables_of(
        drawn_table(*PLANS, bold=1), drawn_table(["Dialysis", "Rs. 500", "Rs. 900"], ["Sum", "Rs. 9", "Rs. 8"], page=2, top=72)
    )

    assert len(only(tables).cells) == 4


def test_text_between_two_tables_keeps_them_apart():
    second = with_lines(drawn_table(*PLANS, page=2, bold=1), line("4. Exclusions follow here.", page=2, top=40))

    assert len(tables_of(drawn_table(*PLANS, bold=1), second).tables) == 2


def test_a_row_label_cut_by_the_page_break_is_whole():
    first = drawn_table(*PLANS, ["Treatment of a", "Rs. 500", "Rs. 900"], bold=1)
    second = drawn_table(["new born baby", "", ""], ["Dialysis", "Rs. 50", "Rs. 90"], page=2, top=72)

    table = only(tables_of(first, second))

    assert table.cells[2] == ("Treatment of a new born baby", "Rs. 500", "Rs. 900")
    assert len(table.cells) == 4


def test_a_label_merged_over_rows_goes_on_over_the_page_break():
    first = drawn_table(["Plan", "Age", "Premium"], ["1A", "18-35", "4,768"], ["^", "36-45", "5,891"], bold=1)
    second = drawn_table(["", "46-50", "7,534"], ["2A", "18-35", "9,768"], page=2, top=72)

    table = only(tables_of(first, second))

    assert [row[:2] for row in table.cells] == [("1A", "18-35"), ("1A", "36-45"), ("1A", "46-50"), ("2A", "18-35")]


def test_a_head_that_ends_a_page_heads_the_rows_of_the_next():
    table = only(tables_of(drawn_table(PLANS[0], bold=1, top=780), drawn_table(*PLANS[1:], page=2, top=72)))

    assert table.header == tuple(PLANS[0])
    assert len(table.cells) == 2


def test_the_clause_of_a_table_is_the_one_whose_words_stand_last_before_it():
    page = with_lines(
        drawn_table(*PLANS, bold=1), line("1. Scope of this cover.", top=40), line("2. What we pay is set out here.", top=60)
    )
    clauses = ClauseTree((clause_of("1", "Scope", "p1.l000"), clause_of("2", "What we pay", "p1.l001")))

    table = only(tables_of(page, clauses=clauses))

    assert (table.clause_id, table.caption) == ("2", "What we pay")


def test_two_tables_side_by_side_are_two():
    left, right = drawn_table(*PLANS, bold=1, wide=60), drawn_table(*PLANS, bold=1, left=330, wide=60, first_line=20)
    both = msgspec.structs.replace(
        left, lines=(*left.lines, *right.lines), rules=(*left.rules, *right.rules), areas=(*left.areas, *right.areas)
    )

    tables = tables_of(both).tables

    assert [table.cells for table in tables] == [tables[0].cells] * 2
    assert set(tables[0].line_ids).isdisjoint(tables[1].line_ids)


def test_the_second_reader_is_asked_where_grid_lines_cut_words():
    page = drawn_table(["Cover of all", "Limit"], *(["Room rent", "4,500"] for _ in range(9)), wide=60)
    asked = []

    def second(number, box):
        asked.append((number, box))
        return Grid((72.0, 180.0, 252.0), (100.0, 120.0, 140.0), ())

    wide = msgspec.structs.replace(page, lines=(line("Reimbursement-of-costs", x0=76, top=106, size=8), *page.lines[2:]))
    tables_of(wide, second=second)

    assert asked == [(1, page.areas[0].bbox)]


def test_a_gap_in_a_grid_becomes_a_cell():
    grid = completed(Grid((0.0, 10.0, 20.0), (0.0, 5.0), (Cell(0, 0, 1, 1, (0.0, 0.0, 10.0, 5.0)),)))

    assert make_owners(grid) == [[0, 1]]


walls = st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=4, max_size=4)


@given(walls, walls)
def test_the_cells_of_any_grid_cover_it_once(upright, level):
    xs, ys = (0.0, 40.0, 80.0, 120.0), (0.0, 20.0, 40.0, 60.0)
    rules = [(xs[i], ys[k], xs[i], ys[k + 1]) for i, row in enumerate(upright) for k, drawn in enumerate(row) if drawn]
    rules += [(xs[k], ys[i], xs[k + 1], ys[i]) for i, row in enumerate(level) for k, drawn in enumerate(row) if drawn]

    grid = make_grid(Area((0.0, 0.0, 120.0, 60.0), xs, ys, True, False), tuple(rules), [], {}, SETTINGS)

    owners = make_owners(grid)
    assert all(owner >= 0 for row in owners for owner in row)
    assert sum(cell.rows * cell.cols for cell in grid.cells) == (len(grid.xs) - 1) * (len(grid.ys) - 1)


words = st.text("abcdefgh", min_size=1, max_size=6)


@given(st.lists(st.lists(words, min_size=3, max_size=3), min_size=2, max_size=6))
def test_every_word_of_a_table_stands_in_it_once(rows):
    page = drawn_table(*rows)

    tables = tables_of(page).tables

    found = sorted(text for table in tables for row in (*([table.header] if table.header else []), *table.cells) for text in row)
    assert len(tables) == 1
    assert set(found) == {text for row in rows for text in row}
    assert sorted(tables[0].line_ids) == sorted(ln.id for ln in page.lines)


def test_cells_keep_the_boxes_of_their_words():
    table = only(tables_of(drawn_table(*PLANS, bold=1)))

    cell = box_of(1, 1, top=100.0)
    x0, top, x1, bottom = table.cell_boxes[0][1].bbox
    assert cell[0] <= x0 < x1 <= cell[2] and cell[1] <= top < bottom <= cell[3]


def test_a_rule_under_the_letters_of_centred_lines_set_close_to_it_parts_their_cells():
    page = drawn_table(
        ["Office", "Districts"], ["1 High Street", "Hills"], ["All of the north", None], ["2 Low Street", "Plains"], bold=1
    )
    centred = [
        msgspec.structs.replace(ln, bbox=(x := LEFT + WIDE * (ln.bbox[0] > LEFT + WIDE) + 35, ln.bbox[1], x + 40, ln.bbox[3]))
        for ln in page.lines
    ]
    centred[2] = msgspec.structs.replace(centred[2], bbox=(LEFT + 35, 126.0, LEFT + 75, 142.2))

    table = only(tables_of(msgspec.structs.replace(page, lines=tuple(centred))))

    assert table.cells[:2] == (("1 High Street", "Hills"), ("All of the north",) * 2)


def test_a_rule_that_begins_between_the_lower_words_of_a_head_parts_the_columns():
    page = drawn_table(
        ["Age", "Separately", None], ["^", "Price Limit", None], ["44", "10,005", "25,000"], ["40", "8,594", "25,000"], bold=2
    )
    x, top = LEFT + 2 * WIDE, 100 + 1.5 * HIGH
    rules = tuple(rule for rule in page.rules if rule.bbox[0] != x or rule.bbox[2] != x)
    parted = tuple(piece for ln in page.lines for piece in in_two_columns(ln))
    hung = msgspec.structs.replace(page, rules=(*rules, Rule(1, (x, top, x, 100 + 4 * HIGH))), lines=parted)

    table = only(tables_of(hung))

    assert table.header == ("Age", "Separately | Price", "Separately | Limit")
    assert table.cells == (("44", "10,005", "25,000"), ("40", "8,594", "25,000"))


def in_two_columns(ln):
    """The line; "Price Limit" as two, a word in each column."""
    if ln.text != "Price Limit":
        return [ln]
    first = line("Price", row=90, x0=LEFT + WIDE + 4, top=ln.bbox[1], size=8, bold=True)
    return [first, line("Limit", row=91, x0=LEFT + 2 * WIDE + 4, top=ln.bbox[1], size=8, bold=True)]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("12,50\n,000", "12,50,000"), ("750,\n000", "750,000"), ("2,50,00\n0", "2,50,000"), ("10\n,000/-", "10,000/-"),
        ("5,00,000\n7,50,000", "5,00,000 7,50,000"), ("1\n20,000", "1 20,000"), ("10\n05", "10 05"), ("Rs.\n5", "Rs. 5"),
    ],
)  # fmt: skip
def test_a_figure_that_a_narrow_cell_breaks_is_one_and_two_figures_stay_two(cell, text):
    assert only(tables_of(drawn_table(["Claim", "Paid"], ["First", cell], bold=1))).cells[0][1] == text


def test_rules_beside_a_label_that_part_no_value_part_no_row():
    rows = (["", "5,00,000", "9,000"], ["3", "^", "^"], ["", "^", "^"], ["4", "6,00,000", "8,000"])

    assert only(tables_of(drawn_table(["Case", "Sum", "Paid"], *rows, bold=1))).cells == (
        ("3", "5,00,000", "9,000"),
        ("4", "6,00,000", "8,000"),
    )


def test_two_labels_over_one_merged_value_stay_two_rows():
    table = only(tables_of(drawn_table(["Sum", "Room", "Eyes"], ["3 Lakh", "Shared", "500"], ["4 Lakh", "^", "^"], bold=1)))

    assert [row[0] for row in table.cells] == ["3 Lakh", "4 Lakh"]
