"""Boxes as the output files write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.geometry import rounded

POINTS = st.floats(-20_000, 20_000)


@given(st.tuples(POINTS, POINTS, POINTS, POINTS))
def test_a_box_is_written_to_a_hundredth_of_a_point(box):
    written = rounded(box)

    assert all(abs(edge - given) <= 0.005 + 1e-9 for edge, given in zip(written, box, strict=True))
    assert all(len(repr(edge).partition(".")[2]) <= 2 for edge in written)


@pytest.mark.parametrize(("edge", "written"), [(141.1434, 141.14), (0.0, 0.0), (-0.001, 0.0), (-1.239, -1.24), (595.276, 595.28)])
def test_an_edge_is_rounded_to_the_nearest(edge, written):
    assert repr(rounded((edge, 0.0, 0.0, 0.0))[0]) == repr(written)
