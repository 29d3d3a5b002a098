"""Paths and ids: readable, stable, and each given once.

The path is the numbered ancestors and the clause itself. The id joins it with dots, leaving out an element that the next begins
with; a root that is printed with a word keeps the word; an unnumbered heading stands in brackets only where nothing else tells
two clauses apart.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence

from pipeline.model import NodeKind
from pipeline.stages.clauses.tree import Node

SLUG = re.compile(r"[^\w]+")
SLUG_LONGEST = 40


def slug(text: str) -> str:
    """A text as a readable part of an id: lower case, words joined by hyphens."""
    plain = unicodedata.normalize("NFKC", text).lower()
    words = SLUG.sub("-", plain).strip("-")
    return words if len(words) <= SLUG_LONGEST else words[:SLUG_LONGEST].rpartition("-")[0] or words[:SLUG_LONGEST]


def ancestors(node: Node) -> list[Node]:
    """The nodes above and the node itself, outermost first."""
    chain = [node]
    while chain[-1].parent is not None:
        chain.append(chain[-1].parent)
    return chain[::-1]


def path_of(node: Node) -> tuple[str, ...]:
    """Normalised labels of the numbered ancestors and of the node, with the parents that a dotted number names where they are not
    printed.
    """
    path: list[str] = []
    above: Node | None = None
    for one in ancestors(node):
        if one.label is None or one.form is None:
            continue
        if one.form.dotted and ":" not in one.form.core and not _named_parent(above, one):
            path.extend(prefix for prefix in _prefixes(one.label.normal) if prefix not in path)
        path.append(one.label.normal)
        above = one
    return tuple(path)


def _named_parent(above: Node | None, node: Node) -> bool:
    return (
        above is not None
        and above.form is not None
        and node.form is not None
        and ":" in above.form.core
        and above.form.value == node.form.value[:-1]
    )


def _prefixes(dotted: str) -> list[str]:
    parts = dotted.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts))]


def give_ids(nodes: Sequence[Node], titles: Callable[[Node], str]) -> dict[int, str]:
    """An id for each node, by ``id(node)``. ``titles`` gives a node's title.

    A heading that tells two clauses apart stands in the ids of all clauses under it, so that a list's ids are alike.
    """
    chains = {id(node): ancestors(node) for node in nodes}
    alike: dict[str, list[Sequence[Node]]] = {}
    for node in nodes:
        alike.setdefault(_joined(chains[id(node)], (), titles), []).append(chains[id(node)])
    shown: set[int] = set()
    for group in alike.values():
        shown.update(id(heading) for heading in _telling_apart(group, titles))
    ids = {}
    for node in nodes:
        chain = chains[id(node)]
        brackets = [one for one in _headings(chain) if id(one) in shown] if node.kind is NodeKind.CLAUSE else []
        ids[id(node)] = _joined(chain, brackets, titles)
    return _made_unique(nodes, ids)


def _telling_apart(chains: Sequence[Sequence[Node]], titles: Callable[[Node], str]) -> list[Node]:
    """As few headings as tell the most of the clauses apart that have one path."""
    best: list[Node] = []
    if len(chains) == 1 or chains[0][-1].kind is not NodeKind.CLAUSE:
        return best
    most = 1
    for pick in (_nearest, _outermost, _every):
        tried = {_joined(chain, pick(chain), titles) for chain in chains}
        if len(tried) > most:
            most = len(tried)
            best = [heading for chain in chains for heading in pick(chain)]
    return best


def _made_unique(nodes: Sequence[Node], ids: dict[int, str]) -> dict[int, str]:
    """The ids with ~2, ~3, ... on those that nothing tells apart, in reading order."""
    wanted = {ids[id(node)] for node in nodes}
    taken: set[str] = set()
    seen: Counter[str] = Counter()
    for node in nodes:
        key = ids[id(node)]
        seen[key] += 1
        if key in taken:
            number = seen[key]
            while f"{key}~{number}" in wanted or f"{key}~{number}" in taken:
                number += 1
            key = f"{key}~{number}"
        taken.add(key)
        ids[id(node)] = key
    return ids


def _headings(chain: Sequence[Node]) -> list[Node]:
    return [one for one in chain[:-1] if one.kind is NodeKind.HEADING]


def _nearest(chain: Sequence[Node]) -> tuple[Node, ...]:
    return tuple(_headings(chain)[-1:])


def _outermost(chain: Sequence[Node]) -> tuple[Node, ...]:
    return tuple(_headings(chain)[:1])


def _every(chain: Sequence[Node]) -> tuple[Node, ...]:
    return tuple(_headings(chain))


def _joined(chain: Sequence[Node], shown: Sequence[Node], titles: Callable[[Node], str]) -> str:
    """The id of the last of ``chain``, with the headings in ``shown`` in brackets behind what they stand under."""
    last = chain[-1]
    if last.kind in (NodeKind.OVERVIEW, NodeKind.ASIDE):
        return f"{last.kind}"
    path = list(path_of(last))
    parts: list[str] = []
    for at, element in enumerate(path):
        following = path[at + 1] if at + 1 < len(path) else ""
        if not following.startswith(f"{element}."):
            parts.append(element)
    if parts:
        parts[0] = _root(chain, path, parts[0])
    for heading in shown:
        depth = len(path_of(heading))
        parts = _insert(parts, path, depth, f"[{slug(titles(heading))}]")
    if last.kind is NodeKind.HEADING:
        own = f"[{slug(titles(last)) or 'heading'}]"
        return f"{'.'.join(parts)}{own}" if parts else own
    return ".".join(parts).replace(".[", "[")


def _root(chain: Sequence[Node], path: Sequence[str], first: str) -> str:
    """The first element of an id, with the word that the root is printed with."""
    root = next((one for one in chain if one.label is not None), None)
    if root is None or root.form is None or root.label is None or ":" not in root.form.core or first != path[0]:
        return first
    name = root.form.core.partition(":")[0]
    return f"{name}-{first}" if name.isalpha() and name.isascii() else first


def _insert(parts: list[str], path: Sequence[str], depth: int, bracket: str) -> list[str]:
    """Puts a heading's bracket behind the element at ``depth`` of the path, wherever that is in the shortened id."""
    kept = [at for at in range(len(path)) if not (at + 1 < len(path) and path[at + 1].startswith(f"{path[at]}."))]
    behind = sum(1 for at in kept if at < depth)
    place, seen = 0, 0
    while place < len(parts) and seen < behind:
        seen += not parts[place].startswith("[")
        place += 1
    while place < len(parts) and parts[place].startswith("["):
        place += 1
    return [*parts[:place], bracket, *parts[place:]]
