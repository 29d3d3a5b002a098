"""Which matched siblings changed their order: those that no longest unchanged order needs.

Of two that were swapped both moved; of one that was taken from the middle to the end, that one alone.
"""

from bisect import bisect_left
from collections import Counter


def find_shifted(order: list[int], kept: list[bool]) -> set[int]:
    """Indexes into ``order`` (new places in old order) of what moved. ``kept``: the number is the same, so it stays where it may.

    An element moved where not every longest increasing run holds it, save one of a longest run that kept its number.
    """
    ahead = _lengths(order)
    behind = _lengths([-place for place in reversed(order)])[::-1]
    longest = max(ahead, default=0)
    on_one = [a + b - 1 == longest for a, b in zip(ahead, behind, strict=True)]
    levels = Counter(length for length, on in zip(ahead, on_one, strict=True) if on)
    return {
        index
        for index, (length, on) in enumerate(zip(ahead, on_one, strict=True))
        if not on or (levels[length] > 1 and not kept[index])
    }


def _lengths(order: list[int]) -> list[int]:
    """Length of the longest increasing run that ends at each element."""
    tails: list[int] = []
    lengths = []
    for place in order:
        at = bisect_left(tails, place)
        tails[at : at + 1] = [place]
        lengths.append(at + 1)
    return lengths
