"""The clause that a chunk is shown with: the largest around it that is still short.

A chunk is cut for finding; what is read is the clause that it is part of, with its lead-in, its items and its exception. Chunks
of one short clause are one hit. Rows of a table are shown with their table under the same rule. What has no clause is shown
alone.
"""

from collections.abc import Sequence

from pipeline.model import Record
from pipeline.store.rows import ChunkRow


class Outlined(Record, frozen=True):
    """What is known of a chunk without reading it: the clauses above it and its own, and how long it is, in characters."""

    path: tuple[str, ...]
    length: int


def outline(chunk: ChunkRow) -> Outlined:
    """What is known of a chunk."""
    return Outlined(tuple(chunk.clause_path), len(chunk.text) - chunk.overlap)


def find_group(outlined: Sequence[Outlined], at: int, limit: int) -> range:
    """The places of the chunks that are shown with the one at ``at``: of the largest clause of at most ``limit`` characters."""
    path = outlined[at].path
    for depth in range(1, len(path) + 1):
        group = _around(outlined, at, path[:depth], limit)
        if group is not None:
            return group
    return range(at, at + 1)


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


def join_chunks(chunks: Sequence[ChunkRow]) -> str:
    """The words of chunks that follow one another, what two of them share once, below what the parents of the first say."""
    texts = [chunks[0].text, *(chunk.text[chunk.overlap :] for chunk in chunks[1:])]
    return "\n".join(filter(None, (chunks[0].context, *(text.strip("\n") for text in texts))))
