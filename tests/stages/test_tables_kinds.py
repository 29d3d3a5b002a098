"""Tables: which are prices, which are terms, which are text in boxes; what a person overrules; what is reported."""

from time import process_time

import msgspec
import pytest

from pipeline.config.settings import Overrule, OverruleKind
from pipeline.model import Severity, Shade, TableAction, TableKind
from pipeline.stages.tables.dimensions import find_dimensions
from pipeline.stages.tables.kinds import CODE
from pipeline.stages.tables.reading import AMOUNT, BAND, CURRENCY, LABEL_START, SENTENCE_END, SERIAL, SERIAL_FIGURE, is_age_axis
from tests.builders import line
from tests.stages.table_pages import SETTINGS, drawn_table, tables_of, with_lines

AGES = ("18-35", "36-45", "46-50", "51-55", "56-60", "61-65", "66-70")
CLAUSE = "The company shall pay the reasonable charges for the stay of the insured person in a room of the hospital " * 3


def chart(page=1, top=100.0, start=4768):
    """A premium chart: ages by sums insured, prices that are worked out."""
    rows = [[age, *(f"{start + 733 * i + 1117 * k:,}" for k in range(4))] for i, age in enumerate(AGES)]
    return drawn_table(["Age", "3,00,000", "5,00,000", "7,50,000", "10,00,000"], *rows, page=page, top=top, wide=90, bold=1)


def overrule(page, text, what, reason):
    return Overrule(**{"page": page, "text": text, "is": what, "reason": reason})


def kind_of(page):
    return [table.kind for table in tables_of(page).tables]


def test_amounts_over_ages_are_rates_and_excluded():
    (table,) = tables_of(chart()).tables

    assert (table.kind, table.action) == (TableKind.RATES, TableAction.EXCLUDED)
    assert "ages" in table.reason.evidence
    assert len(table.line_ids) == 40


def test_a_comparison_of_plans_in_rupees_is_data():
    rows = [[f"Benefit number {i}", *(f"{500 * (i + k):,}" for k in range(1, 9))] for i in range(1, 15)]
    page = drawn_table(["Feature", *(f"Shield {k}" for k in "ABCDEFGH")], *rows, wide=50, bold=1)

    assert kind_of(page) == [TableKind.DATA]


def test_limits_by_sum_insured_are_data():
    rows = [[f"{n},00,000", f"{n * 500:,}", f"{n * 1000:,}"] for n in range(5, 16)]

    assert kind_of(drawn_table(["Sum insured", "Individual", "Floater"], *rows, bold=1)) == [TableKind.DATA]


def test_a_small_table_of_prices_is_rates_by_its_words():
    page = drawn_table(
        ["Premium for optional covers", None, None], ["Cover", "Hospital cash", "Patient care"], ["1 year", "759", "653"]
    )

    assert kind_of(page) == [TableKind.RATES]


def test_points_in_round_numbers_under_the_same_words_are_data():
    page = drawn_table(
        ["Discount on premium", None, None], ["Activity", "Suresh", "Lakshmi"], ["Marathon", "100", "0"], ["Gym", "100", "50"]
    )

    assert kind_of(page) == [TableKind.DATA]


def test_a_scale_of_percentages_is_data():
    rows = [[f"{n} months", f"{90 - n}%", f"{80 - n}%"] for n in range(1, 25)]

    assert kind_of(drawn_table(["In force", "Refund of premium", "Long term"], *rows, bold=1)) == [TableKind.DATA]


def test_numbered_rows_are_no_ages():
    rows = [[str(n), f"Procedure {n}", f"{40 + n},250", f"{80 + n},125"] for n in range(1, 15)]

    assert kind_of(drawn_table(["No.", "Procedure", "Classic", "Prime"], *rows, bold=1)) == [TableKind.DATA]


