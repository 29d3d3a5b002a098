"""Watermarks: words laid across the page, one slanted line or many, and very large words at the same place of most pages.

A slanted line counts where its words recur, on the page or on others, or where it is much larger than the text: the turned heads of
a table's columns and the ticks of a chart's axis are small, and each says something else.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Line, Mark, MarkKind, Page, Reason
from pipeline.stages.boilerplate.normalise import QUARTER_TURN, Band, Sighting, find_band, is_upright, make_sighting
from pipeline.stages.boilerplate.recurrence import Census, Strand, find_recurrence

REPEATED = 2


def find_watermarks(pages: Sequence[Page], census: Census, settings: BoilerplateSettings) -> Iterator[Mark]:
    """Marks for all watermarks, each line once."""
    usual = usual_size(pages)
    large = settings.watermark_size * usual
    slanted, huge = [], []
    for page in pages:
        for line in page.lines:
            if line.rotation and is_slanted(line, settings):
                slanted.append(make_sighting(line, page, Band.MIDDLE))
            elif line.bbox[3] - line.bbox[1] >= large and line.size >= large and find_band(line, page, settings) is Band.MIDDLE:
                huge.append(make_sighting(line, page, Band.MIDDLE))
    yield from _slanted(slanted, usual, census, settings)
    yield from _large(find_recurrence(huge, census, settings).strands, usual, settings)


def usual_size(pages: Iterable[Page]) -> float:
    """The type size of most letters of upright text, in points."""
    by_size: defaultdict[float, int] = defaultdict(int)
    for page in pages:
        for line in page.lines:
            if line.runs and (not line.rotation or is_upright(line)):
                by_size[line.runs[0].size] += len(line.text)
    letters: Counter[float] = Counter()
    for size, count in by_size.items():
        letters[round(size, 1)] += count
    return letters.most_common(1)[0][0] if letters else 0.0


def is_slanted(line: Line, settings: BoilerplateSettings) -> bool:
    """Whether the line reads neither across nor up or down."""
    turn = line.rotation % QUARTER_TURN
    return min(turn, QUARTER_TURN - turn) > settings.watermark_angle


def _slanted(sightings: Iterable[Sighting], usual: float, census: Census, settings: BoilerplateSettings) -> Iterator[Mark]:
    alike: dict[str, list[Sighting]] = defaultdict(list)
    for s in sightings:
        alike[s.masked.key].append(s)
    for members in alike.values():
        pages = {s.line.page for s in members}
        for s in members:
            if len(members) >= REPEATED or s.size >= settings.watermark_size * usual:
                turned = f"turned {s.line.rotation} degrees, {len(members)} times on {len(pages)} of {len(census.pages)} pages"
                evidence = f"{turned}, {s.size:.0f} pt where text has {usual:.0f}"
                yield Mark(s.line.id, MarkKind.WATERMARK, len(pages) / len(census.pages), Reason("slanted words", evidence))


def _large(strands: Iterable[Strand], usual: float, settings: BoilerplateSettings) -> Iterator[Mark]:
    for strand in strands:
        recurs = len(strand.pages) >= settings.least_pages and strand.share >= settings.majority
        if recurs:
            evidence = f"on {strand.of} at one place, {strand.size:.0f} pt where text has {usual:.0f}"
            for s in strand.sightings:
                yield Mark(s.line.id, MarkKind.WATERMARK, strand.share, Reason("large words", evidence))
