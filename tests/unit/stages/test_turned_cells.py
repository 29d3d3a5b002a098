"""Turned words in a cell, in the order in which they are read."""

import msgspec
import pytest

from pipeline.config.settings import TableSettings
from pipeline.model import Area
from pipeline.stages.tables.areas import AreaContent
from pipeline.stages.tables.shapes import Cell, Grid
from pipeline.stages.tables.slots import fill
from pipeline.wording import Lexicon
from tests.builders import line

BOX = (100.0, 100.0, 140.0, 200.0)


def turned(text, box, angle, number):

    return msgspec.structs.replace(line(text, row=number), bbox=box, rotation=angle, edges=((box[0], box[2]),) * len(text.split()))


UPWARDS = {
    "Simulation": (112.0, 130.0, 120.0, 160.0),
    "Brain": (102.1, 120.0, 110.1, 140.0),
    "Deep": (102.0, 145.0, 110.0, 190.0),
}
DOWNWARDS = {
    "Simulation": (102.0, 130.0, 110.0, 160.0),
    "Brain": (112.0, 150.0, 120.0, 170.0),
    "Deep": (112.1, 110.0, 120.1, 145.0),
}


@pytest.mark.parametrize(("angle", "words"), [(90, UPWARDS), (270, DOWNWARDS)])
def test_words_of_one_turned_line_stay_together_though_their_boxes_differ_by_a_hair(angle, words):
    lines = tuple(turned(text, box, angle, number) for number, (text, box) in enumerate(words.items()))
    grid = Grid((BOX[0], BOX[2]), (BOX[1], BOX[3]), (Cell(0, 0, 1, 1, BOX),))
    area = Area(BOX, grid.xs, grid.ys, ruled=True, prose=False)

    filled = fill(grid, 1, AreaContent(0, area, lines, (), ()), Lexicon(frozenset(), frozenset()), TableSettings())

    assert filled.slots[0].text == "Deep Brain Simulation"
