"""Text that stands on its side."""

from pipeline.stages.extract.reader import RawPage, Strip, Style, Words
from pipeline.stages.extract.turned import divide_strips

LEVEL, UPRIGHT = Style("Body", 8, False, False, 0, False), Style("Body", 8, False, False, 90, False)


def raw(angles, *strips):
    """A page of words, level where the angle is 0, in ``strips``."""
    edges = [0.0] * len(angles)
    words = Words(["word"] * len(angles), edges, edges, edges, edges, [int(angle != 0) for angle in angles])
    return RawPage(595, 842, words, strips, (LEVEL, UPRIGHT), (), (), 0)


def test_a_strip_that_holds_a_figure_and_a_turned_head_is_cut_between_them():
    divided = divide_strips(raw([0, 90, 90, 0], Strip(0, 4, cut=True)))

    assert divided.strips == (Strip(0, 1, cut=False), Strip(1, 3, cut=False), Strip(3, 4, cut=True))


def test_strips_of_one_angle_stay_as_they_are():
    page = raw([0, 0, 90], Strip(0, 2, cut=False), Strip(2, 3, cut=True))

    assert divide_strips(page) is page
