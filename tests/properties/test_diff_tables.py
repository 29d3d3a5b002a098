"""What holds of every comparison of tables: nothing differs from itself, and the other direction has the sides swapped."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.config.diff import DiffSettings
from pipeline.diff.records import Kind
from pipeline.diff.tables import compare_tables
from tests.unit.diff.test_tables import table

ENTRIES = st.sampled_from(["", "Nil", "5,000", "Covered", "Not covered", "30 days", "Room rent", "Ambulance", "10%"])
TURNED = {Kind.ADDED: Kind.REMOVED, Kind.REMOVED: Kind.ADDED}


@st.composite
def tables(draw):
    """Up to three tables of up to four columns and five rows, with few different words, so that much is alike."""
    made = []
    for _ in range(draw(st.integers(0, 3))):
        width = draw(st.integers(1, 4))
        heads = draw(st.just(("",) * width) | st.lists(ENTRIES, min_size=width, max_size=width).map(tuple))
        rows = draw(st.lists(st.lists(ENTRIES, min_size=width, max_size=width), min_size=1, max_size=5))
        made.append(table(rows, heads))
    return made


def told(changes, *, turned):
    """Each change with its cells, as a set, seen from the one side or the other."""
    found = []
    for change in changes:
        cells = [(cell.row, cell.column, cell.old, cell.new, cell.weighty) for cell in change.cells]
        if turned:
            cells = [(new, old, weighty) for _, _, old, new, weighty in cells]
            found.append((TURNED.get(change.kind, change.kind), change.weighty, tuple(sorted(cells))))
        else:
            found.append((change.kind, change.weighty, tuple(sorted((old, new, weighty) for _, _, old, new, weighty in cells))))
    return sorted(found)


@given(tables())
@settings(deadline=None)
def test_tables_do_not_differ_from_themselves(made):
    assert compare_tables(made, made, DiffSettings()) == ()


@given(tables(), tables())
@settings(deadline=None)
def test_swapped_versions_swap_the_sides_and_keep_all_else(old, new):
    there, back = compare_tables(old, new, DiffSettings()), compare_tables(new, old, DiffSettings())

    assert told(there, turned=False) == told(back, turned=True)
