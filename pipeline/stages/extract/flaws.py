"""What keeps lines from being words that a reader of the page sees, and the findings about it.

Looked for in this order, the first that holds counts: invisible ink, outside the page as shown, the same words drawn twice at one
place, a text layer that is no language. Nothing is taken away: a line is marked and stays in the ledger.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box, union
from pipeline.model import Finding, Flaw, Line, Page, Severity, Stage
from pipeline.stages.extract.texts import RIGHT_TO_LEFT
from pipeline.wording import squeeze

COMMON = b"eaionrstldu"
"""The letters that make 60% (Polish) to 80% (Finnish) of text in Latin script; under a shifted map at most 49% of English."""
SMALL = b"abcdefghijklmnopqrstuvwxyz"
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
    texts = [line.text for line in page.lines]
    text = "\n".join(texts)
    fonts = _garbled_fonts(page.lines, settings) if _count(SMALL, text) >= settings.garbled_letters else frozenset()
    garbled = bool(fonts) or BAD.search(text) is not None
    width, height = 2 * page.width, 2 * page.height
    seen: dict[str, list[Box]] = {}
    for i in range(len(texts)) if garbled or not _are_inside(page) else _said_again(texts):
        line = page.lines[i]
        if line.flaw is Flaw.INVISIBLE:
            continue
        text, box = line.text, line.bbox
        like = seen.get(text)
        # its middle, doubled
        if not (0 <= box[0] + box[2] <= width and 0 <= box[1] + box[3] <= height):
            flaws[i] = Flaw.OUTSIDE
        elif like is not None and any(_same_place(box, other, settings.duplicate_shift) for other in like):
            flaws[i] = Flaw.DUPLICATE
        elif garbled and _is_garbled(line, fonts, settings):
            flaws[i] = Flaw.GARBLED
        if like is None:
            seen[text] = [box]
        else:
            like.append(box)
    return flaws


def _are_inside(page: Page) -> bool:
    """Whether no line reaches beyond the page, and so none has its middle there."""
    if not page.lines:
        return True
    x0, top, x1, bottom = union([line.bbox for line in page.lines])
    return x0 >= 0 and top >= 0 and x1 <= page.width and bottom <= page.height


def _said_again(texts: Sequence[str]) -> Sequence[int]:
    """The indices of texts that stand more than once, the first of them included."""
    counts = Counter(texts)
    return [i for i, text in enumerate(texts) if counts[text] > 1] if len(counts) < len(texts) else ()


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
    """Fonts whose letters are spread as in no language of Latin script: their map to Unicode is shifted."""
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for line in lines:
        if line.runs:
            texts[line.runs[0].font].append(line.text)
    return frozenset(font for font, of_font in texts.items() if _is_shifted(" ".join(of_font), settings))


def _count(letters: bytes, text: str) -> int:
    """How many characters of ``text`` are one of ``letters``, which are of ASCII."""
    encoded = text.encode("utf-8", "surrogatepass")
    return len(encoded) - len(encoded.translate(None, letters))


def _is_shifted(text: str, settings: ExtractSettings) -> bool:
    letters = _count(SMALL, text)
    return letters >= settings.garbled_letters and _count(COMMON, text) < settings.common_share * letters


def find_page_findings(page: Page, settings: ExtractSettings) -> Iterator[Finding]:
    """TXT001 to TXT004 of one page."""
    words = page.text
    bad = BAD.search(words) is not None
    flawed = [line for line in page.lines if line.flaw]
    may_be = page.lines if bad else flawed
    garbled = [ln for ln in may_be if ln.flaw is Flaw.GARBLED or (bad and BAD.search(BULLET.sub("", ln.text)))]
    if garbled:
        yield _finding("TXT001", page, "the text layer is garbled: signs without Unicode, or words of no language", garbled)
    scripts = sorted({_script(line.text) for line in page.lines} - {""}) if RIGHT_TO_LEFT.search(words) else []
    if scripts:
        message = f"page {page.number} is written from right to left ({', '.join(scripts)}); labels and line order may be wrong"
        yield Finding("TXT004", Severity.WARNING, Stage.EXTRACT, message, page.number)
    if (page.images or len(page.rules) >= settings.drawing_rules) and not any(squeeze(line.text) for line in page.lines):
        yield Finding(
            "TXT002",
            Severity.WARNING,
            Stage.EXTRACT,
            f"page {page.number} has pictures or drawings and no text; run it through text recognition first",
            page.number,
        )
    for flaw, how in HIDDEN.items():
        lines = [line for line in flawed if line.flaw is flaw]
        if lines:
            yield _finding("TXT003", page, f"text that a reader does not see: {how}", lines)


def _script(text: str) -> str:
    """The name of the right-to-left script that a line is written in, "" for others."""
    found = None if text.isascii() else RIGHT_TO_LEFT.search(text)
    return unicodedata.name(found[0], "unknown").split()[0].capitalize() if found else ""


def _finding(code: str, page: Page, message: str, lines: Sequence[Line]) -> Finding:
    severity = Severity.WARNING if code == "TXT001" else Severity.NOTE
    ids = tuple(line.id for line in lines)
    text = " ".join(line.text for line in lines)
    text = text if len(text) <= SAMPLE else text[:SAMPLE] + "…"
    whole = f"page {page.number}: {message} ({len(lines)} line{'' if len(lines) == 1 else 's'})"
    return Finding(code, severity, Stage.EXTRACT, whole, page.number, line_ids=ids, text=text)
