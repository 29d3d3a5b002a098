"""The label of a chunk: its document, version and place in it, ``Title [updated 2021-05-01] › 4 Exclusions › (ii)``.

A label over its limit loses words in the middle of its longest titles; if that is not enough, whole titles and headings, from the
middle of the path. Numbers always stay, and so do the document and both ends of the path: without them nobody knows where a piece
belongs. What was left out is marked.
"""

from collections.abc import Callable, Sequence

from pipeline.model import Clause, Identity, NodeKind, Record, Status
from pipeline.stages.chunks.tokens import Counter

SEPARATOR = " › "
LEFT_OUT = "…"
OVERVIEW = "Overview"
LEAST = 6
"""Tokens that a shortened title keeps: a few of its words at both ends."""


class Element(Record, frozen=True):
    """A level of the path: its number as printed ("" for a heading without one) and its title."""

    number: str
    title: str

    @property
    def text(self) -> str:
        """Both, with single spaces."""
        return " ".join(f"{self.number} {self.title}".split())


class Label(Record, frozen=True):
    """A label, its part behind the title, its tokens, and whether it was shortened."""

    text: str
    section_path: str
    tokens: int
    shortened: bool


def make_label(identity: Identity, elements: Sequence[Element], limit: int, count: Counter) -> Label:
    """The label of ``elements`` (the path, outermost first) in at most ``limit`` tokens, or as few as their numbers need."""
    version = _version(identity)
    texts = [element.text for element in elements]
    text = _written(identity.title, version, texts)
    tokens = count(text)
    if tokens <= limit:
        return Label(text, SEPARATOR.join(texts), tokens, False)
    title, *texts = _with_short_titles(identity.title, elements, tokens - limit, count)
    for at in _from_the_middle(len(texts)):
        if count(_written(title, version, texts)) <= limit:
            break
        texts[at] = f"{elements[at].number} {LEFT_OUT}".lstrip()
    text = _written(title, version, texts)
    return Label(text, SEPARATOR.join(_once(texts)), count(text), True)


def element_of(node: Clause, title: str) -> Element | None:
    """A node's printed label and its title as its element of the path; none where it has neither."""
    number = " ".join(node.label.printed.split()) if node.label else ""
    words = " ".join(title.split()) or (OVERVIEW if node.kind is NodeKind.OVERVIEW else "")
    return Element(number, words) if number or words else None


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


def _written(title: str, version: str, texts: Sequence[str]) -> str:
    return SEPARATOR.join([f"{title}{version}", *_once(texts)])


def _once(texts: Sequence[str]) -> list[str]:
    """The texts, the mark of what is left out said once for several in a row."""
    return [text for at, text in enumerate(texts) if text != LEFT_OUT or not at or texts[at - 1] != LEFT_OUT]


def _from_the_middle(length: int) -> list[int]:
    """The positions between the first and the last, those in the middle first."""
    return sorted(range(1, length - 1), key=lambda at: (abs(2 * at - length + 1), at))


def share_room(costs: Sequence[int], room: int) -> list[int]:
    """How much of ``room`` each of ``costs`` gets: all of what it asks, or as much as every other that asks for too much."""
    shares = [0] * len(costs)
    for done, at in enumerate(sorted(range(len(costs)), key=costs.__getitem__)):
        shares[at] = min(costs[at], max(0, room) // (len(costs) - done))
        room -= shares[at]
    return shares


def _with_short_titles(title: str, elements: Sequence[Element], excess: int, count: Counter) -> list[str]:
    """The document's title and the elements, the long titles among them shortened by ``excess`` tokens together."""
    titles = [title, *(element.title for element in elements)]
    costs = [count(each) for each in titles]
    shares = share_room(costs, sum(costs) - excess)
    first, *short = (shorten(each, max(LEAST, share), count) for each, share in zip(titles, shares, strict=True))
    return [first, *(Element(element.number, each).text for element, each in zip(elements, short, strict=True))]


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
