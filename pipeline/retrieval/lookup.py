"""A figure out of the tables that a run wrote: the cell whose row, head and table fit every condition.

It is given the rows of ``tables.jsonl`` alone. A condition is a name and a value. Where a table uses the name (a column's head, a
dimension), the value must fit there; where it does not, the value is looked for in row labels, heads, dimensions and caption.
Of several cells the better fit wins inside a table ("35" before "31-35"), the better fitting caption between tables ("Classic"
before "Classic Plus"). Never guesses: what is left after that are the answers, and where there is none, what there is to ask for.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from pipeline.model import Record, TableAction
from pipeline.retrieval.values import Fit, find_extent, find_quantities, fit
from pipeline.store.rows import TableRow
from pipeline.wording import FOOTNOTE_MARK, squeeze

ALIASES = {"si": "suminsured"}
"""Short forms of names that heads print."""
HEAD_PARTS = re.compile(r"\s*(?:\||/(?!-)|,)\s*")
"""Where a head falls into names: "Age Band / SI"."""
ASIDE = re.compile(r"\([^)]*\)")
"""What a head says in brackets: "(in Years)", "(Rs.)"."""
CAPTION_PIECES = re.compile(r"\s*[|:;,()]\s*|\s+[-–—]\s+")
"""Where a caption falls into pieces: "Premium Chart | Zone A - Delhi" has three."""
WORDS = re.compile(r"[^\W_]+(?:[.,+][^\W_]+)*")
"""The words of a caption: "2A+1C" and "5,00,000" are one each."""
DIGITS = re.compile(r"\d[\d.,]*")
"""A bare figure: "1", "5,00,000". No: "1A", "5 Lakh"."""
IN_LAKH = re.compile(r"\bin\s+(?:(?:Rs\.?|INR|₹)\s*)?(?P<unit>lakh|lac|crore)", re.IGNORECASE)
"""A head or caption whose figures are told in lakh or crore: "Sum Insured (in Lakhs)", "Rs. in Lacs"."""
IN_UNITS = {"lakh": 1e5, "lac": 1e5, "crore": 1e7}
LEAST_AMOUNT = 1000
"""Figures from which a bare number in a caption is an amount by itself; a smaller one needs its name beside it ("Zone 1")."""
TITLE_WORDS = 2
"""Words from which the name of a table is a title, so that captions that begin with it fit better than those that hold it."""
SHOWN_TABLES = 5


class Question(Record, frozen=True):
    """What is asked: words of the table ("" for any), and (name, value) conditions."""

    table: str
    where: tuple[tuple[str, str], ...]


class Figure(Record, frozen=True):
    """An answer: a cell, where it stands, and what led to it. ``row`` and ``dimensions`` are (name, value)."""

    value: str
    page: int
    bbox: list[float]
    table: str
    caption: str
    column: str
    row: list[tuple[str, str]]
    dimensions: list[tuple[str, str]]


class Axis(Record, frozen=True):
    """Something that can be asked for: a name and its values in the order of the table."""

    name: str
    values: list[str]


class Offer(Record, frozen=True):
    """A table that might have been meant: which conditions it does not fit, and what it can be asked for."""

    table: str
    pages: list[int]
    caption: str
    unfit: list[str]
    axes: list[Axis]


class Answer(Record, frozen=True):
    """The figures found: one, several where the conditions leave it open, or none, and then ``offers``, the nearest first."""

    figures: list[Figure]
    offers: list[Offer]
    tables: int


def look_up(tables: Sequence[TableRow], question: Question) -> Answer:
    """The figures of ``tables`` that fit ``question``; what there is to ask for where none does."""
    known = [table for table in tables if table.action is not TableAction.RELEASED and table.cells]
    named = [(grade, table) for table in known if (grade := _fit_title(table, question.table)) is not None]
    graded = [(grade + more, figures) for grade, table in named for more, figures in _find_in(table, question.where)]
    best = min((grade for grade, _ in graded), default=0)
    figures = _without_repeats([figure for grade, found in graded if grade == best for figure in found])
    if figures:
        return Answer(figures, [], len(named))
    offers = [_make_offer(table, question.where) for table in ([table for _, table in named] or known)]
    offers.sort(key=lambda offer: len(offer.unfit))
    return Answer([], offers[:SHOWN_TABLES], len(offers))


def _fit_title(table: TableRow, asked: str) -> int | None:
    """How well a table's own words fit the name asked for, 0 the best; None where they do not."""
    if not asked or squeeze(asked) == squeeze(table.id):
        return 0
    words = squeeze(" ".join((table.caption, *table.header, table.kind)))
    wanted = [squeeze(piece) for piece in asked.split("|")]
    if not all(piece in words for piece in wanted):
        return None
    if len(asked.split()) < TITLE_WORDS:
        return 0
    return int(not any(squeeze(piece).startswith(wanted[0]) for piece in table.caption.split("|")))


