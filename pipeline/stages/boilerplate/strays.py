"""Page numbers that one page prints elsewhere: on the row of its first line, at the top where the others have them at the bottom.

A stray has the words and the size of the page numbers found already, stands on a page that lacks its own, and has the very number
that is missing there. A number alone, with neither words nor a total, has too little of that to be told from a cell of a table.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Mark, MarkKind, Reason
from pipeline.stages.boilerplate.normalise import Sighting


def find_strays(sightings: Sequence[Sighting], marks: Sequence[Mark], settings: BoilerplateSettings) -> Iterator[Mark]:
    """Marks for the strays among ``sightings``, which are in the order of the pages."""
    marked = {mark.line_id: mark for mark in marks}
    counted: dict[str, list[Sighting]] = defaultdict(list)
    for s in sightings:
        mark = marked.get(s.line.id)
        if mark and mark.kind is MarkKind.PAGE_NUMBER and (s.masked.letters or len(s.masked.numbers) > 1):
            counted[s.masked.key].append(s)
    pages = {key: [s.line.page for s in members] for key, members in counted.items()}
    for s in sightings:
        if s.masked.key in counted and s.line.id not in marked:
            at = bisect_left(pages[s.masked.key], s.line.page)
            near = counted[s.masked.key][min(at, len(counted[s.masked.key]) - 1)]
            if near.line.page != s.line.page and abs(near.size - s.size) <= settings.size_tolerance and _continues(s, near):
                evidence = f"missing at its place, found here: follows {near.line.text!r} of page {near.line.page}"
                yield Mark(s.line.id, MarkKind.PAGE_NUMBER, marked[near.line.id].share, Reason("stray page number", evidence))


def _continues(sighting: Sighting, other: Sighting) -> bool:
    """Whether one number differs by as much as the pages do, and the others not at all."""
    turned = sighting.line.page - other.line.page
    grown = [a - b for a, b in zip(sighting.masked.numbers, other.masked.numbers, strict=False)]
    return len(sighting.masked.numbers) == len(other.masked.numbers) and sorted(grown, key=abs) == [0] * (len(grown) - 1) + [turned]
