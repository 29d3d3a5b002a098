"""Tables: rows that head other rows, and notes in the last rows, which are no rows of figures."""

import pytest

from pipeline.config.settings import ChunkSettings
from pipeline.model import ChunkKind
from pipeline.stages.chunks import make_chunks
from pipeline.stages.tables.groups import ENDED, ITEM, MARKED, NOTE
from tests.stages.table_pages import NO_CLAUSES, NOTHING, bolded, document_of, drawn_table, only, painted, tables_of

HEAD = ["Cover", "Gold", "Prime"]
ROOM, EYES, TEETH = ["Room", "Shared", "Any"], ["Eyes", "500", "900"], ["Teeth", "700", "800"]


def chunks_of(page):
    """The chunks of the tables of ``page``."""
    document = document_of(page)
    return make_chunks(document, NOTHING, NO_CLAUSES, tables_of(page), ChunkSettings()).chunks


def rows_of(page):
    """(last of the label, text) of the chunk of each row."""
    return [(chunk.label.split(" › ")[-1], chunk.text) for chunk in chunks_of(page) if chunk.kind is ChunkKind.ROW]


def test_a_bold_band_stands_in_the_label_of_the_rows_down_to_the_next_and_is_no_row_itself():
    bands = ["Built in", None, None], ["Optional covers", None, None]
    page = bolded(drawn_table(HEAD, bands[0], ROOM, bands[1], EYES, TEETH, bold=1), "Built in", "Optional covers")

    assert only(tables_of(page)).groups == (-1, 0, -1, 2, 2)
    assert [label for label, _ in rows_of(page)] == ["Built in", "Optional covers", "Optional covers"]


@pytest.mark.parametrize("row", [["Optional covers", "", ""], ["Optional covers:", None, None]])
def test_a_label_alone_that_is_set_apart_or_a_band_that_ends_in_a_colon_heads_rows_too(row):
    page = bolded(drawn_table(HEAD, ROOM, row, EYES, TEETH, bold=1), "Optional covers")

    assert [label for label, _ in rows_of(page)][1:] == [row[0]] * 2


def test_a_filled_band_heads_rows():
    page = painted(drawn_table(HEAD, ROOM, ["Optional covers", None, None], EYES, TEETH, bold=1), 2)

    assert only(tables_of(page)).groups == (-1, -1, 1, 1)


def test_the_words_of_bands_and_notes_stand_in_the_chunk_of_the_table():
    page = bolded(drawn_table(HEAD, ["Built in", None, None], ROOM, ["Note: per policy year", None, None], bold=1), "Built in")

    whole = next(chunk for chunk in chunks_of(page) if chunk.kind is ChunkKind.TABLE)

    assert whole.text.startswith("Built in\n") and whole.text.endswith("\nNote: per policy year")


def test_a_plain_label_alone_heads_the_rows_that_go_on_below_it_without_a_number():
    head = ["No.", "Loss of", "Share"]
    rows = (
        ["1", "an eye", "50%"],
        ["2", "one thumb", ""],
        ["", "a. Both joints", "25%"],
        ["", "b. One joint", "10%"],
        ["3", "a foot", "40%"],
    )

    page = drawn_table(head, *rows, bold=1)

    assert [(label, text) for label, text in rows_of(page) if "joint" in text] == [
        ("2 one thumb", "Loss of: a. Both joints; Share: 25%"),
        ("2 one thumb", "Loss of: b. One joint; Share: 10%"),
    ]
    assert only(tables_of(page)).groups == (-1, -1, 1, 1, -1)


def test_a_plain_label_alone_heads_its_items():
    rows = (["1. Death", "100%"], ["Loss of", ""], ["(i) Sight", "100%"], ["(ii) Two hands", "100%"], ["Coma", "50%"])

    assert only(tables_of(drawn_table(["Benefit", "Share"], *rows, bold=1))).groups == (-1, -1, 1, 1, -1)


def test_a_plain_label_alone_before_rows_of_their_own_heads_nothing():
    page = drawn_table(HEAD, ROOM, ["Dialysis", "", ""], EYES, TEETH, bold=1)

    assert only(tables_of(page)).groups == (-1,) * 4
    assert ("Policy", "Cover: Dialysis") in rows_of(page)


def test_bands_in_a_bold_table_and_items_of_lists_head_nothing():
    page = drawn_table(HEAD, ROOM, ["Optional covers", None, None], EYES, bold=9)

    assert only(tables_of(page)).groups == (-1,) * 4


@pytest.mark.parametrize(
    "note", ["Note: per policy year", "Important: in network", "* Subject to approval", "Offered in any combination.", "word " * 12]
)
def test_a_note_in_the_last_row_is_no_row_and_governs_all_the_others(note):
    made = chunks_of(drawn_table(HEAD, ROOM, EYES, [note.strip(), None, None], bold=1))

    rows = [chunk for chunk in made if chunk.kind is ChunkKind.ROW]
    assert [chunk.text for chunk in rows] == ["Cover: Room; Gold: Shared; Prime: Any", "Cover: Eyes; Gold: 500; Prime: 900"]
    assert [chunk.context for chunk in rows] == [note.strip()] * 2


def test_a_note_whose_mark_a_row_bears_governs_that_row_alone():
    made = chunks_of(drawn_table(HEAD, ["Room*", "Shared", "Any"], EYES, ["* Once a year", None, None], bold=1))

    assert [chunk.context for chunk in made if chunk.kind is ChunkKind.ROW] == ["* Once a year", ""]


def test_a_note_by_a_figure_in_brackets_governs_the_rows_that_bear_it():
    rows = (["Cash (2)", "500", "900"], ["Eyes", "500", "900"], ["(2) From the third day on.", None, None])
    made = chunks_of(drawn_table(HEAD, *rows, bold=1))

    assert [chunk.context for chunk in made if chunk.kind is ChunkKind.ROW] == ["(2) From the third day on.", ""]


def test_a_row_over_all_columns_that_only_names_something_at_the_end_stays_a_row():
    assert rows_of(drawn_table(HEAD, ROOM, ["At actuals", None, None], bold=1))[-1][1] == "At actuals"


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        (NOTE, ("Note: In case", "Important Note: (i)", "N.B. The", "Hinweis: Es"), ("Notebook", "1. Note", "Notified")),
        (MARKED, ("*Between", "** Gold", "(#) as defined"), ("1 Not available", "Cash (3)")),
        (ITEM, ("a) Online", "(ii) Physical", "a. Both joints", "- On submission"), ("A room", "1. Death")),
    ],
)
def test_patterns_hold_what_they_say(pattern, yes, no):
    assert all(pattern.match(text) for text in yes)
    assert not any(pattern.match(text) for text in no)


def test_the_end_of_a_sentence_is_told():
    assert ENDED.search("in any of the combinations.") and ENDED.search("(on Aggregate basis).")
    assert not ENDED.search("Cardiology Related:")
