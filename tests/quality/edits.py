"""Edits made to a real document's clauses, each with what it must be told as: truth where no second version is known.

Edited are leaves whose words no other clause has, one for each kind of edit, drawn by ``seed``.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from pipeline.diff.words import NEGATIONS, WEIGHTY, make_key, split_tokens
from pipeline.store.rows import ClauseRow

FIGURE = re.compile(r"(?<![\d.,/^])[2-9](?![\d.,/\]])")
LEAST_LETTERS = 40


class Edit(NamedTuple):
    """What was done: the kinds, the ids in the old and in the new version, and whether it weighs."""

    kinds: frozenset[str]
    old: str
    new: str
    weighty: bool


def edit(clauses: list[ClauseRow], seed: int) -> tuple[list[ClauseRow], set[Edit]]:
    """The clauses of a made new version, and what was done to them."""
    drawn = random.Random(seed)
    rows, done, used = list(clauses), set(), set()
    for change in (_figure, _negation, _word, _remove, _swap):
        places = [at for at in _leaves(rows) if rows[at].id not in used]
        drawn.shuffle(places)
        for at in places:
            made = change(rows, at, used)
            if made:
                rows, edits = made
                done |= edits
                used |= {name for each in edits for name in (each.old, each.new)}
                break
    return rows, done


def _leaves(rows: list[ClauseRow]) -> list[int]:
    """Clauses with nothing under them whose words are theirs alone, between two others of their list."""
    parents = {row.parent for row in rows}
    keys = Counter(make_key(f"{row.title} {row.text}") for row in rows)
    listed = Counter(row.parent for row in rows)
    return [
        at
        for at, row in enumerate(rows)
        if row.id not in parents
        and listed[row.parent] > 2
        and len(make_key(row.text)) >= LEAST_LETTERS
        and keys[make_key(f"{row.title} {row.text}")] == 1
    ]


def _reworded(rows, at, text, weighty):
    row = rows[at]
    return [*rows[:at], msgspec.structs.replace(row, text=text), *rows[at + 1 :]], {
        Edit(frozenset({"reworded"}), row.id, row.id, weighty)
    }


def _figure(rows, at, used):
    found = FIGURE.search(rows[at].text)
    if found:
        other = str((int(found.group()) % 8) + 2)
        return _reworded(rows, at, f"{rows[at].text[: found.start()]}{other}{rows[at].text[found.end() :]}", weighty=True)
    return None


def _negation(rows, at, used):
    words = rows[at].text.split()
    for place, word in enumerate(words):
        if split_tokens(word) in {(negation,) for negation in NEGATIONS}:
            return _reworded(rows, at, " ".join([*words[:place], *words[place + 1 :]]), weighty=True)
    return None


def _word(rows, at, used):
    words = rows[at].text.split()
    for place, word in enumerate(words):
        if len(word) > 5 and word.isalpha() and word.casefold() not in WEIGHTY:
            return _reworded(rows, at, " ".join([*words[:place], "elsewhere", *words[place + 1 :]]), weighty=False)
    return None


def _remove(rows, at, used):
    """The last of its list, so that no number is free."""
    row = rows[at]
    if any(other.parent == row.parent for other in rows[at + 1 :]):
        return None
    weighty = _weighs(f"{row.title} {row.text}")
    return [*rows[:at], *rows[at + 1 :]], {Edit(frozenset({"removed"}), row.id, "", weighty)}


def _weighs(text: str) -> bool:
    from pipeline.diff.words import diff_words, find_weights

    return bool([token for token in find_weights(diff_words("", text)) if token != "non"])


def _swap(rows, at, used):
    """The words of two neighbours change places; their numbers stay."""
    leaves = set(_leaves(rows))
    row = rows[at]
    near = [other for other in range(at + 1, len(rows)) if rows[other].parent == row.parent]
    if not near or near[0] not in leaves or rows[near[0]].id in used or bool(row.title) != bool(rows[near[0]].title):
        return None
    other = rows[near[0]]
    if not all(_kept(row, other)):
        return None
    swapped = list(rows)
    swapped[at] = msgspec.structs.replace(row, text=other.text, title=other.title)
    swapped[near[0]] = msgspec.structs.replace(other, text=row.text, title=row.title)
    kinds = frozenset({"moved", "renumbered"})
    return swapped, {Edit(kinds, row.id, other.id, False), Edit(kinds, other.id, row.id, False)}


def _kept(row: ClauseRow, other: ClauseRow) -> Iterator[bool]:
    yield row.path[:-1] == other.path[:-1]
    yield row.path[-1] != other.path[-1]
