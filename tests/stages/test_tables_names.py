"""Tables: what a kept one is called."""

import pytest
from msgspec.structs import replace

from pipeline.model import ClauseTree, Label, LabelStyle
from pipeline.stages.tables.names import LABEL, NUMBERED, OPENING, STOP
from tests.builders import line
from tests.stages.table_pages import NO_CLAUSES, clause_of, drawn_table, only, tables_of, with_lines

PLANS = (["Cover", "Classic", "Prime"], ["Room rent", "Rs. 4,500", "Rs. 9,000"], ["Ambulance", "Rs. 1,500", "Rs. 3,000"])
TEXT = "and so the words of the policy go on over many lines of one size as policies do."


def caption_under(*above, clauses=NO_CLAUSES):
    """The caption of a table under the lines ``above``, the last of them right over it, on a page of text."""
    text = [line(TEXT, top=300 + 12 * i, size=9) for i in range(9)]
    return only(tables_of(with_lines(drawn_table(*PLANS, bold=1), *above, *text), clauses=clauses)).caption


@pytest.mark.parametrize(
    ("words", "look"),
    [
        ("Benefits at a glance", {"bold": True}),
        ("Benefits at a glance", {"size": 12}),
        ("BENEFITS AT A GLANCE", {}),
        ("List II - Items that are not paid", {}),
        ("The limits are as under:", {}),
    ],
)
def test_a_title_is_bold_or_larger_or_in_capitals_or_opens_as_titles_do_or_ends_in_a_colon(words, look):
    assert caption_under(line(words, top=86, **{"size": 9, **look})) == words


@pytest.mark.parametrize(
    "words",
    ["benefits of the plan", "Health check-up", "as stated in the schedule.", "Email: office@example.in", "12 Main Road, 600 018,"],
)
def test_ends_of_sentences_plain_lines_and_addresses_are_no_titles(words):
    assert caption_under(line(words, top=86, size=9)) == ""


def test_an_address_in_bold_is_no_title():
    assert caption_under(line("Email: office@example.in", top=86, size=9, bold=True)) == ""


def test_a_title_over_two_lines_is_whole():
    first = line("Annexure II - List of expenses", top=74, size=9, bold=True)

    assert (
        caption_under(first, line("in Hospital Policies", top=86, size=9, bold=True))
        == "Annexure II - List of expenses in Hospital Policies"
    )


def test_a_title_whose_second_line_is_plain_is_whole():
    first = line("List III - Items that are subsumed into", top=74, size=9)

    assert (
        caption_under(first, line("Procedure charges", top=86, size=9))
        == "List III - Items that are subsumed into Procedure charges"
    )


def test_the_number_of_an_annexure_in_larger_type_belongs_to_the_title_under_it():
    first = line("Annexure V", top=70, size=12, bold=True)

    assert caption_under(first, line("Tests covered", top=86, size=9, bold=True)) == "Annexure V Tests covered"


def test_a_colon_at_the_end_of_a_paragraph_makes_no_title():
    first = line("On availing this cover the benefits", top=74, size=9)

    assert caption_under(first, line("Below are extended as follows:", top=86, size=9)) == ""


def test_the_label_before_a_title_is_left_out():
    label = line("(ii)", top=86, x0=72, size=9)

    assert caption_under(label, line("Illustration of the cover:", top=86, x0=100, size=9)) == "Illustration of the cover:"


def test_an_item_of_a_list_on_the_page_before_names_no_table():
    first = with_lines(drawn_table(*PLANS, bold=1), line("33 Tuberculosis meningitis", top=700))
    item = clause_of("33", "Tuberculosis meningitis", "p1.l009")
    second = drawn_table(["Option", "Room", "Care"], ["Smart", "Both", "Yes"], page=2, top=400, bold=1)

    tables = tables_of(first, second, clauses=ClauseTree((item,))).tables

    assert [table.caption for table in tables] == ["", ""]


def test_an_annexure_names_its_tables_on_the_pages_that_follow():
    first = with_lines(drawn_table(*PLANS, bold=1), line("Annexure III: List of hospitals", top=700))
    label = Label("Annexure III:", "III", LabelStyle.WORD, 3)
    annexure = replace(clause_of("III", "List of hospitals", "p1.l009"), label=label)
    second = drawn_table(["Hospital", "Street", "Town"], ["Old", "High Street", "North"], page=2, top=400, bold=1)

    tables = tables_of(first, second, clauses=ClauseTree((annexure,))).tables

    assert [table.caption for table in tables] == ["", "List of hospitals"]


def test_a_band_that_is_a_sentence_is_a_row_and_no_caption():
    band = ["The company will pay what stands below. It pays no more.", None, None]

    table = only(tables_of(drawn_table(["Limits of the plans", None, None], band, *PLANS, bold=3)))

    assert table.caption == "Limits of the plans"
    assert table.cells[0] == (band[0],) * 3
    assert len(table.cells) == 3


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        (OPENING, ("List II - Items", "Annexure A", "Table of benefits", "별표 1"), ("Listed hospitals", "Tablets")),
    ],
)
def test_openings_match_what_they_say(pattern, yes, no):
    assert all(map(pattern.match, yes))
    assert not any(map(pattern.match, no))


def test_labels_match_whole_pieces():
    assert all(map(NUMBERED.fullmatch, ("ANNEXURE - VII", "Schedule B:", "별표 1")))
    assert not any(map(NUMBERED.fullmatch, ("Annexure A - Offices", "List of items", "Table")))
    assert all(map(LABEL.fullmatch, ("(iii)", "2.", "4.1", "o", "b)")))
    assert not any(map(LABEL.fullmatch, ("A", "2", "Discounts")))


def test_sentences_and_addresses_stop_a_title():
    assert all(map(STOP.search, ("to the Company. It", "name@office.in", "see www.office.in")))
    assert not any(map(STOP.search, ("No. 1 of 5", "Rs. 5,000", "List of items")))
