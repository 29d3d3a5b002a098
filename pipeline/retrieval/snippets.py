"""A short excerpt of a text that shows what was asked for: plain words, fit to be read aloud.

What it is centred on, in this order: the first match of the whole query (the first as whole words, else the first inside one); of
its words that are no function words and stand in the text as whole words, the longest; where a script sets no spaces between words,
the longest run of characters that both have; else nothing, and the head of the text is shown. Case, accents and the forms of
apostrophes and hyphens don't count. White space is collapsed before anything is measured. An ellipsis stands where something was
cut and nowhere else, and is counted; lengths are in code points. The excerpt is never longer than the limit, and no character of it
was not in the text.
"""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from pipeline.config.function_words import FUNCTION_WORDS
from pipeline.errors import UsageError
from pipeline.retrieval.folding import Folded, find_runs, find_words, fold, is_edge, is_ideograph, is_mark

ELLIPSIS = "…"
BOTH = 2 * len(ELLIPSIS)
Stretch = tuple[int, int]
"""Half-open, in characters."""
LEAST_RUN = 2
"""Characters of a shared run, at least: one alone says something only where it is an ideograph."""
EDGE_SIGNS = " .,;:!?¿¡\"'“”‘’«»()[]。？！、，"
"""What may stand around a query and is no part of what is asked for."""


def snippet(
    text: str,
    query: str,
    limit: int = 200,
    *,
    at_words: bool = False,
    function_words: Mapping[str, Collection[str]] = FUNCTION_WORDS,
) -> str:
    """At most ``limit`` code points of ``text``, centred on what matches ``query``.

    With ``at_words`` no word is cut, as long as that leaves the match whole. ``function_words`` are lists by language; the language
    is the one whose list knows most words of the query. Raises UsageError where ``limit`` is below 1.
    """
    if limit < 1:
        raise UsageError(f"an excerpt of {limit} characters cannot be; its limit must be 1 or more")
    words = " ".join(text.split())
    if len(words) <= limit:
        return words
    match = _find_match(words, " ".join(query.split()), limit, function_words)
    start, end = _place(match, len(words), limit)
    if at_words:
        start, end = _at_words(words, (start, end), match)
    return _cut(words, start, end)


def _find_match(text: str, query: str, limit: int, function_words: Mapping[str, Collection[str]]) -> Stretch:
    """What the excerpt is centred on; (0, 0) where there is nothing."""
    held, asked = fold(text), fold(query).text
    lists = _fold_lists(tuple(map(tuple, function_words.values())))
    words = _find_candidates(asked, lists)
    bare = asked.strip(EDGE_SIGNS) if words else ""
    places = (
        *(_find(wanted, held, inside=True) for wanted in (asked, bare)),
        *(_find(word, held, inside=False) for word in words),
    )
    return next(filter(None, places), None) or _find_run([run[:limit] for run in find_runs(asked)], held, lists) or (0, 0)


def _find(wanted: str, held: Folded, *, inside: bool) -> Stretch | None:
    """The first place of ``wanted`` as whole words; else, with ``inside``, the first anywhere."""
    first = at = held.text.find(wanted) if wanted else -1
    while at >= 0:
        end = at + len(wanted)
        if is_edge(held.text, at) and is_edge(held.text, end):
            return held.stretch(at, end)
        at = held.text.find(wanted, at + 1)
    return held.stretch(first, first + len(wanted)) if inside and first >= 0 else None


def _find_candidates(asked: str, lists: Sequence[frozenset[str]]) -> list[str]:
    """The words of the query that may be looked for, the longest first; joined ones ("co-payment") ahead of their parts."""
    words = list(find_words(asked))
    parts = [part for word in words for part in word.parts]
    known = _choose_words(parts, lists)
    joined = [word.text for word in words if word.text not in known and any(part[1:] and part not in known for part in word.parts)]
    found = dict.fromkeys([*joined, *(part for part in parts if part not in known)])
    return sorted(found, key=len, reverse=True)


def _choose_words(words: Sequence[str], lists: Sequence[frozenset[str]]) -> frozenset[str]:
    """The function words of the language that knows most words of the query; of several that know as many, of all of them."""
    known = [sum(word in held for word in words) for held in lists]
    chosen = [held for held, times in zip(lists, known, strict=True) if times == max(known)]
    return frozenset[str]().union(*chosen)


@lru_cache(maxsize=16)
def _fold_lists(lists: tuple[tuple[str, ...], ...]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(fold(word).text for word in words) for words in lists)


def _find_run(runs: Sequence[str], held: Folded, lists: Sequence[frozenset[str]]) -> Stretch | None:
    """The longest piece of these runs of the query that the text has as well and that is no function word."""
    longest = bisect_left(
        range(1, max(map(len, runs), default=0) + 1), True, key=lambda length: not _share(runs, held.text, length)
    )
    for length in range(longest, 0, -1):
        telling = (run for run in _share(runs, held.text, length) if _tells(run, lists))
        if places := [held.text.find(run) for run in telling]:
            return held.stretch(min(places), min(places) + length)
    return None


def _share(runs: Sequence[str], text: str, length: int) -> set[str]:
    """The pieces of this length that the runs and the text have in common."""
    pieces = {run[at : at + length] for run in runs for at in range(len(run) - length + 1)}
    return pieces & {text[at : at + length] for at in range(len(text) - length + 1)} if pieces else pieces


def _tells(run: str, lists: Sequence[frozenset[str]]) -> bool:
    return (len(run) >= LEAST_RUN or is_ideograph(run)) and not any(run in held for held in lists)


def _place(match: Stretch, length: int, limit: int) -> Stretch:
    """What is shown of a text of ``length`` characters: the match in the middle, or the beginning of one that is too long."""
    room = limit - BOTH
    start = max((match[0] + match[1] - room) // 2, 0) if match[1] - match[0] <= room else match[0]
    if start <= 1 or room < 1:  # an ellipsis for one character would save nothing
        return 0, limit - len(ELLIPSIS)
    if start + room >= length - 1:
        return length - limit + len(ELLIPSIS), length
    return start, start + room


def _at_words(text: str, shown: Stretch, match: Stretch) -> Stretch:
    """What is shown, drawn in to the nearest spaces where they leave the match whole."""
    start, end = shown
    if start and text[start - 1] != " ":
        after = text.find(" ", start, end) + 1
        start = after if 0 < after <= max(match[0], start) else start
    if end < len(text) and text[end] != " ":
        before = text.rfind(" ", start, end)
        end = before if before >= match[1] and before > start else end
    return start, end


def _cut(text: str, start: int, end: int) -> str:
    """The stretch without blanks at its ends and without marks that are parted from their letters, ellipses where it was cut."""
    first, behind = start, end
    while first < behind and (text[first] == " " or (first and is_mark(text[first]))):
        first += 1
    while first < behind < len(text) and is_mark(text[behind]):
        behind -= 1
    shown = text[first:behind].rstrip(" ") or text[start:end].strip(" ")
    return f"{ELLIPSIS if start else ''}{shown}{ELLIPSIS if end < len(text) else ''}"
