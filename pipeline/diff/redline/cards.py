"""What the HTML shows of each change: its words with those that weigh marked, its places by name, its pages.

Everything here is text of the document as it stands; that it stays text is the template's part.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from pipeline.diff.records import CellChange, Change, Difference, Kind, Piece, Place, TableChange
from pipeline.diff.redline.sheets import SIDES, Drawn, Sheet, count_pages_left_out, make_sheets
from pipeline.diff.words import split_tokens
from pipeline.model import Record

TABLE = "table"
"""What a change of a table is called among the kinds of clauses."""
LONG_EQUAL = 40
"""Words that did not change, in a row, from which the middle is folded away until it is asked for."""
ENDS = 12
"""Words of them that stay on each side: a line of print."""
FEWEST_CELLS, SHOWN_CELLS, ALL_CELLS = 12, 100, 5000
"""Cells of a table that are listed, at least and at most, and of all tables together; the JSON has all. Premium grids that were
worked out anew have hundreds each, and a browser takes seconds for 20,000 rows."""
FIRST_WORDS = 8
"""Words of a clause without a title that stand for one in the list."""
SHORT_NAME = 90
"""Letters of a name in the list of changes, and of a row; some wordings have a sentence for a title, some tables an address."""


class Stretch(Record, frozen=True):
    """Words in a row of one kind: ``op`` is equal, removed, added or folded. ``parts`` are words and whether they weigh."""

    op: str
    parts: tuple[tuple[str, bool], ...]


class Card(Record, frozen=True):
    """A change as it is shown. ``filters``: the kinds by which it is found; of a table that it is one.

    ``whole``: all of its words came or went, so that striking them out would only hide them.
    """

    anchor: str
    kinds: tuple[str, ...]
    filters: tuple[str, ...]
    weighty: bool
    weights: tuple[str, ...]
    name: str
    short: str
    behind: tuple[Place, ...]
    old: tuple[Place, ...]
    new: tuple[Place, ...]
    stretches: tuple[Stretch, ...]
    whole: bool
    ids_differ: bool
    follow: tuple[str, ...]
    cells: tuple[CellChange, ...]
    cells_left_out: int
    sheets: dict[str, tuple[Sheet, ...]]
    pages_left_out: dict[str, int]


def make_cards(difference: Difference, drawn: Drawn) -> Iterator[Card]:
    """A card for each change, clauses first, in the order of the difference."""
    for number, change in enumerate(difference.clauses, 1):
        yield _of_clause(f"change-{number}", change, drawn)
    cells = max(FEWEST_CELLS, min(SHOWN_CELLS, ALL_CELLS // max(1, len(difference.tables))))
    for number, table in enumerate(difference.tables, 1):
        yield _of_table(f"table-{number}", table, drawn, cells)


def count_cards(cards: Sequence[Card]) -> dict[str, int]:
    """How many cards are of each kind, those that there are, in the order of the kinds."""
    counts = Counter(kind for card in cards for kind in card.filters)
    return {kind: counts[kind] for kind in (*Kind, TABLE) if counts[kind]}


def _of_clause(anchor: str, change: Change, drawn: Drawn) -> Card:
    name = _name((change.new or change.old)[0])
    words = name if (change.new or change.old)[0].title else f"{name} {' '.join(_first_words(change))}"
    kinds = tuple(kind.value for kind in change.kinds)
    return Card(
        anchor=anchor,
        kinds=kinds,
        filters=kinds,
        weighty=change.weighty,
        weights=change.weights,
        name=name,
        short=_shorten(words),
        behind=change.behind,
        old=change.old,
        new=change.new,
        stretches=tuple(_stretches(change.words, frozenset(change.weights))),
        ids_differ=len({place.id for place in (*change.old, *change.new)}) > 1,
        whole=change.kind in (Kind.ADDED, Kind.REMOVED),
        follow=change.follow,
        cells=(),
        cells_left_out=0,
        sheets=_sheets(change, drawn),
        pages_left_out=_left_out(change),
    )


def _of_table(anchor: str, change: TableChange, drawn: Drawn, cells: int) -> Card:
    old, new = ((place,) if place.id else () for place in (change.old, change.new))
    name = f"Table {_name(change.new if change.new.id else change.old)}"
    return Card(
        anchor=anchor,
        kinds=(TABLE, change.kind.value),
        filters=(TABLE,),
        weighty=change.weighty,
        weights=(),
        name=name,
        short=_shorten(name),
        behind=(),
        old=old,
        new=new,
        stretches=(),
        whole=False,
        ids_differ=False,
        follow=(),
        cells=tuple(msgspec.structs.replace(cell, row=_shorten(cell.row)) for cell in islice(change.cells, cells)),
        cells_left_out=max(0, len(change.cells) - cells),
        sheets=_sheets(change, drawn),
        pages_left_out=_left_out(change),
    )


def _name(place: Place) -> str:
    return " ".join(f"{place.id} {place.title}".split())


def _first_words(change: Change) -> Iterator[str]:
    """What a clause without a title begins with, as it reads now: "section-B.2.6.iv.d" says little in a list."""
    kept = "removed" if change.kind is Kind.REMOVED else "added"
    words = (word for piece in change.words if piece.op in ("equal", kept) for word in piece.words.split())
    return islice(words, FIRST_WORDS)


def _shorten(name: str) -> str:
    return name if len(name) <= SHORT_NAME else f"{name[:SHORT_NAME].rstrip()}…"


def _sheets(change: Change | TableChange, drawn: Drawn) -> dict[str, tuple[Sheet, ...]]:
    return {side: make_sheets(change, side, drawn.get(side, {})) for side in SIDES}


def _left_out(change: Change | TableChange) -> dict[str, int]:
    return {side: count_pages_left_out(change, side) for side in SIDES}


def _stretches(pieces: Sequence[Piece], weights: frozenset[str]) -> Iterator[Stretch]:
    for index, piece in enumerate(pieces):
        words = piece.words.split()
        if piece.op != "equal" or len(words) <= LONG_EQUAL:
            yield Stretch(piece.op, tuple(_parts(words, weights if piece.op != "equal" else frozenset())))
            continue
        head, tail = (ENDS if index else 0), (ENDS if index < len(pieces) - 1 else 0)
        cuts = ("equal", words[:head]), ("folded", words[head : len(words) - tail]), ("equal", words[len(words) - tail :])
        yield from (Stretch(op, ((" ".join(some), False),)) for op, some in cuts if some)


def _parts(words: Sequence[str], weights: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """The words in runs that weigh and runs that don't."""
    run: list[str] = []
    heavy = False
    for word in words:
        weighs = not weights.isdisjoint(split_tokens(word))
        if run and weighs != heavy:
            yield " ".join(run), heavy
            run = []
        run.append(word)
        heavy = weighs
    if run:
        yield " ".join(run), heavy
