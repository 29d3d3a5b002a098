"""What keeps lines from being words that a reader of the page sees, and the findings about it.

Looked for in this order, the first that holds counts: invisible ink, outside the page as shown, the same words drawn twice at one
place, a text layer that is no language. Nothing is taken away: a line is marked and stays in the ledger.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box
from pipeline.model import Finding, Flaw, Line, Page, Severity, Stage
from pipeline.wording import squeeze

LATIN_WORD = re.compile(r"\b[a-z]{4,}\b")
"""Whole words of small ASCII letters: capitals may be short forms, which need no vowel."""
NO_VOWEL = re.compile(r"\b[b-df-hj-np-tv-xz]{4,}\b")
BAD = re.compile(r"[\ufffd\ue000-\uf8ff\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
"""What no language writes: the sign for no Unicode, private use, control characters other than space."""
BULLET = re.compile(r"^[\ue000-\uf8ff]\s*")
"""A glyph of a symbol font at the start of a line is a list mark and no garbage."""
SAMPLE = 40
HIDDEN = {Flaw.INVISIBLE: "invisible", Flaw.OUTSIDE: "outside the page", Flaw.DUPLICATE: "drawn twice"}


def mark_flaws(page: Page, settings: ExtractSettings) -> Page:
    """The page with the flaws of its lines."""
    flaws = _find_flaws(page, settings)
    if not flaws:
        return page
    lines = tuple(msgspec.structs.replace(line, flaw=flaws.get(i, line.flaw)) for i, line in enumerate(page.lines))
    return msgspec.structs.replace(page, lines=lines)


def _find_flaws(page: Page, settings: ExtractSettings) -> dict[int, Flaw]:
    flaws: dict[int, Flaw] = {}
    fonts = _garbled_fonts(page.lines, settings)
    seen: defaultdict[str, list[Box]] = defaultdict(list)
    for i, line in enumerate(page.lines):
        if line.flaw is Flaw.INVISIBLE:
            continue
        if _outside(line.bbox, page):
            flaws[i] = Flaw.OUTSIDE
        elif any(_same_place(line.bbox, other, settings.duplicate_shift) for other in seen[line.text]):
            flaws[i] = Flaw.DUPLICATE
        elif _is_garbled(line, fonts, settings):
            flaws[i] = Flaw.GARBLED
        seen[line.text].append(line.bbox)
    return flaws


def _outside(box: Box, page: Page) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return not (0 <= x <= page.width and 0 <= y <= page.height)


def _same_place(box: Box, other: Box, shift: float) -> bool:
    near = shift * (other[3] - other[1])
    return abs(box[0] - other[0]) < near and abs(box[1] - other[1]) < near


def _is_garbled(line: Line, fonts: frozenset[str], settings: ExtractSettings) -> bool:
    if line.runs and line.runs[0].font in fonts:
        return True
    if BAD.search(line.text) is None:
        return False
    text = BULLET.sub("", line.text)
    return len(BAD.findall(text)) >= max(1, settings.garbled_share * len(text))


def _garbled_fonts(lines: Sequence[Line], settings: ExtractSettings) -> frozenset[str]:
    """Fonts whose words have no vowels: their map to Unicode is shifted."""
    if len(NO_VOWEL.findall(" ".join([line.text for line in lines]))) < settings.garbled_share * settings.garbled_words:
        return frozenset()
    words: Counter[str] = Counter()
    without: Counter[str] = Counter()
    for line in lines:
        if line.runs:
            found = LATIN_WORD.findall(line.text)
            words[line.runs[0].font] += len(found)
            without[line.runs[0].font] += len(NO_VOWEL.findall(line.text))
    return frozenset(
        font for font, count in words.items() if count >= settings.garbled_words and without[font] >= settings.garbled_share * count
    )


def find_page_findings(page: Page, settings: ExtractSettings) -> Iterator[Finding]:
    """TXT001, TXT002 and TXT003 of one page."""
    garbled = [line for line in page.lines if line.flaw is Flaw.GARBLED]
    if garbled:
        yield _finding("TXT001", page, "the text layer is garbled: its words are not those that the page shows", garbled)
    if (page.images or len(page.rules) >= settings.drawing_rules) and not any(squeeze(line.text) for line in page.lines):
        yield Finding(
            "TXT002",
            Severity.WARNING,
            Stage.EXTRACT,
            f"page {page.number} has pictures or drawings and no text; run it through text recognition first",
            page.number,
        )
    for flaw, how in HIDDEN.items():
        lines = [line for line in page.lines if line.flaw is flaw]
        if lines:
            yield _finding("TXT003", page, f"text that a reader does not see: {how}", lines)


def _finding(code: str, page: Page, message: str, lines: Sequence[Line]) -> Finding:
    severity = Severity.WARNING if code == "TXT001" else Severity.NOTE
    ids = tuple(line.id for line in lines)
    text = " ".join(line.text for line in lines)
    text = text if len(text) <= SAMPLE else text[:SAMPLE] + "…"
    whole = f"page {page.number}: {message} ({len(lines)} line{'' if len(lines) == 1 else 's'})"
    return Finding(code, severity, Stage.EXTRACT, whole, page.number, line_ids=ids, text=text)
