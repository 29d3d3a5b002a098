"""The words of one page through PDFium's raw functions: their boxes, and font, size and angle once a text object.

One ``FPDFText_GetText`` a page; loose boxes of the first and the last character of each word only; the text object of the first
character of each word; font, size, matrix and render mode once an object. All calls run under ``map``: a loop in Python costs
twice as much. Nothing here decides what a row is beyond PDFium's own line ends.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import c_float, c_ushort, c_void_p, cast, create_string_buffer
from functools import partial
from itertools import count, repeat
from math import atan2, degrees, hypot
from struct import Struct
from typing import Any

import pypdfium2.raw as pdfium

from pipeline.geometry import Box
from pipeline.stages.extract.frame import Frame
from pipeline.stages.extract.pdfium_calls import (
    Slots,
    get_char_matrix,
    get_font,
    get_font_size,
    get_loose_box,
    get_render_mode,
    get_text_object,
    handle_of,
)
from pipeline.stages.extract.pdfium_spacing import DROPPED, close_gaps, find_lost_spaces
from pipeline.stages.extract.reader import MARKS, Strip, Style, Words
from pipeline.stages.extract.styles import STRAIGHT, font_facts
from pipeline.stages.extract.texts import CONTROL, RIGHT_TO_LEFT, normal_text, normal_word
from pipeline.wording import count_letters

LINE_END_HYPHEN = "\x02\ufffe"
"""What PDFium writes for a hyphen at a line end, by its two ways of giving text; no newline follows it."""
STRIP = re.compile(rf"[^\r\n{LINE_END_HYPHEN}]+")
UNPARTED = re.compile(rf"[^\s\x00{LINE_END_HYPHEN}]+")
"""A word: what stands between white space, line ends and PDFium's hyphens."""
MAY_BE_MARKED = re.compile(r"[^\s][\d*\u2020\u2021](?=\s|$)")
"""A footnote mark may end a word: "fees1", "5,0002". Whether it is one its size says."""
LEADING_MARK = re.compile(r"(?<!\S)\d{1,2}(?=\[\S)")
"""A footnote mark may stand ahead of a bracket: "1[292.", as amended statutes have it. Whether it is one its size says."""
TURN = Struct("16s8x")
"""What turns and scales of a matrix in bytes, left in bytes since most objects of a page have the same; not where it moves to."""
NAME_BYTES = 256
Spans = list[tuple[int, int]]
"""The words of a text: where each begins and ends (half-open)."""
LEFT, TOP, RIGHT, BOTTOM = range(4)
"""Where an edge stands in PDFium's boxes."""


