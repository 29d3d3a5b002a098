"""A real document's clauses drawn anew by the tests' own builder, on pages of a height: one text in several settings."""

import msgspec

from pipeline.store.rows import ClauseRow
from tests.properties.clause_trees import Item, Layout, Setting, Wording
from tests.properties.drawn_wordings import draw_wording


def redraw(clauses: list[ClauseRow], height: float) -> bytes:
    """A PDF of one column with all labels, titles and words of ``clauses``; what the font lacks is a question mark."""
    rows = [
        msgspec.structs.replace(row, text=_plain(row.text), title=_plain(row.title), label=_plain(row.label)) for row in clauses
    ]
    setting = Setting(Layout.HANGING, 1, 10.0, 1.2, 0.6, 22.0, height, False, True, False, "Page {page} of {pages}")
    return draw_wording(Wording(_items(rows, ""), setting))


def _plain(text: str) -> str:
    return text.encode("cp1252", "replace").decode("cp1252")


def _items(rows: list[ClauseRow], parent: str) -> list[Item]:
    return [
        Item(row.label, tuple(row.path), row.title, row.text, "", " " in row.label, _items(rows, row.id))
        for row in rows
        if row.parent == parent
    ]
