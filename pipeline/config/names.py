"""Names that can be a folder on every system: what a doc_id is made of.

Kept are letters of every script, digits, spaces and most signs. Replaced by "_": separators and control characters, what Windows
forbids, bytes that are no text. A name that Windows reserves or that a run uses itself gets a "_" behind it.
"""

import re
import unicodedata

FORBIDDEN = re.compile(r'[<>:"/\\|?*\ufffd]')
RESERVED = re.compile(r"(?i)^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|run\.json)(?=\.|$)")
"""Windows' devices, with or without a suffix, and the batch's own file."""
LONGEST = 200
"""Bytes of UTF-8: file systems allow 255, less what a run puts before a name while it writes."""


def safe_name(name: str) -> str:
    """``name`` as the name of a folder; the same for equal text however its accents are coded; never empty."""
    known = "".join("_" if _is_no_text(ch) else ch for ch in unicodedata.normalize("NFC", name))
    safe = FORBIDDEN.sub("_", known).strip().rstrip(". ")
    if safe.startswith("."):
        safe = "_" + safe[1:]
    safe = safe.encode("utf-8")[:LONGEST].decode("utf-8", "ignore").rstrip(". ")
    reserved = RESERVED.match(safe)
    if reserved:
        safe = f"{reserved[0]}_{safe[reserved.end() :]}"
    return safe or "document"


def _is_no_text(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
