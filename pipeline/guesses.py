"""What a document seems to say of itself: a title in its metadata, dates printed on its first and last pages.

Only ever offered, never used: a finding of a run and a marked guess of `clausetrace init`. A date beside a word such as "version"
comes before one that stands alone. 04/05/2024 is offered as day, month, year, since most of the world writes it so, and says so.
"""

import re
from collections.abc import Iterator
from datetime import date

from pipeline.model import Document, Finding, Line, Record, Severity, Stage
from pipeline.wording import squeeze

NO_TITLE = re.compile(
    r"(?i)^(?:untitled.*|microsoft \w+ - .*|(?:document|slide|page|presentation)\s*\d*|.*\.(?:docx?|indd|pdf|pptx?|xlsx?|qxd))$"
)
"""Matches what programs write by themselves: "Microsoft Word - x", "Untitled-1", "wording_final.indd"; not "Care Advantage"."""
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = r"(?P<month>(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\.?"
ISO = re.compile(r"\b(?P<year>20\d\d|19\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b")
"""Matches 2024-05-01."""
NUMBERS = re.compile(r"\b(?P<day>\d{1,2})(?P<sign>[./-])(?P<month>\d{1,2})(?P=sign)(?P<year>(?:20|19)\d\d)\b")
"""Matches 1.5.2024, 01/05/2024; not 1.5.24, which may be a clause."""
WORDS = re.compile(rf"(?i)\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+)?{MONTH},?\s+(?P<year>(?:20|19)\d\d)\b")
"""Matches 1st May 2024, May 2024."""
AMERICAN = re.compile(rf"(?i)\b{MONTH}\s+(?P<day>\d{{1,2}}),\s*(?P<year>(?:20|19)\d\d)\b")
"""Matches May 1, 2024."""
CUE = re.compile(
    r"(?i)\b(?:version|updated?|effective|edition|revised|revision|w\.?e\.?f|issued?|valid from|stand|ausgabe|fassung|dated?)\b"
)
"""Words beside which a date tells the age of the document."""
EDGE_PAGES = 2
"""Pages from each end on which a date is looked for: covers, and backs with their imprint."""
OFFERED = 3
"""Dates offered at most: more are a history of amendments, and the reader chooses better alone."""


class GuessedDate(Record, frozen=True):
    """A date as year-month-day (or year-month), as printed, and the line that it stands on."""

    date: str
    printed: str
    line: Line
    cued: bool


def guess_title(document: Document) -> str:
    """The title in the document's metadata, "" where it has none or a program wrote it."""
    found = {name.lower(): words for name, words in document.metadata}.get("title", "")
    title = " ".join(found.split())
    return "" if NO_TITLE.match(title) or not squeeze(title) else title


def guess_dates(document: Document) -> list[GuessedDate]:
    """The dates printed on the outer pages, each once, those beside a word for versions first."""
    found: dict[str, GuessedDate] = {}
    for line in _edge_lines(document):
        for day, printed in _dates(line.text):
            guess = GuessedDate(day, printed, line, bool(CUE.search(line.text)))
            if day not in found or (guess.cued and not found[day].cued):
                found[day] = guess
    return sorted(found.values(), key=lambda guess: not guess.cued)[:OFFERED]


def offer_guesses(document: Document, *, title: bool, updated: bool) -> list[Finding]:
    """META001 notes for what the configuration does not say: the title, the date, as wanted."""
    offers: list[Finding] = []
    named = guess_title(document) if title else ""
    if named and named != document.identity.title:
        message = f"the title in the file's metadata is {named!r}; if it is right, set `title` for it"
        offers.append(Finding("META001", Severity.NOTE, Stage.EXTRACT, message, text=named))
    for guess in guess_dates(document) if updated else []:
        message = f"a date is printed here, {guess.printed!r}; if it is the version's, set `updated: {guess.date!r}` for it"
        page, ids = guess.line.page, (guess.line.id,)
        offers.append(Finding("META001", Severity.NOTE, Stage.EXTRACT, message, page, "", guess.line.bbox, ids, guess.printed))
    return offers


def _edge_lines(document: Document) -> Iterator[Line]:
    count = len(document.pages)
    for index, page in enumerate(document.pages):
        if index < EDGE_PAGES or index >= count - EDGE_PAGES:
            yield from page.lines


def _dates(text: str) -> Iterator[tuple[str, str]]:
    """(year-month-day, as printed) of each real date in ``text``."""
    for pattern in (ISO, NUMBERS, AMERICAN, WORDS):
        for found in pattern.finditer(text):
            day = _real_date(found)
            if day:
                yield day, found[0]


def _real_date(found: re.Match[str]) -> str:
    month = found["month"].lower()
    number = int(month) if month.isdigit() else MONTHS.index(month[:3]) + 1
    try:
        whole = date(int(found["year"]), number, int(found["day"] or 1)).isoformat()
    except ValueError:
        return ""
    return whole if found["day"] else whole[: len("2024-05")]
