"""Strands: lines that say the same at the same place, in the same size, on several pages; and the share of pages of each.

The share is of all pages with text; of the even or the odd ones where a strand keeps to them; and of the pages of one size, since
charts bound into a document have heads of their own. Nothing is decided here.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Page, Record
from pipeline.stages.boilerplate.normalise import Band, Sighting


class Census(Record, frozen=True):
    """The pages that count: those with text, not left out. ``kinds`` names the sort (its size) of each, ``sorts`` counts them.

    ``odd`` is how many have odd numbers.
    """

    pages: tuple[int, ...]
    kinds: dict[int, str]
    sorts: dict[str, int]
    odd: int


class Strand(Record, frozen=True):
    """Sightings that belong together, by page; ``pages`` ascending, each once; ``of`` says of which pages the share is."""

    key: str
    band: Band
    place: float
    size: float
    sightings: tuple[Sighting, ...]
    pages: tuple[int, ...]
    share: float
    of: str

    @property
    def first(self) -> str:
        """The id of its first line, which no other strand has."""
        return self.sightings[0].line.id


def make_census(pages: Iterable[Page]) -> Census:
    """The pages with text, and their sizes in whole points."""
    kinds = {page.number: f"{page.width:.0f} x {page.height:.0f}" for page in pages if page.lines}
    return Census(tuple(kinds), kinds, dict(Counter(kinds.values())), sum(page % 2 for page in kinds))


class Recurrence(Record, frozen=True):
    """What recurs, as strands of two sightings or more in order of their first line, and the masked texts of what does not."""

    strands: tuple[Strand, ...]
    singles: tuple[str, ...]


def find_recurrence(sightings: Iterable[Sighting], census: Census, settings: BoilerplateSettings) -> Recurrence:
    """The sightings gathered by band, masked text, place and size."""
    alike: dict[tuple[Band, str], list[Sighting]] = defaultdict(list)
    for sighting in sightings:
        alike[sighting.band, sighting.masked.key].append(sighting)
    strands: list[Strand] = []
    singles: list[str] = []
    for (band, key), members in alike.items():
        for near in split_by(members, lambda s: s.place, settings.place_tolerance):
            for same in split_by(near, lambda s: s.size, settings.size_tolerance):
                if len(same) > 1:
                    strands.append(_strand(band, key, same, census, settings))
                else:
                    singles.append(key)
    return Recurrence(tuple(strands), tuple(singles))


def split_by(members: Sequence[Sighting], measure: Callable[[Sighting], float], span: float) -> list[list[Sighting]]:
    """Groups of members whose measures lie within ``span``, counted from the least: no chain of small steps leads further."""
    if len(members) == 1:
        return [list(members)]
    groups: list[list[Sighting]] = []
    for member in sorted(members, key=measure):
        if groups and measure(member) - measure(groups[-1][0]) <= span:
            groups[-1].append(member)
        else:
            groups.append([member])
    return groups


def _strand(band: Band, key: str, members: list[Sighting], census: Census, settings: BoilerplateSettings) -> Strand:
    ordered = tuple(sorted(members, key=lambda s: (s.line.page, s.line.id)))
    pages = tuple(dict.fromkeys(s.line.page for s in ordered))
    share, of = find_share(pages, census, settings)
    middle = len(members) // 2
    place, size = (sorted(s.place for s in members)[middle], sorted(s.size for s in members)[middle])
    return Strand(key, band, place, size, ordered, pages, share, of)


def find_share(pages: Sequence[int], census: Census, settings: BoilerplateSettings) -> tuple[float, str]:
    """Share (0 to 1) of all pages that ``pages`` are, or of the sort that they are most of, and the words for it."""
    count, total = len(pages), len(census.pages)
    if count >= settings.least_pages:
        odd = pages[0] % 2
        sorts = [
            (census.odd, "odd pages") if odd else (total - census.odd, "even pages")
            for _ in range(all(page % 2 == odd for page in pages))
        ]
        kinds = {census.kinds[page] for page in pages}
        sorts += [(census.sorts[kind], f"pages of {kind} points") for kind in kinds if len(kinds) == 1]
        of, words = min(sorts, default=(total, "pages"))
        if count >= settings.majority * of:
            return count / of, f"{count} of {of} {words}"
    return count / total, f"{count} of {total} pages"
