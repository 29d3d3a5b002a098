"""The search over label sequences grows with the number of labels and no faster: CPU per label, compared over sizes.

The document has the shape of a long wording: numbered clauses, each with letters, each second letter with romans, a wrapped row
and a row set back among them, so that the beam is as full as in real documents. What is measured is the clauses stage as a whole:
a step around the search that grew faster would show as well.
"""

import gc
from time import process_time

import pytest

from pipeline.config.settings import ClauseSettings
from pipeline.model import Document
from pipeline.stages.clauses import parse_clauses
from tests.builders import Drawn, document, page
from tests.trees import NOTHING_ASIDE

ROWS = 45
LETTERS, ROMANS = "abcdefghijkl", ("i", "ii", "iii", "iv", "v", "vi")
MOST_GROWTH = 2.0
"""How much dearer a label may become when there are ten times as many. A quadratic step makes it ten times as dear."""


def wording(labels: int) -> Document:
    """A document with ``labels`` labels, and half as many rows again without one."""
    rows: list[Drawn] = []
    clause = made = 0
    while made < labels:
        clause += 1
        rows.append(f"{(clause - 1) % 400 + 1}. Benefit number {clause}" if clause % 400 else "ANNEXURE")
        made += 1
        for letter in LETTERS:
            rows.append((f"{letter}. the expenses for the treatment that is named in the schedule and", 90.0))
            rows.append(("which was begun within the period of the policy:", 108.0))
            made += 1
            if letter in "bdhi":
                rows.extend((f"{roman}. of the kind that is the subject of item {roman} there;", 108.0) for roman in ROMANS)
                made += len(ROMANS)
        rows.append(("These apply to every insured person.", 72.0))
    pages = (page(*rows[at : at + ROWS], number=number) for number, at in enumerate(range(0, len(rows), ROWS), 1))
    return document(*pages)


def cost_per_label(labels: int, *, repeats: int) -> float:
    """CPU seconds for each label, the least of ``repeats`` runs: what another process takes away shows only as more."""
    made = wording(labels)
    times = []
    for _ in range(repeats):
        gc.collect()
        begun = process_time()
        tree = parse_clauses(made, NOTHING_ASIDE, ClauseSettings())
        times.append(process_time() - begun)
    return min(times) / sum(clause.label is not None for clause in tree.clauses)


def test_a_label_costs_no_more_in_a_document_with_ten_times_as_many() -> None:
    few = cost_per_label(1_000, repeats=3)

    many = cost_per_label(10_000, repeats=1)

    assert many < MOST_GROWTH * few


@pytest.mark.full
def test_a_label_costs_no_more_in_a_document_with_a_hundred_thousand() -> None:
    few = cost_per_label(10_000, repeats=3)

    many = cost_per_label(100_000, repeats=1)

    assert many < MOST_GROWTH * few
