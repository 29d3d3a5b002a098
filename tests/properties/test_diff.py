"""What holds of every comparison: nothing differs from itself, and the other direction is the same seen from the other side."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.diff.records import Kind
from tests.properties.clause_trees import wordings
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


@st.composite
def trees(draw):
    """The clauses of a wording as policies have them, up to four deep, and the same with some of them edited."""
    old = [("/".join(item.path), item.title, f"{item.words} {item.tail}".strip()) for item in draw(wordings(columns=1)).items()]
    new = list(old)
    for _ in range(draw(st.integers(0, 5))):
        new = draw(st.sampled_from(EDITS))(new, draw(st.integers(0, len(new) - 1)), draw(TEXTS))
    return old, new


def reword(clauses, at, text):
    name, title, words = clauses[at]
    return [*clauses[:at], (name, title, f"{words} {text}"), *clauses[at + 1 :]]


def drop_words(clauses, at, _):
    name, title, words = clauses[at]
    return [*clauses[:at], (name, title, " ".join(words.split()[1:])), *clauses[at + 1 :]]


def remove(clauses, at, _):
    """The clause with all under it; never the last one that is left."""
    name = clauses[at][0]
    kept = [clause for clause in clauses if clause[0] != name and not clause[0].startswith(f"{name}/")]
    return kept or clauses


def swap(clauses, at, _):
    """The words of two clauses that stand behind each other."""
    if at + 1 == len(clauses):
        return clauses
    (first, *mine), (second, *theirs) = clauses[at : at + 2]
    return [*clauses[:at], (first, *theirs), (second, *mine), *clauses[at + 2 :]]


def take_up(clauses, at, _):
    """The clause with all under it goes to the end, under a number of its own."""
    name = clauses[at][0]
    if "/" in name:
        return clauses
    mine = [clause for clause in clauses if clause[0] == name or clause[0].startswith(f"{name}/")]
    others = [clause for clause in clauses if clause not in mine]
    return others + [(f"99{clause[0][len(name) :]}", *clause[1:]) for clause in mine] if others else clauses


EDITS = (reword, drop_words, remove, swap, take_up)


def sides(change):
    return tuple(place.id for place in change.old), tuple(place.id for place in change.new)


@given(documents() | trees().map(lambda versions: versions[1]))
@settings(deadline=None)
def test_a_document_does_not_differ_from_itself(clauses):
    difference = compare_clauses(clauses, clauses)

    assert difference.same
    assert difference.unchanged == len(clauses)


@given(st.tuples(documents(), documents()) | trees())
@settings(deadline=None)
def test_swapped_versions_swap_added_and_removed_and_keep_all_else(versions):
    old, new = versions

    there, back = compare_clauses(old, new), compare_clauses(new, old)

    mine = {(*sides(change), frozenset(change.kinds), change.weighty) for change in there.clauses}
    theirs = {
        (*reversed(sides(change)), frozenset(TURNED.get(kind, kind) for kind in change.kinds), change.weighty)
        for change in back.clauses
    }
    assert mine == theirs
    assert there.unchanged == back.unchanged


@given(st.tuples(documents(), documents()) | trees())
@settings(deadline=None)
def test_every_clause_is_named_or_unchanged_and_none_twice(versions):
    old, new = versions

    difference = compare_clauses(old, new)

    named = [sides(change) for change in difference.clauses]
    for side, clauses in enumerate((old, new)):
        ids = [name for each in named for name in each[side]]
        assert len(ids) == len(set(ids))
        assert len(ids) + difference.unchanged == len(clauses)
