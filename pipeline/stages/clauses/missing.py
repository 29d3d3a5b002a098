"""The words for a gap in a list: which labels are not printed, and between which they would stand.

A missing label is written as its neighbour is, with its own ordinal. Where that cannot be told (an inserted article, Chinese
numerals) the words say how many are missing.
"""

import re
from collections.abc import Sequence

from pipeline.stages.clauses.candidates import Candidate
from pipeline.stages.clauses.labels import HANGUL_ORDER, Form
from pipeline.stages.clauses.state import Move

COUNTER = re.compile(r"\d+$|[^\W\d_]+$")
"""What counts in a label, at its end: the 3 of 4.3, the a of 4.1a, the iv of iv."""
ENDS = " -–—:"
"""What stands behind a label and is no part of its name: "PART A -"."""
ROMANS = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
LETTERS = "abcdefghijklmnopqrstuvwxyz"
LISTED = 2
"""So many missing labels are named one by one, more by the first and the last."""


def tell_missing(move: Move, candidate: Candidate, candidates: Sequence[Candidate]) -> str:
    """What is missing before ``candidate`` where ``move`` leaves a gap: "(b) is missing between (a) and (c)"."""
    labels = _labels(move, candidate)
    are = "is" if move.gap == 1 else "are"
    here = candidate.found.printed.rstrip(ENDS)
    before = candidates[move.against].found.printed.rstrip(ENDS) if move.kind == "continue" else ""
    where = f"between {before} and {here}" if before else f"before {here}"
    return f"{labels} {are} missing {where}"


def _labels(move: Move, candidate: Candidate) -> str:
    last = move.form.value[-1] - 1
    ordinals = range(last - move.gap + 1, last + 1)
    inserted = len(move.form.value) > 1 and not move.form.dotted
    first, *others = ["" if inserted else _label(candidate, move.form, ordinal) for ordinal in ordinals]
    if not first:
        return f"{move.gap} label{'s' if others else ''}"
    if len(others) >= LISTED:
        return f"{first} to {others[-1]}"
    return " and ".join((first, *others))


def _label(candidate: Candidate, form: Form, ordinal: int) -> str:
    """The label of another ordinal, written like the candidate's; "" where that cannot be told."""
    printed, normal = candidate.found.printed.rstrip(ENDS), candidate.found.normal
    kind = form.core.rpartition(":")[2].rpartition(".")[2]
    if kind == "circled":
        return chr(ord("①") + ordinal - 1)
    before, found, behind = printed.rpartition(normal)
    counter = COUNTER.search(normal)
    if not found or not counter:
        return ""
    sign = _counted(kind, ordinal).zfill(len(counter[0]) if counter[0].startswith("0") else 0)
    return f"{before}{normal[: counter.start()]}{sign.upper() if counter[0].isupper() else sign}{behind}"


def _counted(kind: str, ordinal: int) -> str:
    match kind:
        case "alpha" | "a" | "A":
            return LETTERS[(ordinal - 1) % len(LETTERS)] * ((ordinal - 1) // len(LETTERS) + 1)
        case "double":
            return LETTERS[ordinal - 1] * 2
        case "roman":
            return _roman(ordinal)
        case "hangul":
            return HANGUL_ORDER[ordinal - 1]
        case _:
            return str(ordinal)


def _roman(number: int) -> str:
    signs = ""
    for value, sign in ROMANS:
        signs += sign * (number // value)
        number %= value
    return signs