Conditions = Sequence[tuple[str, str]]


def _find_in(table: TableRow, where: Conditions) -> Iterator[tuple[int, list[Figure]]]:
    """The best fitting figures of one table, with how badly its caption and dimensions fit; nothing where none does."""
    around = [_fit_around(table, *condition) for condition in where]
    inside = [condition for condition, (level, _) in zip(where, around, strict=True) if level is Fit.NOT]
    if any(used and level is Fit.NOT for level, used in around):
        return
    graded = list(_fit_cells(table, inside))
    best = min((grade for grade, _, _ in graded), default=0)
    figures = [_make_figure(table, at, column) for grade, at, column in graded if grade == best]
    if figures:
        yield sum(level for level, _ in around if level is not Fit.NOT), figures


def _fit_around(table: TableRow, name: str, value: str) -> tuple[Fit, bool]:
    """How a condition fits what holds for the whole table, and whether the table settles it there, whatever its cells say."""
    columns = _columns_named(table, name)
    own = [each for each in table.dimensions if _is_named(each.name, name)]
    if own and not columns:
        return min(_fit_dimension(each.name, each.value, value) for each in own), True
    if columns:
        return Fit.NOT, False
    others = [_fit_dimension(each.name, each.value, value) for each in table.dimensions if _may_be(each.name, value)]
    return min([*others, _fit_caption(table.caption, name, value)]), False


def _fit_dimension(name: str, held: str, value: str) -> Fit:
    """How a value fits a dimension: "Zone 1" and "1" are one where it is called zone."""
    bare = re.sub(rf"\b{re.escape(name)}s?\b", "", value, flags=re.IGNORECASE).strip(" :-")
    return min(fit(value, held), fit(bare, held) if bare else Fit.NOT)


def _may_be(name: str, value: str) -> bool:
    """Whether a value may stand for a dimension of another name: no bare figure, or one that names it ("1 Year")."""
    return find_extent(value) is None or squeeze(name) in squeeze(value)


def _fit_caption(caption: str, name: str, value: str) -> Fit:
    """How a value fits a piece of the caption, or words in it; a bare figure only beside its name, or as an amount."""
    words, wanted = _words(caption), _words(value)
    if DIGITS.fullmatch(value.strip()):
        named = _words(name.replace("_", " "))
        if _stands_in([*named, *wanted], words) or _stands_in([*wanted, *named], words):
            return Fit.SAME
    elif squeeze(value) in map(squeeze, CAPTION_PIECES.split(caption)):
        return Fit.SAME
    elif wanted and _stands_in(wanted, words):
        return Fit.INSIDE
    amounts = [amount for amount in find_quantities(value) if amount >= LEAST_AMOUNT] if find_extent(value) else []
    return Fit.INSIDE if any(amount in find_quantities(caption) for amount in amounts) else Fit.NOT


def _words(text: str) -> list[str]:
    return [word.casefold() for word in WORDS.findall(text)]


