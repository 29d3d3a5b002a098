"""Whether pages read as they were stored: the whole text of a page, its furniture included, against what a person keeps of it.

What differs is told as words that were lost, that read otherwise, that are more, or that stand elsewhere on the page. Where
furniture stands among the other words is no part of what is right: a page number may be read before a table or behind it. A page
that nobody confirmed, or whose text was changed after someone had, is held against the run all the same and said to be so.

PAG001 words lost; PAG002 words that read otherwise; PAG003 words that are more; PAG004 the same words in another order; PAG005 a
page that is not there, or whose text stands on another one; PAG006 stored pages that nobody confirmed; PAG007 a confirmation that
no longer holds. Which of the two texts is right is for a person to say.
"""

from collections.abc import Iterable, Iterator, Sequence

from pipeline.checks.outcome import Problem
from pipeline.checks.page_words import WORDS, Change, Difference, find_changes, show_change
from pipeline.model import Fate, Record, Severity
from pipeline.store.rows import LineRow, PageRow
from pipeline.store.stored_pages import PageState, StoredPage
from pipeline.wording import bare, hash_words

PLACES = 3
"""Differences of one kind that a problem of a page shows; `clausetrace pages diff` shows all."""
NAMED = 10
"""Pages that one problem names."""
ANYWHERE = frozenset({Fate.FURNITURE, Fate.WATERMARK, Fate.HIDDEN})
"""What becomes of lines that have no place among the words of the page."""


class Pages(Record, frozen=True):
    """The pages of a document as a run wrote them. ``chosen`` are those that it was asked for, all where empty."""

    rows: Sequence[PageRow]
    lines: Sequence[LineRow]
    chosen: Sequence[int] = ()


class Compared(Record, frozen=True):
    """A stored page and the run's page of that number, None where it has none.

    ``stands_on`` is the page that has the stored words: its own number, another, or 0 where none has just them.
    """

    page: StoredPage
    row: PageRow | None
    stands_on: int
    changes: tuple[Change, ...] = ()


CODES = {Difference.LOST: "PAG001", Difference.CHANGED: "PAG002", Difference.ADDED: "PAG003", Difference.MOVED: "PAG004"}
TOLD = {
    Difference.LOST: "words are missing that stand in",
    Difference.CHANGED: "words read otherwise than in",
    Difference.ADDED: "there are words that do not stand in",
    Difference.MOVED: "words stand in another order than in",
}


def find_page_problems(stored: Sequence[StoredPage], pages: Pages) -> Iterator[Problem]:
    """What of the stored pages does not hold, page by page."""
    yield from _find_unconfirmed(stored)
    for page in stored:
        yield from _judge_confirmation(page)
        yield from _judge_text(compare_page(page, pages), pages)


def compare_page(page: StoredPage, pages: Pages) -> Compared:
    """How the run has a stored page; furniture that stands elsewhere on it is no difference."""
    row = next((row for row in pages.rows if row.page == page.number), None)
    changes = _find_changes(page, row, pages.lines) if row else []
    if row and not changes:
        return Compared(page, row, page.number)
    wanted = bare(page.text)
    elsewhere = next((other.page for other in pages.rows if wanted and bare(other.text) == wanted), 0)
    return Compared(page, row, elsewhere, () if elsewhere else tuple(changes))


def _find_changes(page: StoredPage, row: PageRow, lines: Iterable[LineRow]) -> list[Change]:
    if bare(page.text) == bare(row.text):
        return []
    by_word = _lines_of_words(row, lines)
    return [change for change in find_changes(page.text, row.text) if not _moves_furniture(change, by_word)]


def _moves_furniture(change: Change, by_word: Sequence[LineRow]) -> bool:
    touched = by_word[change.at : change.at + len(change.found)]
    return change.kind is Difference.MOVED and bool(touched) and all(line.fate in ANYWHERE for line in touched)


def _lines_of_words(row: PageRow, lines: Iterable[LineRow]) -> list[LineRow]:
    """For each word of the page its line; none where the lines are not those of the page's text."""
    own = [line for line in lines if line.page == row.page]
    if [line.text for line in own] != row.text.split("\n"):
        return []
    return [line for line in own for _ in line.text.split()]


def _judge_text(compared: Compared, pages: Pages) -> Iterator[Problem]:
    page, number = compared.page, compared.page.number
    if compared.row is None and pages.chosen and number not in pages.chosen:
        return
    if compared.stands_on == number:
        return
    if compared.row is None or compared.stands_on:
        why = f"stands on page {compared.stands_on}" if compared.stands_on else f"is not there; it has {len(pages.rows)} pages"
        told = f"what is page {number} in {_named(page)} {why}"
        yield Problem("PAG005", Severity.ERROR, told, compared.stands_on or number, content_hash=hash_words(page.text))
    else:
        yield from _differing(page, compared.changes, compared.row, pages.lines)


def _find_unconfirmed(stored: Sequence[StoredPage]) -> Iterator[Problem]:
    """The pages that nobody confirmed, in one problem: there may be one of every page."""
    pages = [page for page in stored if page.state is PageState.UNCONFIRMED]
    if pages:
        numbers = ", ".join(str(page.number) for page in pages[:NAMED]) + (", ..." if len(pages) > NAMED else "")
        told = f"{len(pages)} of {len(stored)} stored pages were confirmed by nobody: {numbers}"
        todo = "compare each with its page, then put the line of `clausetrace pages list` on top of its file"
        yield Problem("PAG006", Severity.NOTE, f"{told}; {todo}", pages[0].number)


def _judge_confirmation(page: StoredPage) -> Iterator[Problem]:
    if page.state is PageState.EDITED:
        told = f"{page.file} was changed after {page.by} confirmed it on {page.on}; it has to be confirmed again"
        yield Problem("PAG007", Severity.WARNING, told, page.number)
    elif page.state is PageState.UNREADABLE:
        told = f"the first line of {page.file} confirms nothing; it must be `# confirmed: NAME YYYY-MM-DD sha256=...`"
        yield Problem("PAG007", Severity.WARNING, told, page.number)


def _named(page: StoredPage) -> str:
    """The stored page, and who vouches for it."""
    return f"{page.file} ({f'confirmed by {page.by} on {page.on}' if page.state is PageState.CONFIRMED else 'not confirmed'})"


def _differing(page: StoredPage, changes: Sequence[Change], row: PageRow, lines: Sequence[LineRow]) -> Iterator[Problem]:
    by_word = _lines_of_words(row, lines)
    for kind, code in CODES.items():
        alike = [change for change in changes if change.kind is kind]
        if not alike:
            continue
        first, near = alike[0], by_word[alike[0].at : alike[0].at + 1] or by_word[-1:]
        shown = "; ".join(f'"{show_change(change)}"' for change in alike[:PLACES])
        more = f"; and {len(alike) - PLACES} more, see `clausetrace pages diff`" if len(alike) > PLACES else ""
        yield Problem(
            code,
            Severity.ERROR,
            f"{TOLD[kind]} {_named(page)}: {shown}{more}",
            page.number,
            bbox=tuple(near[0].bbox) if near else (),
            text=" ".join((first.found or first.stored)[:WORDS]),
            content_hash=hash_words(row.text),
        )
