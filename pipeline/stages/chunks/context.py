"""What a piece needs from above to be understood: its parents' lead-ins ("We shall not pay for:") and the ends of their lists.

Verbatim, outermost first, closing words last. A lead-in leads in: the last sentence of a parent's words ahead of the child ends in
a colon, a comma or a dash; or it breaks off at a word at which no sentence ends ("provided that"), or the child goes on with it in
lower case; or it points onward ("the following"), and then what is said behind it before the list belongs to it ("This holds for
changes too."). A very short one takes the sentence before it along. Any other sentence says nothing of the list behind it and,
read with an item, would mislead; a title without a stop is none. So would the lead-in of an earlier list ("What is covered:" ahead
of "What is not covered:"): the nearest one counts, and none beyond a heading that leads in itself. A table has that of the words
just above it. Words behind the last child belong to the children of its list where they go on in lower case ("shall not be
covered.") and that child does not break off at them. A later part of a clause that was cut takes the last sentence with a colon
before it. A parent whose words are only its title has no lead-in: the title stands in the label.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from pipeline.config.settings import ChunkSettings
from pipeline.model import Clause, NodeKind, Record, Span
from pipeline.stages.chunks.labels import share_room, shorten
from pipeline.stages.chunks.sentences import Extent, find_sentences
from pipeline.stages.chunks.tokens import Counter
from pipeline.stages.chunks.units import Sheaf

GOES_ON = re.compile(r"^[^\w\"'“‘(\[]*(?!\w[.)\]]|\w\s+[A-Z])[a-zß-öø-ÿ]")
"""Words that complete a list: they begin in lower case, perhaps behind a dash; not "l) Care", nor "o Exclusions" (a bullet)."""
BROKEN_OFF = re.compile(r"(?<!\band)(?<!\bor)(?<!\bund)(?<!\boder)(?<!\bet)(?<!\bou)(?<!\b[yo])(?<=\w)$")
"""The end of an item that goes on in what stands behind it: it ends in a word, and not in that ahead of the next item."""
COLON = re.compile(r"[:：]\s*[-–—]?\s*$")
"""The end of a sentence that leads in: "We shall not pay for:", "namely:-"."""
ENDED = re.compile(r"[.!?。！？…][\"'”’)\]]*\s*$")
"""The end of a sentence that is complete."""
OPEN_END = re.compile(r"[:：,–—-]\s*$")
"""The end of a sentence that goes on below, whatever it stands in."""
LAST_WORD = re.compile(r"\w+$")


class Context(Record, frozen=True):
    """The context of a chunk, its tokens, and whether it was shortened."""

    text: str
    tokens: int
    shortened: bool


class _Around(Record, frozen=True):
    """What a node says of its children: its ``last`` lead-in, that of each child by id, and the end of its list."""

    last: str
    leads: Mapping[str, str]
    closing: str


class Surroundings:
    """Lead-ins and closing words by node, each found once."""

    def __init__(self, sheaf: Sheaf, settings: ChunkSettings) -> None:
        self._sheaf = sheaf
        self._abbreviations = frozenset(settings.abbreviations)
        self._short = settings.lead_in_words
        self._window = settings.lead_in_sentences
        self._unfinished = frozenset(settings.unfinished)
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

    def of_table(self, node: Clause, line_ids: Sequence[str]) -> list[str]:
        """What is said of a table of these lines that stands in ``node``: the lead-ins of that, and of the words just above it.

        Behind the children of the clause that announces it, it has the lead-in that they have.
        """
        words = self._sheaf.weave_above(node, line_ids).text
        lead = self._find_lead_in(words, "") if words else self._lead_before(node, line_ids)
        return [*self.above(node), lead] if lead else self.above(node)

    def _lead_before(self, node: Clause, line_ids: Sequence[str]) -> str:
        """The lead-in of the last child of ``node`` that begins before these lines; "" where none does."""
        order = self._sheaf.order
        end = min((order[line_id] for line_id in line_ids if line_id in order), default=0)
        for child in reversed(self._sheaf.children.get(node.id, ())):
            spans = (*((child.label_span,) if child.label_span else ()), *child.title_spans, *child.own)
            if spans and order.get(spans[0].line_id, end) < end:
                return self._of(node).leads.get(child.id, "")
        return ""

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
        belows = list(self._sheaf.below(node))
        lead = self._find_lead_in(self._sheaf.weave_own(node).text, self._next_words(belows))
        leads: dict[str, str] = {}
        closing = before = ""
        for at, below in enumerate(belows, 1):
            if isinstance(below, tuple):
                text = self._sheaf.weave_tail(below).text
                lead = self._find_lead_in(text, self._next_words(belows[at:])) or lead
                closing = "" if BROKEN_OFF.search(before) else self._find_closing(text)
            else:
                before = self._sheaf.last_words(below)
                leads[below.id] = "" if below.kind is NodeKind.HEADING and OPEN_END.search(below.title) else lead
                closing = ""
        return _Around(lead, leads, closing)

    def _next_words(self, belows: Sequence[Clause | tuple[Span, ...]]) -> str:
        """How the child begins that comes next."""
        return next((self._sheaf.first_words(below) for below in belows if not isinstance(below, tuple)), "")

    def _find_lead_in(self, text: str, onward: str) -> str:
        """The end of ``text`` where it leads in to a list whose first item has the words ``onward``."""
        sentences = find_sentences(text, self._abbreviations)
        if not sentences:
            return ""
        last = text[slice(*sentences[-1])]
        at = len(sentences) - 1
        if not self._breaks_off(last, onward):
            at = self._find_onward(text, sentences)
        if at < 0:
            return ""
        before = text[slice(*sentences[at - 1])] if at else ""
        if len(text[sentences[at][0] :].split()) <= self._short and (ENDED.search(before) or OPEN_END.search(before)):
            at -= 1
        return text[sentences[at][0] :]

    def _breaks_off(self, sentence: str, onward: str) -> bool:
        if OPEN_END.search(sentence):
            return True
        last = LAST_WORD.search(sentence)
        return (last is not None and last[0] in self._unfinished) or (bool(GOES_ON.match(onward)) and not ENDED.search(sentence))

    def _find_onward(self, text: str, sentences: Sequence[Extent]) -> int:
        """The first of the last sentences of the last paragraph that points onward, -1 where none does."""
        paragraph = text.rfind("\n", 0, sentences[-1][0])
        first = max(0, len(sentences) - self._window)
        near = (at for at in range(first, len(sentences)) if sentences[at][0] > paragraph)
        return next((at for at in near if self._onward.search(text[slice(*sentences[at])])), -1)

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
