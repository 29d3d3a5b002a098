"""Words across lines: how the pieces of a text are joined, counted and compared.

A line break becomes a space, a paragraph break a newline. A word hyphenated at a line end is joined where the document itself
shows the joined word or shows no other, and keeps its hyphen where the document shows it hyphenated inside a line.
Nothing here changes a word that stands inside a line.
"""

import re
from collections.abc import Iterable, Mapping

from pipeline.model import Document, Line, Record, Span

WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
BROKEN = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)-$")
"""A word cut at a line end: "main-" (group 1: "main")."""
NEXT_WORD = re.compile(r"^[^\W\d_]+")
LETTERS = re.compile(r"[^\W_]")


class Lexicon(Record, frozen=True):
    """The words that a document shows inside its lines, lower case: whole ones, and those with a hyphen."""

    words: frozenset[str]
    hyphenated: frozenset[str]


def make_lexicon(document: Document) -> Lexicon:
    """All words of the document that stand inside a line, not cut at its end."""
    words: set[str] = set()
    for page in document.pages:
        for line in page.lines:
            words.update(WORD.findall(line.text.lower()))
    return Lexicon(frozenset(w for w in words if "-" not in w), frozenset(w for w in words if "-" in w))


def join_lines(texts: Iterable[tuple[str, bool]], lexicon: Lexicon) -> str:
    """One text from ``(words of a line, whether a paragraph begins there)`` in order."""
    joined = ""
    for text, paragraph in texts:
        text = text.strip()
        if not text:
            continue
        if not joined:
            joined = text
        elif paragraph:
            joined += "\n" + text
        else:
            joined = _join(joined, text, lexicon)
    return joined


def _join(before: str, after: str, lexicon: Lexicon) -> str:
    cut = BROKEN.search(before)
    onward = NEXT_WORD.match(after)
    if not (cut and onward) or onward[0][0].isupper():
        return f"{before}{'' if cut and onward else ' '}{after}"
    whole, kept = (cut[1] + onward[0]).lower(), f"{cut[1]}-{onward[0]}".lower()
    if kept in lexicon.hyphenated and whole not in lexicon.words:
        return before + after
    return before[:-1] + after


def join_spans(spans: Iterable[Span], lines: Mapping[str, Line], lexicon: Lexicon) -> str:
    """The words of ``spans`` as one text. A span that begins inside a line begins no paragraph."""
    pieces = ((lines[s.line_id].text[s.start : s.end], lines[s.line_id].paragraph and s.start == 0) for s in spans)
    return join_lines(pieces, lexicon)


def squeeze(text: str) -> str:
    """Letters and digits alone, lower case: what is left when spacing, hyphens and quotes don't count."""
    return "".join(LETTERS.findall(text)).casefold()


def count_letters(text: str) -> int:
    """How many letters and digits ``text`` has: the unit of the ledger."""
    return len(LETTERS.findall(text))
