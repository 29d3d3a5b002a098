"""A document as one list of entries in reading order."""

from collections import Counter

import pytest

from pipeline.export.outline import EntryKind, make_outline, tell_set_aside
from pipeline.model import Fate, TableAction
from pipeline.store.make import make_clause_rows, make_line_rows, make_table_rows
from tests.fixture_runs import run
from tests.unit.export.outlines import clause, line
from tests.unit.retrieval.tables_rows import table_row


def told(entries):
    return [(entry.kind.value, entry.depth, entry.label or entry.title or entry.text) for entry in entries]


def test_words_behind_a_list_stand_behind_it():
    clauses = [
        clause("1", "1.", text="We shall not pay for:\nException: this applies."),
        clause("1.a", "a.", text="war", parent="1", level=2),
    ]
    lines = [
        line("1", "1. We shall not"),
        line("1", "pay for:"),
        line("1.a", "a. war"),
        line("1", "Exception: this"),
        line("1", "applies."),
    ]

    first, item, behind = make_outline(clauses, lines, [])

    assert (first.text, item.text) == ("We shall not pay for:", "war")
    assert (behind.kind, behind.depth, behind.text) == (EntryKind.TEXT, 2, "Exception: this applies.")


def test_a_paragraph_that_a_list_interrupts_stays_whole():
    clauses = [clause("1", "1.", text="We pay for war and peace."), clause("1.a", "a.", text="war", parent="1", level=2)]
    lines = [line("1", "1. We pay for"), line("1.a", "a. war"), line("1", "war and peace.")]

    entries = make_outline(clauses, lines, [])

    assert [entry.text for entry in entries] == ["We pay for war and peace.", "war"]


def test_an_unnumbered_heading_stands_before_the_clauses_under_it():
    clauses = [clause("1", "1.", "Cover"), clause("1[what-is-covered].i", "i.", text="a bed", parent="1", level=3)]
    lines = [
        line("1", "1. Cover"),
        line("1[what-is-covered]", "What is covered:", Fate.HEADING),
        line("1[what-is-covered].i", "i. a bed"),
    ]

    entries = make_outline(clauses, lines, [])

    assert told(entries) == [("clause", 1, "1."), ("heading", 2, "What is covered:"), ("clause", 3, "i.")]


def test_words_under_an_unnumbered_heading_are_told_once_where_a_clause_has_them():
    below = line("1[note]", "Ask us.")
    clauses = [clause("1", "1.", "Cover", "First.\nAsk us.", line_ids=[below.id])]
    lines = [line("1", "1. Cover First."), line("1[note]", "Note", Fate.HEADING), below]

    entries = make_outline(clauses, lines, [])

    assert told(entries) == [("clause", 1, "1."), ("heading", 2, "Note"), ("text", 2, "Ask us.")]


def test_furniture_is_left_out_and_text_without_a_clause_is_not():
    lines = [line("header", "Page 1", Fate.FURNITURE), line("overview", "Welcome"), line("overview", "to all.")]

    assert told(make_outline([], lines, [])) == [("text", 2, "Welcome to all.")]


def test_a_clause_without_a_line_is_not_lost():
    entries = make_outline([clause("1", "1."), clause("2", "2.")], [line("1", "1.")], [])

    assert [entry.id for entry in entries] == ["1", "2"]


def test_neighbouring_tables_set_aside_are_named_together():
    tables = [table_row(["Age"], ("5",), name=f"t{at}", page=at) for at in (1, 2, 3)]
    kept = table_row(["Plan"], ("A",), name="t4", page=4, action=TableAction.KEPT)
    lines = [line(f"t{at}", "5", Fate.TABLE_EXCLUDED) for at in (1, 2, 2, 3)] + [line("t4", "A", Fate.TABLE_KEPT)]

    aside, shown = make_outline([], lines, [*tables, kept])

    assert tell_set_aside(aside) == "3 tables set aside (t1 to t3, pages 1 to 3)"
    assert (shown.kind, shown.tables) == (EntryKind.TABLE, (kept,))


@pytest.mark.parametrize("name", ["prospectus", "outer-after-inner", "front-matter", "odd-and-even", "text/care-plain.txt"])
def test_every_word_of_the_body_stands_in_the_outline_once(name):
    result = run(name)
    lines, tables = list(make_line_rows(result)), list(make_table_rows(result))

    entries = make_outline(list(make_clause_rows(result)), lines, tables)

    shown = letters(f"{e.label}{e.title}{e.text}" for e in entries if e.kind not in (EntryKind.TABLE, EntryKind.SET_ASIDE))
    body = [each for each in lines if each.fate in (Fate.BODY, Fate.HEADING, Fate.ASIDE)]
    assert shown == letters(each.text for each in body if each.reason.rule != "caption")


def letters(texts):
    return Counter(filter(str.isalnum, "".join(texts)))
