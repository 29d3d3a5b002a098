"""How many of the changes that were read on the pages `clausetrace diff` finds, per kind: found, missed, false.

    python -m tests.quality.score_diff ../shared/bench/diff OUT

OUT holds the results of `clausetrace run` on both versions of each document. A change is found where both its places are named
in one change of its kind or of one that is true as well (`also`). False is every other change of a clause in scope, one of a clause
read as unchanged among them.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from pipeline.config.load import load_packaged
from pipeline.diff.compare import compare
from pipeline.diff.records import Change, Difference, Edition
from pipeline.diff.units import make_version
from pipeline.store.read import load_chunks, load_clauses
from pipeline.store.rows import ClauseRow
from pipeline.wording import squeeze

REACH = 12
"""Letters behind the beginning of a clause, or behind its title, within which its first words begin as they are noted."""


class Score(NamedTuple):
    """Counts per kind; ``unlocated`` are noted clauses that extraction does not have, ``beside`` changes outside clauses."""

    found: Counter
    missed: Counter
    false: Counter
    weighty_right: int
    weighty_wrong: list
    missed_at: list
    false_at: list
    unlocated: list
    beside: int
    unchanged: int
    unchanged_called_changed: list

    @property
    def share(self):
        """Share of the changes that were found."""
        return self.found.total() / max(1, self.found.total() + self.missed.total())


def locate(place, page, rows):
    """The clause of a noted place: on its page, beginning with its words, its last label by preference."""
    if not place:
        return None
    words = squeeze(place["starts"])
    near = [row for row in rows if row.page == page and _begins(row, words)]
    tail = place["path"]
    return max(near, key=lambda row: _tail(row.path, tail), default=None)


def _begins(row, words):
    return 0 <= squeeze(f"{row.title} {row.text}").find(words) <= REACH + len(squeeze(row.title))


def _tail(mine, theirs):
    """How many labels agree, from the last one up."""
    pairs = zip(reversed(mine), reversed(theirs), strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(mine), len(theirs)))


def score(truth, difference: Difference, old: list[ClauseRow], new: list[ClauseRow]) -> Score:
    counts = {name: Counter() for name in ("found", "missed", "false")}
    right, wrong, missed_at, unlocated, used = 0, [], [], [], set()
    for noted in truth["changes"]:
        places = [locate(noted[side], (noted[side] or {}).get("page"), rows) for side, rows in (("old", old), ("new", new))]
        if [bool(place) for place in places] != [bool(noted["old"]), bool(noted["new"])]:
            unlocated.append(noted)
        change = None if noted in unlocated else find(difference, places, {noted["kind"], *noted.get("also", ())})
        counts["found" if change else "missed"][noted["kind"]] += 1
        if not change:
            missed_at.append(noted)
            continue
        used.add(id(change))
        used |= {id(other) for other in difference.clauses if _is_second_target(other, noted, new)}
        right += change.weighty == noted["weighty"]
        if change.weighty != noted["weighty"]:
            wrong.append(noted)
    false = [change for change in difference.clauses if id(change) not in used and in_scope(truth, change, old, new)]
    counts["false"].update(change.kind.value for change in false)
    listed = {row.id for row in (*old, *new)}
    beside = sum(not {place.id for place in (*change.old, *change.new)} & listed for change in difference.clauses)
    touched = [each for each in truth["unchanged"] if is_touched(difference, each, old)]
    return Score(*counts.values(), right, wrong, missed_at, false, unlocated, beside, len(truth["unchanged"]), touched)


def _is_second_target(change: Change, noted, new) -> bool:
    also = [locate(place, place["page"], new) for place in noted.get("new_also", ())]
    return bool({row.id for row in also if row} & {place.id for place in change.new})


def find(difference, places, kinds):
    """The change at a pair of places that is of one of the kinds."""
    for change in difference.clauses:
        sides = zip(places, (change.old, change.new), strict=True)
        there = all(not row or row.id in {place.id for place in side} for row, side in sides)
        if there and kinds & {kind.value for kind in change.kinds}:
            return change
    return None


def in_scope(truth, change: Change, old, new) -> bool:
    """Whether a place of a change is a clause that was read."""
    if truth["scope"].startswith("complete"):
        rows = {row.id for row in (*old, *new)}
        return bool({place.id for place in (*change.old, *change.new)} & rows)
    return any(
        _was_read(truth, side, place, rows) for side, rows in (("old", old), ("new", new)) for place in getattr(change, side)
    )


def _was_read(truth, side, place, rows) -> bool:
    noted = [each[side] for each in truth["changes"] if each[side]] + [{"page": u[f"{side}_page"], **u} for u in truth["unchanged"]]
    row = next((row for row in rows if row.id == place.id), None)
    return bool(row) and row.page in {each["page"] for each in noted} and row.path[0] in {each["path"][0] for each in noted}


def is_touched(difference, unchanged, old) -> bool:
    row = locate(unchanged, unchanged["old_page"], old)
    return bool(row) and any(row.id in {place.id for place in change.old} for change in difference.clauses)


def score_file(file: Path, out: Path) -> Score:
    """The score of one file of truth, from the folders of a run."""
    truth = json.loads(file.read_text(encoding="utf-8"))
    folders = [out / Path(truth[side]).stem for side in ("old", "new")]
    rows = [load_clauses(folder) for folder in folders]
    versions = [make_version(clauses, load_chunks(folder), Edition()) for clauses, folder in zip(rows, folders, strict=True)]
    return score(truth, compare(*versions, (), load_packaged().diff), *rows)


def tell(name: str, got: Score) -> str:
    """The score, for a person."""
    kinds = sorted({*got.found, *got.missed, *got.false})
    lines = [f"{kind:<12}{got.found[kind]:>6} found{got.missed[kind]:>6} missed{got.false[kind]:>6} false" for kind in kinds]
    lines += [f"missed: {each['kind']} {each['old']} {each['new']}" for each in got.missed_at]
    lines += [f"false: {each.kind} {[p.id for p in each.old]} {[p.id for p in each.new]}" for each in got.false_at]
    lines += [f"unchanged, called changed: {each}" for each in got.unchanged_called_changed]
    lines += [f"weight is wrong: {each['kind']} {each['new']}" for each in got.weighty_wrong]
    summed = f"{got.share:.3f} found; weight right {got.weighty_right} of {got.found.total()}; {got.beside} changes outside clauses"
    touched = f"{len(got.unchanged_called_changed)} of {got.unchanged} unchanged clauses called changed"
    return "\n".join([name, *lines, f"{summed}; {touched}; {len(got.unlocated)} noted clauses were not extracted"])


if __name__ == "__main__":
    for truth_file in sorted(Path(sys.argv[1]).glob("*.json")):
        sys.stdout.write(tell(truth_file.name, score_file(truth_file, Path(sys.argv[2]))) + "\n\n")
