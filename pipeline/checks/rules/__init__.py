"""What must hold of a document that a run wrote: one rule a line, each with its name, what it asks, and who finds what broke it.

A rule gathers the run's own findings of its codes, behind which stands what it finds itself in the files. Every finding is told by
exactly one rule. Names and codes are stable: reports and acknowledgements go by them.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pipeline.checks.outcome import Outcome, Problem
from pipeline.checks.page_texts import Pages, find_page_problems
from pipeline.checks.rules.expected import find_unmet
from pipeline.checks.rules.family import find_misfits
from pipeline.checks.rules.floors import find_out_of_bounds
from pipeline.checks.rules.guards import find_text_set_aside
from pipeline.checks.rules.told import tell
from pipeline.checks.rules.whole import (
    find_changed,
    find_failed,
    find_pages_lacking,
    find_stale,
    find_taken,
    find_uneven,
    find_unverified,
)
from pipeline.checks.written import Written

__all__ = ["RULES", "Rule", "hold_rules"]


def find_nothing(_: Written) -> Iterable[Problem]:
    """Nothing beside what the run found."""
    return ()


def find_differing_pages(written: Written) -> Iterable[Problem]:
    """What of the stored pages does not hold."""
    return find_page_problems(written.stored, Pages(written.pages, written.lines, written.run.pages_chosen))


class Rule(NamedTuple):
    """A rule. ``codes`` are what the codes of the findings begin with that it tells."""

    name: str
    title: str
    codes: tuple[str, ...]
    find: Callable[[Written], Iterable[Problem]] = find_nothing


RULES = (
    Rule("done", "The last run of the document came to its end", (), find_failed),
    Rule("files", "Every file is as the run wrote it", (), find_changed),
    Rule("settings", "The settings are those of the run", (), find_stale),
    Rule("ids", "No id and no key is given twice", (), find_taken),
    Rule("read", "Every page of the file was read", ("EXT", "TXT"), find_pages_lacking),
    Rule("ledger", "Every letter of the pages has exactly one fate", ("LED",), find_uneven),
    Rule("verified", "Every chunk stands on its page", ("PRV",), find_unverified),
    Rule("pages", "Every stored page reads as it is stored", ("PAG",), find_differing_pages),
    Rule("furniture", "Nothing but furniture was set aside as furniture", ("FUR",), find_text_set_aside),
    Rule("numbers", "No gap in the numbers that nobody accepted", ("NUM",)),
    Rule("transcriptions", "Every cell copied by hand stands on its page", ("TAB01",)),
    Rule("tables", "Every table is read for certain", ("TAB",)),
    Rule("overrules", "Every overrule matches something", ("CFG",)),
    Rule("family", "The versions of one document fit together", (), find_misfits),
    Rule("floors", "Every amount is within its bounds", (), find_out_of_bounds),
    Rule("expectations", "Every expectation holds", (), find_unmet),
    Rule("findings", "What else the run found", ("",)),
)
"""In the order in which they are told. A finding belongs to the first rule whose codes it begins with."""


def hold_rules(written: Written) -> tuple[Outcome, ...]:
    """Every rule held against a document, in order, also those that nothing broke."""
    told: dict[str, list[Problem]] = {rule.name: [] for rule in RULES}
    for problem in tell(written):
        rule = next(rule for rule in RULES if problem.code.startswith(rule.codes))
        told[rule.name].append(problem)
    return tuple(Outcome(rule.name, rule.title, (*told[rule.name], *rule.find(written))) for rule in RULES)
