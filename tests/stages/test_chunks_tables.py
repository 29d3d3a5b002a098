"""Chunks: tables as rows whose figures keep their heads."""

import msgspec
import pytest

from pipeline.config.settings import ChunkSettings
from pipeline.model import CellBox, ChunkKind, NodeKind, TableAction, Tables
from pipeline.stages.chunks import make_chunks
from tests.builders import document, line, page
from tests.trees import NOTHING_ASIDE, clause, lines_of, table, tree


def benefit_table(**changed):
    """Two plans and a benefit each, drawn cell by cell under clause 5."""
    cells = [["Gold", "Rs. 5,000"], ["Gold Plus", "Rs. 15,000"]]
    title = line("5 Limits", row=0)
    heads = [line("Plan", row=1, piece="a"), line("Room rent", row=1, x0=200, piece="b")]
    drawn = [
        [line(text, row=row, x0=x0, piece=piece) for text, x0, piece in zip(texts, (72, 200), "ab", strict=True)]
        for row, texts in enumerate(cells, 2)
    ]
    after = line("Limits are per day.", row=4)
    made = document(page(title, *heads, *drawn[0], *drawn[1], after))
    boxes = [[each.bbox for each in row] for row in drawn]
    lines = [*heads, *drawn[0], *drawn[1]]
    held = table(cells, boxes, lines, header=["Plan", "Room rent"], caption="Room rent limits", clause_id="5")
    nodes = tree(clause("5", "5", title, *lines, after, title="Limits"))
    return made, nodes, Tables((msgspec.structs.replace(held, **changed),))


DEFAULT = ChunkSettings()
SHORT = ChunkSettings(size=16, overlap=0)


def chunk(made, nodes, tables, settings=DEFAULT):
    return make_chunks(made, NOTHING_ASIDE, nodes, tables, settings)


def test_a_kept_table_is_one_chunk_and_one_a_row_with_the_head_at_every_value():
    chunks = chunk(*benefit_table()).chunks

    assert [(each.kind, each.text) for each in chunks] == [
        (ChunkKind.CLAUSE, "5 Limits\nLimits are per day."),
        (ChunkKind.TABLE, "Plan: Gold; Room rent: Rs. 5,000\nPlan: Gold Plus; Room rent: Rs. 15,000"),
        (ChunkKind.ROW, "Plan: Gold; Room rent: Rs. 5,000"),
        (ChunkKind.ROW, "Plan: Gold Plus; Room rent: Rs. 15,000"),
    ]


def test_rows_are_named_by_clause_caption_and_row_label():
    chunks = chunk(*benefit_table()).chunks

    assert [each.clause_key for each in chunks[1:]] == [
        "policy/5/room-rent-limits#1",
        "policy/5/room-rent-limits/gold#1",
        "policy/5/room-rent-limits/gold-plus#1",
    ]
    assert chunks[2].label == "Policy › 5 Limits › Room rent limits"


def test_rows_with_one_label_get_a_mark():
    made, nodes, tables = benefit_table()
    [held] = tables.tables
    alike = msgspec.structs.replace(held, cells=(held.cells[0], held.cells[0]), cell_boxes=(held.cell_boxes[0],) * 2)

    keys = [each.clause_key for each in chunk(made, nodes, Tables((alike,))).chunks]

    assert keys[2:] == ["policy/5/room-rent-limits/gold#1", "policy/5/room-rent-limits/gold~2#1"]


def test_each_cell_of_a_row_has_its_own_place():
    row = chunk(*benefit_table()).chunks[3]

    made, _, _ = benefit_table()
    words = [made.pages[0].text[place.char_start : place.char_end] for place in row.places]
    assert words == ["Gold Plus", "Rs. 15,000"]
    assert row.places[0].bbox[2] < row.places[1].bbox[0]


def test_an_excluded_table_gives_nothing_and_its_lines_stand_in_no_clause():
    chunks = chunk(*benefit_table(action=TableAction.EXCLUDED)).chunks

    assert [each.text for each in chunks] == ["5 Limits\nLimits are per day."]


