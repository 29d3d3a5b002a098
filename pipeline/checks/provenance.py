"""Whether the words of a chunk stand where it says: its boxes are read again from the file and must hold exactly them.

First the chunk's text against the pieces of lines that it claims: they must be the same words. Then each place, by its own box.
Where the box alone does not give exactly the words (a place that begins in the middle of a line, a watermark across it, text
stored in another order) the box must lie close around its pieces, each piece must read exactly its words, and the whole box
nothing besides them but the rest of its first and last row, of a table its heads and bands, and lines set aside. White space,
hyphens at line ends and the brackets of footnote marks don't count; a figure, a sign or a letter more or less does.

Boxes overlap where lines are set close, so a box is read without a share of the height of its first and last line.
Markdown and plain text have no boxes: there the letters at the place's span of characters are compared with the file's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from pipeline.checks.bounded import BoundedReader, Read
from pipeline.checks.claims import Claims
from pipeline.checks.subject import Subject
from pipeline.config.settings import ProvenanceSettings
from pipeline.geometry import Box, union
from pipeline.model import (
    Chunk,
    Chunks,
    Finding,
    FixturePage,
    Line,
    Page,
    Place,
    PlaceCheck,
    Severity,
    SourceKind,
    Span,
    Stage,
)
from pipeline.places import WORD, span_box
from pipeline.wording import ORDERS, bare, find_raised, squeeze

READER, CHARACTERS = "pdfium", "characters"
"""What ``PlaceCheck.reader`` says: boxes read again, or spans of characters compared."""
SHOWN = 80
"""Characters of a chunk that a finding quotes."""
AHEAD, BEHIND = 10, 30
"""Letters that a finding quotes ahead of a difference and from it on."""
UNNAMED = "\ufffd"
"""What stands for a glyph that the file gives no letter (finding TXT001)."""
QUARTER_TURNS = (90, 270)

Known = tuple[int, int]
"""A place by the chunk's index and its own."""
Words = Sequence[Sequence[str]]
"""The words that each place claims, bare, by the same two indices."""


def check_places(
    subject: Subject, claims: Claims, chunks: Chunks, settings: ProvenanceSettings, right_pages: Mapping[int, str]
) -> tuple[tuple[tuple[PlaceCheck, ...], ...], list[Finding]]:
    """For each chunk its places in order; a finding for each chunk with a place that does not hold its words."""
    right = {number: bare(text) for number, text in right_pages.items()}
    is_pdf = subject.document.identity.kind is SourceKind.PDF
    words = [[claims.words(place) for place in chunk.places] for chunk in chunks.chunks]
    misread = _misread_boxes(subject, chunks, words, claims, settings) if is_pdf else _misread_spans(subject, chunks, words)
    checks: list[tuple[PlaceCheck, ...]] = []
    findings: list[Finding] = []
    for index, (chunk, claimed) in enumerate(zip(chunks.chunks, words, strict=True)):
        is_claimed = claims.match(chunk, claimed)
        made = tuple(
            PlaceCheck(
                is_claimed and (index, at) not in misread,
                READER if is_pdf else CHARACTERS,
                _compare_fixture(place, claimed[at], right),
            )
            for at, place in enumerate(chunk.places)
        )
        checks.append(made)
        told = [_compared(claimed[at], misread[index, at]) for at in range(len(made)) if (index, at) in misread]
        findings.extend(_find_unverified(chunk, made, told[0] if is_claimed and told else ""))
    return tuple(checks), findings


def _compare_fixture(place: Place, words: str, right: Mapping[int, str]) -> FixturePage:
    if place.page not in right:
        return FixturePage.NONE
    return FixturePage.MATCHED if words in right[place.page] else FixturePage.DIFFERS


def _compared(words: str, found: str) -> str:
    """Where what stands in a box and what the chunk has there begin to differ, with a few letters ahead."""
    differs = next((at for at, (a, b) in enumerate(zip(words, found, strict=False)) if a != b), min(len(words), len(found)))
    start, end = max(0, differs - AHEAD), differs + BEHIND
    if UNNAMED in words:
        return f'the file does not say what letters these are: "{words[start:end]}"'
    read = ORDERS.sub(UNNAMED, found[start:end])
    return f'its box reads "{read}" where the chunk has "{words[start:end]}"' if found else "its box holds no words"


