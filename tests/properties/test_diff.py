"""What holds of every comparison: nothing differs from itself, and the other direction is the same seen from the other side."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.diff.records import Kind
from tests.unit.diff.versions import compare_clauses

WORDS = st.lists(
    st.sampled_from(["we", "pay", "not", "the", "cover", "of", "treatment", "hospital", "30", "40", "days", "law"]), max_size=14
)
TEXTS = WORDS.map(" ".join)
TURNED = {Kind.ADDED: Kind.REMOVED, Kind.REMOVED: Kind.ADDED, Kind.SPLIT: Kind.MERGED, Kind.MERGED: Kind.SPLIT}


@st.composite
def documents(draw):
    """Two levels of numbered clauses with words that are often the same."""
    tree = draw(st.lists(st.tuples(TEXTS, st.lists(TEXTS, max_size=3)), max_size=6))
    numbers = draw(st.permutations(range(1, len(tree) + 1)))
    clauses = []
    for number, (text, items) in zip(numbers, tree, strict=True):
        clauses.append((str(number), text))
        clauses += [(f"{number}.{letter}", item) for letter, item in zip("abc", items, strict=False)]
    return clauses


def sides(change):
    return tuple(place.id for place in change.old), tuple(place.id for place in change.new)


@given(documents())
@settings(deadline=None)
def test_a_document_does_not_differ_from_itself(clauses):
    difference = compare_clauses(clauses, clauses)

    assert difference.same
    assert difference.unchanged == len(clauses)


@given(documents(), documents())
@settings(deadline=None)
def test_swapped_versions_swap_added_and_removed_and_keep_all_else(old, new):
    there, back = compare_clauses(old, new), compare_clauses(new, old)

    mine = {(*sides(change), frozenset(change.kinds), change.weighty) for change in there.clauses}
    theirs = {
        (*reversed(sides(change)), frozenset(TURNED.get(kind, kind) for kind in change.kinds), change.weighty)
        for change in back.clauses
    }
    assert mine == theirs
    assert there.unchanged == back.unchanged


@given(documents(), documents())
@settings(deadline=None)
def test_every_clause_is_named_or_unchanged_and_none_twice(old, new):
    difference = compare_clauses(old, new)

    named = [sides(change) for change in difference.clauses]
    for side, clauses in enumerate((old, new)):
        ids = [name for each in named for name in each[side]]
        assert len(ids) == len(set(ids))
        assert len(ids) + difference.unchanged == len(clauses)
