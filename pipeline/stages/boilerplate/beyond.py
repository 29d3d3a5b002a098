"""What stands beyond furniture, nearer the edge of the page: the section's name under a footer, printed on that page alone.

Only beyond lines that stand on most pages, and only where hardly a page has anything else there; a footer with notes below it on
many pages says nothing about the notes.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Mark, MarkKind, Reason
from pipeline.stages.boilerplate.normalise import EDGES, Band, Sighting
from pipeline.stages.boilerplate.recurrence import Strand


def find_beyond(
    sightings: Sequence[Sighting], anchors: Sequence[tuple[Strand, float]], marked: Collection[str], settings: BoilerplateSettings
) -> Iterator[Mark]:
    """Marks for the lines, not ``marked`` yet, that stand beyond ``anchors``: furniture of most pages with its share of them."""
    loose: dict[tuple[int, Band], list[Sighting]] = defaultdict(list)
    for s in sightings:
        if s.band in EDGES and s.line.id not in marked:
            loose[s.line.page, s.band].append(s)
    done: set[str] = set()
    for strand, share in anchors:
        outside = [
            (s, anchor) for anchor in strand.sightings for s in loose[anchor.line.page, anchor.band] if _is_beyond(s, anchor)
        ]
        if len({s.line.page for s, _ in outside}) <= settings.intrusion * len(strand.pages):
            yield from (_mark(s, anchor, share) for s, anchor in outside if s.line.id not in done)
            done.update(s.line.id for s, _ in outside)


def _is_beyond(sighting: Sighting, anchor: Sighting) -> bool:
    """Whether the whole line stands nearer the edge than the middle of the anchor."""
    return sighting.place + sighting.size / 2 <= anchor.place


def _mark(sighting: Sighting, anchor: Sighting, share: float) -> Mark:
    kind = MarkKind.HEADER if sighting.band is Band.TOP else MarkKind.FOOTER
    evidence = f"{sighting.place:.0f} pt from the {sighting.band} edge, beyond {anchor.line.text[:60]!r} at {anchor.place:.0f} pt"
    return Mark(sighting.line.id, kind, share, Reason("beyond furniture", evidence))
