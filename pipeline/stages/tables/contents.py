"""A contents list set as a table: its last column, under a head that names pages, holds page numbers that never fall.

It is no data: each row only says where something else stands. Told by its figures and its head together; serial numbers rise too.
"""

import re
from itertools import pairwise

from pipeline.model import Reason
from pipeline.stages.tables.shapes import Draft

PAGES = re.compile(r"^(?:page|pg|seite|página|pagina|pág|페이지|쪽|页|頁)\b", re.IGNORECASE)
"""The head over page numbers: "Page No.", "Seite", "Page". No: "Paged", "Sr. No."."""
NUMBER = re.compile(r"^\d{1,4}$")
"""A page number: "7", "112". No: "7.5", "iv"."""
LEAST_ROWS = 4
"""Rows from which figures that never fall are no chance."""


def contents_list(draft: Draft) -> Reason | None:
    """Why ``draft`` is a contents list; None where it is none."""
    if draft.width < 2 or not draft.head or not PAGES.match(draft.header[-1]):
        return None
    numbers = [row[-1].text for row in draft.rows if row[-1].text and row[-1] is not row[0]]
    if len(numbers) < LEAST_ROWS or not all(map(NUMBER.match, numbers)):
        return None
    if any(int(after) < int(before) for before, after in pairwise(numbers)):
        return None
    return Reason("contents_list", f"{len(numbers)} page numbers that never fall, under {draft.header[-1]!r}")
