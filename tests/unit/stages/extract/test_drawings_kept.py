"""Pages that draw the same share one drawing, and whatever tells two apart keeps them apart."""

import pytest
from reportlab.lib.colors import Color

from pipeline.config.settings import ExtractSettings
from pipeline.stages.extract.drawings import make_finder
from pipeline.stages.extract.pdfium import PdfiumReader
from tests.drawn_pdf import at, box, drawn, rule

SETTINGS = ExtractSettings()
RULES = [*(rule(72, y, 300, y) for y in (100, 120, 140)), *(rule(x, 100, x, 140) for x in (72, 200, 300))]
CHART = [*RULES, box(72, 100, 200, 120, fill=True, stroke=False)]


def read(*pages):
    reader = PdfiumReader(drawn(*pages), "drawn.pdf", SETTINGS)
    return [reader.read_page(number) for number in range(1, len(pages) + 1)]


def curved(canvas):
    canvas.bezier(72, 400, 100, 500, 200, 300, 300, 400)


def slanted(x):
    def draw(canvas):
        canvas.lines([(x, 300, x, 400), (72, 400, 300, 400)])

    return draw


def coloured(red):
    def draw(canvas):
        canvas.setFillColor(Color(red, 0, 0))
        canvas.rect(72, 300, 100, 50, fill=1, stroke=0)

    return draw


def test_equal_pages_are_given_the_very_same_things():
    first, second = read([at(80, 112, "17"), *CHART], [at(80, 112, "18"), *CHART])

    assert first.drawn == second.drawn
    assert all(one is other for one, other in zip(first.drawn, second.drawn, strict=True))
    assert make_finder(SETTINGS)(first.drawn, first.width, first.height).grids


def test_a_finder_gives_one_drawing_for_equal_pages_and_another_for_other_sizes():
    first, second = read(CHART, CHART)
    find = make_finder(SETTINGS)

    drawing = find(first.drawn, first.width, first.height)

    assert find(second.drawn, second.width, second.height) is drawing
    assert find(second.drawn, second.width + 1, second.height) is not drawing


@pytest.mark.parametrize(
    "other",
    [
        [*CHART, rule(72, 160, 300, 160)],
        [*RULES[:-1], rule(301, 100, 301, 140), CHART[-1]],
        [*RULES, box(72, 100, 200, 120)],
    ],
)
def test_what_differs_in_one_line_its_place_or_its_fill_is_read_for_itself(other):
    alone = read(other)[0].drawn

    [first, second] = read(CHART, other)

    assert second.drawn == alone != first.drawn


@pytest.mark.parametrize(
    "pages", [([coloured(1.0)], [coloured(0.5)]), ([slanted(150)], [slanted(160)]), ([curved, *CHART], [*CHART])]
)
def test_colours_and_the_points_of_paths_are_told_apart(pages):
    alone = [read(page)[0].drawn for page in pages]

    assert [raw.drawn for raw in read(*pages)] == alone
