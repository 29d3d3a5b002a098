"""The words above a table that say what it is a table of, for its kind, its joints and its look-up; names.py calls a kept one.

From the general to the particular: the lines right above it, where they read like a title and not like the end of a sentence;
the full-width bands above its heads. A part that begins with fewer bands than the one above it in the same area keeps that one's
first bands: a chart whose zone changes halfway down a page.
"""

from collections.abc import Sequence

from pipeline.config.settings import TableSettings
from pipeline.model import Line, Record
from pipeline.stages.tables.reading import LABEL_START, count_words
from pipeline.stages.tables.shapes import Draft, Part

SENTENCE_END = (".", ";", ",")
LEAD_IN_END = (":", ":-", "：")


class Title(Record, frozen=True):
    """The lines right above a table that name it, those of one size and weight as one piece, the nearest piece last."""

    pieces: tuple[str, ...]
    line_ids: tuple[tuple[str, ...], ...]


def find_title(part: Part, above: Sequence[Line], settings: TableSettings) -> Title:
    """The title among the lines ``above`` (in reading order, the nearest last) right over ``part``; empty where there is none."""
    taken: list[Line] = []
    low = part.bbox[1]
    for line in reversed(above):
        reach = settings.title_gap * max(line.size, settings.snap)
        if line.page != part.page or not 0 <= low - line.bbox[3] + line.size / 2 <= reach + line.size / 2:
            break
        if not _overlaps(line, part) or not _reads_like_title(line, settings):
            break
        taken.append(line)
        low = line.bbox[1]
        if len(taken) == settings.title_lines:
            break
    pieces: list[list[Line]] = []
    for line in reversed(taken):
        if not pieces or _differs(line, pieces[-1][-1]):
            pieces.append([])
        pieces[-1].append(line)
    return Title(
        tuple(" ".join(line.text for line in piece) for piece in pieces),
        tuple(tuple(line.id for line in piece) for piece in pieces),
    )


def _overlaps(line: Line, part: Part) -> bool:
    return line.bbox[0] < part.bbox[2] and line.bbox[2] > part.bbox[0]


def _differs(line: Line, below: Line) -> bool:
    """Whether two lines are set in other sizes or weights: two titles, not one in two lines."""
    return abs(line.size - below.size) > 1 or line.bold != below.bold


def _reads_like_title(line: Line, settings: TableSettings) -> bool:
    text = line.text.strip()
    if count_words(text) > settings.title_words or text.endswith(SENTENCE_END) or text[:1].islower():
        return False
    return line.bold or text.isupper() or not (text.endswith(LEAD_IN_END) or LABEL_START.match(text))


def inherit_bands(drafts: Sequence[Draft]) -> list[tuple[str, ...]]:
    """For each draft the texts of its bands, with the leading ones of the part above in the same area where it has fewer."""
    found: list[tuple[str, ...]] = []
    for i, draft in enumerate(drafts):
        first = draft.parts[0]
        own = tuple(band.text for band in first.bands)
        above = drafts[i - 1].parts[-1] if i else None
        if above is not None and (above.page, above.area) == (first.page, first.area) and 0 < len(own) < len(found[-1]):
            own = found[-1][: -len(own)] + own
        found.append(own)
    return found