def test_a_table_over_the_budget_stays_whole_with_a_finding():
    made = chunk(*benefit_table(), settings=ChunkSettings(size=24, overlap=0))

    whole = next(each for each in made.chunks if each.kind is ChunkKind.TABLE)
    assert "Gold Plus" in whole.text and whole.tokens > 24
    assert "CHK003" in whole.warnings
    assert [finding.clause_id for finding in made.findings if finding.code == "CHK003"] == ["5"]


def test_only_a_cell_over_the_budget_is_cut_with_its_head_and_row_label_on_every_piece():
    meaning = [f"Sentence {number} says what a hospital is and what it is not." for number in range(8)]
    term = line("Hospital", row=0, piece="a")
    texts = [line(text, row=row, x0=200, piece="b") for row, text in enumerate(meaning)]
    made = document(page(term, *texts))
    bottom = texts[-1].bbox[3]
    held = table(
        [["Hospital", " ".join(meaning)]],
        [[term.bbox, (200, texts[0].bbox[1], 520, bottom)]],
        [term, *texts],
        header=["Term", "Meaning"],
    )

    chunks = chunk(made, tree(), Tables((held,)), ChunkSettings(size=60, overlap=20)).chunks

    rows = [each for each in chunks if each.kind is ChunkKind.ROW]
    assert len(rows) > 1
    assert all(each.text.startswith("Term: Hospital; Meaning: Sentence") and each.tokens <= 60 for each in rows)
    assert [each.clause_key for each in rows] == [f"policy/overview/table/hospital#{part}" for part in range(1, len(rows) + 1)]
    assert " ".join(each.text.removeprefix("Term: Hospital; Meaning: ") for each in rows) == " ".join(meaning)
    assert all(each.overlap == 0 and len(each.places) == 2 for each in rows)


def test_a_cell_that_a_page_break_cut_points_at_both_halves():
    above = line("Room", page=1, row=0, piece="a")
    below = line("rent", page=2, row=0)
    value = line("Rs. 5", page=1, row=0, x0=200, piece="b")
    made = document(page(above, value, number=1), page(below, number=2))
    held = table([["Room rent", "Rs. 5"]], [[above.bbox, value.bbox]], [above, value, below], header=["Benefit", "Limit"])

    row = chunk(made, tree(), Tables((held,))).chunks[1]

    assert [place.page for place in row.places] == [1, 2, 1]


def test_a_merged_cell_is_repeated_with_the_same_place():
    label, value = line("Gold", row=0), line("Covered", row=0, x0=200, piece="b")
    made = document([label, value])
    held = table(
        [["Gold", "Covered", "Covered"]], [[label.bbox, value.bbox, value.bbox]], [label, value], header=["Plan", "A", "B"]
    )

    row = chunk(made, tree(), Tables((held,))).chunks[1]

    assert row.text == "Plan: Gold; A: Covered; B: Covered"
    assert row.places[1] == row.places[2]


def test_an_empty_cell_says_nothing():
    label = line("Gold", row=0)
    held = table([["Gold", ""]], [[label.bbox, (200, 72, 300, 82)]], [label], header=["Plan", "A"])

    assert chunk(document([label]), tree(), Tables((held,))).chunks[1].text == "Plan: Gold"


def test_the_dimensions_of_a_table_stand_in_the_label_of_its_rows_and_not_among_the_words_of_the_page():
    made, nodes, tables = benefit_table(dimensions=(("Sum Insured", "Rs. 5 lakhs"),))

    row = chunk(made, nodes, tables).chunks[2]

    assert row.label == "Policy › 5 Limits › Room rent limits › Sum Insured: Rs. 5 lakhs"
    assert row.context == ""


