"""What becomes of the clause tree: which words make one unit, before any is cut for its length.

A clause whose whole subtree fits the budget is one unit. Otherwise its own words before its first child are one, each child is
treated the same way, and its words behind its children are one. Asides stand apart from the clause that they stand beside.
Lines that a table has taken are left out. Units come in the order of the tree.
"""

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum

from pipeline.config.settings import ChunkSettings
from pipeline.model import Clause, Line, NodeKind, Record, Span
from pipeline.stages.chunks.tokens import Counter
from pipeline.wording import Lexicon, Opening, Woven, weave

SURELY_TOO_LONG = 1.5
"""Times the budget past which the sum of a subtree's pieces is believed without weaving it: joining words saves far less."""


class Role(StrEnum):
    """Which words of a node a unit holds."""

    WHOLE = "whole"
    HEAD = "head"
    TAIL = "tail"


class Unit(Record, frozen=True):
    """Words of one node that belong together."""

    node: Clause
    role: Role
    woven: Woven


class Sheaf(Record, frozen=True):
    """The tree with what is needed to read it: nodes and children by id, lines by id, lines that tables have taken."""

    nodes: Mapping[str, Clause]
    children: Mapping[str, tuple[Clause, ...]]
    lines: Mapping[str, Line]
    taken: Collection[str]
    lexicon: Lexicon

    def ancestors(self, node: Clause) -> list[Clause]:
        """The nodes above ``node``, the root first."""
        above: list[Clause] = []
        while node.parent in self.nodes:
            node = self.nodes[node.parent]
            above.append(node)
        return above[::-1]

    def weave_own(self, node: Clause) -> Woven:
        """The words of ``node`` before its first child, without label and title."""
        return weave(_opened(node.own, Opening.FLOW, self.taken), self.lines, self.lexicon)

    def weave_tail(self, node: Clause) -> Woven:
        """The words of ``node`` behind its children."""
        return weave(_opened(node.tail, Opening.NEW, self.taken), self.lines, self.lexicon)


Opened = tuple[Span, Opening]


def make_units(sheaf: Sheaf, settings: ChunkSettings, count: Counter) -> Iterator[Unit]:
    """The units of the document, none without words."""
    costs = _subtree_costs(sheaf, count)
    for node in sheaf.children.get("", ()):
        yield from _units_of(node, sheaf, costs, settings, count)


def _units_of(node: Clause, sheaf: Sheaf, costs: Mapping[str, int], settings: ChunkSettings, count: Counter) -> Iterator[Unit]:
    children = sheaf.children.get(node.id, ())
    asides = [child for child in children if child.kind is NodeKind.ASIDE]
    if costs[node.id] <= SURELY_TOO_LONG * settings.size:
        whole = weave(_subtree(node, sheaf), sheaf.lines, sheaf.lexicon)
        if count(whole.text) <= settings.size:
            yield from _with_words(Unit(node, Role.WHOLE, whole))
            for aside in asides:
                yield from _units_of(aside, sheaf, costs, settings, count)
            return
    only = all(child.kind is NodeKind.ASIDE for child in children) and not node.tail
    head = weave(_head(node, sheaf.taken), sheaf.lines, sheaf.lexicon)
    yield from _with_words(Unit(node, Role.WHOLE if only else Role.HEAD, head))
    for child in children:
        yield from _units_of(child, sheaf, costs, settings, count)
    yield from _with_words(Unit(node, Role.TAIL, sheaf.weave_tail(node)))


def _with_words(unit: Unit) -> Iterator[Unit]:
    if unit.woven.text:
        yield unit


def _subtree_costs(sheaf: Sheaf, count: Counter) -> dict[str, int]:
    """Tokens of the pieces of each node and all below it (asides left out), summed: an estimate from above."""
    costs: dict[str, int] = {}
    for node in reversed(list(sheaf.nodes.values())):
        spans = (*_heading(node), *node.own, *node.tail)
        words = (sheaf.lines[span.line_id].text[span.start : span.end] for span in spans if span.line_id not in sheaf.taken)
        below = (child for child in sheaf.children.get(node.id, ()) if child.kind is not NodeKind.ASIDE)
        costs[node.id] = sum(map(count, words)) + sum(costs[child.id] for child in below)
    return costs


def _subtree(node: Clause, sheaf: Sheaf) -> Iterator[Opened]:
    yield from _head(node, sheaf.taken)
    for child in sheaf.children.get(node.id, ()):
        if child.kind is not NodeKind.ASIDE:
            yield from _subtree(child, sheaf)
    yield from _opened(node.tail, Opening.NEW, sheaf.taken)


def _head(node: Clause, taken: Collection[str]) -> Iterator[Opened]:
    """Label, title and own words: the label runs on into what follows, a title is a line of its own where the page has it so."""
    opening = Opening.NEW
    for span in _heading(node):
        if span.line_id not in taken:
            yield span, opening
            opening = Opening.RUN_ON
    yield from _opened(node.own, Opening.NEW if node.title_spans else opening, taken)


def _heading(node: Clause) -> tuple[Span, ...]:
    return (*((node.label_span,) if node.label_span else ()), *node.title_spans)


def _opened(spans: tuple[Span, ...], opening: Opening, taken: Collection[str]) -> Iterator[Opened]:
    """The spans that no table has taken; behind one that has gone a new line begins."""
    for span in spans:
        if span.line_id in taken:
            opening = Opening.NEW
        else:
            yield span, opening
            opening = Opening.FLOW
