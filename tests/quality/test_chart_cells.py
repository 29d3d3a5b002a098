"""Random cells of the real premium charts against pdfplumber's words: the value, its row label and its column head."""

import json
import random
from collections import defaultdict

import pdfplumber
import pytest

from pipeline.model import TableKind
from pipeline.store.read import load_tables
from pipeline.wording import squeeze

CELLS = 200
SEED = 20240501
NEAR = 1.5
"""Points by which a word may stand out of the box that holds it: readers draw the boxes of characters differently."""
FLOOR = 0.98


def words_of(page):
    """The words of a page, their places from the corner of the page as shown: pdfplumber's are from that of the media box."""
    left, top, *_ = page.cropbox
    shift = {"x0": left, "x1": left, "top": top, "bottom": top}
    return [{"text": word["text"], **{edge: word[edge] - by for edge, by in shift.items()}} for word in page.extract_words()]


def words_in(words, box):
    """The words whose middle stands in ``box``, in reading order."""
    x0, top, x1, bottom = box
    inside = [
        word
        for word in words
        if x0 - NEAR <= (word["x0"] + word["x1"]) / 2 <= x1 + NEAR
        and top - NEAR <= (word["top"] + word["bottom"]) / 2 <= bottom + NEAR
    ]
    return squeeze("".join(word["text"] for word in inside))


def sides_of(table, at, column):
    """The sides of a column: half-way to its neighbours' words in this row."""
    boxes = [box[1:] for box in table.cell_boxes[at]]
    left = (boxes[column - 1][2] + boxes[column][0]) / 2 if column else 0
    right = (boxes[column][2] + boxes[column + 1][0]) / 2 if column + 1 < len(boxes) else float("inf")
    return left, right


def has_head(words, head, sides):
    """Whether every word of a head stands between the sides of its column."""
    held = squeeze(" ".join(word["text"] for word in words if word["x0"] < sides[1] + NEAR and word["x1"] > sides[0] - NEAR))
    return all(squeeze(word) in held for word in head.split())


def disagreements(table, at, column, pages):
    """What of one cell pdfplumber does not have where it is said to be."""
    page, *box = table.cell_boxes[at][column]
    words = pages[page]
    if words_in(words, box) != squeeze(table.cells[at][column]):
        yield "value", words_in(words, box)
    for label in range(table.row_labels):
        label_page, *label_box = table.cell_boxes[at][label]
        if words_in(pages[label_page], label_box) != squeeze(table.cells[at][label]):
            yield "row label", words_in(pages[label_page], label_box)
    head = table.header[column].split(" | ")[-1]
    if not any(has_head(pages[number], head, sides_of(table, at, column)) for number in table.pages):
        yield "column head", head


@pytest.mark.full
@pytest.mark.parametrize("name", ["star-assure-prospectus", "star-mediclassic-prospectus"])
def test_values_labels_and_heads_of_random_cells_are_pdfplumbers_words(shared, ran, name, record_property):
    tables = [table for table in load_tables(ran.out / name) if table.kind is TableKind.RATES]
    known = [
        (table, at, column)
        for table in tables
        for at, row in enumerate(table.cells)
        for column in range(table.row_labels, len(row))
        if row[column]
    ]
    by_chart = defaultdict(list)
    for cell in known:
        by_chart[cell[0].id].append(cell)
    chance = random.Random(SEED)
    chosen = [cell for cells in by_chart.values() for cell in chance.sample(cells, min(CELLS, len(cells)))]
    with pdfplumber.open(shared / "real" / f"{name}.pdf") as pdf:
        numbers = sorted({page for table, _, _ in chosen for page in table.pages})
        pages = {number: words_of(pdf.pages[number - 1]) for number in numbers}

    wrong = [
        (table.id, at, column, table.cells[at][column], what, found)
        for table, at, column in chosen
        for what, found in disagreements(table, at, column, pages)
    ]

    record_property(
        "scores",
        f"{name}: {len(chosen)} cells of {len(by_chart)} charts, {len(wrong)} disagreements\n{json.dumps(wrong, indent=1)}",
    )
    assert len({entry[:3] for entry in wrong}) <= (1 - FLOOR) * len(chosen), wrong[:20]
