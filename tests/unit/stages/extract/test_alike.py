"""What many lines have alike is held once, and changes none of them."""

import pytest

from pipeline.model import Run
from pipeline.stages.extract.alike import forgetting, share_box, share_setting
from pipeline.stages.extract.reader import Style
from tests.fixture_runs import run

BOLD = Style("Helvetica-Bold", 9.0, True, False, 0, False)


def box(x0):
    return (x0, 20.0, x0 + 30.0, 29.0)


def test_equal_boxes_are_one():
    first = share_box(box(10.0))

    assert share_box(box(10.0)) is first
    assert share_box(box(10.5)) is not first


def test_a_word_in_one_style_has_the_box_runs_and_edges_of_its_like():
    first = share_setting(BOLD, 5, box(40.0))

    again = share_setting(Style("Helvetica-Bold", 9.0, True, False, 0, False), 5, box(40.0))

    assert first == (box(40.0), (Run(0, 5, "Helvetica-Bold", 9.0, True, False, box(40.0)),), ((40.0, 70.0),))
    assert all(one is other for one, other in zip(first, again, strict=True))
    assert share_setting(BOLD, 6, box(40.0))[1][0].end == 6


def test_what_one_document_had_is_not_held_for_the_next():
    with pytest.raises(ValueError, match="damaged"), forgetting():
        first = share_box(box(70.0))
        raise ValueError("damaged")

    assert share_box(box(70.0)) is not first


def test_the_charts_of_a_prospectus_hold_the_setting_of_a_cell_once_and_not_on_each_page():
    document = run("prospectus").document
    cells = [line for page in document.pages for line in page.lines if len(line.edges) == 1]

    boxes, runs, edges = ({id(part) for part in parts} for parts in zip(*((c.bbox, c.runs, c.edges) for c in cells), strict=True))

    assert len(cells) > 80_000
    assert max(len(boxes), len(runs), len(edges)) < len(cells) / 30
