"""The label of a chunk: its document, version and place in it, ``Title [updated 2021-05-01] › 4 Exclusions › (ii)``.

A label over its limit loses words in the middle of its longest elements, so that the numbers of the path stay; if that is not
enough, elements in the middle of the path. What was left out is marked.
"""

from collections.abc import Callable, Sequence

from pipeline.model import Clause, Identity, NodeKind, Record, Status
from pipeline.stages.chunks.tokens import Counter

SEPARATOR = " › "
LEFT_OUT = "…"
OVERVIEW = "Overview"
LEAST = 8
"""Tokens that a shortened element keeps: its number and a few of its words."""
ENDS = 3
"""The title and both ends of the path, which are never left out."""


class Label(Record, frozen=True):
    """A label, its part behind the title, its tokens, and whether it was shortened."""

    text: str
    section_path: str
    tokens: int
    shortened: bool


def make_label(identity: Identity, elements: Sequence[str], limit: int, count: Counter) -> Label:
    """The label of ``elements`` (the path, outermost first) in at most ``limit`` tokens where that can be had."""
    version = _version(identity)
    parts = (identity.title, *elements)
    text = _written(parts, version)
    tokens = count(text)
    if tokens <= limit:
        return Label(text, SEPARATOR.join(elements), tokens, False)
    kept = _without_middle(_with_short_elements(parts, tokens - limit, count), version, limit, count)
    text = _written(kept, version)
    return Label(text, SEPARATOR.join(kept[1:]), count(text), True)


def element_of(node: Clause) -> str:
    """A node's printed label and title, as its element of the path."""
    printed = node.label.printed if node.label else ""
    element = " ".join(f"{printed} {node.title}".split())
    return element or (OVERVIEW if node.kind is NodeKind.OVERVIEW else "")


def shorten(text: str, limit: int, count: Counter) -> str:
    """``text`` in at most ``limit`` tokens: its first and last words with the mark of what is left out between them."""
    if count(text) <= limit:
        return text
    words = text.split()
    kept = _most(len(words), lambda kept: count(_ends(words, kept)) <= limit)
    if kept:
        return _ends(words, kept)
    return text[: _most(len(text), lambda length: count(f"{text[:length]}{LEFT_OUT}") <= limit)] + LEFT_OUT


def _version(identity: Identity) -> str:
    archived = ["ARCHIVED"] if identity.status is Status.ARCHIVED else []
    updated = [f"updated {identity.updated}"] if identity.updated else []
    return f" [{', '.join(archived + updated)}]" if archived or updated else ""


def _written(parts: tuple[str, ...], version: str) -> str:
    return SEPARATOR.join([f"{parts[0]}{version}", *parts[1:]])


def share_room(costs: Sequence[int], room: int) -> list[int]:
    """How much of ``room`` each of ``costs`` gets: all of what it asks, or as much as every other that asks for too much."""
    shares = [0] * len(costs)
    for done, at in enumerate(sorted(range(len(costs)), key=costs.__getitem__)):
        shares[at] = min(costs[at], max(0, room) // (len(costs) - done))
        room -= shares[at]
    return shares


def _with_short_elements(parts: tuple[str, ...], excess: int, count: Counter) -> tuple[str, ...]:
    """The parts, the long ones shortened by ``excess`` tokens together, none below the least."""
    costs = [count(part) for part in parts]
    shares = share_room(costs, sum(costs) - excess)
    return tuple(shorten(part, max(LEAST, share), count) for part, share in zip(parts, shares, strict=True))


def _without_middle(parts: tuple[str, ...], version: str, limit: int, count: Counter) -> tuple[str, ...]:
    """The parts without as many in the middle as it takes; the title, the first and the last of the path always stay."""
    kept = parts
    while count(_written(kept, version)) > limit:
        whole = [part for part in kept if part != LEFT_OUT]
        if len(whole) <= ENDS:
            break
        middle = (len(whole) + 1) // 2
        kept = (*whole[:middle], LEFT_OUT, *whole[middle + 1 :])
    return kept


def _ends(words: Sequence[str], kept: int) -> str:
    front, back = (kept + 1) // 2, kept // 2
    return " ".join([*words[:front], LEFT_OUT, *words[len(words) - back :]]) if kept else LEFT_OUT


def _most(upper: int, fits: Callable[[int], bool]) -> int:
    """The largest number below ``upper`` that fits, 0 where none does; what is smaller than one that fits, fits."""
    low, high = 0, upper - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low
