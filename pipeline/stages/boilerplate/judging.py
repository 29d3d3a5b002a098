"""Strands that may be furniture, each with what its surroundings say.

A strand may be furniture if its numbers count the pages, or if it says the same each time. What does neither is a heading or a
label ("Section 1", "Section 2"), a table's cells, or list labels that met at one place by chance. Then its surroundings are asked:
what stands right on tables is a caption, what stands close above rows of cells is a table's head, and numbers that lead rows of
text are labels.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Record
from pipeline.stages.boilerplate.normalise import SIDES, Band
from pipeline.stages.boilerplate.recurrence import Strand
from pipeline.stages.boilerplate.sequences import NumberForm, find_number_form, is_bare_number, is_constant, is_sequence
from pipeline.stages.boilerplate.surroundings import PageView, find_inward, is_aligned_label, share_of, stands_on_table

WORD = 3
"""Letters that make a word rather than a list label; signs that make a drawn line rather than a bullet."""


class Judged(Record, frozen=True):
    """A strand and what its surroundings say, as shares of its sightings (0 to 1): those ``apart`` from the text, those
    ``attached`` to it, those ``on_table`` as captions are, those where the text that they face is a table's, and those where it is
    a row of cells, in a table or not.
    """

    strand: Strand
    sequence: bool
    apart: float
    attached: float
    on_table: float
    facing_table: float
    facing_cells: float


def find_likely(strands: Iterable[Strand], settings: BoilerplateSettings) -> Iterator[tuple[Strand, bool]]:
    """The strands of several pages that count the pages (with True) or stay as they are (with False)."""
    for strand in strands:
        if len(strand.pages) > 1 and strand.band is not Band.MIDDLE:
            sequence = is_sequence(strand, settings)
            if sequence or (is_constant(strand, settings) and _has_words(strand)):
                yield strand, sequence


def judge(strands: Sequence[Strand], views: Mapping[int, PageView], settings: BoilerplateSettings) -> Iterator[Judged]:
    """The strands that may be furniture; ``views`` by page number."""
    likely = list(find_likely(strands, settings))
    candidates = {sighting.line.id for strand, _ in likely for sighting in strand.sightings}
    for strand, sequence in likely:
        judged = _surround(strand, sequence, views, candidates, settings)
        if not _is_label(judged, views, settings) and not _is_caption(judged, settings):
            yield judged


def _has_words(strand: Strand) -> bool:
    """Whether the strand says something: "a" at one place of some pages are list labels that met by chance, "1" is anything."""
    masked = strand.sightings[0].masked
    if masked.letters == 0 and not masked.numbers:
        return len(masked.key) >= WORD
    return masked.letters >= WORD or (bool(masked.numbers) and not is_bare_number(strand))


def _surround(
    strand: Strand, sequence: bool, views: Mapping[int, PageView], candidates: Collection[str], settings: BoilerplateSettings
) -> Judged:
    if strand.band in SIDES:
        return Judged(strand, sequence, apart=1.0, attached=0.0, on_table=0.0, facing_table=0.0, facing_cells=0.0)
    inward = [(find_inward(s, views[s.line.page], candidates), s.size) for s in strand.sightings]
    return Judged(
        strand,
        sequence,
        apart=share_of(way.white >= settings.apart * size for way, size in inward),
        attached=share_of(way.white < settings.attached * size for way, size in inward),
        on_table=share_of(stands_on_table(s, views[s.line.page], settings.caption_reach * s.size) for s in strand.sightings),
        facing_table=share_of(way.tabular for way, _ in inward),
        facing_cells=share_of(way.pieces >= settings.head_pieces for way, _ in inward),
    )


def _is_label(judged: Judged, views: Mapping[int, PageView], settings: BoilerplateSettings) -> bool:
    """Whether a strand that counts up is made of labels or headings: clauses 1, 2, 3 that each begin a page count up, too."""
    if judged.sequence and judged.apart < settings.majority and find_number_form(judged.strand, settings) is NumberForm.TITLE:
        return True
    if not is_bare_number(judged.strand):
        return False
    aligned = (is_aligned_label(s, views[s.line.page], settings.label_tolerance) for s in judged.strand.sightings)
    return share_of(aligned) >= settings.majority


def _is_caption(judged: Judged, settings: BoilerplateSettings) -> bool:
    """Whether the strand belongs to tables: it is a head close above rows of cells, or stands on a table wherever it stands."""
    if judged.sequence or judged.strand.band in SIDES:
        return False
    if judged.attached >= settings.majority and judged.facing_cells >= settings.majority:
        return True
    on_table = judged.on_table >= settings.nearly_all and judged.apart < settings.majority
    return on_table and judged.strand.share < settings.nearly_all
