"""What the document itself lists as its parts: its contents list and its bookmarks. Evidence for a label or a heading, never the
truth.

An entry is the squeezed words of a contents row, leaders and page number left out, or of a bookmark.
"""

import re
from itertools import groupby

from pipeline.model import Boilerplate, Document, MarkKind
from pipeline.wording import squeeze

LEADERS = re.compile(r"(?:[.·…_\s]{3,}|\s+)(?:\d{1,4}|[ivxlc]+)?\s*$")
"""The dots and the page number at the end of a contents row: " ....... 12"."""


def find_entries(document: Document, boilerplate: Boilerplate, shortest: int) -> frozenset[str]:
    """The squeezed entries of the contents list and the outline that have at least ``shortest`` letters."""
    marked = {mark.line_id for mark in boilerplate.marks if mark.kind is MarkKind.CONTENTS}
    texts = [entry.title for entry in document.outline]
    for page in document.pages if marked else ():
        lines = [line for line in page.lines if line.id in marked]
        texts.extend(" ".join(line.text for line in pieces) for _, pieces in groupby(lines, key=lambda ln: ln.row))
    squeezed = (squeeze(LEADERS.sub("", text)) for text in texts)
    return frozenset(entry for entry in squeezed if len(entry) >= shortest)


def is_listed(text: str, entries: frozenset[str]) -> bool:
    """Whether a row is an entry, or begins one that is longer than a row."""
    squeezed = squeeze(text)
    return squeezed in entries
