"""Headers, footers, page numbers and side tabs: lines that say the same, or count the pages, at the same place of many pages.

In this order:
1. lines in tables are set apart, unless the whole area recurs, as a letterhead in a frame does (``boxes``);
2. lines at one place form strands; headings, labels, captions and heads of tables among them are let go (``judging``);
3. strands that take turns at one place share the share of their family (``families``);
4. the threshold comes from the gap in the shares (``gap``); a strand above it is furniture at once where it stands on most pages,
   on fewer where it stands apart from the text, or is another setting of what stands on most;
5. the very words of furniture, set otherwise on some page, are furniture there too (``echoes``), and so is the page number that a
   page prints elsewhere (``strays``);
6. so is what stands beyond furniture, nearer the edge, where that zone holds little else (``beyond``), and what one page has in
   place of the furniture of the others (``beside``).
Recurrence alone decides nothing, and no single line is judged by its words.
"""

from collections.abc import Iterator, Mapping, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Finding, Gap, Mark, MarkKind, Page, Reason, Record
from pipeline.stages.boilerplate.beside import find_beside
from pipeline.stages.boilerplate.beyond import find_beyond
from pipeline.stages.boilerplate.boxes import find_tables
from pipeline.stages.boilerplate.echoes import find_echoes
from pipeline.stages.boilerplate.families import find_families
from pipeline.stages.boilerplate.gap import find_gap
from pipeline.stages.boilerplate.judging import Judged, find_likely, judge
from pipeline.stages.boilerplate.normalise import EDGES, SIDES, Band, Sighting
from pipeline.stages.boilerplate.recurrence import Census, Recurrence, Strand, find_recurrence
from pipeline.stages.boilerplate.strays import find_strays
from pipeline.stages.boilerplate.surroundings import make_view


class Taken(Record, frozen=True):
    """A strand that is furniture, the rule that says so, and the share of pages (0 to 1) that it counts with."""

    judged: Judged
    rule: str
    share: float


class Found(Record, frozen=True):
    """The marks for furniture, the evidence for the threshold, and what is to be said about it."""

    marks: tuple[Mark, ...]
    gap: Gap
    findings: tuple[Finding, ...]


def find_furniture(pages: Sequence[Page], sightings: Sequence[Sighting], census: Census, settings: BoilerplateSettings) -> Found:
    """Marks for all furniture among ``sightings``, which are of the lines of ``pages`` that a reader sees."""
    strands = find_recurrence(sightings, census, settings).strands
    tables = find_tables(pages, (strand for strand, _ in find_likely(strands, settings)), settings)
    free = [s for s in sightings if (s.line.page, s.line.area) not in tables]
    recurrence = find_recurrence(free, census, settings)
    judged = tuple(judge(recurrence.strands, {page.number: make_view(page, settings) for page in pages}, settings))
    families = find_families(judged, census, settings)
    gap, findings = find_gap(_shares(judged, families, recurrence, census), len(census.pages), settings)
    taken = _take(judged, families, gap.threshold, len(census.pages), settings)
    marks = [mark for strand in taken for mark in _marks(strand, gap)]
    marks += find_echoes([s for s in sightings if s.band in EDGES], marks, settings)
    marks += find_strays(free, marks, settings)
    anchors = [(t.judged.strand, t.share) for t in taken if t.share >= settings.majority]
    marks += find_beyond(free, anchors, {mark.line_id for mark in marks}, settings)
    marks += find_beside(free, marks, len(census.pages), settings)
    return Found(tuple(marks), gap, findings)


def _shares(
    judged: Sequence[Judged], families: Mapping[str, float], recurrence: Recurrence, census: Census
) -> list[tuple[float, str]]:
    """The distribution in which the gap is looked for: share and masked text of what may be furniture and of what stands once."""
    shares = [(families.get(j.strand.first, j.strand.share), j.strand.key) for j in judged]
    return shares + [(1 / len(census.pages), key) for key in recurrence.singles]


def _take(
    judged: Sequence[Judged], families: Mapping[str, float], threshold: float, pages: int, settings: BoilerplateSettings
) -> list[Taken]:
    """The strands that are furniture: by themselves, with their family, or as another setting of those."""
    taken: list[Taken] = []
    rest: list[Judged] = []
    for j in judged:
        family = families.get(j.strand.first, 0.0)
        if rule := _rule(j, threshold, pages, settings):
            taken.append(Taken(j, rule, j.strand.share))
        elif family >= threshold:
            taken.append(Taken(j, "family", family))
        elif j.strand.share >= threshold:
            rest.append(j)
    usual = [t.judged.strand for t in taken if t.share >= settings.majority]
    return taken + [Taken(j, "variant", j.strand.share) for j in rest if _is_variant(j, usual, settings)]


def _rule(j: Judged, threshold: float, pages: int, settings: BoilerplateSettings) -> str:
    """The rule by which the strand alone is furniture; empty where it is not."""
    strand = j.strand
    if strand.share < threshold or len(strand.pages) < min(settings.least_pages, pages):
        return ""
    if strand.share >= settings.majority and (pages >= settings.few_pages or _is_on_all(strand, settings)):
        return "sequence" if j.sequence else "recurrence"
    if j.apart < settings.majority or (strand.share < settings.majority <= j.facing_table):
        return ""
    return "recurrence, apart"


def _is_on_all(strand: Strand, settings: BoilerplateSettings) -> bool:
    """Whether the strand stands on nearly all pages, and on more than may agree by chance."""
    return strand.share >= settings.nearly_all and len(strand.pages) > settings.least_pages


def _is_variant(judged: Judged, usual: Sequence[Strand], settings: BoilerplateSettings) -> bool:
    """Whether the strand is another setting of furniture that stands on most pages: of its size, and in its zone; or about there,
    apart from the text, and only on pages that lack what it replaces.
    """
    strand = judged.strand
    band = [other for other in usual if other.band is strand.band and strand.band in EDGES]
    alike = [other for other in band if abs(other.size - strand.size) <= settings.size_tolerance]
    depth = max((other.place + other.size / 2 for other in band), default=0.0)
    if alike and len(strand.pages) >= settings.least_pages and strand.place <= depth:
        return True
    return judged.apart >= settings.majority and any(_replaces(strand, other, settings) for other in alike)


def _replaces(strand: Strand, other: Strand, settings: BoilerplateSettings) -> bool:
    return abs(strand.place - other.place) <= settings.place_tolerance and not set(strand.pages) & set(other.pages)


def _marks(taken: Taken, gap: Gap) -> Iterator[Mark]:
    strand = taken.judged.strand
    evidence = (
        f"on {strand.of}, {strand.place:.0f} pt from the {strand.band} edge, {strand.size:.1f} pt type; "
        f"share {taken.share:.3f}, threshold {gap.threshold:.3f}"
    )
    if taken.judged.sequence:
        evidence += "; its number follows the pages"
    reason, kind = Reason(taken.rule, evidence), _kind(taken.judged)
    for sighting in strand.sightings:
        yield Mark(sighting.line.id, kind, taken.share, reason)


def _kind(judged: Judged) -> MarkKind:
    if judged.sequence:
        return MarkKind.PAGE_NUMBER
    if judged.strand.band in SIDES:
        return MarkKind.SIDE
    return MarkKind.HEADER if judged.strand.band is Band.TOP else MarkKind.FOOTER
