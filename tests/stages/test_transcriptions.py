"""Tables copied by hand: each cell is looked for in its row and column on the page, and what is verified is the table."""

import copy
import hashlib
from functools import cache

import msgspec
import pytest

from pipeline.config.settings import Configuration, DocumentSettings, Transcription
from pipeline.model import ChunkKind, Identity, Origin, Severity, TableAction, Tables
from pipeline.runner import Task, Wishes, run_document
from pipeline.stages.tables import transcribe
from tests.fixture_runs import FIXTURES, truth

PAGE = 45
[COMPARISON] = [table for table in truth("prospectus")["tables"] if table["name"] == "comparison"]
RIGHT = [COMPARISON["header"], *COMPARISON["rows"]]
CAPTION = "Comparison of the eight plans"


def made_of(*copies):
    """What the stages make of the pages around the comparison of plans."""
    content = (FIXTURES / "pdf" / "prospectus.pdf").read_bytes()
    identity = Identity("prospectus", "prospectus", "Prospectus", "prospectus.pdf", hashlib.sha256(content).hexdigest())
    own = DocumentSettings(transcriptions=copies)
    return run_document(Task(content, identity, Configuration(), own, Wishes(pages=(PAGE - 1, PAGE, PAGE + 1))))


@cache
def extracted():
    return made_of()


def copied(rows=RIGHT, pages=(PAGE,), table=""):
    return Transcription(csv="comparison.csv", pages=pages, table=table, rows=tuple(map(tuple, rows)))


def check(rows=RIGHT, pages=(PAGE,), table="", tables=None):
    """The tables and the findings about the copy, without the stages before and behind."""
    result = extracted()
    given = transcribe(tables or result.tables, result.document, result.boilerplate, result.clauses, [copied(rows, pages, table)])
    found = [finding for finding in given.findings if finding.code.startswith("TAB01")]
    return [each for each in given.tables if each.origin is Origin.TRANSCRIBED], found


def changed(change):
    rows = copy.deepcopy(RIGHT)
    change(rows)
    return rows


def test_a_right_copy_is_the_table_with_every_row_verified():
    [table], findings = check()

    assert findings == []
    assert [list(row) for row in table.cells] == COMPARISON["rows"]
    assert (table.action, table.pages) == (TableAction.KEPT, (PAGE,))
    assert table.reason.rule == "transcribed" and "14 of its 14 rows verified" in table.reason.evidence


def test_what_was_extracted_is_kept_beside_it():
    given = made_of(copied()).tables.tables

    beside = next(table for table in given if table.id.endswith(".extracted"))
    assert (beside.origin, beside.action, beside.line_ids) == (Origin.EXTRACTED, TableAction.RELEASED, ())
    assert [list(row) for row in beside.cells] == COMPARISON["rows"]


@pytest.mark.parametrize("row", range(1, len(RIGHT)))
def test_a_typing_error_of_one_digit_is_caught_in_any_row(row):
    def mistype(rows):
        column = next(at for at, cell in enumerate(rows[row]) if at and any(map(str.isdigit, cell)))
        digit = next(char for char in rows[row][column] if char.isdigit())
        rows[row][column] = rows[row][column].replace(digit, str((int(digit) + 1) % 10), 1)

    rows = changed(mistype)
    [table], findings = check(rows)

    [finding] = findings
    assert (finding.code, finding.severity, finding.page) == ("TAB010", Severity.ERROR, PAGE)
    assert f"line {row + 1}," in finding.message and finding.bbox
    assert list(rows[row]) not in [list(cells) for cells in table.cells]
    assert len(table.cells) == len(RIGHT) - 2


def test_the_finding_names_the_cell_what_is_claimed_and_what_the_page_says():
    _, [finding] = check(changed(lambda rows: rows[3].__setitem__(3, "Rs. 7,600")))

    assert finding.message == (
        'comparison.csv, line 4, row "Room rent, a day", column "Shield Select": it claims "Rs. 7,600"; page 45 has "Rs. 7,500"'
    )


def test_a_value_that_stands_elsewhere_on_the_page_does_not_count():
    _, [finding] = check(changed(lambda rows: rows[3].__setitem__(3, rows[3][4])))

    assert finding.code == "TAB010"


def swap_values(rows):
    rows[3][1:], rows[4][1:] = rows[4][1:], rows[3][1:]


def swap_rows(rows):
    rows[3], rows[4] = rows[4], rows[3]


def swap_values_of_columns(rows):
    for row in rows[1:]:
        row[3], row[4] = row[4], row[3]


def swap_columns(rows):
    for row in rows:
        row[3], row[4] = row[4], row[3]


def swap_heads(rows):
    rows[0][3], rows[0][4] = rows[0][4], rows[0][3]