class TextReader:
    """Reads pages one after the other with buffers that are made once."""

    def __init__(self, mark_height: float) -> None:
        self._mark_height = mark_height
        self._boxes = Slots(c_float, 4)
        self._matrices = Slots(c_float, 6)
        self._name = create_string_buffer(NAME_BYTES)

    def read(self, text_page: Any, frame: Frame) -> tuple[Words, tuple[Strip, ...], tuple[Style, ...], int]:
        """Words, strips, styles and the count of letters and digits of PDFium's own page text."""
        text, letters = read_text(text_page)
        text_page = handle_of(text_page)
        boxes = partial(self._boxes_of, text_page)
        text = close_gaps(text, boxes)
        spans = find_lost_spaces(text, find_words(text), boxes)
        strips, keys = _find_objects(text_page, text, spans)
        parted = self._part_marks(text_page, text, spans, keys) if MAY_BE_MARKED.search(text) else spans
        if "[" in text and LEADING_MARK.search(text):
            parted = self._part_leading(text_page, text, parted)
        if len(parted) > len(spans):
            spans = parted
            strips, keys = _find_objects(text_page, text, spans)
        starts, ends = [a for a, _ in spans], [b for _, b in spans]
        styles, by_word = self._styles(text_page, starts, keys, frame)
        plain = text.isascii()
        turned = frame.rotation != 0 or any(style.rotation for style in styles) or not (plain or RIGHT_TO_LEFT.search(text) is None)
        x0s, tops, x1s, bottoms = self._word_boxes(text_page, starts, ends, frame, turned=turned)
        texts = [text[a:b] for a, b in spans]
        if DROPPED in text:
            texts = [word.replace(DROPPED, "") for word in texts]
        if CONTROL.search(text):
            texts = list(map(normal_word, texts))
        elif not plain:
            texts = [word if word.isascii() else normal_word(word) for word in texts]
        return Words(texts, x0s, tops, x1s, bottoms, by_word), strips, styles, letters

    def _part_marks(self, text_page: Any, text: str, spans: Spans, keys: Sequence[int]) -> Spans:
        """The words, a footnote mark at the end of one (its last digits in a smaller size) made a word of its own.

        ``keys`` are the objects in which the words begin: what ends in the same one has no such mark.
        """
        may = [k for k, (a, b) in enumerate(spans) if b - a > 1 and text[b - 1] in MARKS]
        lasts = _addresses(text_page, [spans[k][1] - 1 for k in may])
        cuts = {}
        for k, last in zip(may, lasts, strict=True):
            if keys[k] != last:
                a, b = spans[k]
                cut = next((i + 1 for i in range(b - 2, a, -1) if _addresses(text_page, [i]) != [last]), a + 1)
                tall, small = self._heights(text_page, (a, b - 1))
                if small < self._mark_height * tall and all(ch in MARKS for ch in text[cut:b]):
                    cuts[k] = cut
        if not cuts:
            return spans
        parted = ([(a, cuts[k]), (cuts[k], b)] if k in cuts else [(a, b)] for k, (a, b) in enumerate(spans))
        return [span for spans_of_word in parted for span in spans_of_word]

    def _part_leading(self, text_page: Any, text: str, spans: Spans) -> Spans:
        """The words, a footnote mark at the beginning of one (its first digits in a smaller size) made a word of its own."""
        parted: list[tuple[int, int]] = []
        for a, b in spans:
            mark = LEADING_MARK.match(text, a)
            if mark:
                small, tall = self._heights(text_page, (a, b - 1))
                if small < self._mark_height * tall:
                    parted.append((a, mark.end()))
                    a = mark.end()
            parted.append((a, b))
        return parted

    def _boxes_of(self, text_page: Any, chars: Sequence[int]) -> list[Box]:
        return [(left, -top, right, -bottom) for left, top, right, bottom in _fours(self._char_boxes(text_page, chars))]

    def _heights(self, text_page: Any, chars: Sequence[int]) -> list[float]:
        return [abs(top - bottom) for _, top, _, bottom in _fours(self._char_boxes(text_page, chars))]

    def _word_boxes(
        self, text_page: Any, starts: Sequence[int], ends: Sequence[int], frame: Frame, *, turned: bool
    ) -> tuple[list[float], list[float], list[float], list[float]]:
        lefts, tops, rights, bottoms = self._edges(text_page, starts, range(4) if turned else (LEFT, TOP, BOTTOM))
        others = self._edges(text_page, [end - 1 for end in ends], range(4) if turned else (RIGHT,))
        if not turned:
            return frame.shown_edges(lefts, bottoms, others[RIGHT], tops)
        # comparisons cost a third of calls of min and max
        return frame.shown_edges(
            [b if b < a else a for a, b in zip(lefts, others[LEFT], strict=True)],
            [b if b < a else a for a, b in zip(bottoms, others[BOTTOM], strict=True)],
            [b if b > a else a for a, b in zip(rights, others[RIGHT], strict=True)],
            [b if b > a else a for a, b in zip(tops, others[TOP], strict=True)],
        )

    def _edges(self, text_page: Any, chars: Sequence[int], wanted: Iterable[int]) -> list[list[float]]:
        """Each of the ``wanted`` edges (left, top, right, bottom in PDF space) of the boxes of characters; the others empty."""
        edges: list[list[float]] = [[], [], [], []]
        for part in self._boxes.ask(get_loose_box, text_page, chars):
            for edge in wanted:
                edges[edge] += part[edge::4].tolist()
        return edges

    def _char_boxes(self, text_page: Any, indices: Sequence[int]) -> list[float]:
        """Left, top, right, bottom in PDF space of each character, flat."""
        return [edge for part in self._boxes.ask(get_loose_box, text_page, indices) for edge in part.tolist()]

    def _styles(
        self, text_page: Any, starts: Sequence[int], keys: Sequence[int], frame: Frame
    ) -> tuple[tuple[Style, ...], list[int]]:
        """The page's styles, and the index of each word's; ``keys`` are the words' objects."""
        first = dict(zip(reversed(keys), reversed(starts), strict=True))
        # each set of facts is hashed once: a page of premiums has as many objects as figures
        numbers: defaultdict[tuple[Any, ...], int] = defaultdict(count().__next__)
        numbered = list(map(numbers.__getitem__, self._object_facts(text_page, first)))
        fonts: dict[int, tuple[str, bool, bool]] = {}
        found: dict[Style, int] = {}
        known = [found.setdefault(self._style(each, fonts, frame), len(found)) for each in numbers]
        by_object = dict(zip(first, map(known.__getitem__, numbered), strict=True))
        return tuple(found), list(map(by_object.__getitem__, keys))

    def _object_facts(self, text_page: Any, first: Mapping[int, int]) -> Iterator[tuple[Any, ...]]:
        """(font handle, size, render mode, matrix) of each text object, by its key and the first character in it."""
        handles, chars = list(map(c_void_p, first)), list(first.values())
        matrices = b"".join([bytes(part) for part in self._matrices.ask(get_char_matrix, text_page, chars)])
        sizes = map(get_font_size, repeat(text_page), chars)
        fonts, modes = map(get_font, handles), map(get_render_mode, handles)
        return zip(fonts, sizes, modes, TURN.iter_unpack(matrices), strict=True)

    def _style(self, facts: tuple[Any, ...], fonts: dict[int, tuple[str, bool, bool]], frame: Frame) -> Style:
        font, size, mode, (matrix,) = facts
        a, b, c, d = memoryview(matrix).cast("f")
        if font not in fonts:
            fonts[font] = self._font(font)
        name, bold, italic = fonts[font]
        angle = (round(degrees(atan2(b, a))) - 90 * frame.rotation) % 360
        if angle < STRAIGHT or angle > 360 - STRAIGHT:
            angle = 0
        stroked = mode == pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE
        invisible = mode in (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)
        return Style(name, round(size * (hypot(c, d) or 1.0), 2), bold or stroked, italic, angle, invisible)

    def _font(self, key: int | None) -> tuple[str, bool, bool]:
        """(name, bold, italic) of a font handle. Only good for one page: handles are used again after it is closed."""
        if not key:
            return "", False, False
        handle = cast(key, pdfium.FPDF_FONT)
        length = pdfium.FPDFFont_GetBaseFontName(handle, self._name, NAME_BYTES)
        raw = self._name.raw[: length - 1] if 0 < length <= NAME_BYTES else b""
        return font_facts(raw.decode("utf-8", "replace"), max(0, pdfium.FPDFFont_GetFlags(handle)))


