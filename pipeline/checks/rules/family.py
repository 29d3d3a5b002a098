"""Whether the versions of one document fit together: which takes the place of which, and which is in force when.

FAM001 a version that supersedes one that is neither among the results nor in the YAML (a warning: it may be elsewhere); FAM002 one
that supersedes a document of another family, or itself by way of others; FAM003 two versions in force on one day of which neither
supersedes the other: an error where their dates say so, a warning where they have none. A version is in force from its first to its
last day, without one from ever or for good, unless it is archived.
"""

from collections.abc import Iterator, Mapping

from pipeline.checks.outcome import Problem
from pipeline.checks.written import Written
from pipeline.model import Severity, Status
from pipeline.store.rows import InputRow

EVER, FOR_GOOD = "0000-00-00", "9999-99-99"
"""Days before and behind all others, as dates compare as text."""


def find_misfits(written: Written) -> Iterator[Problem]:
    """What of the document does not fit with the other versions; of two in force on one day the later tells it."""
    own = written.run.input
    known = {of.doc_id: of for of in (*written.beside, own)}
    if own.supersedes:
        yield from _check_superseded(own, known, written)
    for other in written.beside:
        if other.family == own.family and _is_told_here(own, other) and _overlap(own, other) and not _ordered(own, other, known):
            yield _both_in_force(own, other)


def _check_superseded(own: InputRow, known: Mapping[str, InputRow], written: Written) -> Iterator[Problem]:
    before = known.get(own.supersedes)
    if before is None:
        if own.supersedes not in written.configured:
            message = f"it supersedes {own.supersedes!r}, and no document is called so; name the doc_id of the version before it"
            yield Problem("FAM001", Severity.WARNING, message)
    elif before.family != own.family:
        message = f"it supersedes {before.doc_id}, which is of the family {before.family!r}; give both the same `family`"
        yield Problem("FAM002", Severity.ERROR, message)
    elif own.doc_id in _older(own, known):
        yield Problem("FAM002", Severity.ERROR, f"it supersedes {before.doc_id}, and by way of that itself")


def _older(of: InputRow, known: Mapping[str, InputRow]) -> set[str]:
    """The doc_ids of all versions that one takes the place of, itself only where they go in a ring."""
    older: set[str] = set()
    while of.supersedes and of.supersedes not in older:
        older.add(of.supersedes)
        if of.supersedes not in known:
            break
        of = known[of.supersedes]
    return older


def _ordered(own: InputRow, other: InputRow, known: Mapping[str, InputRow]) -> bool:
    return other.doc_id in _older(own, known) or own.doc_id in _older(other, known)


def _is_told_here(own: InputRow, other: InputRow) -> bool:
    """Whether ``own`` is the later of the two, by its first day, else by its name."""
    return (own.effective_from, own.doc_id) > (other.effective_from, other.doc_id)


def _overlap(own: InputRow, other: InputRow) -> bool:
    """Whether there is a day on which both are in force."""
    if Status.ARCHIVED in (own.status, other.status):
        return False
    first = max(own.effective_from or EVER, other.effective_from or EVER)
    return first <= min(own.effective_to or FOR_GOOD, other.effective_to or FOR_GOOD)


def _both_in_force(own: InputRow, other: InputRow) -> Problem:
    dated = all(of.effective_from or of.effective_to for of in (own, other))
    first = max(own.effective_from, other.effective_from)
    when = f"are both in force{f' on {first}' if first else ''}"
    advice = f"write supersedes: {other.doc_id}, or give both effective_from and effective_to, or archive one"
    message = f"{other.doc_id} and {own.doc_id} of the family {own.family!r} {when}; {advice}"
    return Problem("FAM003", Severity.ERROR if dated else Severity.WARNING, message)
