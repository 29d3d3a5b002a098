"""Where lines stand in the reading order of a document, and which clause was last before each."""

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


def clauses_before(reading: Reading, clauses: ClauseTree, taken: Collection[str]) -> tuple[str, ...]:
    """For each place the id of the clause whose words stand last before it; words of tables don't count. "" before the first."""
    owners = owners_of_lines(clauses, taken)
    before: list[str] = []
    last = ""
    for line in reading.lines:
        before.append(last)
        last = owners.get(line.id, last)
    return tuple(before)


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
