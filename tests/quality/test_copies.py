"""Benefit tables read from the images of real prospectuses by hand: each page confirms its copy, until a digit is wrong."""

import json

import pytest

from pipeline.config.settings import Transcription
from pipeline.model import Origin
from pipeline.stages.tables import transcribe
from pipeline.store.stages import load_result


@pytest.fixture(scope="module")
def results(ran):
    known = {}

    def result_of(name):
        if name not in known:
            known[name] = load_result(ran.out / name)
        return known[name]

    return result_of


def copy_of(true):
    """A table as it was read by hand, as a transcription."""
    rows = [true["header"], *true["cells"]]
    width = max(map(len, rows))
    squared = tuple(tuple([str(cell or "") for cell in row] + [""] * (width - len(row))) for row in rows)
    return Transcription(csv="copy.csv", pages=tuple(sorted({true.get("head_page", true["page"]), true["page"]})), rows=squared)


def check(result, copy):
    """How many rows are verified, and the errors."""
    given = transcribe(result.tables, result.document, result.boilerplate, result.clauses, [copy])
    rows = sum(len(table.cells) for table in given.tables if table.origin is Origin.TRANSCRIBED)
    return rows, [finding.message for finding in given.findings if finding.code in ("TAB010", "TAB011", "TAB012")]


def with_one_digit_wrong(copy):
    """The copy with the first digit of its last cell that has one changed, and the row that it is in (from 1)."""
    at, column = max((at, c) for at, row in enumerate(copy.rows) if at for c, cell in enumerate(row) if any(map(str.isdigit, cell)))
    digit = next(char for char in copy.rows[at][column] if char.isdigit())
    rows = [list(row) for row in copy.rows]
    rows[at][column] = rows[at][column].replace(digit, str((int(digit) + 1) % 10), 1)
    return copy.model_copy(update={"rows": tuple(map(tuple, rows))}), at


def tables_of(shared):
    truth = json.loads((shared / "bench" / "rates" / "benefits.json").read_text(encoding="utf-8"))
    return [true for true in truth if true.get("header")]


def test_every_row_that_was_read_by_hand_is_confirmed_by_its_page(shared, results):
    wrong = []
    for true in tables_of(shared):
        rows, errors = check(results(true["doc"]), copy_of(true))
        if errors or rows != len(true["cells"]):
            wrong.append((true["doc"], true["page"], rows, errors[:2]))

    assert wrong == []


def test_a_digit_typed_wrong_is_caught_in_every_one_of_them(shared, results):
    missed = []
    for true in tables_of(shared):
        copy, at = with_one_digit_wrong(copy_of(true))
        _, errors = check(results(true["doc"]), copy)
        if not any(f"line {at + 1}," in error for error in errors):
            missed.append((true["doc"], true["page"], errors[:2]))

    assert missed == []
