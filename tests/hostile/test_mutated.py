"""The fixtures made unsound in drawn ways: each ends in a result or a named error."""

import os
import random

import pytest

from tests.fixture_runs import FIXTURES
from tests.hostile.mutations import FLAT, OPEN, inside_streams, mutate
from tests.hostile.trial import run_over

SEED = int(os.environ.get("CLAUSETRACE_SEED", "20240501"))
FEW, MANY, AT_A_TIME = 150, 2_000, 500
LARGEST = 120_000
"""Bytes of a fixture that is mutated: larger ones take their time when sound, and hold no kind of object that smaller ones lack."""


def sources():
    return [path for path in sorted(FIXTURES.glob("pdf/*.pdf")) if path.stat().st_size <= LARGEST]


def mutants(first, last):
    """Number and content of each mutant; one depends on its number and the seed alone."""
    known = [path.read_bytes() for path in sources()]
    for number in range(first, last):
        draw = random.Random(f"{SEED} {number}")
        yield number, mutate(draw.choice(known), draw)


def run_over_mutants(folder, first, last):
    (folder / "in").mkdir(parents=True)
    for number, content in mutants(first, last):
        (folder / "in" / f"mutant-{number:04d}.pdf").write_bytes(content)

    ended = run_over(folder)

    assert len(ended.rows) == last - first
    return [row["how"] for row in ended.rows.values()]


def test_mutated_fixtures_end_in_a_result_or_a_named_error(tmp_path):
    hows = run_over_mutants(tmp_path, 0, FEW)

    assert 0.3 * FEW < hows.count("done") < FEW, "mutations that break nothing or everything try nothing"


@pytest.mark.full
@pytest.mark.parametrize("first", range(FEW, FEW + MANY, AT_A_TIME))
def test_two_thousand_more_end_in_a_result_or_a_named_error(tmp_path, first):
    run_over_mutants(tmp_path, first, first + AT_A_TIME)


def test_a_mutant_is_the_same_every_time():
    assert list(mutants(0, 5)) == list(mutants(0, 5))


@pytest.mark.parametrize("act", [*OPEN, inside_streams], ids=lambda act: act.__name__)
def test_every_way_of_mutating_changes_what_it_is_given(act):
    assert set(FLAT) < set(OPEN)
    content = (FIXTURES / "pdf" / "letters-and-romans.pdf").read_bytes()

    changed = [act(content, random.Random(number)) for number in range(20)]

    assert sum(one != content for one in changed) >= 15