@pytest.mark.parametrize("swap", [swap_values, swap_rows, swap_values_of_columns, swap_columns, swap_heads])
def test_what_was_swapped_is_caught_and_its_rows_are_left_out(swap):
    [table], findings = check(changed(swap))

    assert any(finding.code == "TAB010" and finding.severity is Severity.ERROR for finding in findings)
    assert len(table.cells) < len(COMPARISON["rows"])
    assert all(list(row) in COMPARISON["rows"] for row in table.cells)


@pytest.mark.parametrize("page", [PAGE - 1, PAGE + 1])
def test_a_wrong_page_verifies_nothing(page):
    tables, [finding] = check(pages=(page,))

    assert tables == []
    assert (finding.code, finding.severity) == ("TAB011", Severity.ERROR)


def test_a_copy_of_another_chart_leaves_the_one_on_its_page_alone():
    def priced(table, by):
        cells = tuple(
            (row[0], *(str(100 * at + column + by) for column in range(1, len(row)))) for at, row in enumerate(table.cells)
        )
        return msgspec.structs.replace(table, cells=cells)

    [held] = [table for table in extracted().tables.tables if CAPTION in table.caption]
    other = priced(held, 50)
    tables, [finding] = check([held.header, *priced(held, 0).cells], tables=Tables((other,)))

    assert tables == [] and finding.code == "TAB011"


def test_a_page_too_many_is_told():
    _, [finding] = check(pages=(PAGE, PAGE + 1))

    assert (finding.code, finding.page) == ("TAB012", PAGE + 1)


def test_a_row_that_the_copy_lacks_is_told_as_a_warning():
    _, [finding] = check(changed(lambda rows: rows.pop(5)))

    assert (finding.code, finding.severity) == ("TAB013", Severity.WARNING)
    assert 'row "Before the admission"' in finding.message


def test_a_mistyped_label_or_head_is_caught():
    _, [label] = check(changed(lambda rows: rows[2].__setitem__(0, "Sum insurd, most")))
    tables, [head] = check(changed(lambda rows: rows[0].__setitem__(2, "Shield Clasic Plus")))

    assert 'page 45 has "Sum insured, most"' in label.message
    assert 'page 45 has "Shield Classic Plus"' in head.message
    assert [len(table.cells) for table in tables] == [0]


def test_case_and_spacing_are_the_pages_own():
    [table], findings = check(changed(lambda rows: rows[3].__setitem__(5, "single  Private Room")))

    assert findings == []
    assert [list(row) for row in table.cells] == COMPARISON["rows"]


@pytest.mark.parametrize("name", [CAPTION, "t1"])
def test_the_table_is_named_by_words_of_its_caption_or_its_id(name):
    [table], findings = check(table=name)

    assert findings == [] and CAPTION in table.caption


def without_comparison():
    """The tables as if the comparison had not been found at all."""
    tables = extracted().tables
    return Tables(tuple(table for table in tables.tables if CAPTION not in table.caption))


def test_a_table_that_was_not_extracted_is_read_off_the_page():
    [table], findings = check(tables=without_comparison())

    assert findings == []
    assert [list(row) for row in table.cells] == COMPARISON["rows"]
    assert list(table.header) == COMPARISON["header"]


def test_an_error_in_a_copy_of_what_was_not_extracted_is_caught_too():
    rows = changed(lambda rows: rows[3].__setitem__(3, "Rs. 7,600"))

    [table], [finding] = check(rows, tables=without_comparison())

    assert 'page 45 has "Rs. 7,500"' in finding.message
    assert len(table.cells) == len(COMPARISON["rows"]) - 1


def test_a_mangled_extraction_is_replaced_as_a_whole():
    def merged(table):
        cells = tuple((row[0], " ".join(row[1:])) for row in table.cells)
        return msgspec.structs.replace(
            table, header=("Feature", "Plans"), cells=cells, cell_boxes=tuple(row[:2] for row in table.cell_boxes)
        )

    tables = Tables(tuple(merged(table) if CAPTION in table.caption else table for table in extracted().tables.tables))
    [table], findings = check(tables=tables)

    assert findings == []
    assert [list(row) for row in table.cells] == COMPARISON["rows"]


def test_the_rows_of_the_copy_are_chunks_that_stand_on_the_page_and_the_ledger_holds():
    result = made_of(copied(changed(lambda rows: rows[3].__setitem__(3, "Rs. 7,600"))))

    rows = [chunk for chunk in result.chunks.chunks if chunk.kind is ChunkKind.ROW and "Shield Elite" in chunk.text]
    assert len(rows) == len(COMPARISON["rows"]) - 1
    assert not [chunk for chunk in result.chunks.chunks if "Room rent, a day" in chunk.text and "Shield" in chunk.text]
    assert all(place.verified for places in result.checks.places for place in places)
    assert [finding.code for finding in result.findings if finding.severity is Severity.ERROR] == ["TAB010"]
    assert result.checks.ledger.counted == result.checks.ledger.by_reader
