"""A page's content without the strokes that it draws, for a reader that is asked for words alone.

pypdf reads every operand of a page one by one before it looks at any, and pages of a designed prospectus are mostly drawing: half
of its time on them went into corners of paths. Taken out are whole operators that build a path (``m l c v y re h``), with their
operands, outside of text; painting one that is not there does nothing. Where a picture stands in the content itself, whose bytes
may be anything, nothing is taken out, nor where there is no text: such a page pypdf passes over by itself.
"""

import re

NUMBER = rb"[-+]?[\d.]+\s+"
TEXT = re.compile(rb"(?<!\S)BT\s.*?\sET(?!\S)", re.DOTALL)
"""Text, from where it begins to where it ends: "BT /F1 9 Tf (Scope) Tj ET"."""
PATHS = re.compile(
    rb"(?:(?<=[A-Za-z*]\s)|(?<=[A-Za-z*]\s\s))"
    rb"(?:(?:" + NUMBER + rb"){2}[ml]\s+|(?:" + NUMBER + rb"){4}(?:re|v|y)\s+|(?:" + NUMBER + rb"){6}c\s+|h\s+)+"
)
"""Path operators behind any other: "1 2 m 3 4 l h " in "q 1 2 m 3 4 l h S". No: "1 0 0 1 5 5 cm", "0.5 w"."""
PICTURE = re.compile(rb"(?<!\S)ID\s")
"""Where the bytes of a picture begin: "BI /W 1 /H 1 ID ..."."""


def without_paths(content: bytes) -> bytes:
    """``content`` with its path operators left out."""
    if PICTURE.search(content) or not TEXT.search(content):
        return content
    kept: list[bytes] = []
    at = 0
    for text in TEXT.finditer(content):
        kept += [PATHS.sub(b"", content[at : text.start()]), text[0]]
        at = text.end()
    return b"".join([*kept, PATHS.sub(b"", content[at:])])
