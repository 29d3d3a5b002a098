"""Which lines stand in tables, and are therefore no furniture.

Not every area is a table: a border around the page is none, nor is a box of which nearly every line recurs on nearly all pages, as
a letterhead in a frame does. A table that is printed again and again differs in its figures.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Page
from pipeline.stages.boilerplate.recurrence import Strand
from pipeline.stages.boilerplate.surroundings import is_frame, share_of


def find_table_lines(pages: Iterable[Page], likely: Iterable[Strand], settings: BoilerplateSettings) -> set[str]:
    """Ids of the lines in tables, given the strands that are ``likely`` furniture by themselves."""
    recurring = {s.line.id for strand in likely if strand.share >= settings.box_share for s in strand.sightings}
    inside: set[str] = set()
    for page in pages:
        for index, ids in _members(page).items():
            letterhead = share_of(line_id in recurring for line_id in ids) >= settings.box_share
            if not letterhead and not is_frame(page.areas[index], page, settings):
                inside.update(ids)
    return inside


def _members(page: Page) -> dict[int, Sequence[str]]:
    members: dict[int, list[str]] = defaultdict(list)
    for line in page.lines:
        if 0 <= line.area < len(page.areas):
            members[line.area].append(line.id)
    return dict(members)
