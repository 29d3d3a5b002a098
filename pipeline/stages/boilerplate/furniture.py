"""Headers, footers, page numbers and side tabs: lines that say the same, or count the pages, at the same place of many pages.

In this order:
1. lines in tables are set apart, unless the whole area recurs, as a letterhead in a frame does;
2. lines at one place form strands; one whose numbers change without following the pages is a heading or a label, no furniture;
3. strands that stand right on a table, or are the head of one, are captions and heads;
4. strands that hold for a run of pages and take turns at one place are a family, and share the family's share of pages;
5. the threshold comes from the gap in the shares; a strand above it is furniture on most pages at once, on fewer only where it
   stands apart from the text or within the zone of those on most pages;
6. what stands beyond such a line, nearer the edge, is furniture with it, where that zone holds little else.
Recurrence alone decides nothing, and no single line is judged by its words.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Finding, Gap, Mark, MarkKind, Page, Reason, Record
from pipeline.stages.boilerplate.echoes import find_echoes
from pipeline.stages.boilerplate.gap import find_gap
from pipeline.stages.boilerplate.normalise import Band, Sighting, is_upright
from pipeline.stages.boilerplate.recurrence import Census, Strand, find_recurrence
from pipeline.stages.boilerplate.sequences import is_bare_number, is_constant, is_sequence
from pipeline.stages.boilerplate.surroundings import (
    PageView,
    find_inward,
    is_aligned_label,
    is_frame,
    make_view,
    share_of,
    stands_on_table,
)

EDGES = (Band.TOP, Band.BOTTOM)
SIDES = (Band.LEFT, Band.RIGHT)
WORD = 3
"""Letters that make a word rather than a list label; signs that make a drawn line rather than a bullet."""


class Strandwise(Record, frozen=True):
    """A strand and what its surroundings say, as shares of its sightings (0 to 1): those ``apart`` from the text, those
    ``attached`` to it, those ``on_table`` as captions are, and those where the text that they face is a table's.
    """

    strand: Strand
    sequence: bool
    apart: float
    attached: float
    on_table: float
    facing_table: float


class Found(Record, frozen=True):
    """The marks for furniture, the evidence for the threshold, and what is to be said about it."""

    marks: tuple[Mark, ...]
    gap: Gap
    findings: tuple[Finding, ...]


def find_furniture(pages: Sequence[Page], sightings: Sequence[Sighting], census: Census, settings: BoilerplateSettings) -> Found:
    """Marks for all furniture among ``sightings``, which are of the lines of ``pages`` that a reader sees."""
    tables = _table_lines(pages, find_recurrence(sightings, census, settings).strands, settings)
    free = [s for s in sightings if s.line.id not in tables]
    recurrence = find_recurrence(free, census, settings)
    views = {page.number: make_view(page, settings) for page in pages}
    judged = tuple(_judge(recurrence.strands, views, settings))
    families = _find_families(judged, census, settings)
    shares = [(families.get(j.strand.sightings[0].line.id, j.strand.share), j.strand.key) for j in judged]
    shares += [(1 / len(census.pages), key) for key in recurrence.singles]
    gap, findings = find_gap(shares, len(census.pages), settings)
    taken = _take(judged, families, gap, census, settings)
    marks = [mark for j, rule, share in taken for mark in _marks(j, rule, share, gap)]
    marks += find_echoes([s for s in sightings if s.band in EDGES], marks, settings)
    marks += _find_beyond(free, taken, {mark.line_id for mark in marks}, settings)
    return Found(tuple(marks), gap, findings)


def _table_lines(pages: Sequence[Page], strands: Sequence[Strand], settings: BoilerplateSettings) -> set[str]:
    """Ids of the lines in tables. An area of which nearly every line recurs on nearly all pages is a framed header, no table."""
    shares = {s.line.id: strand.share for strand in strands if strand.band in EDGES for s in strand.sightings}
    inside: set[str] = set()
    for page in pages:
        members: dict[int, list[str]] = defaultdict(list)
        for line in page.lines:
            if line.area >= 0:
                members[line.area].append(line.id)
        for index, ids in members.items():
            framed = is_frame(page.areas[index], page, settings) if index < len(page.areas) else False
            if not framed and share_of(shares.get(i, 0) >= settings.box_share for i in ids) < settings.box_share:
                inside.update(ids)
    return inside


def _judge(strands: Sequence[Strand], views: Mapping[int, PageView], settings: BoilerplateSettings) -> Iterator[Strandwise]:
    """Strands of several pages that may be furniture, captions and heads of tables left out."""
    recurring = [s for s in strands if len(s.pages) > 1 and s.band is not Band.MIDDLE]
    sequences = {id(s): is_sequence(s, settings) for s in recurring}
    likely = [s for s in recurring if sequences[id(s)] or (is_constant(s, settings) and _has_words(s))]
    candidates = {sighting.line.id for s in likely for sighting in s.sightings}
    for strand in likely:
        judged = _surround(strand, sequences[id(strand)], views, candidates, settings)
        if not _is_label(judged, views, settings) and not _is_caption(judged, views, settings):
            yield judged


def _has_words(strand: Strand) -> bool:
    """Whether the strand says something: "a" at one place of some pages are list labels that met by chance, "1" is anything."""
    masked = strand.sightings[0].masked
    if masked.letters == 0 and not masked.numbers:
        return len(masked.key) >= WORD
    return masked.letters >= WORD or (bool(masked.numbers) and not is_bare_number(strand))


def _surround(
    strand: Strand, sequence: bool, views: Mapping[int, PageView], candidates: Collection[str], settings: BoilerplateSettings
) -> Strandwise:
    if strand.band in SIDES:
        return Strandwise(strand, sequence, 1.0, 0.0, 0.0, 0.0)
    gaps = [(*find_inward(s, views[s.line.page], candidates), s) for s in strand.sightings]
    apart = share_of(gap >= settings.apart * s.size for gap, _, s in gaps)
    attached = share_of(gap < settings.attached * s.size for gap, _, s in gaps)
    facing_table = share_of(tabular for _, tabular, _ in gaps)
    on_table = share_of(stands_on_table(s, views[s.line.page], settings.caption_reach * s.size) for s in strand.sightings)
    return Strandwise(strand, sequence, apart, attached, on_table, facing_table)


def _is_label(judged: Strandwise, views: Mapping[int, PageView], settings: BoilerplateSettings) -> bool:
    """Whether a strand of bare numbers is made of labels: clauses 1, 2, 3 that each begin a page count up as folios do."""
    if not is_bare_number(judged.strand):
        return False
    aligned = (is_aligned_label(s, views[s.line.page], settings.label_tolerance) for s in judged.strand.sightings)
    return share_of(aligned) >= settings.majority


def _is_caption(judged: Strandwise, views: Mapping[int, PageView], settings: BoilerplateSettings) -> bool:
    """Whether the strand belongs to tables: it stands on one wherever it stands, or is a row of heads close above more rows."""
    strand = judged.strand
    if strand.share >= settings.nearly_all or judged.sequence or strand.band in SIDES:
        return False
    heads = share_of(views[s.line.page].pieces[s.line.row] >= settings.head_pieces for s in strand.sightings)
    if heads >= settings.nearly_all and judged.attached >= settings.majority:
        return True
    return judged.on_table >= settings.nearly_all and judged.apart < settings.majority


def _find_families(judged: Sequence[Strandwise], census: Census, settings: BoilerplateSettings) -> dict[str, float]:
    """The family's share of pages, by the id of each member's first line: strands of runs of pages that take turns at one place."""
    runs = [j for j in judged if _is_run(j.strand, census, settings) and j.attached < settings.majority]
    shares: dict[str, float] = {}
    for band in (*EDGES, *SIDES):
        members = sorted((j.strand for j in runs if j.strand.band is band), key=lambda s: s.place)
        for group in _groups(members, settings):
            share = len({page for strand in group for page in strand.pages}) / len(census.pages)
            if len(group) > 1 and share >= settings.majority:
                shares.update({strand.sightings[0].line.id: share for strand in group})
    return shares


def _is_run(strand: Strand, census: Census, settings: BoilerplateSettings) -> bool:
    """Whether the strand stands on most of the pages (or of every other page) between its first and its last."""
    first, last = strand.pages[0], strand.pages[-1]
    step = 2 if all(page % 2 == first % 2 for page in strand.pages) else 1
    return len(strand.pages) >= settings.run_share * ((last - first) // step + 1)


def _groups(members: Sequence[Strand], settings: BoilerplateSettings) -> list[list[Strand]]:
    groups: list[list[Strand]] = []
    for strand in members:
        start = groups[-1][0] if groups else None
        if (
            start
            and strand.place - start.place <= settings.place_tolerance
            and abs(strand.size - start.size) <= settings.size_tolerance
        ):
            groups[-1].append(strand)
        else:
            groups.append([strand])
    return groups


def _take(
    judged: Sequence[Strandwise], families: Mapping[str, float], gap: Gap, census: Census, settings: BoilerplateSettings
) -> list[tuple[Strandwise, str, float]]:
    """The strands that are furniture, each with the rule that says so and its share."""
    taken: list[tuple[Strandwise, str, float]] = []
    rest: list[Strandwise] = []
    for j in judged:
        family = families.get(j.strand.sightings[0].line.id, 0.0)
        if rule := _rule(j, gap.threshold, len(census.pages), settings):
            taken.append((j, rule, j.strand.share))
        elif family >= gap.threshold:
            taken.append((j, "family", family))
        else:
            rest.append(j)
    depths = _zone_depths(taken, settings)
    for j in rest:
        if _is_variant(j, taken, depths, gap, settings):
            taken.append((j, "variant", j.strand.share))
    return taken


def _rule(j: Strandwise, threshold: float, pages: int, settings: BoilerplateSettings) -> str:
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


def _zone_depths(taken: Iterable[tuple[Strandwise, str, float]], settings: BoilerplateSettings) -> dict[Band, float]:
    """How deep into the page (points from the edge) the furniture of most pages reaches, by band."""
    depths: dict[Band, float] = {}
    for j, _, share in taken:
        if share >= settings.majority and j.strand.band in EDGES:
            depths[j.strand.band] = max(depths.get(j.strand.band, 0.0), j.strand.place + j.strand.size / 2)
    return depths


def _is_variant(
    judged: Strandwise,
    taken: Sequence[tuple[Strandwise, str, float]],
    depths: Mapping[Band, float],
    gap: Gap,
    settings: BoilerplateSettings,
) -> bool:
    """Whether the strand is another setting of furniture taken already: above the threshold, of its size, and in its zone; or about
    there, apart from the text, and only on pages that lack what it replaces.
    """
    strand = judged.strand
    if strand.share < gap.threshold:
        return False
    alike = [
        j.strand
        for j, _, share in taken
        if share >= settings.majority
        and j.strand.band is strand.band
        and abs(j.strand.size - strand.size) <= settings.size_tolerance
    ]
    if len(strand.pages) >= settings.least_pages and alike and strand.place <= depths[strand.band]:
        return True
    return judged.apart >= settings.majority and any(_replaces(strand, other, settings) for other in alike)


def _replaces(strand: Strand, other: Strand, settings: BoilerplateSettings) -> bool:
    return abs(strand.place - other.place) <= settings.place_tolerance and not set(strand.pages) & set(other.pages)


def _marks(j: Strandwise, rule: str, share: float, gap: Gap) -> Iterator[Mark]:
    strand = j.strand
    evidence = (
        f"on {strand.of}, {strand.place:.0f} pt from the {strand.band} edge, {strand.size:.1f} pt type; "
        f"share {share:.3f}, threshold {gap.threshold:.3f}"
    )
    if j.sequence:
        evidence += "; its number follows the pages"
    kind = _kind(j)
    for sighting in strand.sightings:
        yield Mark(sighting.line.id, kind, share, Reason(rule, evidence))


def _kind(j: Strandwise) -> MarkKind:
    if j.sequence:
        return MarkKind.PAGE_NUMBER
    if j.strand.band in SIDES:
        return MarkKind.SIDE
    return MarkKind.HEADER if j.strand.band is Band.TOP else MarkKind.FOOTER


def _find_beyond(
    sightings: Sequence[Sighting],
    taken: Sequence[tuple[Strandwise, str, float]],
    marked: Collection[str],
    settings: BoilerplateSettings,
) -> Iterator[Mark]:
    """Marks for lines nearer the edge than a line that is furniture on most pages, where hardly anything else stands there."""
    loose: dict[tuple[int, Band], list[Sighting]] = defaultdict(list)
    for s in sightings:
        if s.band in EDGES and s.line.id not in marked and is_upright(s.line):
            loose[s.line.page, s.band].append(s)
    done: set[str] = set()
    for j, _, share in taken:
        if share < settings.majority or j.strand.band not in EDGES:
            continue
        outside = [
            (anchor, s) for anchor in j.strand.sightings for s in loose[anchor.line.page, anchor.band] if _is_beyond(s, anchor)
        ]
        if len({s.line.page for _, s in outside}) > settings.intrusion * len(j.strand.pages):
            continue
        for anchor, s in outside:
            if s.line.id not in done:
                done.add(s.line.id)
                yield _beyond_mark(s, anchor, share)


def _is_beyond(sighting: Sighting, anchor: Sighting) -> bool:
    """Whether the whole line stands nearer the edge than the middle of the anchor, or on the anchor's row."""
    return sighting.place + sighting.size / 2 <= anchor.place


def _beyond_mark(sighting: Sighting, anchor: Sighting, share: float) -> Mark:
    kind = MarkKind.HEADER if sighting.band is Band.TOP else MarkKind.FOOTER
    evidence = f"{sighting.place:.0f} pt from the {sighting.band} edge, beyond {anchor.line.text[:60]!r} at {anchor.place:.0f} pt"
    return Mark(sighting.line.id, kind, share, Reason("beyond furniture", evidence))
