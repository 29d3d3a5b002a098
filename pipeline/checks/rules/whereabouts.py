"""Where words stand that were not found where they were expected: in a clause, in a line that was set aside, or on a page.

Looked for in this order, on the page where they were expected first.
"""

from collections.abc import Iterator

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
    """Where ``words`` stand, on ``page`` (0: any) where they stand there too; None where no page has them."""
    on_page = next(_find(words, written, page), None) if page else None
    return on_page or next(_find(words, written, 0), None)


def _find(words: str, written: Written, page: int) -> Iterator[Place]:
    for clause in written.clauses:
        if page in (0, clause.page) and has(f"{clause.label} {clause.title} {clause.text}", words):
            box = tuple(clause.bboxes[0].bbox) if clause.bboxes else ()
            yield Place(f"in {clause.id}, page {clause.page}", clause.page, box)
    yield from _in_lines(words, written, page)
    for each in written.pages:
        if page in (0, each.page) and page_has(each.text, words):
            yield Place(f"on page {each.page}", each.page)


def _in_lines(words: str, written: Written, page: int) -> Iterator[Place]:
    """Lines that belong to no clause, on the pages that have the words."""
    pages = {each.page for each in written.pages if page in (0, each.page) and page_has(each.text, words)}
    for line in written.lines:
        if line.page in pages and line.fate not in IN_TEXT and has(line.text, words):
            how = SAID.get(line.fate, f"set aside as {line.fate.value.replace('_', ' ')}")
            yield Place(f"on page {line.page}, {how} (line {line.id})", line.page, tuple(line.bbox))
