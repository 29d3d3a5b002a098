"""The clause that a chunk is shown with: the largest around it that is still short.

A chunk is cut for finding; what is read is the clause that it is part of, with its lead-in, its items and its exception. Chunks
of one short clause are one hit. A bare item of a long one is shown below how that opens: of "5. Hernia" in a list of forty
illnesses the answer is the rule ahead of the list. Rows of a table are shown with their table under the same rule. What has no
clause is shown alone.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from pipeline.model import Record
from pipeline.store.rows import ChunkRow

LEFT_OUT = "…"
"""Stands for the chunks between the opening of a clause and the item that was found."""


class Outlined(Record, frozen=True):
    """What is known of a chunk without reading it: the clauses above it and its own, and how long it is, in characters."""

    path: tuple[str, ...]
    length: int


def outline(chunk: ChunkRow) -> Outlined:
    """What is known of a chunk."""
    return Outlined(tuple(chunk.clause_path), len(chunk.text) - chunk.overlap)


class Reach(NamedTuple):
    """How far a chunk is widened, in characters: its clause at most, what is so short that it stands below how the clause around it
    opens, and that opening at most.
    """

    clause: int
    bare: int
    opening: int


def find_group(outlined: Sequence[Outlined], at: int, reach: Reach) -> tuple[int, ...]:
    """The places of the chunks that are shown with the one at ``at``, in order: of the largest clause within reach around it."""
    if not reach.clause:
        return (at,)
    path = outlined[at].path
    group = range(at, at + 1)
    opened: tuple[str, ...] = ()
    for depth in range(1, len(path) + 1):
        around = _around(outlined, at, path[:depth], reach.clause)
        if around is not None:
            group = around
            break
        opened = path[:depth]
    is_bare = opened and sum(outlined[place].length for place in group) <= reach.bare
    return (*(_open(outlined, group.start, opened, reach.opening) if is_bare else ()), *group)


def _around(outlined: Sequence[Outlined], at: int, prefix: tuple[str, ...], limit: int) -> range | None:
    """The unbroken run of chunks around a place that stand under one clause; None where it has more than ``limit`` characters."""
    left = limit - outlined[at].length
    first = last = at
    while left >= 0 and first > 0 and outlined[first - 1].path[: len(prefix)] == prefix:
        first -= 1
        left -= outlined[first].length
    while left >= 0 and last + 1 < len(outlined) and outlined[last + 1].path[: len(prefix)] == prefix:
        last += 1
        left -= outlined[last].length
    return range(first, last + 1) if left >= 0 else None


def _open(outlined: Sequence[Outlined], until: int, prefix: tuple[str, ...], room: int) -> range:
    """The first chunks of a clause, ahead of the one at ``until``, that have ``room`` characters at most together."""
    first = until
    while first > 0 and outlined[first - 1].path[: len(prefix)] == prefix:
        first -= 1
    reached = accumulate(outlined[place].length for place in range(first, until))
    return range(first, first + sum(1 for _ in takewhile(room.__ge__, reached)))


def join_chunks(chunks: Mapping[int, ChunkRow]) -> str:
    """The words of chunks, by place: what two share once, below what the parents of the first say; "…" for what is left out."""
    runs: list[list[int]] = []
    for place in chunks:
        if runs and runs[-1][-1] + 1 == place:
            runs[-1].append(place)
        else:
            runs.append([place])
    return f"\n{LEFT_OUT}\n".join(_join_run([chunks[place] for place in run]) for run in runs)


def _join_run(chunks: Sequence[ChunkRow]) -> str:
    texts = [chunks[0].text, *(chunk.text[chunk.overlap :] for chunk in chunks[1:])]
    return "\n".join(filter(None, (chunks[0].context, *(text.strip("\n") for text in texts))))