def _find_unverified(chunk: Chunk, made: Sequence[PlaceCheck], told: str) -> Iterator[Finding]:
    """``told`` says what a box holds instead; "" where the text is not even the words of its lines."""
    missed = [place for place, check in zip(chunk.places, made, strict=True) if not check.verified]
    if chunk.places and not missed:
        return
    why = told or "its text is not the words of the lines that it names"
    place = missed[0] if missed else None
    where = f"page {place.page}: " if place else ""
    yield Finding(
        "PRV001",
        Severity.ERROR,
        Stage.CHECKS,
        f"{where}chunk {chunk.clause_key} is unverified: {why} ({len(missed)} of its {len(chunk.places)} places)",
        place.page if place else 0,
        chunk.clause_id,
        place.bbox if place else (),
        tuple(dict.fromkeys(span.line_id for place in missed for span in place.pieces)),
        chunk.text[:SHOWN],
    )


def _misread_spans(subject: Subject, chunks: Chunks, claimed: Words) -> dict[Known, str]:
    """The places whose letters the file lacks at their span of characters, and what it has; markup and white space don't count."""
    written = squeeze(subject.content.decode("utf-8-sig", "replace"))
    texts = {page.number: page.text for page in subject.document.pages}
    misread: dict[Known, str] = {}
    for index, chunk in enumerate(chunks.chunks):
        for at, place in enumerate(chunk.places):
            ahead = len(squeeze(texts[place.page][: place.char_start]))
            words = squeeze(texts[place.page][place.char_start : place.char_end])
            if words != squeeze(claimed[index][at]) or not written.startswith(words, ahead):
                misread[index, at] = written[ahead : ahead + len(words)]
    return misread


def _misread_boxes(
    subject: Subject, chunks: Chunks, words: Words, claims: Claims, settings: ProvenanceSettings
) -> dict[Known, str]:
    """The places whose boxes, read again, do not hold exactly their words, and what they hold.

    Each page is opened once, those without places never; each box is read once.
    """
    by_page: dict[int, list[tuple[Known, Place]]] = defaultdict(list)
    for index, chunk in enumerate(chunks.chunks):
        for at, place in enumerate(chunk.places):
            by_page[place.page].append(((index, at), place))
    pages = {page.number: page for page in subject.document.pages}
    misread: dict[Known, str] = {}
    reader = BoundedReader(subject.content, subject.password)
    try:
        for number, wanted in sorted(by_page.items()):
            with reader.page(number) as read:
                check = _PageCheck(pages[number], subject, claims, settings, cache(read))
                for (index, at), place in wanted:
                    found = check.find_misread(place, words[index][at])
                    if found is not None:
                        misread[index, at] = found
    finally:
        reader.close()
    return misread


