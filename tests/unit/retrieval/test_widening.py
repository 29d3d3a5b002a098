"""The clause that a chunk is shown with."""

import pytest

from pipeline.retrieval.widening import Outlined, find_group


def outlined(*chunks):
    return [Outlined(tuple(path.split(".")) if path else (), length) for path, length in chunks]


CLAUSES = outlined(("4.1", 300), ("4.1.a", 200), ("4.1.b", 200), ("4.2", 500), ("5", 100), ("", 50), ("5.1", 100))


@pytest.mark.parametrize(
    ("at", "limit", "group"),
    [
        (1, 1500, range(0, 4)),
        (1, 700, range(0, 3)),
        (1, 699, range(1, 2)),
        (0, 699, range(0, 1)),
        (3, 100, range(3, 4)),
    ],
)
def test_the_largest_clause_that_is_short_enough_is_shown(at, limit, group):
    assert find_group(CLAUSES, at, limit) == group


def test_what_stands_under_no_clause_is_shown_alone_and_parts_what_is_around_it():
    assert find_group(CLAUSES, 5, 1500) == range(5, 6)
    assert find_group(CLAUSES, 4, 1500) == range(4, 5)


def test_a_limit_of_0_shows_chunks_alone():
    assert all(find_group(CLAUSES, at, 0) == range(at, at + 1) for at in range(len(CLAUSES)))