def test_a_long_list_of_addresses_is_set_aside():
    rows = [[f"Hospital {n}", "Chennai", f"6000{n:02d}"] for n in range(10, 90)]
    pages = [drawn_table(["Name", "City", "Postal code"], *rows[i : i + 30], page=1 + i // 30, bold=1) for i in (0, 30, 60)]

    settings = SETTINGS.model_copy(update={"list_rows": 60})
    (table,) = tables_of(*pages, settings=settings).tables

    assert (table.kind, table.reason.rule, len(table.cells)) == (TableKind.RATES, "long_list", 80)


def test_clauses_in_boxes_are_released_and_take_no_line():
    (table,) = tables_of(drawn_table(["4.1 Room", CLAUSE], ["4.2 Nursing", CLAUSE], wide=200)).tables

    assert (table.kind, table.action) == (TableKind.LAYOUT, TableAction.RELEASED)
    assert table.line_ids == () and table.cells == ()


def test_an_area_of_prose_is_released():
    assert kind_of(drawn_table(["Cover", "Limit"], ["Room", "as agreed"], prose=True)) == [TableKind.LAYOUT]


def test_definitions_with_a_head_are_data():
    meaning = "a sudden and unforeseen event caused by outward and visible means that leads to bodily harm"

    assert kind_of(drawn_table(["Definition", "Meaning"], ["Accident", meaning], ["Illness", meaning], bold=1, wide=200)) == [
        TableKind.DATA
    ]


def test_a_paragraph_in_a_full_width_cell_stays_text():
    page = drawn_table([CLAUSE, None, None], ["Cover", "Classic", "Prime"], ["Room", "Rs. 500", "Rs. 900"], bold=2)

    (table,) = tables_of(page).tables

    assert table.header == ("Cover", "Classic", "Prime")
    assert page.lines[0].id not in table.line_ids


def test_two_charts_side_by_side_under_one_head_are_laid_under_one_another():
    rows = [[a, f"{4768 + 733 * i:,}", b, f"{9768 + 733 * i:,}"] for i, (a, b) in enumerate(zip(AGES[:3], AGES[3:6], strict=True))]
    page = drawn_table(["Premium in rupees", None, None, None], ["Age", "5,00,000", "Age", "5,00,000"], *rows, bold=2)

    (table,) = tables_of(page).tables

    assert (table.kind, table.header) == (TableKind.RATES, ("Age", "5,00,000"))
    assert [row[0] for row in table.cells] == list(AGES[:6])
    assert table.cells[3] == ("51-55", "9,768")


def test_addresses_set_in_line_without_rules_are_text():
    page = drawn_table(["Website", ":", "www.example.org"], ["E-mail", ":", "care@example.org"], ["Telephone", ":", "044 69006900"])
    unruled = msgspec.structs.replace(page, rules=(), areas=(msgspec.structs.replace(page.areas[0], ruled=False),))

    (table,) = tables_of(unruled).tables

    assert (table.kind, table.line_ids) == (TableKind.LAYOUT, ())


def headed_box(body):
    """A grey heading over a white box of text, outside any area."""
    page = drawn_table(["Tests that are covered"], [body], wide=300, shaded=1)
    pale = Shade((72.0, 120.0, 372.0, 180.0), 0xF8F8F8)
    return msgspec.structs.replace(page, areas=(), rules=(), shades=(*page.shades, pale))


def test_a_list_in_a_box_under_a_coloured_heading_is_a_table_of_one_column():
    (table,) = tables_of(headed_box("Blood count, Urine routine, Lipid profile")).tables

    assert (table.kind, table.header) == (TableKind.DATA, ("Tests that are covered",))
    assert table.cells == (("Blood count, Urine routine, Lipid profile",),)


def test_sentences_in_such_a_box_stay_text():
    (table,) = tables_of(headed_box("We pay for one test a year. It must be booked.")).tables

    assert (table.kind, table.line_ids) == (TableKind.LAYOUT, ())


def test_titles_one_above_the_other_in_a_box_are_no_table():
    page = drawn_table(["Illustration of benefits"], ["How points are earned"], wide=300, shaded=1, bold=2)
    pale = Shade((72.0, 120.0, 372.0, 180.0), 0xC8C8F8)

    (table,) = tables_of(msgspec.structs.replace(page, areas=(), rules=(), shades=(*page.shades, pale))).tables

    assert (table.kind, table.reason.rule, table.line_ids) == (TableKind.LAYOUT, "title_bar", ())


def test_a_person_keeps_a_table_that_would_be_excluded():
    keep = overrule(1, "10,00,000", OverruleKind.KEPT, "asked about")

    (table,) = tables_of(chart(), overrules=(keep,)).tables

    assert (table.kind, table.action, table.reason.rule) == (TableKind.DATA, TableAction.KEPT, "overruled")
    assert "asked about" in table.reason.evidence


def test_a_person_excludes_a_table_on_one_page_only():
    page = drawn_table(["Cover", "Limit"], ["Room", "Rs. 500"], bold=1)
    other = drawn_table(["Cover", "Limit"], ["Room", "Rs. 500"], page=3, bold=1)
    exclude = overrule(3, "room", OverruleKind.EXCLUDED, "old")

    tables = tables_of(page, other, overrules=(exclude,)).tables

    assert [table.action for table in tables] == [TableAction.KEPT, TableAction.EXCLUDED]


def test_an_overrule_that_matches_no_table_is_an_error():
    keep = overrule(2, "10,00,000", OverruleKind.KEPT, "asked about")

    (finding,) = [f for f in tables_of(chart(), overrules=(keep,)).findings if f.code == "CFG001"]

    assert finding.severity is Severity.ERROR and "10,00,000" in finding.message


def test_a_run_of_excluded_pages_is_reported_with_its_captions():
    pages = [
        with_lines(chart(n), line(f"Premium chart, Zone {z}", page=n, top=86, size=9, bold=True))
        for n, z in ((1, "A"), (2, "B"), (5, "C"))
    ]
    blank = [msgspec.structs.replace(chart(n), lines=(), areas=()) for n in (3, 4)]

    found = [f for f in tables_of(*pages[:2], *blank, pages[2]).findings if f.code == "TAB001"]

    assert [f.page for f in found] == [1, 5]
    assert "pages 1-2" in found[0].message and "Zone A" in found[0].text and "Zone B" in found[0].text


def test_titles_on_a_page_of_nothing_but_rates_are_set_aside_with_them():
    title = line("Premium chart, Zone A", top=86, size=9, bold=True)

    (table,) = tables_of(with_lines(chart(), title)).tables

    assert "p1.l000" in table.line_ids
    assert table.caption == "Premium chart, Zone A"


def test_titles_beside_other_text_stay_text():
    title = line("Premium chart, Zone A", top=86, size=9, bold=True)
    text = [
        line("The premium falls due on the first day of the policy year and is paid in advance.", top=400 + 20 * i)
        for i in range(4)
    ]

    (table,) = tables_of(with_lines(chart(), title, *text)).tables

    assert "p1.l000" not in table.line_ids


def test_a_page_that_is_a_picture_is_reported_and_no_empty_table():
    pictured = msgspec.structs.replace(chart(2), lines=(), areas=(), images=((40.0, 40.0, 560.0, 800.0),))

    tables = tables_of(chart(1), pictured)

    assert [f.page for f in tables.findings if f.code == "TAB002"] == [2]
    assert [table.pages for table in tables.tables] == [(1,)]


def test_time_grows_with_the_pages_and_not_faster():
    def seconds(count):
        pages = [chart(n, start=4768 + n) for n in range(1, count + 1)]
        start = process_time()
        tables_of(*pages)
        return process_time() - start

    seconds(10)
    small, large = min(seconds(20) for _ in range(3)), min(seconds(120) for _ in range(3))

    assert large < 6 * small * 2


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        (AMOUNT, ("5,167", "Rs. 50,000/-", "1.25", "45%", "1,24,810", "INR 500"), ("60 days", "18-35", "2A", "")),
        (CURRENCY, ("INR 3,750,000", "Rs.5,000", "12,500/-"), ("5,167", "premium")),
        (SERIAL, ("1", "12.", "(iv)", "a)"), ("1A", "1,500")),
        (SERIAL_FIGURE, ("1", "12.", "(3)"), ("a)", "1A")),
        (BAND, ("18-35", "36 to 45", "46 – 50 years"), ("91days-17yrs", "17")),
        (LABEL_START, ("4.1 We", "(a) any", "ii) the"), ("5,000", "e.g.")),
        (SENTENCE_END, ("as agreed. We", "namely:"), ("25.5", "(BMI)), Eye")),
        (CODE, ("F32.0", "110016", "044-2828 8800", "Karol Bagh, New Delhi-110005"), ("5,167", "Delhi", "Limit 5,00,000")),
    ],
)
def test_patterns_find_what_they_say(pattern, yes, no):
    assert all(pattern.search(text) for text in yes)
    assert not any(pattern.search(text) for text in no)


