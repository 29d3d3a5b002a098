"""What a page prints in a running head or foot in place of what the others have there: the title page names the draft where every
other page names the law.

It stands on the row of furniture of nearly all pages, at the edge and the place where most pages have other furniture and this one
has none. Words on that row at which the other pages have text, or nothing, are text: a page number may stand on the baseline of the
first line.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Mark, MarkKind, Reason
from pipeline.stages.boilerplate.normalise import EDGES, Band, Sighting


def find_beside(sightings: Sequence[Sighting], marks: Sequence[Mark], pages: int, settings: BoilerplateSettings) -> Iterator[Mark]:
    """Marks for such lines among ``sightings``, which are of ``pages`` pages."""
    marked = {mark.line_id: mark for mark in marks}
    known = [s for s in sightings if s.band in EDGES and s.line.id in marked]
    rows: dict[tuple[int, int, Band], list[Sighting]] = defaultdict(list)
    for s in known:
        rows[s.line.page, s.line.row, s.band].append(s)
    for s in sightings:
        if s.band not in EDGES or s.line.id in marked:
            continue
        row = rows.get((s.line.page, s.line.row, s.band), ())
        usual = next((other for other in row if marked[other.line.id].share >= settings.nearly_all), None)
        there = {other.line.page for other in known if _stands_at(other, s, settings)} if usual else set()
        if usual and s.line.page not in there and len(there) > settings.majority * pages:
            evidence = f"beside {usual.line.text[:60]!r}, at a place where {len(there)} of {pages} pages have furniture"
            kind = MarkKind.HEADER if s.band is Band.TOP else MarkKind.FOOTER
            yield Mark(s.line.id, kind, marked[usual.line.id].share, Reason("in place of furniture", evidence))


def _stands_at(other: Sighting, here: Sighting, settings: BoilerplateSettings) -> bool:
    """Whether it begins or ends at the same edge of the text, as far from the edge of the page."""
    near = settings.place_tolerance
    if other.band is not here.band or abs(other.place - here.place) > near:
        return False
    return abs(other.line.bbox[0] - here.line.bbox[0]) <= near or abs(other.line.bbox[2] - here.line.bbox[2]) <= near
