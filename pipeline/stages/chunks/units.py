"""What becomes of the clause tree: which words make one unit, before any is cut for its length.

A clause whose whole subtree fits the budget is one unit. Otherwise its own words before its first child are one, each child is
treated the same way, and its words behind a child (a note between two items, the end of the sentence behind the last) are one
each. Asides stand apart from the clause that they stand beside. Lines that a table has taken are left out. Units, and the words
in them, come in the order of the page.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

from pipeline.config.settings import ChunkSettings
from pipeline.model import Clause, Line, NodeKind, Record, Span
from pipeline.stages.chunks.tokens import Counter
from pipeline.wording import Lexicon, Opening, Woven, join_title, weave

SURELY_TOO_LONG = 8
"""Characters to a token, on average, past which a subtree is believed to be too long without weaving it: words have 3 to 5."""


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
    """The tree with what is needed to read it: nodes, children but for asides, lines and their order by id, the ids in that order,
    and the lines that tables have taken.
    """

    nodes: Mapping[str, Clause]
    children: Mapping[str, tuple[Clause, ...]]
    lines: Mapping[str, Line]
    order: Mapping[str, int]
    ids: Sequence[str]
    taken: Collection[str]
    lexicon: Lexicon

    def find_owned(self) -> dict[str, bool]:
        """The lines of the text, by id, and whether a label stands in each."""
        labels = {node.label_span.line_id for node in self.nodes.values() if node.label_span}
        spans = (span for node in self.nodes.values() for span in (*_heading(node), *node.own, *node.tail))
        return {span.line_id: span.line_id in labels for span in spans}

    def ancestors(self, node: Clause) -> list[Clause]:
        """The nodes above ``node``, the root first."""
        above: list[Clause] = []
        while node.parent in self.nodes:
            node = self.nodes[node.parent]
            above.append(node)
        return above[::-1]

    def title(self, node: Clause) -> str:
        """The title of ``node`` as it reads: a word hyphenated at a line end is whole."""
        return join_title(node.title_spans, self.lines, self.lexicon) or node.title

    def has_own(self, node: Clause) -> bool:
        """Whether ``node`` has words before its first child besides label and title."""
        own = (span for span in node.own if span.line_id not in self.taken)
        return any(self.lines[span.line_id].text[span.start : span.end].strip() for span in own)

    def goes_on(self, node: Clause) -> bool:
        """Whether the own words of ``node`` begin in lower case: they end a sentence that its title begins."""
        first = node.own[0] if node.own else None
        return first is not None and self.lines[first.line_id].text[first.start : first.end].lstrip()[:1].islower()

    def weave_own(self, node: Clause) -> Woven:
        """The words of ``node`` before its first child, without its label, and without its title unless they go on with that."""
        spans = (*node.title_spans, *node.own) if self.goes_on(node) else node.own
        return weave(_opened(spans, Opening.FLOW, self.taken), self.lines, self.lexicon)

    def below(self, node: Clause) -> Iterator[Clause | tuple[Span, ...]]:
        """The children of ``node`` and the words that it has behind each, in the order of the page."""
        children = self.children.get(node.id, ())
        starts = [self._start(child) for child in children]
        tails: dict[int, list[Span]] = defaultdict(list)
        for span in node.tail:
            tails[bisect_right(starts, self.order.get(span.line_id, 0))].append(span)
        yield from self._tail(tails, 0)
        for at, child in enumerate(children, 1):
            yield child
            yield from self._tail(tails, at)

    def weave_tail(self, spans: tuple[Span, ...]) -> Woven:
        """Words behind a child."""
        return weave(_opened(spans, Opening.NEW, self.taken), self.lines, self.lexicon)

    def first_words(self, node: Clause) -> str:
        """How ``node`` begins behind its label: its title, its words, or how its first child does."""
        for span in (*node.title_spans, *node.own):
            if span.line_id not in self.taken and (words := self.lines[span.line_id].text[span.start : span.end].strip()):
                return words
        return next((self.first_words(child) for child in self.children.get(node.id, ())), "")

    def last_words(self, node: Clause) -> str:
        """How the last line of ``node`` and all below it ends."""
        spans = [span for span in (*_heading(node), *node.own, *node.tail) if span.line_id not in self.taken]
        last = max(spans, key=lambda span: (self.order[span.line_id], span.start), default=None)
        children = self.children.get(node.id, ())
        if children and (last is None or self.order[last.line_id] < self._start(children[-1])):
            return self.last_words(children[-1])
        return self.lines[last.line_id].text[last.start : last.end].rstrip() if last else ""

    def weave_above(self, node: Clause, line_ids: Sequence[str]) -> Woven:
        """The words of ``node`` ahead of the first of these lines, none ahead of a child that stands between."""
        end = min((self.order[line_id] for line_id in line_ids if line_id in self.order), default=0)
        starts = (self._start(child) for child in self.children.get(node.id, ()))
        first = max((start for start in starts if start < end), default=-1)
        spans = (span for span in (*node.own, *node.tail) if first < self.order.get(span.line_id, -1) < end)
        return weave(_opened(tuple(spans), Opening.FLOW, self.taken), self.lines, self.lexicon)

    def _start(self, node: Clause) -> int:
        spans = (*_heading(node), *node.own)
        if spans:
            return min(self.order.get(span.line_id, 0) for span in spans)
        return min(map(self._start, self.children.get(node.id, ())), default=0)

    def _tail(self, tails: Mapping[int, list[Span]], at: int) -> Iterator[tuple[Span, ...]]:
        if at in tails:
            yield tuple(tails[at])


Opened = tuple[Span, Opening]


def make_units(sheaf: Sheaf, settings: ChunkSettings, count: Counter) -> Iterator[Unit]:
    """The units of the document, none without words."""
    lengths = _subtree_lengths(sheaf)
    for node in sheaf.children.get("", ()):
        yield from _units_of(node, sheaf, lengths, settings, count)
    for node in sheaf.nodes.values():
        if node.kind is NodeKind.ASIDE:
            yield from _with_words(Unit(node, Role.WHOLE, weave(_head(node, sheaf), sheaf.lines, sheaf.lexicon)))


def _units_of(node: Clause, sheaf: Sheaf, lengths: Mapping[str, int], settings: ChunkSettings, count: Counter) -> Iterator[Unit]:
    if lengths[node.id] <= SURELY_TOO_LONG * settings.size:
        whole = weave(_subtree(node, sheaf), sheaf.lines, sheaf.lexicon)
        if len(whole.text) <= settings.whole_characters and count(whole.text) <= settings.size:
            yield from _with_words(Unit(node, Role.WHOLE, whole))
            return
    only = not sheaf.children.get(node.id) and not node.tail
    head = weave(_head(node, sheaf), sheaf.lines, sheaf.lexicon)
    yield from _with_words(Unit(node, Role.WHOLE if only else Role.HEAD, head))
    for below in sheaf.below(node):
        if isinstance(below, tuple):
            yield from _with_words(Unit(node, Role.TAIL, sheaf.weave_tail(below)))
        else:
            yield from _units_of(below, sheaf, lengths, settings, count)


def _with_words(unit: Unit) -> Iterator[Unit]:
    if unit.woven.text:
        yield unit


def _subtree_lengths(sheaf: Sheaf) -> dict[str, int]:
    """Characters of each node and all below it, asides and what tables took left out."""
    lengths: dict[str, int] = {}
    for node in reversed(list(sheaf.nodes.values())):
        spans = (*_heading(node), *node.own, *node.tail)
        own = sum(span.end - span.start for span in spans if span.line_id not in sheaf.taken)
        lengths[node.id] = own + sum(lengths[child.id] for child in sheaf.children.get(node.id, ()))
    return lengths


def _subtree(node: Clause, sheaf: Sheaf) -> Iterator[Opened]:
    yield from _head(node, sheaf)
    for below in sheaf.below(node):
        if isinstance(below, tuple):
            yield from _opened(below, Opening.NEW, sheaf.taken)
        else:
            yield from _subtree(below, sheaf)


def _head(node: Clause, sheaf: Sheaf) -> Iterator[Opened]:
    """Label, title, own words: the label runs on; a title is a line of its own where the page has it so and its sentence ends."""
    opening = Opening.NEW
    for span in _heading(node):
        if span.line_id not in sheaf.taken:
            yield span, opening
            opening = Opening.RUN_ON
    apart = bool(node.title_spans) and not sheaf.goes_on(node)
    yield from _opened(node.own, Opening.NEW if apart else opening, sheaf.taken)


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