def read_text(text_page: Any) -> tuple[str, int]:
    """The page's text, one character an index of PDFium's, and how many letters and digits its page text has.

    Text index and character index differ where a character has no Unicode or an astral one: then each is asked for by its index.
    """
    count = max(0, pdfium.FPDFText_CountChars(text_page))
    if not count:
        return "", 0
    buffer = (c_ushort * (2 * count + 2))()
    written = pdfium.FPDFText_GetText(text_page, 0, count, buffer)
    text = bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", "replace")
    letters = count_letters(normal_text(text))
    if len(text) != count:
        codes = map(pdfium.FPDFText_GetUnicode, repeat(text_page), range(count))
        text = "".join(chr(code) if 0 < code < 0x110000 else "\ufffd" for code in codes)
    return text, letters


def find_words(text: str) -> Spans:
    """The words of a text."""
    return list(map(re.Match.span, UNPARTED.finditer(text)))


def _find_objects(text_page: Any, text: str, spans: Spans) -> tuple[tuple[Strip, ...], list[int]]:
    """The strips of the words, and the text object of each word."""
    starts = [start for start, _ in spans]
    strips = tuple(find_strips(text, starts))
    return strips, _object_keys(text_page, starts, strips)


def _object_keys(text_page: Any, starts: Sequence[int], strips: Sequence[Strip]) -> list[int]:
    """The address of the text object of each word. A strip that begins and ends in one object lies in it whole."""
    firsts = _addresses(text_page, [starts[strip.start] for strip in strips])
    lasts = _addresses(text_page, [starts[strip.end - 1] for strip in strips])
    keys: list[int] = []
    for strip, first, last in zip(strips, firsts, lasts, strict=True):
        count = strip.end - strip.start
        if first == last:
            keys += [first] * count
        else:
            keys += [first, *_addresses(text_page, starts[strip.start + 1 : strip.end - 1]), last]
    return keys


def _addresses(text_page: Any, chars: Sequence[int]) -> list[int]:
    return list(map(get_text_object, repeat(text_page), chars))


def find_strips(text: str, starts: Sequence[int]) -> Iterator[Strip]:
    """PDFium's own lines, as stretches of words."""
    word = 0
    for match in STRIP.finditer(text):
        begin, end = word, match.end()
        word = bisect_left(starts, end, begin)
        if word > begin:
            yield Strip(begin, word, end < len(text) and text[end] in LINE_END_HYPHEN)


def _fours(flat: Iterable[float]) -> Iterator[Box]:
    each = iter(flat)
    return zip(each, each, each, each, strict=False)
