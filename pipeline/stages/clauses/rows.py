"""Rows: the pieces of one baseline put together again, with what the search asks of them.

First the lines that are text (not marked, not beside the column), then their pieces joined row by row, then what only neighbours
tell: whether a row begins a paragraph or runs on from the one above. Marked lines and asides never become rows.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import attrgetter

from pipeline.config.settings import ClauseSettings
from pipeline.model import Boilerplate, Document, Line, Page, Record, Run
from pipeline.stages.clauses.anchors import find_anchors

ENDINGS = (".", ";", ":", "!", "?", ".”", '."', ";”", "。")
NOTE_AT_END = re.compile(r"\s*[<〈][^<>〈〉]*[>〉]\s*$")
"""A note on a change of the text behind a sentence: "… 적용한다. <개정 2021. 5. 18.>"."""
NOTE_ENDS = (">", "〉")
GLUED = re.compile(r"\S*\w(?::|[.:][–—])(?=[^\W\d]\S*$)")
"""A title's last word with the first of the text glued behind it: "ambulance:Subject", "Abettor.—A". No: "15:30", "ambulance:"."""
ENDING_WORDS = ("and", "or", "and/or", "und", "oder", "y", "o", "e", "et", "ou")


class Row(Record, frozen=True):
    """One row of text in one column.

    ``x`` is its left edge in points from its column's anchor ``left``, ``right`` the space left over at its right (0: full).
    ``starts`` is 0 to 1: how surely a sentence or item begins here, by space, indent and the end of the row above. ``centred``
    rows tell nothing by ``x``. ``bold`` rows are so for the most part, ``solid`` ones throughout, ``short`` ones leave much of
    the column free. ``face`` is the font of all words, "" where they have several. A row ``fits`` whose first word had room above,
    and ``runs_on`` where nothing says that the row above ended.
    A ``turned`` row is a cell that stands on its side: its table is not around it but somewhere above on its page.
    """

    lines: tuple[Line, ...]
    text: str
    page: int
    x: float
    left: float
    right: float
    size: float
    bold: bool
    solid: bool
    face: str
    caps: bool
    centred: bool
    short: bool
    starts: float
    fits: bool
    runs_on: bool
    paragraph: bool
    tabular: bool
    turned: bool = False

    @property
    def offsets(self) -> tuple[int, ...]:
        """Where each piece begins in ``text``."""
        starts, at = [], 0
        for line in self.lines:
            starts.append(at)
            at += len(line.text) + 1
        return tuple(starts)


class _Bounds(Record, frozen=True):
    left: float
    right: float


class _Begins(Record, frozen=True):
    """From where a row's indent is measured, and whether other rows begin at its place."""

    anchor: float
    as_others: bool


_ROW = attrgetter("row", "column", "area")


def make_rows(document: Document, boilerplate: Boilerplate, settings: ClauseSettings) -> tuple[Row, ...]:
    """The rows of the document's text in reading order."""
    marked = frozenset(mark.line_id for mark in boilerplate.marks)
    anchors = find_anchors(document, marked, settings)
    rows: list[Row] = []
    above: Row | None = None
    for page in document.pages:
        lines = [ln for ln in page.lines if ln.id not in marked and not ln.side]
        bounds = _bounds(page, lines)
        for _, pieces in groupby(lines, key=_ROW):
            held = tuple(pieces)
            edge = bounds[held[0].column, held[0].area]
            begins = _Begins(anchors.of(page, held[0]), anchors.begins_as_others(page, held[0]))
            row = _row(held, page, edge, begins, above, settings)
            rows.append(row)
            above = above if row.turned else row
    return tuple(rows)


def row_above(rows: Sequence[Row], at: int) -> Row | None:
    """The row before ``at`` in the text: cells on their side are read behind their page, and stand above nothing."""
    return next((rows[k] for k in range(at - 1, -1, -1) if not rows[k].turned), None)


def _area(line: Line, page: Page) -> int:
    """The area in which a line stands, -1 for none: of one on its side, which is laid out apart, that which holds its middle."""
    if line.area >= 0 or not line.rotation:
        return line.area
    x, y = (line.bbox[0] + line.bbox[2]) / 2, (line.bbox[1] + line.bbox[3]) / 2
    holding = (at for at, area in enumerate(page.areas) if area.bbox[0] <= x <= area.bbox[2] and area.bbox[1] <= y <= area.bbox[3])
    return next(holding, -1)


