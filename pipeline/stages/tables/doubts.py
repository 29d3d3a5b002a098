"""What is not told about the heads of a table that is read, so that a person looks before a figure is given to a plan.

A bold row of names over amounts, without a band above it, may be a head and is left a row; columns that bear one name and hold
different amounts are not told apart. Says so, and changes nothing.
"""

from itertools import combinations

from pipeline.stages.tables.heads import is_mostly_bold
from pipeline.stages.tables.lists import count_entry
from pipeline.stages.tables.parts import looks_like_head
from pipeline.stages.tables.reading import is_amount
from pipeline.stages.tables.shapes import Draft

NO_HEADS = "rows below a head inside the table, behind a band: whether that head or the table's holds for them is not told"
LIKE_A_HEAD = "a row set like a head stands over figures inside the table: whether it names their columns is not told"
ONE_NAME = "columns with one head hold different figures: what tells them apart is not told"


def find_doubt(draft: Draft) -> str:
    """What is in doubt about the heads of ``draft``; "" where nothing is."""
    if _has_row_like_a_head(draft):
        return LIKE_A_HEAD
    return ONE_NAME if _has_columns_of_one_name(draft) and not count_entry(draft) else ""


def _has_row_like_a_head(draft: Draft) -> bool:
    """Whether a bold row of names, all different, stands in the middle of rows that are not bold, over amounts."""
    rows = draft.rows
    for at in range(1, len(rows) - 1):
        names = [slot.text for slot in rows[at][draft.labels :]]
        if not looks_like_head(rows[at]) or looks_like_head(rows[at - 1]) or len(set(names)) < max(2, len(names)):
            continue
        below = [slot.text for row in rows[at + 1 :] for slot in row[draft.labels :] if slot.text]
        if not is_mostly_bold(rows[at + 1 :]) and not any(map(is_amount, names)) and below and all(map(is_amount, below)):
            return True
    return False


def _has_columns_of_one_name(draft: Draft) -> bool:
    header = draft.header
    pairs = [(a, b) for a, b in combinations(range(draft.labels, len(header)), 2) if header[a] and header[a] == header[b]]
    return any(
        row[a].text != row[b].text and is_amount(row[a].text) and is_amount(row[b].text) for a, b in pairs for row in draft.rows
    )
