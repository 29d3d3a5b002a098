"""What the clauses of a drawn document are, for tests: ``paths(tree_of("1. Scope", "(a) fever;"))``."""

from pipeline.config.settings import ClauseSettings, Overrule
from pipeline.model import Boilerplate, Clause, ClauseTree, Mark, NodeKind, Page
from pipeline.stages.clauses import parse_clauses
from tests.builders import Drawn, document, page
from tests.trees import NOTHING_ASIDE


def tree_of(
    *drawn: Page | Drawn,
    marks: tuple[Mark, ...] = (),
    settings: ClauseSettings | None = None,
    overrules: tuple[Overrule, ...] = (),
) -> ClauseTree:
    """The tree of pages, or of one page of what is drawn; ``marks`` are the lines set aside."""
    pages = [one for one in drawn if isinstance(one, Page)]
    made = document(*(pages or [page(*(one for one in drawn if not isinstance(one, Page)))]))
    return parse_clauses(made, Boilerplate(marks, NOTHING_ASIDE.gap), settings or ClauseSettings(), overrules)


def clauses_of(tree: ClauseTree) -> list[Clause]:
    """The numbered clauses."""
    return [clause for clause in tree.clauses if clause.kind is NodeKind.CLAUSE]


def paths(tree: ClauseTree) -> list[str]:
    """Their paths."""
    return ["/".join(clause.path) for clause in clauses_of(tree)]


def ids(tree: ClauseTree) -> list[str]:
    """Their ids."""
    return [clause.id for clause in clauses_of(tree)]


def headings_of(tree: ClauseTree) -> list[str]:
    """The titles of the headings without numbers."""
    return [clause.title for clause in tree.clauses if clause.kind is NodeKind.HEADING]


def titled(tree: ClauseTree, title: str) -> Clause:
    """The first node of that title."""
    return next(clause for clause in tree.clauses if clause.title == title)


def owner_of(tree: ClauseTree, line_id: str) -> str:
    """The id of the first node that has words of a line."""
    return next(c.id for c in tree.clauses if any(s.line_id == line_id for s in (*c.title_spans, *c.own, *c.tail)))
