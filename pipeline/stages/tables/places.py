"""Where lines stand in the reading order of a document, and which clause was last before each."""

from bisect import bisect_left
from collections.abc import Collection, Mapping
from itertools import accumulate

from pipeline.model import ClauseTree, Document, Line, NodeKind, Record, index_lines
from pipeline.stages.tables.joining import Between


class Reading(Record, frozen=True):
    """The lines of a document in reading order, and the place of each. ``set_aside`` are those that are no part of the text."""

    lines: tuple[Line, ...]
    order: Mapping[str, int]
    set_aside: frozenset[str]


def make_reading(document: Document, set_aside: Collection[str]) -> Reading:
    """The reading order of ``document``."""
    index = index_lines(document)
    return Reading(index.every, index.order, frozenset(set_aside))


def letters_between(reading: Reading, tabled: Collection[str]) -> Between:
    """Running sums of the characters of text outside tables; turned text and side columns don't part a table."""
    aside = reading.set_aside
    free = [0 if line.id in tabled or line.id in aside or line.rotation or line.side else len(line.text) for line in reading.lines]
    return Between((0, *accumulate(free)))


class Before(Record, frozen=True):
    """The clauses whose words end lines, by the places of those lines in reading order."""

    places: tuple[int, ...]
    clauses: tuple[str, ...]

    def last(self, at: int) -> str:
        """The id of the clause whose words stand last before place ``at``; "" before the first."""
        count = bisect_left(self.places, at)
        return self.clauses[count - 1] if count else ""


def clauses_before(reading: Reading, clauses: ClauseTree, taken: Collection[str]) -> Before:
    """Which clause stands last before each place; words of tables, ``taken``, don't count."""
    owners = owners_of_lines(clauses, taken)
    owned = sorted([(reading.order[line_id], clause_id) for line_id, clause_id in owners.items() if line_id in reading.order])
    return Before(tuple([place for place, _ in owned]), tuple([clause_id for _, clause_id in owned]))


def owners_of_lines(clauses: ClauseTree, taken: Collection[str]) -> Mapping[str, str]:
    """For each line of the text that is not ``taken`` the id of the node whose words end it; a table stands in no aside."""
    owners: dict[str, str] = {}
    for clause in clauses.clauses:
        if clause.kind is NodeKind.ASIDE:
            continue
        label = (clause.label_span,) if clause.label_span else ()
        for span in (*label, *clause.title_spans, *clause.own, *clause.tail):
            if span.line_id not in taken:
                owners[span.line_id] = clause.id
    return owners
