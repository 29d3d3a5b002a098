"""What a person expects of a clause, a cell or a page, and what stands there instead.

EXP001 a clause, table, row or column that is not there, or a name that fits several; EXP002 one that should not be there; EXP003 a
clause on another page; EXP004 another title; EXP005 words that are lacking; EXP006 words that should not be there; EXP007 another
cell. Each says what was asked and where, what stands there, and, of words that are lacking, where they stand.
"""

from collections.abc import Iterator

from pipeline.checks.outcome import Problem
from pipeline.checks.rules.cells import find_cell_problems
from pipeline.checks.rules.naming import Named, find_named, find_parent, look_at, offer_near
from pipeline.checks.rules.whereabouts import find_words
from pipeline.checks.rules.words import (
    begins,
    ends,
    find_line,
    has,
    list_names,
    page_has,
    plain,
    quote_around,
    quote_end,
    quote_start,
    same,
)
from pipeline.checks.written import Written
from pipeline.config.asked import Expected
from pipeline.config.requirements import Expectation, listed
from pipeline.model import Severity

AFTER_TITLE = " .:;-"
"""What may stand behind a title in print and is no part of it."""


def find_unmet(written: Written) -> Iterator[Problem]:
    """The expectations that do not hold, in the order of the YAML."""
    for one in written.asked.expect:
        if one.asked.clause:
            yield from _check_clause(one, written)
        elif one.asked.table:
            yield from find_cell_problems(one, written)
        else:
            yield from _check_page(one, written)


def _check_clause(one: Expected, written: Written) -> Iterator[Problem]:
    asked = one.asked
    ids = find_named(asked.clause, written)
    if asked.absent:
        yield from (_unwanted(one, look_at(found, written)) for found in ids)
    elif not ids:
        yield _lacking(one, written)
    elif len(ids) > 1:
        message = f"{asked.clause!r} names {len(ids)} clauses: {list_names(ids)}; name one by its id"
        yield Problem("EXP001", Severity.ERROR, message, asked.page, asked_at=one.at)
    else:
        yield from _compare(one, look_at(ids[0], written), written)


def _unwanted(one: Expected, found: Named) -> Problem:
    message = f"clause {found.id} should not be there; it reads {quote_start(found.whole)}"
    return _of(found, "EXP002", message, one)


def _lacking(one: Expected, written: Written) -> Problem:
    asked = one.asked
    parent = find_parent(asked.clause, written)
    words = next(iter(listed(asked.contains)), asked.starts_with or asked.ends_with or asked.title)
    place = find_words(words, written, asked.page) if words else None
    where = f'; the words "{words}" stand {place.where}' if place else ""
    page = place.page if place else asked.page or (parent.page if parent else 0)
    message = f"there is no clause {asked.clause!r}{offer_near(asked.clause, written)}{where}"
    return Problem("EXP001", Severity.ERROR, message, page, place.bbox if place else (), asked_at=one.at)


def _compare(one: Expected, found: Named, written: Written) -> Iterator[Problem]:
    """What of a clause is not as it is asked for."""
    asked = one.asked
    if asked.page and found.page != asked.page:
        yield _of(found, "EXP003", f"it begins on page {found.page}, and page {asked.page} is asked for", one)
    if asked.title and not same(plain(found.title).strip(AFTER_TITLE), asked.title.strip(AFTER_TITLE)):
        yield _of(found, "EXP004", f'its title is {quote_start(found.title)}, and "{asked.title}" is asked for', one)
    yield from _compare_ends(one, found, written)
    for words in listed(asked.contains):
        if not has(found.whole, words):
            message = f'it lacks "{words}"; it reads {quote_start(found.whole)}'
            yield _of(found, "EXP005", message + _where(words, written, asked), one)
    for words in listed(asked.not_contains):
        if has(found.whole, words):
            message = f'it has "{words}", which should not be there: {quote_around(found.whole, words)}'
            yield _of(found, "EXP006", message, one, words)


def _compare_ends(one: Expected, found: Named, written: Written) -> Iterator[Problem]:
    """How a clause begins and ends."""
    first, last = one.asked.starts_with, one.asked.ends_with
    if first and not any(begins(text, first) for text in _beginnings(found)):
        message = f'it begins with {quote_start(found.own or found.whole)}, and "{first}" is asked for'
        yield _of(found, "EXP005", message + _where(first, written, one.asked), one)
    if last and not any(ends(text, last) for text in found.endings):
        endings = " or ".join(dict.fromkeys(map(quote_end, found.endings)))
        message = f'it ends with {endings}, and "{last}" is asked for'
        yield _of(found, "EXP005", message + _where(last, written, one.asked), one, at_end=True)


def _beginnings(found: Named) -> tuple[str, ...]:
    """The texts with which a clause may be said to begin: with and without its label and title."""
    unlabelled = found.whole.removeprefix(found.label).lstrip()
    return found.own, unlabelled, found.whole


def _where(words: str, written: Written, asked: Expectation) -> str:
    place = find_words(words, written, asked.page)
    return f"; the words stand {place.where}" if place else "; the words stand nowhere in the document"


def _of(found: Named, code: str, message: str, one: Expected, words: str = "", *, at_end: bool = False) -> Problem:
    """A problem of a clause, at the line of it that has ``words``, else at its last or first one."""
    line = find_line(found.lines, words) if words else None
    line = line or (found.lines[-1 if at_end else 0] if found.lines else None)
    page, box = (line.page, tuple(line.bbox)) if line else (found.page, ())
    text = plain(found.own or found.title)
    return Problem(code, Severity.ERROR, f"{found.id}: {message}", page, box, found.id, text, asked_at=one.at)


def _check_page(one: Expected, written: Written) -> Iterator[Problem]:
    asked = one.asked
    page = next((page for page in written.pages if page.page == asked.page), None)
    if page is None:
        message = f"there is no page {asked.page}; the document has {len(written.pages)}"
        yield Problem("EXP001", Severity.ERROR, message, asked_at=one.at)
        return
    lines = [line for line in written.lines if line.page == page.page]
    for words in listed(asked.contains):
        if not page_has(page.text, words):
            message = f'the page lacks "{words}"{_where(words, written, asked)}'
            yield Problem("EXP005", Severity.ERROR, message, page.page, asked_at=one.at)
    for words in listed(asked.not_contains):
        if page_has(page.text, words):
            line = find_line(lines, words)
            message = f'the page has "{words}", which should not be there: {quote_around(page.text, words)}'
            box = tuple(line.bbox) if line else ()
            yield Problem("EXP006", Severity.ERROR, message, page.page, box, asked_at=one.at)
