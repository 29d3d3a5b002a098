"""The pdfplumber reader: the same records as PDFium's by an independent way, for a second opinion.

It takes many times as long, does not know how a text is painted (invisible ink is not seen) and glues words where a font sets
narrow spaces. Words are put into strips by the order of the content stream: what follows on one row without a wide gap.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from math import atan2, degrees
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFNoPageLabels, PDFPasswordIncorrect
from pdfminer.pdfexceptions import PDFException
from pdfminer.psexceptions import PSException
from pdfplumber.utils.exceptions import PdfminerException

from pipeline.config.settings import ExtractSettings
from pipeline.errors import STUMBLES, Damaged, NotAPdf, PasswordNeeded
from pipeline.geometry import Box
from pipeline.model import OutlineEntry
from pipeline.stages.extract.reader import MAGIC, MAGIC_WITHIN, Drawn, RawPage, Strip, Style, UnreadablePage, Words
from pipeline.stages.extract.styles import STRAIGHT, font_facts
from pipeline.stages.extract.texts import normal_word, one_line
from pipeline.wording import count_letters

BROKEN = (PDFException, PSException, PdfminerException, *STUMBLES)
"""What pdfminer raises on damaged files: it has no one base, and its parsers fall over each other's assumptions."""
SHOWS = 0.98
"""Least ink (0 to 1) of a grey or RGB fill that does not show on white paper."""
WORD_GAP = 1.5
"""Points between letters of one word; at pdfplumber's default of 3 narrow spaces vanish."""


