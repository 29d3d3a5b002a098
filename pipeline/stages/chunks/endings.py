"""Headings that stand at the end of a unit and belong to what follows: "Illustrations" ahead of (a), a title that no list shows.

The last line of a unit is such a heading where it is set in another face or size than the line ahead of it, is short, begins with
a capital, ends in a letter, and has no figure and no colon: a code at the end of a clause and an entry of a table have those. It
goes to the next unit, if that is another node's, no table stands between (then it is the table's) and the budget allows it. No
word is changed, and a unit never gives its only line away.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from pipeline.config.settings import ChunkSettings
from pipeline.model import Line, NodeKind
from pipeline.stages.chunks.tokens import Counter
from pipeline.stages.chunks.units import Role, Sheaf, Unit
from pipeline.wording import Strand, Woven

HEADING = re.compile(r"(?![a-zß-öø-ÿ])[^\W\d](?:[^\d:;.?!@]*[^\W\d_])?")
"""A heading's words: "Illustrations", "Of the Right of Private Defence"; not "Code Excl 12", "II. Terrorism", "Period: 3 years"."""


def move_headings(units: Iterable[Unit], sheaf: Sheaf, settings: ChunkSettings, count: Counter) -> Iterator[Unit]:
    """The units, headings at their ends moved to the next one."""
    tables = sorted(sheaf.order[line_id] for line_id in sheaf.taken if line_id in sheaf.order)
    before: Unit | None = None
    for unit in units:
        after = unit
        if before is not None and _may_follow(before, unit, sheaf, tables):
            before, after = _moved(before, unit, sheaf, settings, count)
        if before is not None:
            yield before
        before = after
    if before is not None:
        yield before


def _may_follow(before: Unit, unit: Unit, sheaf: Sheaf, tables: Sequence[int]) -> bool:
    """Whether ``unit`` is another node's, neither is an aside, and no line of a table stands between them."""
    if unit.role is Role.TAIL or unit.node.id == before.node.id or NodeKind.ASIDE in (before.node.kind, unit.node.kind):
        return False
    last, first = before.woven.strands[-1].span.line_id, unit.woven.strands[0].span.line_id
    return bisect_left(tables, sheaf.order[last]) == bisect_left(tables, sheaf.order[first])


def _moved(before: Unit, unit: Unit, sheaf: Sheaf, settings: ChunkSettings, count: Counter) -> tuple[Unit, Unit]:
    """Both units, the heading at the end of the first moved to the second where there is one and there is room."""
    at = _heading_start(before.woven, sheaf.lines, settings.heading_words, settings.unfinished)
    if not at:
        return before, unit
    joined = _joined(_part(before.woven, at + 1, len(before.woven.text)), unit.woven)
    if count(joined.text) > max(settings.size, count(unit.woven.text)):
        return before, unit
    rest = _part(before.woven, 0, at)
    return msgspec.structs.replace(before, woven=rest), msgspec.structs.replace(unit, woven=joined)


def _heading_start(woven: Woven, lines: Mapping[str, Line], most: int, unfinished: Collection[str]) -> int:
    """Where the line break ahead of a heading at the end of the text stands, 0 where there is none."""
    at = woven.text.rfind("\n")
    words = woven.text[at + 1 :].split()
    if at <= 0 or not 0 < len(words) <= most or words[-1] in unfinished or not HEADING.fullmatch(woven.text, at + 1):
        return 0
    ahead = [strand for strand in woven.strands if strand.end <= at]
    own = [strand for strand in woven.strands if strand.start > at]
    differs = ahead and own and _style(lines[ahead[-1].span.line_id]) != _style(lines[own[0].span.line_id])
    return at if differs else 0


def _style(line: Line) -> tuple[str, float, bool, bool]:
    """Face, size and weight of most of the line."""
    longest = max(line.runs, key=lambda run: run.end - run.start, default=None)
    return (longest.font, longest.size, longest.bold, longest.italic) if longest else ("", 0.0, False, False)


def _part(woven: Woven, start: int, end: int) -> Woven:
    """``text[start:end]``, cut at a line break."""
    held = (strand for strand in woven.strands if start <= strand.start and strand.end <= end)
    return Woven(woven.text[start:end], tuple(Strand(strand.start - start, strand.end - start, strand.span) for strand in held))


def _joined(first: Woven, second: Woven) -> Woven:
    """Both, a line each."""
    by = len(first.text) + 1
    moved = (Strand(strand.start + by, strand.end + by, strand.span) for strand in second.strands)
    return Woven(f"{first.text}\n{second.text}", (*first.strands, *moved))
