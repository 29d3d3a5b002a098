"""What a document seems to say of itself: a title in its metadata, dates printed on its first and last pages.

Only ever offered, never used: a finding of a run and a marked guess of `clausetrace init`. A date beside a word such as "version"
comes before one that stands alone. 04/05/2024 is offered as day, month, year, since most of the world writes it so, and says so.
"""

import re
from collections.abc import Iterator
from datetime import date

from pipeline.model import Document, Finding, Line, Record, Severity, Stage

BY_PROGRAM = re.compile(r"(?i)^microsoft \w+ - |\s*\.(?:cdr|docx?|indd|pdf|pptx?|qxd|rtf|xlsx?)$")
"""Matches what programs put around a title: "Microsoft Word - " before it, ".docx" behind it."""
NO_TITLE = re.compile(r"(?i)^(?:untitled.*|(?:document|slide|page|presentation|layout)[\s\d]*|[\W\d_]*)$")
"""Matches what programs write where there is no title: "Untitled-1", "Document 2"; not "Hospital Cover"."""
MONTHS = {
    1: ("jan", "ene", "gen"),
    2: ("feb", "fév", "fev"),
    3: ("mar", "mär", "maa"),
    4: ("apr", "abr", "avr"),
    5: ("may", "mai", "mag", "mei"),
    6: ("jun", "juin", "giu"),
    7: ("jul", "juil", "lug"),
    8: ("aug", "ago", "aoû", "aou"),
    9: ("sep", "set"),
    10: ("oct", "okt", "ott", "out"),
    11: ("nov",),
    12: ("dec", "dez", "dic", "déc"),
}
"""How the names of the months begin in English, German, French, Spanish, Portuguese, Italian and Dutch."""
NAMED = {beginning: number for number, beginnings in MONTHS.items() for beginning in beginnings}
MONTH = rf"(?P<month>(?:{'|'.join(sorted(NAMED, key=len, reverse=True))})[^\W\d]*)\.?"
YEAR = r"(?P<year>(?:19|20)\d\d)"
ISO = re.compile(rf"\b{YEAR}(?P<sign>-|\.\s?)(?P<month>\d{{1,2}})(?P=sign)(?P<day>\d{{1,2}})\b")
"""Matches 2024-05-01 and 2024. 10. 22."""
NUMBERS = re.compile(rf"\b(?P<day>\d{{1,2}})(?P<sign>[./-])(?P<month>\d{{1,2}})(?P=sign){YEAR}\b")
"""Matches 1.5.2024, 01/05/2024; not 1.5.24, which may be a clause."""
WORDS = re.compile(rf"(?i)\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.|º)?\s+(?:de\s+)?)?{MONTH},?\s+(?:de\s+)?{YEAR}\b")
"""Matches 1st May 2024, May 2024, 22. März 2000, 3 de mayo de 2023."""
AMERICAN = re.compile(rf"(?i)\b{MONTH}\s+(?P<day>\d{{1,2}}),\s*{YEAR}\b")
"""Matches May 1, 2024."""
MONTH_ALONE = re.compile(rf"\b(?P<month>0[1-9]|1[0-2])[./]{YEAR}\b(?P<day>)")
"""Matches 03.2023; believed beside a word for versions alone."""
YEAR_ALONE = re.compile(rf"(?i)\bV\.?\s?\d+\s?/\s?{YEAR}\b(?P<month>)(?P<day>)")
"""Matches V.2 / 2022."""
CUE = re.compile(
    r"(?i)\b(?:version|updated?|effective|edition|revised|revision|w\.?e\.?f|issued?|valid from|stand|ausgabe|fassung|dated?"
    r"|actualizaci[oó]n|edici[oó]n|édition|edizione)\b|시행"
)
"""Words beside which a date tells the age of the document."""
EDGE_PAGES = 2
"""Pages from each end on which a date is looked for: covers, and backs with their imprint."""
OFFER = "META001"
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
    title = " ".join(BY_PROGRAM.sub("", found).split())
    return "" if NO_TITLE.match(title) else title


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
        offers.append(Finding(OFFER, Severity.NOTE, Stage.EXTRACT, message, text=named))
    for guess in guess_dates(document) if updated else []:
        message = f"a date is printed here, {guess.printed!r}; if it is the version's, set `updated: {guess.date!r}` for it"
        page, ids = guess.line.page, (guess.line.id,)
        offers.append(Finding(OFFER, Severity.NOTE, Stage.EXTRACT, message, page, "", guess.line.bbox, ids, guess.printed))
    return offers


def _edge_lines(document: Document) -> Iterator[Line]:
    count = len(document.pages)
    for index, page in enumerate(document.pages):
        if index < EDGE_PAGES or index >= count - EDGE_PAGES:
            yield from page.lines


def _dates(text: str) -> Iterator[tuple[str, str]]:
    """(year-month-day, as printed) of each real date in ``text``."""
    believed = (ISO, NUMBERS, AMERICAN, WORDS, YEAR_ALONE)
    for pattern in (*believed, MONTH_ALONE) if CUE.search(text) else believed:
        for found in pattern.finditer(text):
            day = _real_date(found)
            if day:
                yield day, found[0]


def _real_date(found: re.Match[str]) -> str:
    """Year, year-month or year-month-day; "" where there is no such day. Where only month-day-year can be meant, that is taken."""
    month, day = found["month"].lower(), found["day"]
    if not month:
        return found["year"]
    number = int(month) if month.isdigit() else next(NAMED[month[:end]] for end in (4, 3) if month[:end] in NAMED)
    orders = [(number, int(day or 1)), (int(day or 1), number)]
    for in_year, in_month in orders if month.isdigit() and day else orders[:1]:
        try:
            whole = date(int(found["year"]), in_year, in_month).isoformat()
        except ValueError:
            continue
        return whole if day else whole[: len("2024-05")]
    return ""
