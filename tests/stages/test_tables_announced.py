"""Tables: the clause that announces a table has it, though items of a list stand between."""

import pytest
from msgspec.structs import replace

from pipeline.model import ClauseTree, Span
from pipeline.stages.tables.announcing import ANNOUNCES, POINTS
from tests.builders import line
from tests.stages.table_pages import clause_of, drawn_table, only, tables_of, with_lines

LIMITS = (["Sum insured", "Limit"], ["5,00,000", "1,00,000"], ["10,00,000", "2,00,000"])
ANNOUNCED = "Paid as per the table mentioned below, subject to:"


def clause_of_table(above, item):
    """The clause of the table under a clause of the words ``above`` and its item of the words ``item``."""
    page = with_lines(drawn_table(*LIMITS, bold=1), line(above, top=40, size=8), line(item, top=60, size=8))
    parent, child = clause_of("16", "", "p1.l000"), replace(clause_of("16.c", "", "p1.l001"), parent="16")
    whole = [replace(node, own=(Span(node.own[0].line_id, 0, 200),)) for node in (parent, child)]
    return only(tables_of(page, clauses=ClauseTree(tuple(whole)))).clause_id


def test_a_table_goes_past_the_items_to_the_clause_that_announces_it():
    assert clause_of_table(ANNOUNCED, "Treatment in a hospital is not needed.") == "16"


@pytest.mark.parametrize("item", ["Paid once a year as given below.", "The limits are:", "As per the following table."])
def test_an_item_that_points_to_what_comes_next_keeps_the_table(item):
    assert clause_of_table(ANNOUNCED, item) == "16.c"


def test_a_lead_in_to_the_list_announces_no_table():
    assert clause_of_table("Paid under the following conditions, which are as follows:", "Not in a clinic.") == "16.c"


def test_what_was_announced_ahead_of_another_table_is_that_one():
    first = with_lines(drawn_table(*LIMITS, bold=1), line(ANNOUNCED, top=40, size=8))
    second = with_lines(
        drawn_table(*LIMITS, page=2, bold=1), line("Treatment in a hospital is not needed.", page=2, top=40, size=8)
    )
    parent = replace(clause_of("16", ""), own=(Span("p1.l000", 0, 200),))
    child = replace(clause_of("16.c", ""), own=(Span("p2.l000", 0, 200),), parent="16")

    tables = tables_of(first, second, clauses=ClauseTree((parent, child))).tables

    assert [table.clause_id for table in tables] == ["16", "16.c"]


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        (
            ANNOUNCES,
            ("as per the table mentioned below", "the below table", "gemäß nachstehender Tabelle"),
            ("the following conditions", "notable"),
        ),
        (POINTS, ("as given below", "The tests are:", "as follows"), ("as stated above",)),
    ],
)
def test_patterns_of_words_that_point_hold_what_they_say(pattern, yes, no):
    assert all(pattern.search(text) for text in yes)
    assert not any(pattern.search(text) for text in no)
