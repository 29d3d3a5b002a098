"""The amounts that a person bounds: pages covered, clauses, chunks, tables, and the shares of pages and letters that no chunk has.

FLR001 less than is asked for at least; FLR002 more than may be at most. Each says where to look first: the pages that are not
covered or of which nothing is in a chunk, and the longest stretch of text in which no clause begins.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from pipeline.checks.outcome import Problem
from pipeline.checks.written import Written
from pipeline.config.asked import Floor
from pipeline.model import Fate, Severity, TableAction

IN_CHUNKS = frozenset({Fate.BODY, Fate.HEADING, Fate.ASIDE, Fate.TABLE_KEPT})
"""Fates of the lines that chunks are made of."""
NOT_TAKEN_IN = frozenset({Fate.LEFT_OUT, Fate.HIDDEN, Fate.GARBLED})
"""Fates of words that a run reads and does not look at: a page that has no others is not covered."""
SHOWN = 8
"""Runs of pages that a message names at most."""


def find_out_of_bounds(written: Written) -> Iterator[Problem]:
    """The bounds that do not hold, in the order of the YAML."""
    if not written.asked.floors:
        return
    fates = _fates_by_page(written)
    amounts = _measure(written, fates)
    for floor in written.asked.floors:
        found = amounts[floor.name]
        if floor.bound == "at_least" and found < floor.value:
            yield _problem("FLR001", f"at least {_shown(floor)} are asked for", floor, found, written, fates)
        elif floor.bound == "at_most" and found > floor.value:
            yield _problem("FLR002", f"at most {_shown(floor)} may be", floor, found, written, fates)


def _fates_by_page(written: Written) -> dict[int, set[Fate]]:
    fates: dict[int, set[Fate]] = {page.page: set() for page in written.pages}
    for line in written.lines:
        fates.setdefault(line.page, set()).add(line.fate)
    return fates


def _measure(written: Written, fates: Mapping[int, set[Fate]]) -> dict[str, float]:
    """The amounts by the names that they have in the YAML."""
    covered = [page for page, held in fates.items() if held - NOT_TAKEN_IN]
    excluded = [page for page in covered if not fates[page] & IN_CHUNKS]
    letters: Mapping[str, int] = defaultdict(int, written.run.ledger.letters)
    whole = sum(letters.values())
    in_chunks = sum(letters[fate.value] for fate in IN_CHUNKS)
    return {
        "pages": len(covered),
        "clauses": len(written.clauses),
        "chunks": len(written.chunks),
        "tables": sum(table.action is TableAction.KEPT for table in written.tables),
        "excluded_pages": len(excluded) / len(covered) if covered else 0.0,
        "excluded_letters": (whole - in_chunks) / whole if whole else 0.0,
        "furniture_letters": letters[Fate.FURNITURE.value] / whole if whole else 0.0,
    }


def _problem(code: str, asked: str, floor: Floor, found: float, written: Written, fates: Mapping[int, set[Fate]]) -> Problem:
    name = floor.name.replace("_", " ")
    shown = f"{found:.3f}" if isinstance(floor.value, float) else f"{found:,}"
    page, where = _look_first(floor.name, written, fates)
    return Problem(code, Severity.ERROR, f"{name}: {shown}, and {asked}{where}", page, asked_at=floor.at)


def _shown(floor: Floor) -> str:
    return f"{floor.value:g}" if isinstance(floor.value, float) else f"{floor.value:,}"


def _look_first(name: str, written: Written, fates: Mapping[int, set[Fate]]) -> tuple[int, str]:
    """The first page to look at (0: none is better than another), and what is said of it."""
    if name == "pages":
        return _name_pages("not covered", [page for page, held in fates.items() if not held - NOT_TAKEN_IN])
    if name.startswith("excluded"):
        return _name_pages("nothing in a chunk", [page for page, held in fates.items() if held and not held & IN_CHUNKS])
    if name in ("clauses", "chunks"):
        begun = {clause.page for clause in written.clauses}
        without = [page for page, held in fates.items() if Fate.BODY in held and page not in begun]
        return _name_pages("text in which no clause begins", without)
    return 0, ""


def _name_pages(what: str, pages: Sequence[int]) -> tuple[int, str]:
    """The longest run of pages first: where most may have been lost."""
    if not pages:
        return 0, ""
    runs = sorted(_runs(pages), key=lambda run: run[0] - run[-1])
    shown = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs[:SHOWN])
    more = f" and {len(runs) - SHOWN} more runs" if len(runs) > SHOWN else ""
    return runs[0][0], f"; {what}: page{'s' if len(pages) > 1 else ''} {shown}{more}"


def _runs(pages: Sequence[int]) -> list[list[int]]:
    """Pages that follow each other, together."""
    return [[page for _, page in run] for _, run in groupby(enumerate(pages), lambda pair: pair[1] - pair[0])]