@pytest.mark.parametrize(
    ("texts", "is_axis"),
    [
        (AGES, True),
        (("18", "19", "20", "21"), True),
        (("1", "2", "3", "4", "5"), False),
        (("5,00,000", "7,50,000"), False),
        ((), False),
    ],
)
def test_ages_follow_on_each_other(texts, is_axis):
    assert is_age_axis(texts, SETTINGS.age_steps) is is_axis


@pytest.mark.parametrize(
    ("caption", "dimensions"),
    [
        ("Zone A - Delhi including Noida", (("zone", "A"),)),
        ("Gold Plan Premium Chart for 1 Year", (("plan", "Gold"), ("year", "1"))),
        ("Benefits (5 Lac Sum Insured)", (("sum insured", "5 Lac"),)),
        ("Premium for a Policy Term", ()),
        ("Plan: Silver | City tier 2", (("plan", "Silver"), ("tier", "2"))),
        ("Plan: Silver Plus - all ages", (("plan", "Silver Plus"),)),
        ("Family First variant", (("variant", "Family First"),)),
        ("Individual & Family Floater variant", (("variant", "Individual & Family Floater"),)),
        ("Annexure C - Plan Chart:", ()),
        ("Dental plan benefits (optional)", ()),
        ("Self, Spouse and Children (up to 17 years)", ()),
        ("Illustration for Child Above 17 years", ()),
    ],
)
def test_dimensions_are_read_off_the_caption(caption, dimensions):
    assert find_dimensions((caption,), SETTINGS) == dimensions


