"""The tree: the decisions of the search made into nodes, and every row given to exactly one of them.

Walks the rows once with a copy of the stack that the search kept. A label opens a node; an unnumbered heading, or the lead-in of a
list that begins again, opens a heading node; other rows go to the node that is open, before its first child or behind its last.
Nothing is judged here but how far in a table's caption stands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pipeline.model import LEAD_IN, Label, NodeKind, Reason, Span
from pipeline.stages.clauses.candidates import Candidate
from pipeline.stages.clauses.headings import Heading
from pipeline.stages.clauses.labels import Form
from pipeline.stages.clauses.rows import Row
from pipeline.stages.clauses.state import CandidateEvent, Event, HeadingEvent, Move, Step, TextEvent, ends_heading

Slice = tuple[int, int, int]
"""A stretch of a row's text: row, start, end (half-open)."""


@dataclass
class Node:
    """A node while it is being filled. ``title``, ``own`` and ``tail`` hold (row, start, end) stretches of row text.

    ``section`` marks a heading that Markdown says is one.
    """

    kind: NodeKind
    parent: "Node | None"
    row: int
    label: Label | None = None
    form: Form | None = None
    reason: Reason = field(default_factory=lambda: Reason("", ""))
    label_slice: Slice | None = None
    title: list[Slice] = field(default_factory=list)
    own: list[Slice] = field(default_factory=list)
    tail: list[Slice] = field(default_factory=list)
    children: int = 0
    section: bool = False
    place: Candidate | None = None
    step: Step | None = None

    def add(self, piece: Slice) -> None:
        """Takes a stretch of words, before the first child or behind the last."""
        (self.tail if self.children else self.own).append(piece)


@dataclass
class _Stack:
    """The open items by depth, and the headings that stand open at each depth."""

    items: list[Node] = field(default_factory=list)
    heads: list[list[tuple[Heading | None, Node]]] = field(default_factory=lambda: [[]])
    active: int = 0

    def node(self, depth: int) -> "Node | None":
        """What text at ``depth`` belongs to."""
        if self.heads[depth]:
            return self.heads[depth][-1][1]
        return self.items[depth - 1] if depth else None

    def close(self, depth: int) -> None:
        """Text belongs to ``depth`` again: the list there may be taken up, those inside its items are over."""
        del self.items[depth + 1 :]
        self.heads[depth + 1 :] = [[] for _ in self.items[depth:]]
        self.active = depth


