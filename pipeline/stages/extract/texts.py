"""How a text layer's characters become the words as printed, for both readers."""

import re
import unicodedata

from pipeline.wording import ORDERS, SYMBOLS

LIGATURES = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}
LIGATURE = re.compile("[\ufb00-\ufb06]")
SOFT_HYPHEN = "\xad"
NO_UNICODE = "\ufffd"
CONTROL = re.compile(r"[\x01-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
"""What stands in a text layer for a glyph that has no Unicode: a control character, a private one or nothing."""
RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""Letters of Hebrew, Arabic, Syriac and their kin."""


def normal_text(text: str) -> str:
    """NFC, ligatures of one code point expanded, soft hyphens dropped."""
    if text.isascii():
        return text
    if LIGATURE.search(text):
        text = LIGATURE.sub(lambda found: LIGATURES[found[0]], text)
    return unicodedata.normalize("NFC", text).replace(SOFT_HYPHEN, "")


def normal_word(word: str) -> str:
    """A word as printed: a soft hyphen at its end was drawn, one inside was not; halves of astral characters are put
    together, a control character is a sign without Unicode, and a list mark of a symbol font is the sign it shows.
    """
    if CONTROL.search(word):
        word = CONTROL.sub(NO_UNICODE, word)
    if word.isascii():
        return word
    if not word.isprintable():
        word = word.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        if len(word) == 1:
            word = word.translate(SYMBOLS)
    return normal_text(word) + ("-" if word.endswith(SOFT_HYPHEN) else "")


def one_line(text: str) -> str:
    """What a file says of itself (title, bookmark, page label), in one line and without any control character."""
    return " ".join(ORDERS.sub(" ", text.replace("\0", "")).split())
