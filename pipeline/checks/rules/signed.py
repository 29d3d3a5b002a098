"""How much of a document must be signed off by a person, and what is still lacking.

AUD001 fewer clauses are accepted than are asked for; AUD002 nothing is called what the YAML names, so that nothing was asked for.
"""

import re
from collections.abc import Iterator, Sequence

from pipeline.audit.standing import Judged, tally
from pipeline.audit.verdicts import State
from pipeline.audit.view import Leaf
from pipeline.checks.outcome import Problem
from pipeline.checks.written import Written
from pipeline.config.asked import Signed
from pipeline.model import Severity

NOT_WORD = re.compile(r"[\W_]+")
ROUNDING = 1e-6
"""Of a clause: 7% of 100 clauses comes to a little more than 7 in floating point."""
ALL = ("clauses", "all clauses")
SHOWN = 6
"""Clauses of one kind that a message names at most."""
LACKING = {State.REJECTED: "rejected", State.CHANGED: "changed since", State.OPEN: "without a verdict"}
"""In the order in which they are told: what somebody found wrong first."""


def find_unsigned(written: Written) -> Iterator[Problem]:
    """The demands that are not met, in the order of the YAML."""
    for signed in written.asked.signed:
        chosen = choose(written.judged, signed.required.what)
        if not chosen:
            message = (
                f"{signed.required.what!r} is neither a clause nor in a title, so that nothing is asked for; name what is there"
            )
            yield Problem("AUD002", Severity.ERROR, message, asked_at=signed.at)
        elif tally(chosen).accepted < signed.required.share * len(chosen) - ROUNDING:
            yield _lacking(chosen, signed)


def choose(judged: Sequence[Judged], what: str) -> list[Judged]:
    """The clauses that ``what`` names: all, one and those under it, or those under a title with these words."""
    wanted = " ".join(what.split()).casefold()
    if wanted in ALL:
        return list(judged)
    named: set[str] = set()
    chosen = []
    for one in judged:
        leaf = one.leaf
        if leaf.parent in named or leaf.id == what or _says(leaf, wanted):
            named.add(leaf.id)
            chosen.append(one)
    return chosen


def _says(leaf: Leaf, wanted: str) -> bool:
    """Whether the title has the words, the last of them in the singular or the plural."""
    title = f" {NOT_WORD.sub(' ', leaf.title).strip().casefold()} "
    singular = wanted.removesuffix("s")
    return f" {singular} " in title or f" {singular}s " in title


def _lacking(chosen: Sequence[Judged], signed: Signed) -> Problem:
    sums, required = tally(chosen), signed.required
    first = next(one.leaf for state in LACKING for one in chosen if one.standing.state is state)
    named = "; ".join(filter(None, (_name(chosen, state) for state in LACKING)))
    of_what = "" if " ".join(required.what.split()).casefold() in ALL else f" of {required.what}"
    message = (
        f"{sums.accepted:,} of {sums.clauses:,} clauses{of_what} are signed off, and {required.share:.0%} is asked for; {named}"
    )
    return Problem("AUD001", Severity.ERROR, message, first.page, clause_id=first.id, asked_at=signed.at)


def _name(chosen: Sequence[Judged], state: State) -> str:
    ids = [one.leaf.id for one in chosen if one.standing.state is state]
    more = f" and {len(ids) - SHOWN:,} more" if len(ids) > SHOWN else ""
    return f"{LACKING[state]}: {', '.join(ids[:SHOWN])}{more}" if ids else ""
