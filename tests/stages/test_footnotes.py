"""Footnotes of tables: a mark in a cell or a head pulls its note into the rows that it governs."""

import hashlib

from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.model import ChunkKind, Identity, TableAction
from pipeline.runner import Task, run_document
from tests.drawn_pdf import BODY, BOLD, at, drawn, rule

XS, TOP, HIGH = (72, 222, 342, 462), 150, 20
ROWS = (
    ("Benefit", "Classic", "Prime*"),
    ("Room rent a day", "Rs. 4,500", "Any room"),
    ("Cataract", "Rs. 40,000", "Rs. 80,000"),
    ("Ambulance", "Rs. 2,000", "Rs. 5,000"),
    ("Dialysis", "Not covered", ""),
)
NOTES = (
    "1 Up to two claims in a policy year, the second",
    "only after ninety days from the first.",
    "* With the optional cover alone.",
)


NOTED = (
    ("Benefit", "Classic", "Prime"),
    ("Cataract*", "Rs. 40,000", "Rs. 80,000"),
    ("* For one eye a year.", None, None),
    ("Dialysis*", "Rs. 2,000", "Rs. 5,000"),
    ("* A second session after a week.", None, None),
)
"""Rows whose cells are None are one cell across the table."""


def page(rows=ROWS, marks=(), notes=NOTES):
    """A title and words, a ruled table with raised ``marks`` (row, column, words), the notes under it, and a clause."""
    marked = [at(72, 100, "1. Benefits", size=12), at(72, 120, "We pay as this table says.")]
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            if text is None:
                continue
            marked.append(at(XS[c] + 4, TOP + HIGH * r + 14, text, font=BODY if r else BOLD))
    for r, c, text in marks:
        wide = len(rows[r][c]) * 5.0
        marked.append(at(XS[c] + 4 + wide, TOP + HIGH * r + 10, text, size=6))
    bottom = TOP + HIGH * len(rows)
    marked += [rule(XS[0], TOP + HIGH * r, XS[-1], TOP + HIGH * r) for r in range(len(rows) + 1)]
    for r, row in enumerate(rows):
        sides = [x for c, x in enumerate((*XS[:-1],)) if row[c] is not None] + [XS[-1]]
        marked += [rule(x, TOP + HIGH * r, x, TOP + HIGH * (r + 1)) for x in sides]
    marked += [at(72, bottom + 16 + 11 * i, text, size=9) for i, text in enumerate(notes)]
    marked += [at(72, 400, "2. Claims", size=12), at(72, 420, "Tell us within a week.")]
    return marked


def run(*pages):
    content = drawn(*pages)
    identity = Identity("policy", "policy", "Policy", "policy.pdf", hashlib.sha256(content).hexdigest())
    return run_document(Task(content, identity, Configuration(), DocumentSettings()))


def row_of(result, label):
    return next(chunk for chunk in result.chunks.chunks if chunk.kind is ChunkKind.ROW and label in chunk.text)


def test_a_raised_mark_is_written_as_one_and_its_note_stands_with_its_row_alone():
    result = run(page(marks=[(2, 1, "1")]))

    cataract, ambulance = row_of(result, "Cataract"), row_of(result, "Ambulance")
    assert "Classic: Rs. 40,000[^1]" in cataract.text
    assert "1 Up to two claims in a policy year, the second only after ninety days from the first." in cataract.context
    assert "two claims" not in ambulance.context
    assert cataract.context in cataract.embed_text


def test_a_star_in_a_head_governs_every_row_with_something_in_its_column():
    result = run(page())

    noted = [label for label in ("Room rent", "Cataract", "Ambulance", "Dialysis") if "* With" in row_of(result, label).context]
    assert noted == ["Room rent", "Cataract", "Ambulance"]


def test_every_chunk_still_stands_on_its_page_and_the_ledger_holds():
    result = run(page(marks=[(2, 1, "1")]))

    assert all(place.verified for places in result.checks.places for place in places)
    assert result.checks.ledger.counted == result.checks.ledger.by_reader


