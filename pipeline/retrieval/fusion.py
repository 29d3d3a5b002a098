"""Two orders made into one, by rank alone: what a score means on one side says nothing on the other.

Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): a passage has the sum of 1 / (k + rank) over the sides that found it.
The keyword side abstains where it has little to say: a match far below its own best for that question is dropped first, since its
rank is noise.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pipeline.retrieval.hits import Side, SideName
from pipeline.retrieval.index.records import Found


class Fused(NamedTuple):
    """A passage in the fused order, with what each side said."""

    number: int
    score: float
    sides: tuple[Side, ...]


def abstain(found: Sequence[Found], floor: float) -> list[Found]:
    """``found`` without what is below ``floor`` (a share) of the best score."""
    best = max((each.score for each in found), default=0.0)
    return [each for each in found if each.score >= floor * best]


def fuse(by_side: Mapping[SideName, Sequence[Found]], k: int) -> list[Fused]:
    """The passages of all sides, the best first; of equal ones the earlier passage first."""
    sides: dict[int, list[Side]] = {}
    for name, found in by_side.items():
        for rank, each in enumerate(found, 1):
            sides.setdefault(each.number, []).append(Side(name, rank, each.score))
    fused = [Fused(number, sum(1 / (k + side.rank) for side in held), tuple(held)) for number, held in sides.items()]
    return sorted(fused, key=lambda each: (-each.score, each.number))