def _bounds(page: Page, lines: Sequence[Line]) -> dict[tuple[int, int], _Bounds]:
    """Left and right edge of the text for each (column, area) of the page."""
    edges: dict[tuple[int, int], _Bounds] = {}
    for key, members in _grouped(lines):
        column = key[0]
        left, right = min([ln.bbox[0] for ln in members]), max([ln.bbox[2] for ln in members])
        if 0 < column <= len(page.columns):
            left, right = page.columns[column - 1].bbox[0], max(right, page.columns[column - 1].bbox[2])
        elif key[1] < 0 and page.columns:
            left = min(left, min(c.bbox[0] for c in page.columns))
            right = max(right, max(c.bbox[2] for c in page.columns))
        edges[key] = _Bounds(left, right)
    return edges


def _grouped(lines: Iterable[Line]) -> Iterator[tuple[tuple[int, int], list[Line]]]:
    groups: dict[tuple[int, int], list[Line]] = {}
    for line in lines:
        groups.setdefault((line.column, line.area), []).append(line)
    yield from groups.items()


def _row(pieces: tuple[Line, ...], page: Page, edge: _Bounds, begins: _Begins, above: Row | None, settings: ClauseSettings) -> Row:
    first = pieces[0]
    texts = [piece.text for piece in pieces]
    text = " ".join(texts)
    longest = pieces[texts.index(max(texts, key=len))]
    x, inside, right = first.bbox[0] - begins.anchor, first.bbox[0] - edge.left, max(0.0, edge.right - pieces[-1].bbox[2])
    width = max(1.0, edge.right - edge.left)
    area = _area(first, page)
    tabular = 0 <= area < len(page.areas) and not page.areas[area].prose
    under = above is not None and above.page == page.number and not above.centred and abs(x - above.x) <= settings.indent_tolerance
    slack = settings.centred_exact if begins.as_others else settings.centred_slack * width
    centred = not under and inside > settings.centred_margin * width and abs(inside - right) < slack
    fits = above is not None and _fits(above, first)
    paragraph = first.paragraph or above is None or above.lines[0].area != first.area
    runs = [run for piece in pieces for run in piece.runs if piece.text[run.start : run.end].strip()]
    solid, face, bold = False not in {run.bold for run in runs}, _face(runs), _is_bold(pieces, text)
    return Row(
        lines=pieces,
        text=text,
        page=page.number,
        x=x,
        left=begins.anchor,
        right=right,
        size=longest.size,
        bold=bold,
        solid=solid,
        face=face,
        caps=_is_capitals(text, settings.caps_letters),
        centred=centred,
        short=right > settings.short_row * width,
        starts=1.0 if above is None or paragraph else _starts(above, x, bold, fits, centred, settings),
        fits=fits,
        runs_on=above is not None and not (paragraph or fits or ends_sentence(above.text, early=False)),
        paragraph=paragraph,
        tabular=tabular,
        turned=tabular and first.area < 0,
    )


def _is_bold(pieces: Sequence[Line], text: str) -> bool:
    """Whether most of a row is bold; of most rows no run is."""
    if True not in {run.bold for piece in pieces for run in piece.runs}:
        return False
    return 2 * sum([len(piece.text) for piece in pieces if piece.bold]) > len(text)


def _face(runs: Sequence[Run]) -> str:
    fonts = {run.font for run in runs}
    return fonts.pop() if len(fonts) == 1 else ""


def _is_capitals(text: str, least: int) -> bool:
    """Whether all letters are capitals, ``least`` or more of them."""
    # most rows have a small letter or none at all, which takes two passes in C to see
    if text.isascii() and (text.upper() != text or (least and text.lower() == text)):
        return False
    letters = [ch for ch in text if ch.isalpha()]
    return len(letters) >= least and all(ch.isupper() for ch in letters)


def _fits(above: Row, first: Line) -> bool:
    """Whether the first word would have had room on the row above: then the break was meant."""
    word = first.edges[0][1] - first.edges[0][0] if first.edges else 0.0
    return above.right > word + first.size / 2


