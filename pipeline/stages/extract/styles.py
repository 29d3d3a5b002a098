"""What a font's name and flags say of its face, for both readers."""

import re
from functools import lru_cache

BOLD_NAME = re.compile(r"bold|black|heavy|demi(?!light)|[-,_ ]bd\b|(?<=[a-z])Bd\b", re.IGNORECASE)
"""Bold: "Arial-BoldMT", "Roboto-Black", "Gotham-Demi", "Frutiger-Bd". Not: "Gotham-Book", "Source-DemiLight", "Abdera"."""
ITALIC_NAME = re.compile(r"italic|oblique|[-,_]it\b", re.IGNORECASE)
"""Italic: "Times-Italic", "Helvetica-Oblique", "Minion-It". Not: "Titillium", "Arial"."""
SUBSET_PREFIX = re.compile(r"^[A-Z]{6}\+")
BOLD_FLAG, ITALIC_FLAG = 1 << 18, 1 << 6
"""Bits of a font descriptor's flags (ISO 32000-1, table 123)."""
FONTS_KEPT = 256
"""Fonts whose facts are kept: a document has a few on all of its pages."""
STRAIGHT = 3
"""Degrees within which text counts as level: scans are skewed by less, set text by more."""


@lru_cache(FONTS_KEPT)
def font_facts(name: str, flags: int) -> tuple[str, bool, bool]:
    """(name without subset prefix, bold, italic) of a font by its PostScript name and descriptor flags."""
    name = SUBSET_PREFIX.sub("", name)
    bold = bool(BOLD_NAME.search(name)) or bool(flags & BOLD_FLAG)
    return name, bold, bool(ITALIC_NAME.search(name)) or bool(flags & ITALIC_FLAG)