class TreeBuilder:
    """Builds the nodes of one document."""

    def __init__(self, rows: Sequence[Row], candidates: Sequence[Candidate], headings: Mapping[int, Heading], near: float) -> None:
        """``near``: points by which two rows may begin apart and still stand under one another."""
        self.near = near
        self.rows = rows
        self.candidates = candidates
        self.headings = headings
        self.nodes: list[Node] = []
        self.stack = _Stack()
        self.overview: Node | None = None
        self.captioned: Node | None = None
        self.caption_until = 0

    def build(self, events: Sequence[Event], steps: Sequence[Step]) -> list[Node]:
        """All nodes in reading order."""
        decided: dict[int, list[Step]] = {}
        for step in steps:
            decided.setdefault(step.event, []).append(step)
        at_row: dict[int, list[tuple[Event, list[Step]]]] = {}
        for number, event in enumerate(events):
            row = self.candidates[event.candidate].row if isinstance(event, CandidateEvent) else event.row
            at_row.setdefault(row, []).append((event, decided.get(number, [])))
        lead_until = heading_until = 0
        for at in range(len(self.rows)):
            if self._caption(at):
                continue
            begin = 0
            for event, taken in at_row.get(at, []):
                if isinstance(event, HeadingEvent) and taken:
                    begin = self._heading(event, taken[-1])
                    heading_until = event.heading.titled
                elif isinstance(event, TextEvent):
                    lead_until, begin = self._text(event, taken, lead_until)
                elif isinstance(event, CandidateEvent):
                    begin = self._candidate(event, taken, begin)
                    if event.else_heading is not None and any(step.kind == "heading" for step in taken):
                        heading_until = event.else_heading.heading.titled
            self._give(at, begin, title=at < max(heading_until, lead_until))
        return self.nodes

    def _caption(self, at: int) -> bool:
        """Whether the row is a table's caption; its heading node stands under what is open, and nothing else changes."""
        heading = self.headings.get(at)
        if heading is not None and heading.caption:
            parent = self.stack.node(self._caption_depth(self.rows[at]))
            self.captioned = Node(NodeKind.HEADING, parent, at, reason=Reason("caption", "stands above a table"))
            self._born(self.captioned)
            self.caption_until = heading.last
        if at >= self.caption_until or self.captioned is None:
            return False
        self.captioned.title.append((at, 0, len(self.rows[at].text)))
        return True

    def _caption_depth(self, row: Row) -> int:
        """How deep a caption stands: beside the items of a plain list where it begins as their labels and the parent's text do."""
        depth = self.stack.active
        if depth < 2 or row.centred:
            return depth
        last, above = self.stack.items[depth - 1].place, self.stack.items[depth - 2].place
        if last is None or above is None or last.bold or not row.bold:
            return depth
        return depth - 1 if max(abs(row.x - last.x), abs(row.x - above.text_x)) <= self.near else depth

    def _give(self, at: int, begin: int, *, title: bool) -> None:
        piece = (at, begin, len(self.rows[at].text))
        node = self.stack.node(self.stack.active)
        if node is None:
            if self.overview is None or self.nodes[-1] is not self.overview:
                self.overview = Node(NodeKind.OVERVIEW, None, at, reason=Reason("overview", "stands under no label and no heading"))
                self.nodes.append(self.overview)
            node = self.overview
        if title and node.kind is NodeKind.HEADING:
            node.title.append(piece)
        elif piece[2] > piece[1]:
            node.add(piece)

    def _text(self, event: TextEvent, taken: Sequence[Step], lead_until: int) -> tuple[int, int]:
        """Up to which row a lead-in goes, and where the words behind a name that is run in begin."""
        for step in taken:
            self.stack.close(step.depth)
            if event.name is not None and step.kind == "name":
                reason = Reason("heading", "run in ahead of a list or a table, set like the heading before it")
                node = self._head(Heading(event.row, event.row, event.name.style, False), step.depth, event.row, reason)
                node.title.append((event.row, 0, event.name.end))
                return lead_until, event.name.end
            if event.lead:
                self._head(None, step.depth, event.row, Reason(LEAD_IN, "a list begins again behind it"))
                return event.lead, 0
        return lead_until, 0

    def _heading(self, event: HeadingEvent, step: Step) -> int:
        """Opens the heading's node. Returns where the words behind a title that is run in begin."""
        style, sign = event.heading.style, event.heading.sign
        size = f"size {self.rows[event.row].size:.1f}"
        looks = [size, "bold" if style.bold else "not bold", *["capitals"] * style.caps, *["behind a sign"] * (sign is not None)]
        node = self._head(event.heading, step.depth, event.row, Reason("heading", ", ".join(looks)))
        if sign is None:
            return 0
        node.label_slice = (event.row, 0, sign.start)
        if not sign.whole:
            node.title.append((event.row, sign.start, sign.end))
        return sign.start if sign.whole else sign.end

    def _head(self, heading: Heading | None, depth: int, row: int, reason: Reason) -> Node:
        stack = self.stack
        kept = [h for h in stack.heads[depth] if h[0] is not None and (heading is None or h[0].style.rank > heading.style.rank)]
        stack.heads[depth] = kept
        parent = stack.node(depth)
        section = heading is not None and heading.style.level > 1
        node = Node(NodeKind.HEADING, parent, row, reason=reason, section=section)
        self._born(node)
        stack.heads[depth] = [*kept, (heading, node)]
        stack.close(depth)
        return node

    def _born(self, node: Node) -> None:
        if node.parent is not None:
            node.parent.children += 1
        self.nodes.append(node)

    def _candidate(self, event: CandidateEvent, taken: Sequence[Step], begin: int) -> int:
        """Opens a node where the label was accepted. Returns where the rest of the row's words begin."""
        candidate = self.candidates[event.candidate]
        for step in taken:
            if step.move is None:
                if step.kind == "close":
                    self.stack.close(step.depth)
                elif step.kind == "heading" and event.else_heading is not None:
                    self._heading(event.else_heading, step)
                continue
            if candidate.start > begin:
                self._title_before(candidate, begin)
            heads = self.stack.heads[step.depth]
            heads[:] = [head for head in heads if not ends_heading(candidate, head[0].style if head[0] else None)]
            node = self._item(candidate, step, step.move)
            self._born(node)
            stack = self.stack
            stack.items[step.depth :] = [node]
            stack.heads[step.depth + 1 :] = [[]]
            stack.active = step.depth + 1
            return candidate.found.end
        return begin

    def _title_before(self, candidate: Candidate, begin: int) -> None:
        node = self.stack.node(self.stack.active)
        if node is not None:
            node.add((candidate.row, begin, candidate.start))

    def _item(self, candidate: Candidate, step: Step, move: Move) -> Node:
        found, form = candidate.found, move.form
        why = explain_move(move, self.candidates)
        return Node(
            NodeKind.CLAUSE,
            self.stack.node(step.depth),
            candidate.row,
            label=Label(found.printed, found.normal, form.style, form.value[-1], found.prefix, found.suffix),
            form=form,
            reason=Reason(move.kind, f"{why}; {candidate.evidence}; cost {move.cost:.1f}"),
            label_slice=(candidate.row, candidate.start, found.end),
            place=candidate,
            step=step,
        )


def explain_move(move: Move, candidates: Sequence[Candidate]) -> str:
    """A move in words."""
    against = candidates[move.against].found.printed if move.against >= 0 else "the document"
    missing = f" with {move.gap} missing" if move.gap else ""
    match move.kind:
        case "continue":
            return f"follows {against}{missing}"
        case "repeat":
            return f"is printed twice after {against}"
        case "extend":
            return f"extends {against}{missing}"
        case "orphan":
            return "is a dotted number whose parent is not printed before it"
        case _:
            return f"opens a list under {against}{missing}"


def to_spans(row: Row, start: int, end: int) -> list[Span]:
    """A stretch of a row's text as spans of its pieces, white space at the ends left out."""
    spans = []
    at = 0
    for line in row.lines:
        text = line.text
        length = len(text)
        low, high = start - at if start > at else 0, end - at if end - at < length else length
        words = text[low:high] if low < high else ""
        stripped = words.strip()
        if stripped:
            if len(stripped) < len(words):
                low += len(words) - len(words.lstrip())
            spans.append(Span(line.id, low, low + len(stripped)))
        at += length + 1
    return spans