def _stands_in(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return any(list(words[at : at + len(wanted)]) == list(wanted) for at in range(len(words) - len(wanted) + 1))


def _columns_named(table: TableRow, name: str) -> list[int]:
    """The columns whose head uses the name: as one of its names, else among its words."""
    heads = list(enumerate(table.header))
    exact = [column for column, head in heads if any(_plain(part) == _plain(name) for part in HEAD_PARTS.split(head))]
    return exact or [column for column, head in heads if _is_named(head, name)]


def _plain(text: str) -> str:
    name = squeeze(ASIDE.sub("", FOOTNOTE_MARK.sub("", text)))
    return ALIASES.get(name, name)


def _is_named(held: str, name: str) -> bool:
    """Whether a head or dimension uses a name among its words, or the name is longer by a word ("city tier" and "tier")."""
    words, wanted = _words(held), _words(name.replace("_", " "))
    if any(_plain(part) == _plain(name) for part in HEAD_PARTS.split(held)):
        return True
    return bool(wanted) and bool(words) and (_stands_in(wanted, words) or _stands_in(words, wanted))


def _fit_cells(table: TableRow, where: Conditions) -> Iterator[tuple[int, int, int]]:
    """(how badly, row, column) of each figure that fits all conditions."""
    width = max(len(table.header), *(len(row) for row in table.cells))
    by_head = {(column, name): _fit_head(table, column, value) for column in range(width) for name, value in where}
    places = {name: _places_of(table, name) for name, _ in where}
    beside = {name for name, held in places.items() if all(place >= table.row_labels for place in held)}
    for at, row in enumerate(table.cells):
        by_row = {name: _fit_row(table, row, value, places[name]) for name, value in where}
        for column in range(table.row_labels, len(row)):
            if not row[column].strip():
                continue
            fits = [({**by_row[name], column: Fit.NOT}, Fit.NOT if name in beside else by_head[column, name]) for name, _ in where]
            level = _fit_all(fits, frozenset())
            if level < Fit.NOT:
                yield level, at, column


def _places_of(table: TableRow, name: str) -> Sequence[int]:
    """The columns in whose cells a condition may stand: those that its name heads, else the row labels."""
    named = [column for column in _columns_named(table, name) if _is_named(table.header[column].split(" | ")[-1], name)]
    return named or range(table.row_labels)


def _fit_all(fits: Sequence[tuple[Mapping[int, Fit], Fit]], used: frozenset[int]) -> int:
    """The best sum over all conditions, each in its head or in a cell of the row that stands for no other condition.

    A head over row labels may name the other axis too ("Sum Insured (Rs) Age (in Years)"), so that the same cell is open to two.
    """
    if not fits:
        return 0
    (by_row, by_head), rest = fits[0], fits[1:]
    ways = [(by_head, used), *((level, used | {place}) for place, level in by_row.items() if place not in used)]
    return min((level + _fit_all(rest, taken) for level, taken in ways if level < Fit.NOT), default=Fit.NOT)


def _fit_row(table: TableRow, row: Sequence[str], value: str, places: Sequence[int]) -> dict[int, Fit]:
    """How a value fits the cells of a row where it may stand, by column."""
    return {place: fit(value, row[place], _scale_of(_head(table, place))) for place in places if place < len(row)}


def _fit_head(table: TableRow, column: int, value: str) -> Fit:
    if column >= len(table.header):
        return Fit.NOT
    head = table.header[column]
    corner = table.header[0] if table.row_labels else ""
    scale = max(_scale_of(head), _scale_of(corner))
    return min(fit(value, head), *(fit(value, piece, scale) for piece in head.split(" | ")))


def _scale_of(head: str) -> float:
    found = IN_LAKH.search(head)
    return IN_UNITS[found["unit"].lower()] if found else 1.0


def _make_figure(table: TableRow, at: int, column: int) -> Figure:
    page, *box = table.cell_boxes[at][column]
    row = table.cells[at]
    heads = [*table.header, *[""] * (len(row) - len(table.header))]
    return Figure(
        value=row[column],
        page=int(page),
        bbox=box,
        table=table.id,
        caption=table.caption,
        column=heads[column],
        row=[(heads[place], row[place]) for place in range(table.row_labels)],
        dimensions=[(each.name, each.value) for each in table.dimensions],
    )


def _without_repeats(figures: Sequence[Figure]) -> list[Figure]:
    """Each printed cell once: one that is merged over rows or columns stands in several."""
    first: dict[tuple[str, int, tuple[float, ...]], Figure] = {}
    for figure in figures:
        first.setdefault((figure.table, figure.page, tuple(figure.bbox)), figure)
    return list(first.values())


def _make_offer(table: TableRow, where: Conditions) -> Offer:
    labels = [Axis(_head(table, place), _once(row[place] for row in table.cells)) for place in range(table.row_labels)]
    heads = Axis("column", [head for head in table.header[table.row_labels :] if head])
    fixed = [Axis(each.name, [each.value]) for each in table.dimensions]
    unfit = [f"{name}={value}" for name, value in where if not any(_find_in(table, [(name, value)]))]
    return Offer(table.id, table.pages, table.caption, unfit, [axis for axis in (*fixed, *labels, heads) if axis.values])


def _head(table: TableRow, place: int) -> str:
    return table.header[place] if place < len(table.header) and table.header[place] else "row"


def _once(values: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(value for value in values if value))
