"""Orders made into one by rank, and the keyword side abstaining."""

import pytest

from pipeline.retrieval.fusion import abstain, fuse
from pipeline.retrieval.hits import SideName
from pipeline.retrieval.index.records import Found

KEYWORD = [Found(1, 9.0), Found(2, 8.0), Found(3, 1.0)]
DENSE = [Found(3, 0.9), Found(1, 0.5)]


def test_a_passage_has_the_sum_of_its_reciprocal_ranks():
    fused = fuse({SideName.KEYWORD: KEYWORD, SideName.DENSE: DENSE}, 60)

    assert [each.number for each in fused] == [1, 3, 2]
    assert fused[0].score == pytest.approx(1 / 61 + 1 / 62)


def test_of_equals_the_earlier_passage_comes_first():
    fused = fuse({SideName.KEYWORD: [Found(7, 1.0)], SideName.DENSE: [Found(2, 1.0)]}, 60)

    assert [each.number for each in fused] == [2, 7]


def test_a_side_is_told_with_its_rank_and_its_own_score():
    [first, *_] = fuse({SideName.KEYWORD: KEYWORD, SideName.DENSE: DENSE}, 60)

    assert [(side.name, side.rank, side.score) for side in first.sides] == [("keyword", 1, 9.0), ("dense", 2, 0.5)]


def test_a_match_far_below_the_best_is_dropped():
    assert abstain(KEYWORD, 0.7) == KEYWORD[:2]


def test_nothing_found_is_nothing_dropped():
    assert abstain([], 0.7) == []
