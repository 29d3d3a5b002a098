"""Families: strands that each hold for a run of pages and take turns at one place, as the running heads of chapters do.

Alone each is rare, the last chapter's no more frequent than a phrase of the text; together they stand on most pages, or on most of
one part of the document. Each then counts with the family's share.
"""

from collections.abc import Collection, Iterator, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.stages.boilerplate.judging import Judged
from pipeline.stages.boilerplate.normalise import EDGES, SIDES
from pipeline.stages.boilerplate.recurrence import Census, Strand

EVERY_OTHER = 2


def find_families(judged: Sequence[Judged], census: Census, settings: BoilerplateSettings) -> dict[str, float]:
    """The family's share of pages (0 to 1), by the id of the first line of each strand in it."""
    runs = [j for j in judged if _is_run(j.strand, settings) and j.attached < settings.majority]
    shares: dict[str, float] = {}
    for band in (*EDGES, *SIDES):
        members = sorted((j for j in runs if j.strand.band is band), key=lambda j: j.strand.place)
        for group in _groups(members, settings):
            pages = {page for j in group for page in j.strand.pages}
            share = len(pages) / len(census.pages)
            if len(group) > 1 and (share >= settings.majority or _holds_for_a_part(group, pages, settings)):
                shares.update({j.strand.first: share for j in group})
    return shares


def _is_run(strand: Strand, settings: BoilerplateSettings) -> bool:
    """Whether the strand stands on most of the pages (or of every other page) between its first and its last."""
    first, last = strand.pages[0], strand.pages[-1]
    step = EVERY_OTHER if all(page % EVERY_OTHER == first % EVERY_OTHER for page in strand.pages) else 1
    return len(strand.pages) >= settings.run_share * ((last - first) // step + 1)


def _groups(members: Sequence[Judged], settings: BoilerplateSettings) -> Iterator[list[Judged]]:
    """The members, ascending by place, in groups of one place and size."""
    group: list[Judged] = []
    for j in members:
        if group and not _is_beside(j.strand, group[0].strand, settings):
            yield group
            group = []
        group.append(j)
    if group:
        yield group


def _is_beside(strand: Strand, first: Strand, settings: BoilerplateSettings) -> bool:
    near = strand.place - first.place <= settings.place_tolerance
    return near and abs(strand.size - first.size) <= settings.size_tolerance


def _holds_for_a_part(group: Sequence[Judged], pages: Collection[int], settings: BoilerplateSettings) -> bool:
    """Whether the group stands on most pages from its first to its last, more than a few, and apart from the text."""
    dense = len(pages) >= settings.run_share * (max(pages) - min(pages) + 1)
    apart = all(j.apart >= settings.majority > j.facing_table for j in group)
    return dense and apart and len(pages) >= settings.few_pages
