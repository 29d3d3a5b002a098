"""Furniture that a page sets otherwise than the rest: in pieces where the others have it whole, whole where they have it in pieces,
or inside a box that its lines share with a table. Its words, place and size are those of furniture found already; that is the
evidence, and a number alone, which may be any cell of a table, has too few.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Mark, Reason, Record
from pipeline.stages.boilerplate.normalise import Band, Sighting, mask


class Known(Record, frozen=True):
    """Furniture to be known again: its place and size, and the mark that one of its lines has."""

    place: float
    size: float
    mark: Mark


def find_echoes(sightings: Sequence[Sighting], marks: Sequence[Mark], settings: BoilerplateSettings) -> Iterator[Mark]:
    """Marks for the lines that say, alone or with the rest of their row, what marked lines say at their place."""
    marked = {mark.line_id: mark for mark in marks}
    rows = _rows(s for s in sightings if s.band in (Band.TOP, Band.BOTTOM))
    known: dict[tuple[Band, str], Known] = {}
    for row in rows:
        taken = [s for s in row if s.line.id in marked]
        if not taken:
            continue
        for s in taken:
            known.setdefault((s.band, s.masked.key), Known(s.place, s.size, marked[s.line.id]))
        if len(taken) > 1:
            known.setdefault((row[0].band, _joined(taken)), Known(row[0].place, row[0].size, marked[taken[0].line.id]))
    for row in rows:
        rest = [s for s in row if s.line.id not in marked]
        whole = known.get((rest[0].band, _joined(rest))) if len(rest) > 1 else None
        for s in rest:
            like = whole or (known.get((s.band, s.masked.key)) if s.masked.letters else None)
            if like and _is_near(s, like, settings):
                evidence = f"says at its place what furniture says there: {like.mark.reason.evidence}"
                yield Mark(s.line.id, like.mark.kind, like.mark.share, Reason("like furniture", evidence))


def _rows(sightings: Iterable[Sighting]) -> list[list[Sighting]]:
    rows: dict[tuple[int, int, Band], list[Sighting]] = defaultdict(list)
    for s in sightings:
        rows[s.line.page, s.line.row, s.band].append(s)
    return list(rows.values())


def _is_near(sighting: Sighting, like: Known, settings: BoilerplateSettings) -> bool:
    away, other = abs(sighting.place - like.place), abs(sighting.size - like.size)
    return away <= settings.echo_reach * settings.place_tolerance and other <= settings.size_tolerance


def _joined(pieces: Sequence[Sighting]) -> str:
    return mask("".join(s.line.text for s in pieces)).key if any(s.masked.letters for s in pieces) else ""
