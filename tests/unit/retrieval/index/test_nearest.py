"""The nearest passages: the coarse form loses none of them, and their order is that of their vectors."""

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.retrieval.embedding import multiply, to_unit
from pipeline.retrieval.index.coarse import bound, join_coarse, load_coarse, make_coarse, save_coarse
from pipeline.retrieval.index.nearest import Looked, find_candidates, score
from pipeline.retrieval.index.records import Unit

SIZES = st.tuples(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 40))
"""Seed, rows and numbers of some vectors."""


def vectors(seed, rows, width, *, alike=False):
    """Random vectors of length one; ``alike``: all near to each other, so that what is coarse cannot tell them apart."""
    random = numpy.random.default_rng(seed)
    made = random.standard_normal((rows, width)).astype(numpy.float32)
    return to_unit(made * numpy.float32(0.003) + made[0] if alike else made)


@settings(deadline=None)
@given(SIZES, st.booleans())
def test_a_product_lies_between_its_bounds(size, alike):
    held = vectors(*size, alike=alike)
    asked = vectors(size[0] + 1, 1, size[2])[0]

    low, high = bound(make_coarse(held), asked)

    true = held.astype(float) @ asked.astype(float)
    assert numpy.all(low <= true) and numpy.all(true <= high)


def test_the_bounds_are_close():
    low, high = bound(make_coarse(vectors(1, 500, 256)), vectors(2, 1, 256)[0])

    assert numpy.max(high - low) < 0.05


def test_vectors_of_zeros_and_no_vectors_at_all_have_bounds():
    none, zeros = (numpy.zeros(shape, numpy.float32) for shape in ((0, 0), (2, 8)))

    assert [len(side) for side in bound(make_coarse(none), vectors(1, 1, 8)[0])] == [0, 0]
    assert numpy.all(numpy.abs(bound(make_coarse(zeros), vectors(1, 1, 8)[0])) < 0.05)


def test_what_is_kept_in_a_folder_is_what_was_made(tmp_path):
    held = vectors(1, 7, 16)
    save_coarse(tmp_path, "words", join_coarse([make_coarse(held[:3]), make_coarse(held[:0]), make_coarse(held[3:])]))

    kept = load_coarse(tmp_path, "words")

    assert all(numpy.array_equal(part, whole) for part, whole in zip(kept, make_coarse(held), strict=True))


def scored(chunks, sentences, owners, asked, unit):
    """What each passage scores, one by one."""
    whole, single = multiply(chunks, asked), multiply(sentences, asked)
    if unit is Unit.SENTENCE:
        return [(single[at] + whole[owner]) / 2 for at, owner in enumerate(owners)]
    said = [[single[at] for at, owner in enumerate(owners) if owner == chunk] or [whole[chunk]] for chunk in range(len(whole))]
    return [(max(held) + whole[chunk]) / 2 for chunk, held in enumerate(said)]


@settings(max_examples=200, deadline=None)
@given(SIZES, st.integers(1, 30), st.booleans(), st.sampled_from(Unit), st.data())
def test_the_order_is_that_of_scoring_every_passage(size, limit, alike, unit, data):
    seed, count, width = size
    owners = numpy.asarray(sorted(data.draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=90))), numpy.int32)
    held = {
        Unit.CHUNK: vectors(seed, count, width, alike=alike),
        Unit.SENTENCE: vectors(seed, count + len(owners), width, alike=alike)[count:],
    }
    asked = vectors(seed + 1, 1, width)[0]
    stop = len(held[unit])
    among = [range(stop // 3), range(stop // 2, stop)]

    looked = Looked({each: bound(make_coarse(held[each]), asked) for each in Unit}, owners)
    candidates = find_candidates(looked, unit, limit, among)
    found = score(candidates, asked, unit, owners, lambda each, numbers: held[each][numbers])[:limit]

    true = scored(held[Unit.CHUNK], held[Unit.SENTENCE], owners, asked, unit)
    numbers = sorted((number for run in among for number in run), key=lambda number: (-true[number], number))
    assert [each.number for each in found] == numbers[:limit]
    assert [each.score for each in found] == pytest.approx([true[number] for number in numbers[:limit]], abs=1e-6)


def test_few_passages_are_looked_at_as_they_are():
    held = {unit: vectors(at, 4000, 256) for at, unit in enumerate(Unit)}
    asked = vectors(9, 1, 256)[0]
    looked = Looked({each: bound(make_coarse(held[each]), asked) for each in Unit}, numpy.arange(4000, dtype=numpy.int32))

    candidates = find_candidates(looked, Unit.CHUNK, 50, [range(4000)])

    assert 50 <= len(candidates) < 400
