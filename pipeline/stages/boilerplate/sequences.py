"""Numbers that follow the pages: page numbers, however they are set, also where they begin anew in each section.

What counts: from one sighting to the next the number grows by as much as the page does, or begins anew at a number no larger than
the pages gone since. Never by the look of a number: a cell of a table, a list label and a footnote mark look the same.
"""

import re
from collections.abc import Sequence
from enum import StrEnum

from pipeline.config.settings import BoilerplateSettings
from pipeline.stages.boilerplate.normalise import BARE_FOLIO
from pipeline.stages.boilerplate.recurrence import Strand

OF_SO_MANY = re.compile(r"^#[^\W\d_]{1,4}#$")
"""Masked: ``4 of 12``, ``4 von 12``; not ``4 years from 12``."""
WORDS = re.compile(r"[^\W\d_]+")
RUNNING_TITLE = 2
"""Words that make a title with a page number; one word and a number is "Chapter 4" or "Section 4"."""


class NumberForm(StrEnum):
    """What the form of a line says about its number: it may count pages, may do so where the line stands apart, or cannot."""

    FOLIO = "folio"
    TITLE = "title"
    NONE = "none"


def find_number_form(strand: Strand, settings: BoilerplateSettings) -> NumberForm:
    """What the form of the strand's text says about its number, whatever its values: ``4.`` is a label, ``Page 4`` a folio."""
    masked = strand.sightings[0].masked
    if is_bare_number(strand) or OF_SO_MANY.match(masked.key):
        return NumberForm.FOLIO
    words = WORDS.findall(strand.sightings[0].line.text.casefold())
    if any(word in settings.page_words for word in words):
        return NumberForm.FOLIO
    return NumberForm.TITLE if len(words) >= RUNNING_TITLE else NumberForm.NONE


def is_sequence(strand: Strand, settings: BoilerplateSettings) -> bool:
    """Whether one of the strand's numbers may count pages and follows them."""
    numbers = [s.masked.numbers for s in strand.sightings]
    if len(strand.pages) < 2 or len({len(each) for each in numbers}) != 1 or not numbers[0]:
        return False
    if find_number_form(strand, settings) is NumberForm.NONE:
        return False
    pages = [s.line.page for s in strand.sightings]
    return any(follows_pages(pages, column, settings) for column in zip(*numbers, strict=True))


def follows_pages(pages: Sequence[int], numbers: Sequence[int], settings: BoilerplateSettings) -> bool:
    """Whether ``numbers`` step as ``pages`` do or begin anew in ``sequence_share`` of steps, and step in ``onward_share``."""
    steps = [
        (number - before, page - page_before, number)
        for page_before, before, page, number in zip(pages, numbers, pages[1:], numbers[1:], strict=False)
        if page > page_before
    ]
    if not steps:
        return False
    onward = sum(grown == turned for grown, turned, _ in steps)
    anew = sum(grown != turned and number <= turned for grown, turned, number in steps)
    return onward + anew >= settings.sequence_share * len(steps) and onward >= settings.onward_share * len(steps)


def is_constant(strand: Strand, settings: BoilerplateSettings) -> bool:
    """Whether the numbers in a strand stay as they are from page to page ("GC 6003" for a section, then "GC 6004")."""
    numbers = [s.masked.numbers for s in strand.sightings]
    if not any(numbers):
        return True
    neighbours = zip([(), *numbers], numbers, [*numbers[1:], ()], strict=False)
    same = sum(each in (before, after) for before, each, after in neighbours)
    return same >= settings.sequence_share * len(numbers)


def is_bare_number(strand: Strand) -> bool:
    """Whether the strand is nothing but a number, as a folio may be."""
    return BARE_FOLIO.match(strand.key) is not None or strand.key == "@-#"
