"""Headings without numbers: rows that by type and place open a context, though nothing enumerates them.

Signs that head the parts of this document come first (``bulleted``), then words that head what is added to a law. Then, in this
order: words that cannot end a heading, length, what sets the row apart from the body (heading level of Markdown, size, bold,
capitals, another face in the middle). A bold paragraph is no heading, nor are the first or the last rows of a sentence that is
bold in part.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from pipeline.config.settings import ClauseSettings
from pipeline.model import Record
from pipeline.stages.clauses.bulleted import Bulleted, find_bulleted
from pipeline.stages.clauses.rows import Row, body_face, body_style, markdown_level

DASHES = ("-", "–", "—", "•")
"""What begins an item of a list without labels."""
NO_END = (",", ";")
ADDED_NOTE = re.compile(r"(?:[<(\[〈《][^>)\]〉》]*[>)\]〉》]?)*[.:]?")
"""What may stand behind the word that heads an addendum: nothing, or notes in brackets; a long one ends on the next row."""


class HeadingStyle(Record, frozen=True):
    """What makes two headings of one rank: size in points, bold, capitals, Markdown level (0 in a PDF), a sign that heads parts.

    What its words put beside the parts of a document counts as large as a heading, however it is set.
    """

    size: float
    bold: bool
    caps: bool
    level: int
    signed: bool = False

    @property
    def rank(self) -> tuple[float, int, int, int]:
        """Bigger is further out."""
        return (self.size, int(self.signed), int(self.caps), int(self.bold))


class Heading(Record, frozen=True):
    """Rows ``first`` to ``last`` (half-open) that are one heading. The ``caption`` of a table opens no context for what follows.

    ``sign`` tells where the title stands in the first row, and whether text goes on behind it, of a heading that a sign begins.
    """

    first: int
    last: int
    style: HeadingStyle
    caption: bool
    sign: Bulleted | None = None

    @property
    def titled(self) -> int:
        """The row behind those that are title alone."""
        return self.last if self.sign is None or self.sign.whole else self.first


def find_headings(rows: Sequence[Row], labelled: frozenset[int], settings: ClauseSettings) -> dict[int, Heading]:
    """Unnumbered headings by their first row. ``labelled`` rows may begin with a label: headings only where they turn out not to,
    and never a part of one that begins above them.
    """
    usual, face = _usual_styles(rows, settings), body_face(rows)
    bulleted = find_bulleted(rows, labelled, settings)
    found: dict[int, Heading] = {}
    at = 0
    while at < len(rows):
        size, bold = usual[rows[at].page]
        sign = bulleted.get(at)
        if sign is not None:
            found[at] = _signed(rows, at, sign, labelled, settings)
            at = found[at].last
            continue
        style = _style(rows, at, size, bold, face, settings)
        if style is None:
            at += 1
            continue
        last = _last(rows, at, labelled, settings)
        if at in labelled:
            found[at] = Heading(at, last, style, False)
            at += 1
            continue
        if _goes_on_bold(rows, last, style):
            at = last
            continue
        if last - at <= settings.heading_rows:
            above_table = last < len(rows) and rows[last].tabular and not rows[last].turned
            plain = style.size < size * settings.heading_size and not style.caps and not style.level
            found[at] = Heading(at, last, style, above_table and plain)
        at = last
    return found


def _signed(rows: Sequence[Row], at: int, sign: Bulleted, labelled: frozenset[int], settings: ClauseSettings) -> Heading:
    """A heading behind a sign: the title alone where text is run in, else with the rows that go on with it."""
    last = _last(rows, at, labelled, settings) if sign.whole else at + 1
    style = HeadingStyle(round(rows[at].size, 1), True, False, 0, signed=True)
    return Heading(at, min(last, at + settings.heading_rows), style, False, sign)


def _last(rows: Sequence[Row], at: int, labelled: frozenset[int], settings: ClauseSettings) -> int:
    """The row behind the heading that begins at ``at``."""
    last = at + 1
    while last < len(rows) and last not in labelled and _joins(rows, at, last, settings):
        last += 1
    return last


def _usual_styles(rows: Sequence[Row], settings: ClauseSettings) -> dict[int, tuple[float, bool]]:
    """By page, the type size and boldness of plain text: the document's, or the page's own where that is set larger or bold."""
    size, bold = body_style(rows)
    usual: dict[int, tuple[float, bool]] = {}
    for number, members in groupby(rows, key=lambda row: row.page):
        page = [row for row in members if not row.tabular]
        own, own_bold = body_style(page) if len(page) >= settings.page_rows else (size, bold)
        usual[number] = (max(size, own), bold or own_bold)
    return usual


def _joins(rows: Sequence[Row], first: int, row: int, settings: ClauseSettings) -> bool:
    """Whether a row goes on with the heading above it: the same type, no paragraph between."""
    here, head = rows[row], rows[first]
    same = (
        here.solid == head.solid
        and here.face == head.face
        and abs(here.size - head.size) <= settings.size_tolerance
        and here.page == head.page
    )
    return same and not here.tabular and not here.paragraph and (not here.fits or here.centred) and not markdown_level(here)


def _style(rows: Sequence[Row], at: int, size: float, bold: bool, face: str, settings: ClauseSettings) -> HeadingStyle | None:
    row = rows[at]
    level = markdown_level(row)
    if level:
        return HeadingStyle(row.size, True, False, level)
    text = row.text.strip()
    if row.starts >= settings.heading_starts and not row.tabular and _is_addendum(text, settings.addenda):
        return HeadingStyle(round(max(size, row.size) * settings.heading_size, 1), row.solid, row.caps, 0)
    if text.startswith(DASHES) or text[:1].islower():
        return None
    if row.tabular or not any(ch.isalpha() for ch in text) or text.endswith(NO_END) or len(text.split()) > settings.heading_words:
        return None
    larger = row.size >= size * settings.heading_size
    apart = larger or (row.solid and not bold) or row.caps or (row.centred and row.paragraph and row.face not in ("", face))
    if not apart or row.starts < settings.heading_starts or (text.endswith(".") and not larger):
        return None
    if row.caps and not (larger or row.bold) and not row.paragraph:
        return None
    if _ends_bold_sentence(rows, at, settings):
        return None
    below = rows[at + 1] if at + 1 < len(rows) else None
    runs_on = below is not None and not below.paragraph and not below.fits and not row.centred and below.page == row.page
    apart_above = row.paragraph and below is not None and below.text[:1].isupper()
    if runs_on and below is not None and text[-1] != ":" and below.bold != row.bold and not apart_above:
        return None
    return HeadingStyle(round(row.size, 1), row.solid, row.caps, 0)


def _is_addendum(text: str, words: Sequence[str]) -> bool:
    """Whether one of ``words`` stands alone or ahead of a note, white space and case aside: "부칙 <제21065호>", "부  칙".

    No: "부칙 제7조에 따라", "부칙(2020.1.1)에 따라".
    """
    bare = "".join(text.split()).casefold()
    known = ("".join(word.split()).casefold() for word in words)
    return any(bare.startswith(word) and ADDED_NOTE.fullmatch(bare[len(word) :]) is not None for word in known if word)


def _ends_bold_sentence(rows: Sequence[Row], at: int, settings: ClauseSettings) -> bool:
    """Whether a row goes on with the bold words at the end of a full row above it."""
    row, above = rows[at], rows[at - 1] if at else None
    if above is None or row.paragraph or row.fits or row.centred or above.solid or not above.lines[-1].runs:
        return False
    last = above.lines[-1].runs[-1]
    return last.bold and row.bold and abs(last.size - row.size) <= settings.size_tolerance


def _goes_on_bold(rows: Sequence[Row], last: int, style: HeadingStyle) -> bool:
    """Whether the sentence of bold rows goes on in a row that is bold in part."""
    below = rows[last] if last < len(rows) else None
    if below is None or not style.bold or below.paragraph or below.fits or below.solid or below.page != rows[last - 1].page:
        return False
    return bool(below.lines[0].runs) and below.lines[0].runs[0].bold
