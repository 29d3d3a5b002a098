"""Documents for the tests of what is written from an outline."""

from itertools import count

from pipeline.export.outline import Entry, EntryKind
from pipeline.model import Fate, Reason
from pipeline.store.rows import ClauseRow, LineRow, PlaceRow

BOX = [10.0, 20.0, 110.0, 32.0]
WHY = Reason("open", "in a test")
NUMBERS = count()


def clause(name, label, title="", text="", *, parent="", level=1, line_ids=()):
    """A clause of page 1."""
    named = f"doc/{name}", name, parent, name.split("."), label, title, [title] if title else []
    return ClauseRow("doc", *named, level, 1, 1, text, "", [PlaceRow(1, BOX)], list(line_ids), 0.9, WHY)


def line(owner, text, fate=Fate.BODY):
    """A line of page 1 with an id of its own."""
    return LineRow(f"p1.l{next(NUMBERS):03}", 1, BOX, text, fate, owner, WHY)


def entry(text="", *, label="", title="", kind=EntryKind.CLAUSE, depth=1, name="1", tables=()):
    """An entry of page 1."""
    return Entry(kind, name, f"doc/{name}", depth, label, title, text, 1, (PlaceRow(1, BOX),), tuple(tables))
