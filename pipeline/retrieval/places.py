"""Where a figure stands that no passage holds: the rates tables that were set aside, and how they are looked up.

Tables of one document with the same heads are one place: 216 grids, a page each. A question asks for a place where the place
covers more of it than any passage does: by words of its captions, heads, dimensions and row labels, by amounts and ages that fall
among its rows and columns, and by a word for a price where its captions or heads tell one. Never gives a figure: that is for the
look-up.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby

from pipeline.model import Record
from pipeline.retrieval.asking import AskedTerm, has_all, weigh_all
from pipeline.retrieval.terms import PART, find_terms, fold
from pipeline.retrieval.values import Fit, fit
from pipeline.store.rows import TableRow

FIGURE = re.compile(r"\d+(?:\.\d+)?")
SHOWN_VALUES = 2
"""Values of an axis that a place is shown with: its first and its last."""


class PlaceAxis(Record, frozen=True):
    """Something that a place can be asked for: its name, its first and last value, and how many there are."""

    name: str
    first: str
    last: str
    values: int


class TablePlace(Record, frozen=True):
    """Tables that may hold a figure: those that fit the question best, all pages of their like, and how to look them up.

    ``caption`` and ``table`` are of the one table whose words fit best. ``look_up`` is a command, its conditions those found in the
    question.
    """

    doc_id: str
    title: str
    source: str
    tables: int
    pages: list[int]
    caption: str
    table: str
    axes: list[PlaceAxis]
    look_up: str
    cover: float


class Place:
    """The tables of one document that have the same heads. ``stem`` takes a word's ending off."""

    def __init__(self, tables: Sequence[TableRow], price_words: Collection[str], stem: Callable[[str], str]) -> None:
        self.tables = tuple(tables)
        self._price_words = {term for word in price_words for term in find_terms(word)}
        self._stem = stem

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The heads, dimension values and row labels of all its tables, each once."""
        return tuple(dict.fromkeys(label for table in self.tables for label in _labels_of(table)))

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that its tables are called by, and their stems."""
        texts = {*self.labels, *(text for table in self.tables for text in _names_of(table))}
        words = {term for text in texts for term in find_terms(text)}
        return frozenset(words | {self._stem(word) for word in words})

    def cover(self, asked: Sequence[AskedTerm]) -> float:
        """The share (0 to 1) of a question that the tables answer to, by weight."""
        whole = weigh_all(asked)
        held = sum(each.weight for each in asked if not each.joined and self._holds(each))
        return held / whole if whole else 0.0

    def _holds(self, asked: AskedTerm) -> bool:
        if FIGURE.fullmatch(asked.term):
            return any(fit(asked.term, label) is not Fit.NOT for label in self.labels)
        if asked.term in self._price_words:
            return bool(self._price_words & self.words)
        return asked.term in self.words or asked.stem in self.words or any(has_all(near, self.words) for near in asked.near)


def find_places(tables: Sequence[TableRow], price_words: Collection[str], stem: Callable[[str], str]) -> list[Place]:
    """The places of a document: tables one behind the other that have the same heads."""
    return [Place(list(group), price_words, stem) for _, group in groupby(tables, key=lambda table: tuple(table.header))]


def find_place(places: Sequence[Place], asked: Sequence[AskedTerm]) -> tuple[Place, float] | None:
    """The place that covers most of a question, the first of equals, with the share; None where none covers any of it."""
    covered = [(place, place.cover(asked)) for place in places]
    best = max(covered, key=lambda each: each[1], default=None)
    return best if best and best[1] else None


def _names_of(table: TableRow) -> Iterator[str]:
    yield table.caption
    yield from (each.name for each in table.dimensions)


def _labels_of(table: TableRow) -> Iterator[str]:
    yield from (piece for head in table.header for piece in head.split(" | "))
    yield from (each.value for each in table.dimensions)
    yield from (cell for row in table.cells for cell in row[: table.row_labels])


def asks_for_figure(question: str, asked: Sequence[AskedTerm], words: Collection[str]) -> bool:
    """Whether a question is one that a table of figures can answer: it gives a figure, or has a word (folded) that asks for one."""
    return any(FIGURE.fullmatch(each.term) for each in asked) or has_any(question, words)


def has_any(question: str, words: Collection[str]) -> bool:
    """Whether a question has one of some words, or words that stand together, upper and lower case and accents aside."""
    folded = f" {' '.join(PART.findall(fold(question)))} "
    return any(f" {fold(word)} " in folded for word in words)


def choose_table(asked: Sequence[AskedTerm], place: Place) -> TableRow:
    """The table of a place whose caption and dimensions have most words of the question; the first of equals."""
    wanted = {each.term for each in asked}

    def shared(table: TableRow) -> int:
        texts = (table.caption, *(each.value for each in table.dimensions))
        return len(wanted & {term for text in texts for term in find_terms(text)})

    return max(place.tables, key=shared)


def make_axes(table: TableRow) -> list[PlaceAxis]:
    """What a table can be asked for: its row labels, by their heads, and its columns."""
    heads = [*table.header, *[""] * table.row_labels]
    labels = [(heads[at], [row[at] for row in table.cells]) for at in range(table.row_labels)]
    columns = ("column", list(table.header[table.row_labels :]))
    return [_make_axis(name, values) for name, values in (*labels, columns) if any(values)]


def _make_axis(name: str, values: Iterable[str]) -> PlaceAxis:
    held = list(dict.fromkeys(filter(None, values)))
    return PlaceAxis(" ".join(name.split()) or "row", held[0], held[-1], len(held))


def write_look_up(doc_id: str, table: TableRow, asked: Sequence[AskedTerm]) -> str:
    """The command that looks a figure up, with the conditions that the question gives; "..." where it gives none."""
    figures = [each.term for each in asked if FIGURE.fullmatch(each.term)]
    conditions = dict(_conditions(table, figures))
    written = " ".join(_quoted(f"{name}={value}") for name, value in conditions.items()) or "NAME=VALUE"
    return f"clausetrace lookup {_quoted(doc_id)} --table {table.id} --where {written}"


def _conditions(table: TableRow, figures: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The figures of a question that fall among the labels of a table's rows, by the head above them."""
    for at in range(table.row_labels):
        name = fold(" ".join(table.header[at].split())) if at < len(table.header) else ""
        fitting = [figure for figure in figures if any(fit(figure, row[at]) is not Fit.NOT for row in table.cells)]
        if name and len(fitting) == 1:
            yield name, fitting[0]


def _quoted(text: str) -> str:
    """``text`` as one word of a shell."""
    return text if re.fullmatch(r"[\w.=:/@%+,-]+", text, re.ASCII) else "'" + text.replace("'", "'\"'\"'") + "'"
