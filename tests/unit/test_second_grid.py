"""pdfplumber's reading of the grid of one area."""

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from pipeline.second_grid import make_grid_reader

PAGE = (400, 300)
XS, TOPS = (50, 150, 250), (100, 120, 140, 160)


def drawn(crop=None):
    """A PDF of one page with a grid of two columns and three rows, the first row merged."""
    made = io.BytesIO()
    canvas = Canvas(made, pagesize=PAGE, invariant=1)
    if crop:
        canvas.setCropBox(crop)
    for top in TOPS:
        canvas.line(XS[0], PAGE[1] - top, XS[-1], PAGE[1] - top)
    for x in XS:
        first = TOPS[1] if x == XS[1] else TOPS[0]
        canvas.line(x, PAGE[1] - first, x, PAGE[1] - TOPS[-1])
    canvas.showPage()
    canvas.save()
    return made.getvalue()


def test_cells_are_found_with_their_places_and_spans():
    grid = make_grid_reader(drawn(), "")(1, (45, 95, 255, 165))

    assert [round(x) for x in grid.xs] == list(XS) and [round(y) for y in grid.ys] == list(TOPS)
    assert [(cell.row, cell.col, cell.rows, cell.cols) for cell in grid.cells] == [
        (0, 0, 1, 2),
        (1, 0, 1, 1),
        (1, 1, 1, 1),
        (2, 0, 1, 1),
        (2, 1, 1, 1),
    ]


def test_boxes_are_those_of_the_page_as_shown():
    grid = make_grid_reader(drawn(crop=(20, 10, 390, 290)), "")(1, (25, 85, 235, 155))

    assert [round(x) for x in grid.xs] == [x - 20 for x in XS]
    assert [round(y) for y in grid.ys] == [top - 10 for top in TOPS]


@pytest.mark.parametrize(
    ("content", "number", "area"),
    [
        (drawn(), 1, (300, 10, 390, 60)),
        (drawn(), 9, (0, 0, 10, 10)),
        (drawn(), 1, (900, 900, 950, 950)),
        (b"junk", 1, (0, 0, 10, 10)),
    ],
)
def test_where_nothing_is_seen_there_is_no_second_opinion(content, number, area):
    assert make_grid_reader(content, "")(number, area) is None
