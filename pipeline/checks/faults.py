"""Faults of lines, gathered into one finding a kind and page: a stage that goes wrong does so for many lines at once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from pipeline.model import Finding, Line, Record, Severity, Stage

NAMED = 20
"""Lines that one finding names."""
SHOWN = 80
"""Characters of a line that a finding quotes."""


class Fault(Record, frozen=True):
    """What is wrong with one line."""

    code: str
    what: str
    line_id: str


def make_findings(faults: Iterable[Fault], lines: Mapping[str, Line]) -> Iterator[Finding]:
    """One finding for all lines of a page with the same fault."""
    alike: dict[tuple[str, str, int], list[Line]] = defaultdict(list)
    for fault in faults:
        line = lines.get(fault.line_id)
        if line is None:
            told = f"{fault.what} ({fault.line_id})"
            yield Finding(fault.code, Severity.ERROR, Stage.CHECKS, told)
        else:
            alike[fault.code, fault.what, line.page].append(line)
    for (code, what, page), held in alike.items():
        ids = tuple(line.id for line in held[:NAMED])
        told = f"page {page}: {len(held)} line{'s' if len(held) > 1 else ''} {what}"
        yield Finding(code, Severity.ERROR, Stage.CHECKS, told, page, "", held[0].bbox, ids, held[0].text[:SHOWN])


def has_letters(line: Line, gaps: Iterable[tuple[int, int]]) -> bool:
    """Whether any stretch of the line in ``gaps`` has a letter or digit."""
    return any(any(map(str.isalnum, line.text[start:end])) for start, end in gaps)


def gaps_between(intervals: Iterable[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """What of [start, end) no interval covers."""
    gaps: list[tuple[int, int]] = []
    at = start
    for low, high in sorted(intervals):
        if low > at:
            gaps.append((at, min(low, end)))
        at = max(at, high)
    if at < end:
        gaps.append((at, end))
    return [gap for gap in gaps if gap[0] < gap[1]]


def overlap_in(intervals: Iterable[tuple[int, int]]) -> bool:
    """Whether two of the intervals have a character in common."""
    reached = 0
    for low, high in sorted(intervals):
        if low < reached and high > low:
            return True
        reached = max(reached, high)
    return False
