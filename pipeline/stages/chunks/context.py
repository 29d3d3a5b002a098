"""What a piece needs from above to be understood: its parents' lead-ins ("We shall not pay for:") and the ends of their lists.

Verbatim, outermost first, closing words last. A lead-in is the last sentence of a parent's own words before its children, where it
does not end for good, or points onward ("the following"); a very short one takes the sentence before it along. A sentence that is
complete says nothing of the list behind it, and read with an item it would mislead. Words behind the children belong to each child
where they go on in lower case ("shall not be covered."). A later part of a clause that was cut takes the last sentence with a colon
before it. A parent whose words are only its title has no lead-in: the title stands in the label.
"""

import re
from collections.abc import Sequence

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


class Surroundings:
    """Lead-ins and closing words by node, each found once."""

    def __init__(self, sheaf: Sheaf, settings: ChunkSettings) -> None:
        self._sheaf = sheaf
        self._abbreviations = frozenset(settings.abbreviations)
        self._short = settings.lead_in_words
        self._onward = re.compile("|".join(map(re.escape, settings.onward)) or "(?!)", re.IGNORECASE)
        self._known: dict[str, tuple[str, str]] = {}

    def above(self, node: Clause) -> list[str]:
        """What the ancestors of ``node`` say of it."""
        found = [self._of(ancestor) for ancestor in self._sheaf.ancestors(node)]
        return [lead for lead, _ in found if lead] + [closing for _, closing in reversed(found) if closing]

    def of_tail(self, node: Clause, tail: str) -> list[str]:
        """What the words behind the children of ``node`` need: its own lead-in where they complete its list."""
        lead = self._of(node)[0]
        own = [lead] if lead and GOES_ON.match(tail) else []
        found = [self._of(ancestor) for ancestor in self._sheaf.ancestors(node)]
        return [above for above, _ in found if above] + own + [closing for _, closing in reversed(found) if closing]

    def of_table(self, node: Clause) -> list[str]:
        """What ``node`` and its ancestors say of a table that stands in it."""
        path = (*self._sheaf.ancestors(node), node)
        return [lead for lead, _ in map(self._of, path) if lead]

    def of_part(self, text: str, start: int) -> list[str]:
        """What a part that begins at ``start`` of ``text`` needs from the parts before: the last sentence that leads in."""
        ahead = [text[a:b] for a, b in find_sentences(text[:start], self._abbreviations)]
        leading = [sentence for sentence in ahead if COLON.search(sentence)]
        return leading[-1:]

    def _of(self, node: Clause) -> tuple[str, str]:
        if node.id not in self._known:
            self._known[node.id] = (self._find_lead_in(node), self._find_closing(node))
        return self._known[node.id]

    def _find_lead_in(self, node: Clause) -> str:
        text = self._sheaf.weave_own(node).text
        sentences = find_sentences(text, self._abbreviations)
        last = text[slice(*sentences[-1])] if sentences else ""
        if not self._leads_in(node, last):
            return ""
        first = len(sentences) - 1
        if first > 0 and len(text[slice(*sentences[first])].split()) <= self._short:
            first -= 1
        return text[sentences[first][0] :] if sentences else ""

    def _leads_in(self, node: Clause, sentence: str) -> bool:
        """Whether a list may follow. Under an unnumbered heading a line without a stop is more often a line of its own."""
        if node.kind is NodeKind.CLAUSE and not ENDED.search(sentence):
            return True
        return bool(OPEN_END.search(sentence) or self._onward.search(sentence))

    def _find_closing(self, node: Clause) -> str:
        text = self._sheaf.weave_closing(node).text
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