class _PageCheck:
    """Reads the places of one page."""

    def __init__(self, page: Page, subject: Subject, claims: Claims, settings: ProvenanceSettings, read: Read) -> None:
        self._lines = {line.id: line for line in page.lines}
        self._aside = [line for line in page.lines if line.id in subject.aside or line.flaw]
        self._claims = claims
        self._settings = settings
        self._read = read

    def find_misread(self, place: Place, words: str) -> str | None:
        """What the place's box holds, bare, where that is not exactly the words of its pieces; None where it is."""
        if not place.pieces:
            return bare(self._read(place.bbox))
        first = ""
        for found in self._readings(place.bbox, place.pieces[0], place.pieces[-1]):
            first = first or found
            if found == words:
                return None
            if self._lies_close(place) and self._holds_nothing_else(place, words, found):
                return None if self._hold_pieces(place.pieces) else first
        return first

    def _readings(self, box: Box, first: Span, last: Span) -> Iterator[str]:
        """What stands in ``box``, bare, its edges drawn in by more or less of the height of its first and last line."""
        opening, closing = self._lines[first.line_id], self._lines[last.line_id]
        for above, below in self._settings.insets:
            yield bare(self._read(_inset(box, opening, closing, above, below)))

    def _lies_close(self, place: Place) -> bool:
        around = union(span_box(self._lines[span.line_id], span.start, span.end) for span in place.pieces)
        return all(abs(a - b) <= self._settings.box_near for a, b in zip(around, place.bbox, strict=True))

    def _holds_nothing_else(self, place: Place, words: str, found: str) -> bool:
        """Whether ``found`` has all the words of the place, and besides them only such as may stand in its box."""
        more = Counter(found)
        more.subtract(words)
        if any(count < 0 for count in more.values()):
            return False
        rows = {self._lines[place.pieces[0].line_id].row, self._lines[place.pieces[-1].line_id].row}
        table = self._claims.table_of(place)
        beside = [line.text for line in self._lines.values() if line.row in rows or line.id in table]
        return not more - Counter(bare(" ".join([*beside, *self._across(place.bbox)])))

    def _hold_pieces(self, pieces: Sequence[Span]) -> bool:
        """Whether each piece reads as its line has it: the first, the last, and those between as one block or one by one."""
        between = pieces[1:-1]
        if len(between) > 1 and self._holds_block(between):
            between = ()
        return all(map(self._holds_piece, (pieces[0], *between, pieces[-1])))

    def _holds_block(self, pieces: Sequence[Span]) -> bool:
        lines = [self._lines[piece.line_id] for piece in pieces]
        words = bare(" ".join(line.text[piece.start : piece.end] for line, piece in zip(lines, pieces, strict=True)))
        box = union(span_box(line, piece.start, piece.end) for line, piece in zip(lines, pieces, strict=True))
        return next(self._readings(box, pieces[0], pieces[-1])) == words

    def _holds_piece(self, piece: Span) -> bool:
        """Whether the whole words that ``piece`` is part of read as the line has them, lines across left out of account."""
        line = self._lines[piece.line_id]
        touched = [word for word in WORD.finditer(line.text) if word.start() < piece.end and word.end() > piece.start]
        start, end = (0, len(line.text)) if line.rotation or not touched else (touched[0].start(), touched[-1].end())
        box, words = span_box(line, start, end), bare(line.text[start:end])
        across = Counter(bare(" ".join(self._across(box))))
        for found in self._readings(box, piece, piece):
            more, less = Counter(found) - Counter(words), Counter(words) - Counter(found)
            if found == words or (across and not less and not more - across) or _differs_by_raised(found, line, (start, end)):
                return True
        return False

    def _across(self, box: Box) -> list[str]:
        """The words of lines that were set aside and reach into ``box``: a watermark, a line that is drawn twice."""
        return [line.text for line in self._aside if _meets(line.bbox, box)]


def _differs_by_raised(found: str, line: Line, extent: tuple[int, int]) -> bool:
    """Whether ``found`` is the words of the line, with what is set small and raised anywhere in them: it is stored in any order."""
    start, end = extent
    raised = [(max(a, start), min(b, end)) for a, b in find_raised(line) if a < end and b > start]
    edges = [start, *(edge for stretch in raised for edge in stretch), end]
    plain = bare("".join(line.text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)))
    return bool(raised) and _is_with(found, plain, [bare(line.text[a:b]) for a, b in raised])


def _is_with(found: str, plain: str, extras: Sequence[str]) -> bool:
    """Whether ``found`` is ``plain`` with each of ``extras`` put in somewhere, whole."""
    if not extras:
        return found == plain
    first, rest = extras[0], extras[1:]
    places = (at for at in range(len(found) - len(first) + 1) if found.startswith(first, at))
    return any(_is_with(found[:at] + found[at + len(first) :], plain, rest) for at in places)


def _inset(box: Box, first: Line, last: Line, above: float, below: float) -> Box:
    """``box`` without a share of the first line's height where the text begins and of the last line's where it ends."""
    x0, top, x1, bottom = box
    if first.rotation not in QUARTER_TURNS:
        return (x0, top + above * (first.bbox[3] - first.bbox[1]), x1, bottom - below * (last.bbox[3] - last.bbox[1]))
    ahead, behind = above * (first.bbox[2] - first.bbox[0]), below * (last.bbox[2] - last.bbox[0])
    return (x0 + ahead, top, x1 - behind, bottom) if first.rotation == QUARTER_TURNS[0] else (x0 + behind, top, x1 - ahead, bottom)


def _meets(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
