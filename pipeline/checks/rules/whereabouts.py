"""Where words stand that were not found where they were expected: in a clause, in a line that was set aside, or on a page.

Looked for in this order, on the page where they were expected first.
"""

from collections.abc import Iterable, Iterator

from pipeline.checks.rules.words import has, page_has
from pipeline.checks.written import Written
from pipeline.model import Fate, Record

IN_TEXT = (Fate.BODY, Fate.HEADING, Fate.ASIDE)
"""Fates of the lines that belong to clauses; ``owner`` is then one."""
SAID = {Fate.TABLE_KEPT: "in a table", Fate.TABLE_EXCLUDED: "in a table that was set aside"}
"""How a fate reads; any other reads "set aside as <fate>"."""


class Place(Record, frozen=True):
    """Where words stand: in words ("in 4.2.d, page 38"), and the page with the box of their line."""

    where: str
    page: int
    bbox: tuple[float, ...] = ()


def find_words(words: str, written: Written, page: int) -> Place | None:
    """Where ``words`` stand, on ``page`` (0: any) where there is a choice; None where no page has them."""
    places = [*_in_clauses(words, written), *_in_lines(words, written), *_on_pages(words, written)]
    return next((place for place in places if place.page == page), next(iter(places), None))


def _in_clauses(words: str, written: Written) -> Iterator[Place]:
    for clause in written.clauses:
        if has(f"{clause.label} {clause.title} {clause.text}", words):
            box = tuple(clause.bboxes[0].bbox) if clause.bboxes else ()
            yield Place(f"in {clause.id}, page {clause.page}", clause.page, box)


def _in_lines(words: str, written: Written) -> Iterator[Place]:
    for line in written.lines:
        if line.fate not in IN_TEXT and has(line.text, words):
            how = SAID.get(line.fate, f"set aside as {line.fate.value.replace('_', ' ')}")
            yield Place(f"on page {line.page}, {how} (line {line.id})", line.page, tuple(line.bbox))


def _on_pages(words: str, written: Written) -> Iterable[Place]:
    return (Place(f"on page {page.page}", page.page) for page in written.pages if page_has(page.text, words))
