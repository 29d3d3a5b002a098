"""Codes that name a document or its insurer: a UIN, the number of a registration, of a company, of a form.

They stand in headers and footers, which are no text to search, and often nowhere else. A code has letters and figures, joined or
in one word, and enough of them that no label, year or room number is one. It is compared by its letters and figures alone, so that
"IRDA/NL-HLT/13-14" and "irda-nl-hlt-13-14" are one.
"""

import re
from collections.abc import Iterable

from pipeline.model.decisions import MarkKind
from pipeline.retrieval.figure_words import CURRENCIES, MONTHS
from pipeline.retrieval.terms import COMPOUND, PART, fold
from pipeline.store.rows import FurnitureRow

PRINTED = (MarkKind.HEADER, MarkKind.FOOTER, MarkKind.SIDE, MarkKind.PAGE_NUMBER)
"""Furniture that says whose page it is, often on the line of the page number; contents, watermarks and what is hidden do not."""
LEAST = 8
"""Letters and figures of a code, at least. In the furniture of 20 documents the shortest code has 14, and the longest of what is
none ("No.146", "24x7", "V.13") five."""
WORD, FIGURE = re.compile(r"[^\W\d_]+"), re.compile(r"\d")
OF_NO_CODE = frozenset((*MONTHS, *CURRENCIES, "th", "st", "nd", "rd", "page", "of", "seite", "von", "pagina", "de"))
"""Words of dates, amounts and page numbers: "01-April-2019", "Rs.5,00,000", "Page1of25"."""


def find_codes(text: str) -> list[str]:
    """The codes in ``text`` as they are printed, each once, in lower case."""
    return list(dict.fromkeys(each for each in COMPOUND.findall(fold(text)) if _is_code(bare(each))))


def find_printed_codes(furniture: Iterable[FurnitureRow]) -> list[str]:
    """The codes that stand in the headers, footers and margins of a document."""
    texts = dict.fromkeys(row.text for row in furniture if row.kind in PRINTED)
    return list(dict.fromkeys(code for text in texts for code in find_codes(text)))


def bare(code: str) -> str:
    """A code by its letters and figures alone."""
    return "".join(PART.findall(code))


def _is_code(letters: str) -> bool:
    words = set(WORD.findall(letters))
    return len(letters) >= LEAST and FIGURE.search(letters) is not None and not words <= OF_NO_CODE