@pytest.mark.parametrize(
    ("above", "context"),
    [("We pay these amounts:", "We pay these amounts:"), ("Limits of the plans", ""), ("We pay a day in a room.", "")],
)
def test_a_row_carries_the_words_just_above_its_table_where_they_lead_in(above, context):
    made = document(["5 Limits", above, "Gold", "Silver", "Limits are as follows:"])
    title, lead, gold, silver, after = lines_of(made)
    held = table([["Gold"], ["Silver"]], [[gold.bbox], [silver.bbox]], [gold, silver], header=[""], clause_id="5")
    nodes = tree(clause("5", "5", title, lead, gold, silver, after, title="Limits"))

    rows = [each for each in chunk(made, nodes, Tables((held,))).chunks if each.kind is ChunkKind.ROW]

    assert [each.context for each in rows] == [context, context]


def test_lines_of_a_merged_row_are_found_word_by_word():
    both = line("Gold Rs. 5,000", row=0)
    made = document([both])
    left, right = (72.0, 72.0, 95.0, 82.0), (96.0, 72.0, 142.0, 82.0)
    held = table([["Gold", "Rs. 5,000"]], [[left, right]], [both], header=["Plan", "Limit"])

    row = chunk(made, tree(), Tables((held,))).chunks[1]

    assert [made.pages[0].text[place.char_start : place.char_end] for place in row.places] == ["Gold", "Rs. 5,000"]
    assert CellBox(1, left) == held.cell_boxes[0][0]


def test_a_heading_whose_words_are_those_of_a_table_stands_in_no_label():
    made = document(
        ["5 Care at home", "Stem cells", "Rs. 5,000", "It goes on behind the table, where a nurse comes each day and each night."]
    )
    title, head, value, after = lines_of(made)
    held = table([["Rs. 5,000"]], [[value.bbox]], [head, value], header=["Stem cells"], clause_id="5")
    ghost = clause("5[stem]", "", head, after, parent="5", title="Stem cells", kind=NodeKind.HEADING)

    chunks = chunk(made, tree(clause("5", "5", title, title="Care at home"), ghost), Tables((held,)), SHORT).chunks

    assert [each.label for each in chunks if "behind" in each.text] == ["Policy › 5 Care at home"]
    assert all("Stem cells" not in each.headings for each in chunks)


def test_a_head_that_ends_in_a_colon_has_one_before_its_value():
    label, value = line("Planned", row=0), line("48 hours", row=0, x0=200, piece="b")
    held = table([["Planned", "48 hours"]], [[label.bbox, value.bbox]], [label, value], header=["Treatment:", "Tell us"])

    row = chunk(document([label, value]), tree(), Tables((held,))).chunks[1]

    assert row.text == "Treatment: Planned; Tell us: 48 hours"


def test_a_table_behind_the_items_of_the_clause_that_announces_it_has_their_lead_in():
    made = document(["5 Births", "Paid as per the table below, subject to:", "a) one birth a year", "Gold", "Silver"])
    title, lead, item, gold, silver = lines_of(made)
    held = table([["Gold"], ["Silver"]], [[gold.bbox], [silver.bbox]], [gold, silver], header=[""], clause_id="5")
    nodes = tree(clause("5", "5", title, lead, title="Births"), clause("5.a", "a)", item, gold, silver, parent="5"))

    rows = [each for each in chunk(made, nodes, Tables((held,))).chunks if each.kind is ChunkKind.ROW]

    assert [each.context for each in rows] == ["Paid as per the table below, subject to:"] * 2


def test_a_table_ahead_of_the_children_of_its_clause_has_no_lead_in_of_theirs():
    made = document(["5 Births", "Gold", "Silver", "Paid subject to:", "a) one birth a year"])
    title, gold, silver, lead, item = lines_of(made)
    held = table([["Gold"], ["Silver"]], [[gold.bbox], [silver.bbox]], [gold, silver], header=[""], clause_id="5")
    nodes = tree(clause("5", "5", title, gold, silver, lead, title="Births"), clause("5.a", "a)", item, parent="5"))

    rows = [each for each in chunk(made, nodes, Tables((held,))).chunks if each.kind is ChunkKind.ROW]

    assert [each.context for each in rows] == [""] * 2
