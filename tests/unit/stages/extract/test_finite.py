"""Places that are no numbers."""

from math import inf, isfinite, nan

import pytest
from msgspec import structs

from pipeline.stages.extract.finite import FARTHEST, make_finite
from pipeline.stages.extract.reader import NO_PAGE, Style, Words

STYLE = Style("Helvetica", 10.0, False, False, 0, False)
SOUND = structs.replace(
    NO_PAGE,
    width=595.0,
    height=842.0,
    words=Words(["a", "b"], [72.0, 90.0], [10.0, 10.0], [80.0, 99.0], [20.0, 20.0], [0, 0]),
    styles=(STYLE,),
)


def test_a_sound_page_is_handed_on_as_it_is():
    assert make_finite(SOUND) is SOUND


@pytest.mark.parametrize(("odd", "told"), [(inf, FARTHEST), (-inf, -FARTHEST), (nan, 0.0)])
@pytest.mark.parametrize("side", ["x0s", "tops", "x1s", "bottoms"])
def test_a_word_beyond_any_page_is_put_at_its_edge_and_the_others_stay(side, odd, told):
    raw = structs.replace(SOUND, words=structs.replace(SOUND.words, **{side: [odd, 5.0]}))

    made = make_finite(raw)

    assert getattr(made.words, side) == [told, 5.0]
    assert made.words.texts == SOUND.words.texts and made.styles == raw.styles


def test_sizes_that_are_no_numbers_are_made_ones():
    made = make_finite(structs.replace(SOUND, height=inf, styles=(STYLE, structs.replace(STYLE, size=nan))))

    assert made.height == FARTHEST and isfinite(made.styles[1].size) and made.styles[0] == STYLE