def _starts(above: Row, x: float, bold: bool, fits: bool, centred: bool, settings: ClauseSettings) -> float:
    """How surely a row that begins no paragraph begins something, from the strongest evidence down."""
    if ends_sentence(above.text, early=fits) or (above.centred and not centred):
        return settings.starts_after_sentence_fits if fits else settings.starts_after_sentence
    other = bold != above.bold
    if fits:
        surely = other or above.short
        return settings.starts_after_sentence_fits if surely else settings.starts_fits
    if other:
        return settings.starts_type
    return 0.0 if _aligned(above, x, settings) else settings.starts_indent


def _aligned(above: Row, x: float, settings: ClauseSettings) -> bool:
    """Whether a row begins under the one above, or under the text behind that one's label."""
    near = settings.indent_tolerance
    if abs(x - above.x) <= near:
        return True
    words = islice((edge[0] - above.left for piece in above.lines for edge in piece.edges), settings.label_words + 1)
    return any(abs(x - word) <= near for word in words)


def ends_sentence(text: str, *, early: bool) -> bool:
    """Whether a row ends as an item or a sentence does. A bare "and" or "or" ends an item only on a row that ended ``early``."""
    stripped = text.rstrip()
    if stripped.endswith(NOTE_ENDS):
        stripped = NOTE_AT_END.sub("", text).rstrip()
    if stripped.endswith(ENDINGS):
        return True
    before, _, last = stripped.rpartition(" ")
    return last.lower() in ENDING_WORDS and (early or before.endswith((";", ",")))


def body_style(rows: Sequence[Row]) -> tuple[float, bool]:
    """The type size in points, and boldness, in which most letters outside tables are set."""
    weights: Counter[tuple[float, bool]] = Counter()
    for row in rows:
        if not row.tabular:
            weights[round(row.size, 1), row.bold] += len(row.text)
    return max(weights, key=lambda key: (weights[key], key)) if weights else (0.0, False)


def body_face(rows: Sequence[Row]) -> str:
    """The font in which most letters of rows of one font outside tables are set."""
    weights: Counter[str] = Counter()
    for row in rows:
        if not row.tabular and row.face:
            weights[row.face] += len(row.text)
    return max(weights, key=lambda face: (weights[face], face)) if weights else ""


def markdown_level(row: Row) -> int:
    """The level of a Markdown heading, 0 for anything else."""
    font = row.lines[0].runs[0].font if row.lines[0].runs else ""
    return int(font[1]) if len(font) == 2 and font[0] == "h" and font[1].isdigit() else 0


def title_end(text: str, start: int, end: int) -> int:
    """Where a title set apart by type in ``text[start:end]`` ends: a word glued behind its colon has the type of that before."""
    title = text[start:end].rstrip()
    word = title.rpartition(" ")[2]
    glued = GLUED.match(word) if end < len(text) else None
    return start + len(title) - len(word) + glued.end() if glued else end


def bold_end(row: Row, start: int = 0) -> int:
    """Where the bold words that begin at ``start`` in a row's text end; ``start`` where it has none there."""
    end = start
    for line, offset in zip(row.lines, row.offsets, strict=True):
        for run in line.runs:
            low, high = max(start, offset + run.start), offset + run.end
            if not row.text[low:high].strip():
                continue
            if not run.bold:
                return title_end(row.text, start, end)
            end = high
    return end


def x_at(row: Row, offset: int) -> float:
    """Left edge (points from the column's) of the first word at or behind ``offset`` in the row's text."""
    for line, start in zip(row.lines, row.offsets, strict=True):
        if offset <= start:
            return line.bbox[0] - row.left
        if offset < start + len(line.text) and line.text[offset - start :].strip():
            word = len(line.text[: offset - start].split())
            if line.text[offset - start - 1 : offset - start].strip() and line.text[offset - start].strip():
                word -= 1
            return (line.edges[min(word, len(line.edges) - 1)][0] if line.edges else line.bbox[0]) - row.left
    return row.x


def label_end(row: Row, printed: str) -> float:
    """Right edge (points from the anchor) of the label at the row's start."""
    words = max(1, len(printed.split()))
    edges = [edge for line in row.lines for edge in line.edges]
    return edges[min(words, len(edges)) - 1][1] - row.left if edges else row.x
