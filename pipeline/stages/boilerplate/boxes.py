"""Which areas are tables, whose lines are therefore no furniture.

Not every area is a table: a border around the page is none, nor is a box of which nearly every line recurs on nearly all pages, as
a letterhead in a frame does. A table that is printed again and again differs in its figures.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Page
from pipeline.stages.boilerplate.recurrence import Strand
from pipeline.stages.boilerplate.surroundings import is_frame


def find_tables(pages: Iterable[Page], likely: Iterable[Strand], settings: BoilerplateSettings) -> Collection[tuple[int, int]]:
    """The areas that are tables, as (page, index), given the strands that are ``likely`` furniture by themselves."""
    recurring = (s.line for strand in likely if strand.share >= settings.box_share for s in strand.sightings)
    counts = Counter([(line.page, line.area) for line in recurring])
    tables: set[tuple[int, int]] = set()
    for page in pages:
        held = Counter([line.area for line in page.lines])
        for index in held.keys() & range(len(page.areas)):
            letterhead = counts[page.number, index] / held[index] >= settings.box_share
            if not letterhead and not is_frame(page.areas[index], page, settings):
                tables.add((page.number, index))
    return tables