CONTENTS = (["Section", "Description", "Page No."], ["", "Preamble", "3"], ["A", "Definitions", "3"], ["B", "Benefits", "8"])


def test_a_contents_list_is_set_aside_and_no_look_up():
    tables = tables_of(drawn_table(*CONTENTS, ["C", "Exclusions", "21"], bold=1))

    (table,) = tables.tables
    assert (table.kind, table.action) == (TableKind.LAYOUT, TableAction.EXCLUDED)
    assert len(table.line_ids) == 14
    assert tables.findings == ()


@pytest.mark.parametrize("last", [["C", "Exclusions", "2"], ["C", "Exclusions", "2 to 4"]])
def test_figures_that_fall_or_are_no_numbers_are_no_pages(last):
    assert kind_of(drawn_table(*CONTENTS, last, bold=1)) == [TableKind.DATA]


def test_serial_numbers_that_rise_are_no_pages():
    rows = [
        ["Disease", "Sr. No."],
        *([name, str(i)] for i, name in enumerate(("Cancer", "Stroke", "Deafness", "Coma", "Burns"), 1)),
    ]

    assert kind_of(drawn_table(*rows, bold=1)) == [TableKind.DATA]


def test_what_is_said_over_several_prices_of_an_illustration_weighs_nothing():
    rows = [
        ["Age", "Premium alone", "Premium together", "Discount"],
        ["44", "10,005", "Not available under this product", None],
        ["40", "8,594", "24,195", "NA"],
        ["Paid for all members when each is covered alone", None, "Paid for all members when covered together", None],
    ]

    assert kind_of(drawn_table(*rows, bold=1)) == [TableKind.RATES]
