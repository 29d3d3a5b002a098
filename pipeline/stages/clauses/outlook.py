"""What the other labels of a document say of one: whether its successor is in sight, and whether it goes on with numbers that ran
through an earlier part. Gathered before the search, over the candidates alone; whether they are labels is not asked.
"""

from collections.abc import Sequence

from pipeline.model import Record
from pipeline.stages.clauses.candidates import Candidate


class Outlook(Record, frozen=True):
    """For one candidate the cores whose next ordinal is in sight, and those in which it follows the last label written alike."""

    promised: frozenset[str]
    continued: frozenset[str]


def find_outlooks(candidates: Sequence[Candidate], lookahead: int) -> list[Outlook]:
    """The outlook of each candidate; a successor is in sight within ``lookahead`` candidates."""
    return [Outlook(*both) for both in zip(_find_promised(candidates, lookahead), _find_continued(candidates), strict=True)]


def _find_promised(candidates: Sequence[Candidate], lookahead: int) -> list[frozenset[str]]:
    """For each candidate, the cores whose next ordinal comes within ``lookahead`` candidates."""
    places: dict[tuple[str, tuple[int, ...]], int] = {}
    promised: list[frozenset[str]] = []
    for index in range(len(candidates) - 1, -1, -1):
        forms = candidates[index].found.forms
        nearest = ((form.core, places.get((form.core, (*form.value[:-1], form.value[-1] + 1)))) for form in forms)
        promised.append(frozenset(core for core, place in nearest if place is not None and place - index <= lookahead))
        places.update(((form.core, form.value), index) for form in forms)
    return promised[::-1]


def _find_continued(candidates: Sequence[Candidate]) -> list[frozenset[str]]:
    """For each candidate, the cores in which it follows the last label written alike: numbering that runs on from part to part."""
    last: dict[tuple[str, str, str, bool], tuple[int, ...]] = {}
    continued: list[frozenset[str]] = []
    for candidate in candidates:
        found, cores = candidate.found, []
        for form in candidate.found.forms:
            written = (form.core, found.prefix, found.suffix, candidate.bold)
            before = last.get(written)
            if before is not None and (*before[:-1], before[-1] + 1) == form.value:
                cores.append(form.core)
            last[written] = form.value
        continued.append(frozenset(cores))
    return continued
