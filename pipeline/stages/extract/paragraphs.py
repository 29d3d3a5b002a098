"""Which lines begin a paragraph: a wider gap than the document's usual one at that size, a first-line indent, or a short last line.

Order of evidence: the gap above; a first line that stands in against the lines before and after; a line that ended a sentence short
of its column. Across a column or page break there is no gap to see: a paragraph begins there only where the line before ended a
sentence and the new one is indented. What stands in the margin of a page, parted by white space, may be a header: text below it is
judged by the last line of the page before.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import attrgetter

import msgspec

from pipeline.config.settings import ExtractSettings
from pipeline.model import Line, Page, Record

SENTENCE_END = re.compile(r"[.!?:;][\"'”’)\]]*$")
"""Ends: "paid.", "as follows:", "(see below.)", "or;". Goes on: "means any", "Art. 3,"."""
GOES_ON = re.compile(r"^[a-zà-ÿ]")
RUNS_ON = re.compile(r"^(?:[a-zà-ÿ]{2,}(?![.)\w])|(?!제\d)[\uac00-\ud7a3])")
"""The inside of a sentence, behind a full row without an end: "representation, or", "국민경제의".

Not: "a.", "ii) The", "b", "Any", "제9조".
"""
OPEN_END = re.compile(r"[\w,)]$")
"""Of a row whose sentence goes on: "or by visible", "if so,", "(see below)". Not: "of May 2020>", "[repealed]"."""
DEFAULT_PITCH = 1.2
"""Line pitch in type sizes of a size that the document shows too seldom to have a usual one (the common setting of text)."""
ROW = attrgetter("row")
SIZE_STEP = 0.5
PITCH_STEP = 0.5


class Lead(Record, frozen=True):
    """The first piece of a row, where and in what size it runs, how far the row goes, the words of its last piece,
    whether it stands under the row before, in one column or cell, and the other pieces.
    """

    line: Line
    middle: float
    size: float
    x1: float
    text: str
    below: bool
    others: Sequence[Line]

    @property
    def stops(self) -> Iterator[float]:
        """Where its second and third word and its other pieces begin."""
        yield from (x0 for x0, _ in self.line.edges[1:3])
        yield from (other.bbox[0] for other in self.others)


def mark_paragraphs(pages: Sequence[Page], settings: ExtractSettings) -> tuple[Page, ...]:
    """The pages with ``Line.paragraph`` set."""
    leads = [_leads(page) for page in pages]
    pitches = _usual_pitches(leads)
    marked = []
    before: Lead | None = None
    for page, of_page in zip(pages, leads, strict=True):
        starts = set(_starts(page, of_page, before, pitches, settings))
        lines = [msgspec.structs.replace(ln, paragraph=True) if ln.id in starts else ln for ln in page.lines]
        marked.append(msgspec.structs.replace(page, lines=tuple(lines)))
        before = _last_of_body(page, of_page, pitches, settings) or before
    return tuple(marked)


def _leads(page: Page) -> list[Lead]:
    leads: list[Lead] = []
    for _, of_row in groupby([line for line in page.lines if not line.rotation], key=ROW):
        line, *others = of_row
        last = others[-1] if others else line
        _, top, _, bottom = line.bbox
        middle, size = (top + bottom) / 2, round(line.size / SIZE_STEP) * SIZE_STEP
        below = bool(leads) and _is_below(leads[-1], line, middle)
        leads.append(Lead(line, middle, size, last.bbox[2], last.text, below, others))
    return leads


def _usual_pitches(leads: Sequence[Sequence[Lead]]) -> dict[float, float]:
    """The most frequent pitch in points of each type size, the smallest of equals."""
    counts: defaultdict[float, Counter[float]] = defaultdict(Counter)
    for of_page in leads:
        for above, lead in pairwise(of_page):
            size = lead.size
            pitch = lead.middle - above.middle
            if above.size == size and 0 < pitch < 2 * DEFAULT_PITCH * size and lead.below:
                counts[size][round(pitch / PITCH_STEP) * PITCH_STEP] += 1
    return {size: min(found, key=lambda pitch: (-found[pitch], pitch)) for size, found in counts.items()}


def _is_below(above: Lead, line: Line, middle: float) -> bool:
    over = above.line
    if over.area != line.area or over.column != line.column:
        return False
    if middle <= (over.bbox[1] + over.bbox[3]) / 2:
        return False
    return over.bbox[0] < line.bbox[2] and line.bbox[0] < above.x1


def _expected(above: Lead, lead: Lead, pitches: dict[float, float]) -> float:
    first, second = above.size, lead.size
    pitch = pitches.get(first, DEFAULT_PITCH * first)
    return pitch if first == second else max(pitch, pitches.get(second, DEFAULT_PITCH * second))


def _gapped(above: Lead, lead: Lead, pitches: dict[float, float], settings: ExtractSettings) -> bool:
    return lead.middle - above.middle > settings.paragraph_gap * _expected(above, lead, pitches)


def _starts(
    page: Page, leads: Sequence[Lead], before: Lead | None, pitches: dict[float, float], settings: ExtractSettings
) -> Iterator[str]:
    """Ids of the lines that begin a paragraph; ``before`` is the last line of the body of the page before."""
    margin = settings.margin_share * page.height
    rights = _rights(leads)
    above: Lead | None = None
    for i, lead in enumerate(leads):
        after = leads[i + 1] if i + 1 < len(leads) and leads[i + 1].below else None
        if above is not None and lead.below and _runs_on(above, lead, rights, pitches, settings):
            starts = False
        elif above is None or not lead.below:
            starts = _starts_anew(above or before, lead, after, settings)
        elif _gapped(above, lead, pitches, settings):
            starts = _begins_after_gap(leads, i, settings)
            if above.line.bbox[3] <= margin and lead.line.area < 0 and before is not None:
                starts = SENTENCE_END.search(before.text) is not None
        else:
            starts = _indented(above, lead, after, settings) or _after_short(above, lead, rights, settings)
        if starts:
            yield lead.line.id
        above = lead


def _runs_on(
    above: Lead,
    lead: Lead,
    rights: dict[tuple[int, int], tuple[float, float]],
    pitches: dict[float, float],
    settings: ExtractSettings,
) -> bool:
    """Whether the row goes on with a sentence that the full row above it left open, by their words."""
    if lead.line.area >= 0 or above.size != lead.size or not (OPEN_END.search(above.text) and RUNS_ON.match(lead.line.text)):
        return False
    x0, x1 = rights[lead.line.column, lead.line.area]
    near = lead.middle - above.middle < settings.paragraph_reach * _expected(above, lead, pitches)
    return near and x1 - above.x1 < settings.paragraph_full * (x1 - x0)


def _begins_after_gap(leads: Sequence[Lead], i: int, settings: ExtractSettings) -> bool:
    """Whether the gap above a row parts it: not where the rows around are as far apart, in a text with wide leading throughout."""
    gap = leads[i].middle - leads[i - 1].middle
    around = [leads[k].middle - leads[k - 1].middle for k in (i - 1, i + 1) if 0 < k < len(leads) and leads[k].below]
    alike = sum(abs(gap - other) < (settings.paragraph_gap - 1) / 2 * gap for other in around)
    if not alike or SENTENCE_END.search(leads[i - 1].text):
        return True
    return alike < 2 and not GOES_ON.match(leads[i].line.text)


def _starts_anew(before: Lead | None, lead: Lead, after: Lead | None, settings: ExtractSettings) -> bool:
    """A row at the top of a column, a page or a cell."""
    if before is None:
        return True
    if lead.line.area >= 0 or before.line.area >= 0:
        return before.line.page != lead.line.page or before.line.area != lead.line.area or before.line.row != lead.line.row
    ended = SENTENCE_END.search(before.text) is not None
    return ended and after is not None and lead.line.bbox[0] > after.line.bbox[0] + settings.paragraph_indent * lead.line.size


def _indented(above: Lead, lead: Lead, after: Lead | None, settings: ExtractSettings) -> bool:
    """Whether the row stands in against both its neighbours, which stand under one another.

    The second row of a list item does so, too, between two labels: it stands under the text behind the label above.
    """
    if after is None:
        return False
    indent = settings.paragraph_indent * lead.line.size
    x0, first, last = lead.line.bbox[0], above.line.bbox[0], after.line.bbox[0]
    if not (x0 > first + indent and x0 > last + indent and abs(first - last) < indent / 2):
        return False
    return not any(abs(x0 - stop) < indent / 2 for stop in above.stops)


def _rights(leads: Sequence[Lead]) -> dict[tuple[int, int], tuple[float, float]]:
    """From where to where the text of each column or area goes."""
    found: dict[tuple[int, int], tuple[float, float]] = {}
    for lead in leads:
        key = (lead.line.column, lead.line.area)
        x0, x1 = found.get(key, (lead.line.bbox[0], lead.x1))
        found[key] = (min(x0, lead.line.bbox[0]), max(x1, lead.x1))
    return found


def _after_short(above: Lead, lead: Lead, rights: dict[tuple[int, int], tuple[float, float]], settings: ExtractSettings) -> bool:
    """Whether the line above ended a sentence well short of its column."""
    if GOES_ON.match(lead.line.text) or not SENTENCE_END.search(above.text):
        return False
    x0, x1 = rights[lead.line.column, lead.line.area]
    return x1 - above.x1 > settings.paragraph_short * (x1 - x0)


def _last_of_body(page: Page, leads: Sequence[Lead], pitches: dict[float, float], settings: ExtractSettings) -> Lead | None:
    """The last row above what may be a footer."""
    zone = (1 - settings.margin_share) * page.height
    body = [lead for lead in leads if lead.line.area < 0]
    for i in range(len(body) - 1, 0, -1):
        if body[i].line.bbox[1] < zone:
            return body[i]
        if not body[i].below or _gapped(body[i - 1], body[i], pitches, settings):
            return body[i - 1]
    return body[-1] if body else None
