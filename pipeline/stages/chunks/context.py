"""What a piece needs from above to be understood: its parents' lead-ins ("We shall not pay for:") and the ends of their lists.

Verbatim, outermost first, closing words last. A lead-in is the last sentence of a parent's words ahead of the child, where it does
not end for good, or points onward ("the following"); a very short one takes the sentence before it along. A complete sentence says
nothing of the list behind it, and read with an item it would mislead. So would the lead-in of an earlier list ("What is covered:"
ahead of "What is not covered:"): the nearest one counts, and none beyond a heading that leads in itself. Words behind the last
child belong to the children of its list where they go on in lower case ("shall not be covered."). A later part of a clause that was
cut takes the last sentence with a colon before it. A parent whose words are only its title has no lead-in: the title stands in the
label.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from pipeline.config.settings import ChunkSettings
from pipeline.model import Clause, NodeKind, Record
from pipeline.stages.chunks.labels import share_room, shorten
from pipeline.stages.chunks.sentences import find_sentences
from pipeline.stages.chunks.tokens import Counter
from pipeline.stages.chunks.units import Sheaf

GOES_ON = re.compile(r"^[^\w\"'“‘(\[]*[a-zß-öø-ÿ]")
"""Words that complete a list: they begin in lower case, perhaps behind a dash."""
COLON = re.compile(r"[:：]\s*[-–—]?\s*$")
"""The end of a sentence that leads in: "We shall not pay for:", "namely:-"."""


ENDED = re.compile(r"[.!?。！？…][\"'”’)\]]*\s*$")
"""The end of a sentence that is complete."""


OPEN_END = re.compile(r"[:：,;–—-]\s*$")
"""The end of a sentence that goes on below, whatever it stands in."""


class Context(Record, frozen=True):
    """The context of a chunk, its tokens, and whether it was shortened."""

    text: str
    tokens: int
    shortened: bool


class _Around(Record, frozen=True):
    """What a node says of its children: its ``first`` lead-in and its ``last``, that of each child by id, the end of its list."""

    first: str
    last: str
    leads: Mapping[str, str]
    closing: str


class Surroundings:
    """Lead-ins and closing words by node, each found once."""

    def __init__(self, sheaf: Sheaf, settings: ChunkSettings) -> None:
        self._sheaf = sheaf
        self._abbreviations = frozenset(settings.abbreviations)
        self._short = settings.lead_in_words
        self._onward = re.compile("|".join(map(re.escape, settings.onward)) or "(?!)", re.IGNORECASE)
        self._known: dict[str, _Around] = {}

    def above(self, node: Clause) -> list[str]:
        """What the ancestors of ``node`` say of it."""
        path = [*self._sheaf.ancestors(node), node]
        found = [(self._of(ancestor), child.id) for ancestor, child in pairwise(path)]
        leads = [around.leads.get(child, "") for around, child in found]
        ends = [around.closing for around, child in found if around.closing and around.leads.get(child, "") == around.last]
        return [*filter(None, leads), *reversed(ends)]

    def of_tail(self, node: Clause, tail: str) -> list[str]:
        """What the words behind a child of ``node`` need: its lead-in where they complete its list."""
        around, above = self._of(node), self.above(node)
        return [*above, around.last] if around.last and GOES_ON.match(tail) else above

    def of_table(self, node: Clause) -> list[str]:
        """What ``node`` and its ancestors say of a table that stands in it."""
        first = self._of(node).first
        return [*self.above(node), first] if first else self.above(node)

    def of_part(self, text: str, start: int) -> list[str]:
        """What a part that begins at ``start`` of ``text`` needs from the parts before: the last sentence that leads in."""
        ahead = [text[a:b] for a, b in find_sentences(text[:start], self._abbreviations)]
        leading = [sentence for sentence in ahead if COLON.search(sentence)]
        return leading[-1:]

    def _of(self, node: Clause) -> _Around:
        if node.id not in self._known:
            self._known[node.id] = self._find_around(node)
        return self._known[node.id]

    def _find_around(self, node: Clause) -> _Around:
        """The lead-in of each child: of the words before the children, or of later ones between them that lead in."""
        first = lead = self._find_lead_in(self._sheaf.weave_own(node).text, may_be_open=node.kind is NodeKind.CLAUSE)
        leads: dict[str, str] = {}
        closing = ""
        for below in self._sheaf.below(node):
            if isinstance(below, tuple):
                text = self._sheaf.weave_tail(below).text
                lead = self._find_lead_in(text, may_be_open=False) or lead
                closing = self._find_closing(text)
            else:
                leads[below.id] = "" if below.kind is NodeKind.HEADING and OPEN_END.search(below.title) else lead
                closing = ""
        return _Around(first, lead, leads, closing)

    def _find_lead_in(self, text: str, *, may_be_open: bool) -> str:
        """The end of ``text`` where a list may follow it; without any stop only where ``may_be_open``: under a heading without a
        number, and between items, a line without a stop is more often a line of its own.
        """
        sentences = find_sentences(text, self._abbreviations)
        if not sentences:
            return ""
        at = len(sentences) - 1
        last = text[slice(*sentences[at])]
        if not (OPEN_END.search(last) or self._onward.search(last) or (may_be_open and not ENDED.search(last))):
            return ""
        if at and len(last.split()) <= self._short:
            at -= 1
        return text[sentences[at][0] :]

    def _find_closing(self, text: str) -> str:
        if not GOES_ON.match(text):
            return ""
        sentences = find_sentences(text, self._abbreviations)
        return text[: sentences[0][1]]


def make_context(pieces: Sequence[str], limit: int, count: Counter) -> Context:
    """The pieces, one a line, in at most ``limit`` tokens: long ones lose words in their middle."""
    whole = "\n".join(pieces)
    tokens = count(whole)
    if tokens <= limit:
        return Context(whole, tokens, False)
    shares = share_room([count(piece) + 1 for piece in pieces], limit)
    text = "\n".join(shorten(piece, max(1, share - 1), count) for piece, share in zip(pieces, shares, strict=True))
    return Context(text, count(text), True)
