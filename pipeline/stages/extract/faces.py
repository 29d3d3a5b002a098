"""Which faces are bold where their names do not say so: those that lay more ink on the page than the text does.

A name with "Bold" is believed (``styles``). What is left are faces named like that of the text but for a number or a word of weight
("Font-6" beside "Font-0", "Gotham-Medium" beside "Gotham-Book"): a word such as Medium is bold beside a light text and not
beside itself, and a number says nothing. So words of both are drawn and their ink is compared. A face of another family is
never called bold: its ink says more about its design.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box
from pipeline.stages.extract.layout import Sketch
from pipeline.stages.extract.reader import RawPage, Reader

WEIGHT = re.compile(r"thin|hair(?:line)?|(?:ultra|extra)?light|book|regular|roman|normal|medium|[\d\W_]", re.IGNORECASE)
"""What tells the faces of one family apart: "Gotham-Book" and "Gotham-Medium" are "Gotham", "CIDFont+F1" is "CIDFontF"."""
SAMPLE = re.compile(r"[^\W\d_][a-zà-ÿ]{2,}")
"""Words alike in height and so in ink: three letters or more, small behind the first."""


def mark_bold(sketches: Sequence[Sketch], reader: Reader, settings: ExtractSettings) -> list[Sketch]:
    """The pages, the styles of faces that prove heavier than that of the text marked as bold."""
    bold = set(_heavier(sketches, reader, settings))
    return [_marked(sketch, bold) for sketch in sketches] if bold else list(sketches)


def _marked(sketch: Sketch, bold: set[str]) -> Sketch:
    styles = tuple(
        msgspec.structs.replace(style, bold=True) if style.font in bold and not style.italic else style
        for style in sketch.wordless.styles
    )
    return msgspec.structs.replace(sketch, wordless=msgspec.structs.replace(sketch.wordless, styles=styles))


def _heavier(sketches: Sequence[Sketch], reader: Reader, settings: ExtractSettings) -> Iterator[str]:
    words: Counter[str] = Counter()
    for sketch in sketches:
        for face, count in zip(sketch.wordless.styles, sketch.set_in, strict=True):
            if not (face.bold or face.italic):
                words[face.font] += count
    if not words:
        return
    text = max(words, key=lambda font: (words[font], font))
    family = WEIGHT.sub("", text).casefold()
    others = [font for font in words if font and font != text and WEIGHT.sub("", font).casefold() == family]
    for font in sorted(others, key=lambda font: (-words[font], font))[: settings.ink_faces]:
        if _ratio(sketches, reader, font, text, settings) >= settings.ink_bold:
            yield font


def _ratio(sketches: Sequence[Sketch], reader: Reader, font: str, text: str, settings: ExtractSettings) -> float:
    """Ink of words in ``font`` to that of words in ``text`` on the page that has most of both; 0 where none has enough."""
    best: tuple[list[Box], list[Box]] = ([], [])
    number = 0
    for sketch in sketches:
        raw = sketch.raw
        found = (_samples(raw, font, settings), _samples(raw, text, settings))
        if min(map(len, found)) > min(map(len, best)):
            best, number = found, sketch.number
        if min(map(len, best)) == settings.ink_words:
            break
    few = min(map(len, best))
    if few < settings.ink_least:
        return 0.0
    inks = reader.ink(number, best[0] + best[1])
    heavy, light = inks[: len(best[0])], inks[len(best[0]) :]
    return (sum(heavy) / len(heavy)) / (sum(light) / len(light)) if inks and sum(light) else 0.0


def _samples(raw: RawPage, font: str, settings: ExtractSettings) -> list[Box]:
    """Boxes of the first words of a page that are set upright in ``font``."""
    styles = {i for i, style in enumerate(raw.styles) if style.font == font and not (style.rotation or style.bold or style.italic)}
    if not styles:
        return []
    words = raw.words
    fitting = (i for i, style in enumerate(words.styles) if style in styles and SAMPLE.fullmatch(words.texts[i]))
    return [(words.x0s[i], words.tops[i], words.x1s[i], words.bottoms[i]) for i in islice(fitting, settings.ink_words)]
