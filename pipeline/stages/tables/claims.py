"""What a transcription claims against what a page says: one reading of a table beside the other, cell by cell.

Columns are laid beside columns by their heads, then by what stands in them; rows beside rows by their labels, then by their cells;
both in the order of the page, so that what was moved finds no place. Only then is each cell compared with the one cell that it
claims to be: a value that stands elsewhere on the page counts for nothing. Two cells are one when they have the same letters and
digits and the same figures, with their points, signs and per cent. Reads no page and decides nothing about tables.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from pipeline.model import CellBox, Record
from pipeline.wording import FOOTNOTE_MARK, squeeze

FIGURE = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?%?")
"""A figure with its sign, point and per cent: "1,24,810", "12.5%", "-5"."""
LABEL_WEIGHT = 2.0
"""What an equal head or row label weighs against all cells under or beside it being equal (1)."""
LEAST_ALIKE = 0.5
"""What two rows or columns must have in common to be laid beside each other: an equal label, or half of their cells."""

Key = tuple[str, tuple[str, ...]]
"""A cell as it is compared."""


class Sheet(Record, frozen=True):
    """A reading of a table: heads, cells, where each stands, how many first columns name a row, the lines that it is made of."""

    header: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    boxes: tuple[tuple[CellBox, ...], ...]
    labels: int
    line_ids: tuple[str, ...] = ()


class Match(Record, frozen=True):
    """A transcription beside a sheet: for each of its columns and rows the one of the sheet, -1 where it has no place there."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]
    same: int

    def left_out(self, sheet: Sheet) -> tuple[list[int], list[int]]:
        """The columns and the rows of the sheet that the transcription does not have."""
        columns = [column for column in range(len(sheet.header)) if column not in self.columns]
        return columns, [row for row in range(len(sheet.cells)) if row not in self.rows]


def make_key(text: str) -> Key:
    """Letters and digits, and the figures as they count."""
    plain = FOOTNOTE_MARK.sub("", text)
    return squeeze(plain), tuple(found.replace(",", "").replace("−", "-") for found in FIGURE.findall(plain))


def is_head(claimed: str, printed: str) -> bool:
    """Whether a head is the one printed: all of it, or the last of its rows; an empty one may be given any name."""
    wanted = squeeze(claimed)
    return not squeeze(printed) or wanted in (squeeze(printed), squeeze(printed.split(" | ")[-1]))


def match(rows: Sequence[Sequence[str]], sheet: Sheet) -> Match:
    """``rows`` (the heads first) laid beside ``sheet``. ``same`` counts the cells that are equal where they claim to stand."""
    claimed = [[make_key(cell) for cell in row] for row in rows[1:]]
    held = [[make_key(cell) for cell in row] for row in sheet.cells]
    columns = _align(len(rows[0]), len(sheet.header), _alike_columns(rows[0], claimed, sheet.header, held))
    labels = [(a, b) for a, b in enumerate(columns) if 0 <= b < max(1, sheet.labels)]
    pairs = [(a, b) for a, b in enumerate(columns) if b >= 0]

    def alike_rows(at: int, other: int) -> float:
        mine, theirs = claimed[at], held[other]
        label = LABEL_WEIGHT if labels and all(mine[a] == theirs[b] for a, b in labels) else 0.0
        return label + sum(mine[a] == theirs[b] for a, b in pairs) / max(1, len(pairs))

    laid = _align(len(claimed), len(held), alike_rows)
    same = sum(claimed[at][a] == held[row][b] for at, row in enumerate(laid) if row >= 0 for a, b in pairs)
    return Match(tuple(columns), tuple(laid), same)


Keys = Sequence[Sequence[Key]]


def _alike_columns(heads: Sequence[str], claimed: Keys, printed: Sequence[str], held: Keys) -> Callable[[int, int], float]:
    mine = [Counter(row[column] for row in claimed) for column in range(len(heads))]
    theirs = [Counter(row[column] for row in held) for column in range(len(printed))]

    def alike(at: int, other: int) -> float:
        head = LABEL_WEIGHT if squeeze(printed[other]) and is_head(heads[at], printed[other]) else 0.0
        return head + (mine[at] & theirs[other]).total() / max(1, mine[at].total())

    return alike


def _align(count: int, others: int, alike: Callable[[int, int], float]) -> list[int]:
    """For each of ``count`` the one of ``others`` beside it, both in order, so that they are as alike as can be; -1 for none."""
    score = [[0.0] * (others + 1) for _ in range(count + 1)]
    pair = [[0.0] * others for _ in range(count)]
    for i in range(count - 1, -1, -1):
        for j in range(others - 1, -1, -1):
            level = alike(i, j)
            pair[i][j] = level if level >= LEAST_ALIKE else -1.0
            beside = score[i + 1][j + 1] + pair[i][j] if pair[i][j] >= 0 else 0.0
            score[i][j] = max(score[i + 1][j], score[i][j + 1], beside)
    laid = [-1] * count
    i = j = 0
    while i < count and j < others:
        if pair[i][j] >= 0 and score[i][j] == score[i + 1][j + 1] + pair[i][j]:
            laid[i] = j
            i, j = i + 1, j + 1
        elif score[i][j] == score[i][j + 1]:
            j += 1
        else:
            i += 1
    return laid
