"""Titles of the document: headings ahead of the first label under which everything numbered stands open no context.

They name the whole: they would stand in every label and tell nothing apart. Their words go to the overview. A section of a Markdown
file (## and deeper) is none of them, nor is a heading beside which another stands.
"""

from collections.abc import Sequence

from pipeline.model import NodeKind, Reason
from pipeline.stages.clauses.ids import ancestors
from pipeline.stages.clauses.tree import Node, Slice


def dissolve_covers(nodes: Sequence[Node]) -> list[Node]:
    """The nodes without the headings that cover all clauses; what stood under them stands a level higher."""
    clauses = [node for node in nodes if node.kind is NodeKind.CLAUSE]
    if not clauses:
        return list(nodes)
    shared = [id(node) for node in ancestors(clauses[0])[:-1]]
    for clause in clauses[1:]:
        above = {id(node) for node in ancestors(clause)}
        shared = [one for one in shared if one in above]
    covers = [node for node in nodes if id(node) in shared and node.kind is NodeKind.HEADING and not node.section]
    return _without(nodes, covers) if covers else list(nodes)


def _without(nodes: Sequence[Node], covers: Sequence[Node]) -> list[Node]:
    """The covers' words given to the overview, or to overviews of their own where other nodes stand between."""
    rest = [node for node in nodes if all(node is not cover for cover in covers)]
    for node in rest:
        if any(node.parent is cover for cover in covers):
            node.parent = None
    loose = sorted(piece for cover in covers for piece in (*cover.title, *cover.own, *cover.tail))
    made: list[Node] = []
    for node in rest:
        while loose and loose[0][0] < node.row:
            _give(made, loose.pop(0))
        made.append(node)
    for piece in loose:
        _give(made, piece)
    return made


def _give(made: list[Node], piece: Slice) -> None:
    if not made or made[-1].kind is not NodeKind.OVERVIEW:
        made.append(Node(NodeKind.OVERVIEW, None, piece[0], reason=Reason("overview", "stands under the document's own title")))
    made[-1].own.append(piece)
