"""Places that are no numbers made ones: PDFium gives infinity for what a broken matrix puts beyond any page.

Nothing after the reader could tell the words' order by them or write them down. The words stay, at the far edge of what a page can
be.
"""

from math import isfinite, isnan

from msgspec import structs

from pipeline.stages.extract.reader import RawPage

FARTHEST = 1e7
"""Points, either way; the largest page that ISO 32000-2 knows of has a tenth of that a side with the largest unit in use."""


def make_finite(raw: RawPage) -> RawPage:
    """``raw`` with every place and size a number. Sums tell in one look a side whether there is anything to do."""
    words, sides = raw.words, (raw.words.x0s, raw.words.tops, raw.words.x1s, raw.words.bottoms)
    if not all(isfinite(sum(side)) for side in sides):
        x0s, tops, x1s, bottoms = (list(map(_near, side)) for side in sides)
        words = structs.replace(words, x0s=x0s, tops=tops, x1s=x1s, bottoms=bottoms)
    if words is raw.words and all(isfinite(style.size) for style in raw.styles) and isfinite(raw.width + raw.height):
        return raw
    return structs.replace(
        raw,
        width=_near(raw.width),
        height=_near(raw.height),
        words=words,
        styles=tuple(structs.replace(style, size=_near(style.size)) for style in raw.styles),
    )


def _near(value: float) -> float:
    return 0.0 if isnan(value) else max(-FARTHEST, min(FARTHEST, value))
