"""What the other labels of a document say of one: whether its successor is in sight, and whether it goes on with numbers that ran
through an earlier part. Gathered before the search, over the candidates alone; whether they are labels is not asked.
"""

from collections.abc import Sequence

from pipeline.config.settings import ClauseSettings
from pipeline.model import Record
from pipeline.stages.clauses.candidates import Candidate


class Outlook(Record, frozen=True):
    """For one candidate the cores whose next ordinal is in sight, those in which it follows the last label written alike, and those
    in which a second item answers it as the first: written alike, at the same place, where a row surely begins.
    """

    promised: frozenset[str]
    continued: frozenset[str]
    answered: frozenset[str]


def find_outlooks(candidates: Sequence[Candidate], settings: ClauseSettings) -> list[Outlook]:
    """The outlook of each candidate."""
    promised = _find_promised(candidates, settings.lookahead)
    answered = (_find_answered(candidates, at, settings) for at in range(len(candidates)))
    return [Outlook(*each) for each in zip(promised, _find_continued(candidates), answered, strict=True)]


def _find_answered(candidates: Sequence[Candidate], at: int, settings: ClauseSettings) -> frozenset[str]:
    candidate = candidates[at]
    firsts = {form.core for form in candidate.forms if form.value == (1,)}
    if not firsts or not candidate.wrap:
        return frozenset()
    found = candidate.found
    for other in candidates[at + 1 : at + 1 + settings.lookahead]:
        second = {form.core for form in other.forms if form.value == (2,)} & firsts
        alike = (other.found.prefix, other.found.suffix) == (found.prefix, found.suffix)
        if second and alike and abs(other.x - candidate.x) <= settings.indent_tolerance and other.wrap < candidate.wrap / 2:
            return frozenset(second)
    return frozenset()


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
