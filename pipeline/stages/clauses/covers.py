"""Titles of the document: headings ahead of the first label under which everything numbered stands open no context.

They name the whole: they would stand in every label and tell nothing apart. Their words go to the overview. A section of a Markdown
file (## and deeper) is none of them, nor is a heading beside which another stands.
"""

from collections.abc import Sequence

from pipeline.model import NodeKind, Reason
from pipeline.stages.clauses.ids import ancestors
from pipeline.stages.clauses.tree import Node


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
    """The covers' words given to the overview, which is made where there is none."""
    overview = next((node for node in nodes if node.kind is NodeKind.OVERVIEW), None)
    if overview is None:
        overview = Node(NodeKind.OVERVIEW, None, covers[0].row, reason=Reason("overview", "the document's own title"))
    overview.own = sorted([*overview.own, *(piece for cover in covers for piece in (*cover.title, *cover.own))])
    overview.tail = sorted([*overview.tail, *(piece for cover in covers for piece in cover.tail)])
    rest = [node for node in nodes if node is not overview and all(node is not cover for cover in covers)]
    for node in rest:
        if any(node.parent is cover for cover in covers):
            node.parent = None
    return [overview, *rest]
