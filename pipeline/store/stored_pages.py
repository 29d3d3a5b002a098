"""The right text of pages as a person keeps it, one file a page: ``<folder>/<family>/p0012.txt`` for every version of a family.

The first line says how the file stands. ``# confirmed: NAME DATE sha256=...`` is a person's word that all below it is what the page
says; the hash is of all below it, so that a text that was changed afterwards is no longer a confirmed one. No function here writes
that line: a saved page begins with one that says that nobody has confirmed it. The next line may say from which file it was
saved. A file without a first line of ours is the text of a page, confirmed by nobody.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from pathlib import Path

from pipeline.errors import InputError
from pipeline.model import Record
from pipeline.store.folders import replace_file
from pipeline.wording import ORDERS

FILES = "p*.txt"
CONFIRMED, NOT_CONFIRMED, SAVED_FROM = "# confirmed:", "# not confirmed:", "# saved from:"
CONFIRMATION = re.compile(r"# confirmed:\s+(?P<by>\S.*?)\s+(?P<on>\d{4}-\d{2}-\d{2})\s+sha256=(?P<sha256>[0-9a-f]{64})\s*")
"""Matches "# confirmed: Jane Roe 2026-11-30 sha256=..." with 64 hex digits."""
ORIGIN = re.compile(r"# saved from:\s+(?P<source>.+), page \d+, sha256=(?P<sha256>[0-9a-f]{64})\s*")
"""Matches "# saved from: policy.pdf, page 12, sha256=..." with the hash of that file."""


class PageState(StrEnum):
    """How far a stored page can be trusted: confirmed by a person; by nobody; changed since; with a line that cannot be read."""

    CONFIRMED = "confirmed"
    UNCONFIRMED = "unconfirmed"
    EDITED = "edited"
    UNREADABLE = "unreadable"


class StoredPage(Record, frozen=True):
    """The text of a page as it is stored. ``sha256`` is of all below the first line, which is what a person confirms.

    ``by`` and ``on`` are who confirmed it, and when, as the first line says; ``source`` and ``source_sha256`` the file from which
    it was saved. Each is "" where the file does not say it.
    """

    number: int
    text: str
    state: PageState
    sha256: str
    by: str = ""
    on: str = ""
    source: str = ""
    source_sha256: str = ""
    file: str = ""


def parse_page(number: int, content: str, file: str = "") -> StoredPage:
    """A stored page from the text of its file, line ends as newlines; how many there are at its end plays no part."""
    lines = content.rstrip().split("\n") if content.strip() else []
    first = lines[0] if lines else ""
    below = lines[1:] if first.startswith((CONFIRMED, NOT_CONFIRMED)) else lines
    sha256 = hashlib.sha256("".join(f"{line}\n" for line in below).encode()).hexdigest()
    origin = ORIGIN.fullmatch(below[0]) if below else None
    said = CONFIRMATION.fullmatch(first)
    return StoredPage(
        number=number,
        text="\n".join(below[1:] if origin else below),
        state=_judge(first, sha256),
        sha256=sha256,
        by=said["by"] if said else "",
        on=said["on"] if said else "",
        source=origin["source"] if origin else "",
        source_sha256=origin["sha256"] if origin else "",
        file=file,
    )


def _judge(first: str, sha256: str) -> PageState:
    if not first.startswith(CONFIRMED):
        return PageState.UNCONFIRMED
    said = CONFIRMATION.fullmatch(first)
    if said is None or not _is_date(said["on"]):
        return PageState.UNREADABLE
    return PageState.CONFIRMED if said["sha256"] == sha256 else PageState.EDITED


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def make_draft(number: int, text: str, source: str, sha256: str) -> str:
    """The file of a page that nobody has confirmed yet, with what a person has to do. ``source`` and its hash: where it is from."""
    todo = "compare the text below with the page and correct it, then put here the line that `clausetrace pages list` prints"
    origin = f"{SAVED_FROM} {ORDERS.sub('?', source)}, page {number}, sha256={sha256}"
    return f"{NOT_CONFIRMED} {todo}\n{origin}\n{text.rstrip()}\n"


def make_confirmation(page: StoredPage) -> str:
    """The first line that confirms ``page`` once a person has put name and date in: as it is here, it confirms nothing."""
    return f"{CONFIRMED} NAME YYYY-MM-DD sha256={page.sha256}"


def load_stored(folder: Path, family: str) -> list[StoredPage]:
    """The stored pages of a family, by number; none where it has no folder.

    Raises InputError for a file that cannot be read, and for two of one page.
    """
    pages: dict[int, StoredPage] = {}
    for file in sorted((folder / family).glob(FILES)):
        if not file.stem[1:].isdecimal():
            continue
        page = parse_page(int(file.stem[1:]), _read(file), str(file))
        other = pages.setdefault(page.number, page)
        if other is not page:
            raise InputError(f"{other.file} and {file} are both page {page.number}; remove one")
    return [pages[number] for number in sorted(pages)]


def find_families(folder: Path) -> list[str]:
    """The families that have stored pages, by name."""
    return sorted({file.parent.name for file in folder.glob(f"*/{FILES}")})


def place_of(folder: Path, family: str, number: int) -> Path:
    """Where a page is stored: where it stands already, however it is called, else under the usual name."""
    there = [Path(page.file) for page in load_stored(folder, family) if page.number == number]
    return there[0] if there else folder / family / f"p{number:04d}.txt"


def save_draft(file: Path, content: str) -> None:
    """Writes a page's file, making its folder. Whether it may take another's place is the caller's to know."""
    file.parent.mkdir(parents=True, exist_ok=True)
    replace_file(file, content.encode())


def concerns(page: StoredPage, sha256: str, *, in_force: bool) -> bool:
    """Whether the file with this hash is held against ``page``: a version not in force only against those saved from itself."""
    return in_force or page.source_sha256 in ("", sha256)


def find_right_texts(pages: Iterable[StoredPage], sha256: str, *, in_force: bool) -> Mapping[int, str]:
    """By number, the texts that a person confirmed, of the pages that the file with this hash is held against."""
    held = (page for page in pages if page.state is PageState.CONFIRMED and concerns(page, sha256, in_force=in_force))
    return {page.number: page.text for page in held}


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror}); check its place and permissions") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 (byte {error.start}); save it as UTF-8") from None
