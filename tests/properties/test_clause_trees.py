"""From random clause trees, drawn to PDF in many ways, the tree comes back, and the ledger holds.

What is compared: the paths in order, and of each clause its own words and those behind its children, white space left out of
account. ``clause_trees`` says which documents are made, and which are not because no reader could tell.
"""

import pytest
from hypothesis import HealthCheck, given, settings

from pipeline.checks.ledger import make_ledger, share_lines
from pipeline.config.settings import BoilerplateSettings, ClauseSettings, ExtractSettings
from pipeline.model import Clause, ClauseTree, Document, Identity, NodeKind, Span
from pipeline.stages.boilerplate import find_boilerplate
from pipeline.stages.clauses import parse_clauses
from pipeline.stages.extract import extract
from tests.properties.clause_trees import Wording, wordings
from tests.properties.drawn_wordings import draw_wording
from tests.trees import NO_TABLES

Shown = tuple[str, str, str]
"""A clause: its path, its own words with its title, the words behind its children."""

SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large, HealthCheck.large_base_example)


def examples(most: int) -> settings:
    """The same examples in every run: a document that fails is a fault to mend, not one of chance."""
    return settings(max_examples=most, derandomize=True, deadline=None, suppress_health_check=SLOW)


@examples(60)
@given(wordings(columns=1))
def test_a_clause_tree_drawn_in_one_column_comes_back(wording: Wording) -> None:
    check(wording)


@examples(40)
@given(wordings(columns=2))
def test_a_clause_tree_drawn_in_two_columns_comes_back(wording: Wording) -> None:
    check(wording)


@pytest.mark.full
@examples(2000)
@given(wordings(columns=1))
def test_many_clause_trees_drawn_in_one_column_come_back(wording: Wording) -> None:
    check(wording)


def check(wording: Wording) -> None:
    """The tree is the one that was drawn, and every line has one fate."""
    document = extract(draw_wording(wording), Identity("drawn", "drawn", "Drawn", "drawn.pdf", "0" * 64), ExtractSettings())
    boilerplate = find_boilerplate(document, BoilerplateSettings())
    tree = parse_clauses(document, boilerplate, ClauseSettings())
    ledger, faults, differences = make_ledger(document, boilerplate, share_lines(tree, NO_TABLES), NO_TABLES)

    assert found(tree, document) == drawn(wording)
    assert not faults
    assert not differences
    assert ledger.counted == ledger.by_reader == sum(letters for _, letters in ledger.letters)


def drawn(wording: Wording) -> list[Shown]:
    """What the wording holds."""
    return [("/".join(item.path), bare(item.title + item.words), bare(item.tail)) for item in wording.items()]


def found(tree: ClauseTree, document: Document) -> list[Shown]:
    """What the tree holds. Nothing that was drawn stands outside a clause, so all nodes count."""
    lines = {line.id: line.text for page in document.pages for line in page.lines}

    def words(spans: tuple[Span, ...]) -> str:
        return bare("".join(lines[span.line_id][span.start : span.end] for span in spans))

    return [(shown_path(node), words((*node.title_spans, *node.own)), words(node.tail)) for node in tree.clauses]


def shown_path(node: Clause) -> str:
    """The path of a clause; of anything else what it was taken for."""
    return "/".join(node.path) if node.kind is NodeKind.CLAUSE else f"<{node.kind}>"


def bare(text: str) -> str:
    """Without white space."""
    return "".join(text.split())