class PlumberReader:
    """An open document. ``close`` it when done."""

    def __init__(self, content: bytes, name: str, settings: ExtractSettings, password: str = "") -> None:
        if MAGIC not in content[:MAGIC_WITHIN]:
            raise NotAPdf(f"{name} is not a PDF (it does not begin with %PDF-); leave it out or give the PDF itself")
        self._settings = settings
        try:
            self._pdf = pdfplumber.open(BytesIO(content), password=password)
            pages = len(self._pdf.pages)
        except BROKEN as error:
            if isinstance(error, PDFPasswordIncorrect) or any(isinstance(arg, PDFPasswordIncorrect) for arg in error.args):
                raise PasswordNeeded(f"{name} is encrypted; give its password with --password-file") from error
            raise Damaged(f"{name} is damaged or cut short ({type(error).__name__}); fetch it again or repair it") from error
        if not pages:
            raise Damaged(f"{name} has no pages; fetch it again or repair it")

    def __len__(self) -> int:
        return len(self._pdf.pages)

    def read_page(self, number: int) -> RawPage:
        """Words and drawings of the page."""
        page = self._pdf.pages[number - 1]
        try:
            return _read(page, self._settings)
        except BROKEN as error:
            raise UnreadablePage(f"pdfplumber cannot read it ({type(error).__name__})") from error
        finally:
            page.close()

    def ink(self, number: int, boxes: Sequence[Box]) -> list[float]:
        """Nothing: it does not draw."""
        return []

    def label(self, number: int) -> str:
        """The label as printed on the page, by the PDF's own table."""
        try:
            labels = self._pdf.doc.get_page_labels()
            return next((one_line(label) for k, label in enumerate(labels, 1) if k == number), "")
        except (PDFNoPageLabels, *BROKEN):
            return ""

    def outline(self) -> tuple[OutlineEntry, ...]:
        """Bookmarks; where they lead is not resolved."""
        try:
            return tuple(OutlineEntry(one_line(title), level, 0) for level, title, *_ in self._pdf.doc.get_outlines())
        except BROKEN:
            return ()

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Document information, keys as the PDF has them."""
        found = ((str(key), one_line(str(value))) for key, value in self._pdf.metadata.items())
        return tuple(sorted((key, said) for key, said in found if said))

    def close(self) -> None:
        """Closes the document."""
        self._pdf.close()


def _read(page: Any, settings: ExtractSettings) -> RawPage:
    left, top, right, bottom = page.cropbox
    shift = (left - page.mediabox[0], top - page.mediabox[1])
    styles: dict[Style, int] = {}
    found = [(word, styles.setdefault(_style(word[0]), len(styles))) for word in _words(page.chars)]
    boxes = [_moved(_around(word), shift) for word, _ in found]
    x0s, tops, x1s, bottoms = ([box[k] for box in boxes] for k in range(4))
    texts = [normal_word("".join(char["text"] for char in word)) for word, _ in found]
    words = Words(texts, x0s, tops, x1s, bottoms, [style for _, style in found])
    strips = tuple(_strips(words, settings.piece_gap))
    letters = count_letters("".join(normal_word(char["text"]) for char in page.chars))
    drawn = tuple(_drawn(page, shift, settings.thin_rule))
    images = tuple(_moved(_box(image), shift) for image in page.images)
    return RawPage(float(right - left), float(bottom - top), words, strips, tuple(styles), drawn, images, letters)


def _words(chars: Sequence[Any]) -> Iterator[list[Any]]:
    """Characters that follow one another without white space."""
    word: list[Any] = []
    for char in chars:
        if word and (char["text"].isspace() or not _follows(word[-1], char)):
            yield word
            word = []
        if char["text"].strip():
            word.append(char)
    if word:
        yield word


def _follows(before: Any, char: Any) -> bool:
    if _angle(before) != _angle(char):
        return False
    if _angle(char):
        size = max(before["size"], char["size"])
        return bool(abs(char["x0"] - before["x0"]) < 2 * size and abs(char["top"] - before["top"]) < 2 * size)
    level = bool(char["top"] < before["bottom"] and before["top"] < char["bottom"])
    gap = float(char["x0"] - before["x1"])
    return level and -float(before["size"]) / 2 < gap < WORD_GAP


def _angle(char: Any) -> int:
    a, b = char["matrix"][0], char["matrix"][1]
    angle = round(degrees(atan2(b, a))) % 360
    return 0 if angle < STRAIGHT or angle > 360 - STRAIGHT else angle


def _style(char: Any) -> Style:
    name, bold, italic = font_facts(str(char["fontname"]), 0)
    return Style(name, round(float(char["size"]), 2), bold, italic, _angle(char), invisible=False)


def _strips(words: Words, gap: float) -> Iterator[Strip]:
    start = 0
    for i in range(1, len(words.texts) + 1):
        if i == len(words.texts) or not _continues(words, i, gap):
            yield Strip(start, i, cut=False)
            start = i


def _continues(words: Words, i: int, gap: float) -> bool:
    wide = gap * (words.bottoms[i - 1] - words.tops[i - 1])
    level = bool(words.tops[i] < words.bottoms[i - 1] and words.tops[i - 1] < words.bottoms[i])
    return bool(level and words.styles[i] == words.styles[i - 1] and -1 < words.x0s[i] - words.x1s[i - 1] < wide)


def _drawn(page: Any, shift: tuple[float, float], thin: float) -> Iterator[Drawn]:
    for thing in [*page.lines, *page.rects]:
        x0, top, x1, bottom = _moved(_box(thing), shift)
        filled = bool(thing["fill"]) and _shows(thing.get("non_stroking_color"))
        if not (thing["stroke"] or filled):
            continue
        if bottom - top <= thin and x1 - x0 > bottom - top:
            top = bottom = (top + bottom) / 2
        elif x1 - x0 <= thin and bottom - top > x1 - x0:
            x0 = x1 = (x0 + x1) / 2
        yield Drawn((x0, top, x1, bottom), bool(thing["stroke"]), filled)


def _shows(ink: Any) -> bool:
    values = ink if isinstance(ink, list | tuple) else (ink,)
    numbers = [value for value in values if isinstance(value, int | float)]
    return not numbers or len(numbers) > 3 or min(numbers) < SHOWS


def _box(thing: Any) -> Box:
    return (float(thing["x0"]), float(thing["top"]), float(thing["x1"]), float(thing["bottom"]))


def _around(word: Sequence[Any]) -> Box:
    boxes = [_box(char) for char in word]
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def _moved(box: Box, shift: tuple[float, float]) -> Box:
    return (box[0] - shift[0], box[1] - shift[1], box[2] - shift[0], box[3] - shift[1])