def test_the_whole_table_carries_all_its_notes():
    result = run(page(marks=[(2, 1, "1")]))

    [whole] = [chunk for chunk in result.chunks.chunks if chunk.kind is ChunkKind.TABLE]
    assert "two claims" in whole.context and "* With the optional cover" in whole.context


def test_a_mark_without_a_note_and_a_note_without_a_mark_change_nothing():
    plain = [tuple(cell.replace("*", "") for cell in row) for row in ROWS]

    unmarked, unnoted = run(page(rows=plain)), run(page(notes=()))

    assert "two claims" not in row_of(unmarked, "Cataract").context
    assert "* With" not in row_of(unnoted, "Cataract").context
    assert "Prime*: Rs. 80,000" in row_of(unnoted, "Cataract").text


def test_a_clause_that_counts_on_under_the_table_is_no_note():
    result = run(page(marks=[(2, 1, "2")], notes=()))

    assert "Claims" not in row_of(result, "Cataract").context


def test_a_mark_keeps_a_figure_a_figure():
    result = run(page(marks=[(2, 1, "1"), (3, 1, "1")]))

    [table] = [table for table in result.tables.tables if table.action is TableAction.KEPT]
    assert [row[1] for row in table.cells] == ["Rs. 4,500", "Rs. 40,000[^1]", "Rs. 2,000[^1]", "Not covered"]


def test_a_note_inside_the_table_governs_the_rows_above_it_and_is_none_itself():
    result = run(page(rows=NOTED, notes=()))

    contexts = {label: row_of(result, label).context for label in ("Cataract", "Dialysis")}
    rows = [chunk.text for chunk in result.chunks.chunks if chunk.kind is ChunkKind.ROW]
    assert "* For one eye a year." in contexts["Cataract"] and "session" not in contexts["Cataract"]
    assert "* A second session after a week." in contexts["Dialysis"] and "one eye" not in contexts["Dialysis"]
    assert len(rows) == 2


LISTED = (
    *(at(72, 300 + 11 * i, f"{letter}. ", size=9) for i, letter in enumerate("abcd")),
    at(90, 300, "Covered means that it is a built-in benefit of the plan.", size=9),
    at(90, 311, "Dialysis is paid for a session a day.", size=9),
    at(90, 322, "**Rooms are paid a day, suites left out.", size=9),
    at(90, 333, "^Eyes are paid one by one.", size=9),
)
"""Notes under a table that stand as items of a lettered list."""


def test_notes_that_stand_as_items_of_a_list_govern_the_rows_that_bear_their_marks():
    rows = (ROWS[0], ("Room rent**", *ROWS[1][1:]), ("^Cataract", *ROWS[2][1:]), *ROWS[3:])
    filler = [at(72, 270 + 11 * i, "Words of the policy that say more of the plans.", size=9) for i in range(2)]

    result = run([*page(rows=rows, notes=()), *filler, at(72, 292, "Notes:", font=BOLD, size=9), *LISTED])

    contexts = {label: row_of(result, label).context for label in ("Room rent", "Cataract", "Ambulance")}
    assert "**Rooms are paid a day, suites left out." in contexts["Room rent"] and "^Eyes" not in contexts["Room rent"]
    assert "^Eyes are paid one by one." in contexts["Cataract"]
    assert "paid" not in contexts["Ambulance"]


def test_a_note_ends_where_a_clause_begins_right_below_it():
    bottom = TOP + HIGH * len(ROWS)
    made = [each for each in page(notes=()) if each is not None][:-2]
    below = [at(72, bottom + 16, "* With the optional cover alone.", size=9), at(72, bottom + 27, "2. Claims without cash", size=9)]

    result = run([*made, *below, at(72, bottom + 38, "Tell us within a week of the day.", size=9)])

    assert row_of(result, "Cataract").context == "* With the optional cover alone."
