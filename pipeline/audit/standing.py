"""How much of a document is signed off: its clauses by how they stand, all of them or those under a heading."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pipeline.audit.verdicts import Standing, State, Verdict, judge
from pipeline.audit.view import Leaf
from pipeline.model import Record


class Tally(Record, frozen=True):
    """Clauses by how they stand. ``moved`` of those accepted or rejected were judged under another number."""

    clauses: int
    accepted: int
    rejected: int
    changed: int
    open: int
    moved: int

    @property
    def share(self) -> float:
        """Of all clauses those that were accepted; 1 where there is none."""
        return self.accepted / self.clauses if self.clauses else 1.0


class Judged(Record, frozen=True):
    """A clause and how it stands."""

    leaf: Leaf
    standing: Standing


def judge_leaves(leaves: Iterable[Leaf], verdicts: Sequence[Verdict]) -> tuple[Judged, ...]:
    """The clauses that want a verdict, in reading order, with how they stand."""
    asked = [leaf for leaf in leaves if leaf.asked]
    standings = judge([(leaf.key, leaf.hash) for leaf in asked], verdicts)
    return tuple(Judged(leaf, standings[leaf.key]) for leaf in asked)


def tally(judged: Iterable[Judged]) -> Tally:
    """The sums."""
    return add_up([one.standing for one in judged])


def add_up(standings: Sequence[Standing]) -> Tally:
    """The sums of how clauses stand."""
    of = Counter(standing.state for standing in standings)
    moved = sum(standing.moved for standing in standings)
    return Tally(len(standings), of[State.ACCEPTED], of[State.REJECTED], of[State.CHANGED], of[State.OPEN], moved)
