"""The clause that a chunk is shown with."""

import pytest

from pipeline.retrieval.widening import Outlined, Reach, find_group, join_chunks
from tests.unit.retrieval.document_rows import chunk_row


def outlined(*chunks):
    return [Outlined(tuple(path.split(".")) if path else (), length) for path, length in chunks]


CLAUSES = outlined(("4.1", 300), ("4.1.a", 200), ("4.1.b", 200), ("4.2", 500), ("5", 100), ("", 50), ("5.1", 100))


@pytest.mark.parametrize(
    ("at", "limit", "group"),
    [
        (1, 1500, (0, 1, 2, 3)),
        (1, 700, (0, 1, 2)),
        (0, 699, (0,)),
        (3, 100, (3,)),
    ],
)
def test_the_largest_clause_that_is_short_enough_is_shown(at, limit, group):
    assert find_group(CLAUSES, at, Reach(limit, 0, 0)) == group


def test_what_stands_under_no_clause_is_shown_alone_and_parts_what_is_around_it():
    assert find_group(CLAUSES, 5, Reach(1500, 0, 0)) == (5,)
    assert find_group(CLAUSES, 4, Reach(1500, 0, 0)) == (4,)


def test_a_limit_of_0_shows_chunks_alone():
    assert all(find_group(CLAUSES, at, Reach(0, 250, 1000)) == (at,) for at in range(len(CLAUSES)))


@pytest.mark.parametrize(
    ("bare", "opening", "group"),
    [(200, 300, (0, 2)), (199, 300, (2,)), (200, 299, (2,)), (200, 499, (0, 2)), (200, 500, (0, 1, 2))],
)
def test_a_bare_item_of_a_long_clause_stands_below_how_that_opens_where_there_is_room(bare, opening, group):
    assert find_group(CLAUSES, 2, Reach(699, bare, opening)) == group


def test_what_is_left_out_between_an_opening_and_an_item_is_marked():
    chunks = {4: chunk_row("a. For two years nothing is paid."), 5: chunk_row("b. This holds for:"), 9: chunk_row("5. Hernia")}

    assert join_chunks(chunks) == "a. For two years nothing is paid.\nb. This holds for:\n…\n5. Hernia"
