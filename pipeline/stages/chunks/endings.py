"""What stands at the end of a unit and belongs to what follows: a heading ("Illustrations" ahead of (a)), an opening bracket.

The last line of a unit is such a heading where it is set in another face or size than the line ahead of it, is short, begins with
a capital, ends in a letter, and has no figure and no colon: a code at the end of a clause and an entry of a table have those. It
goes to the next unit, if that is another node's, no table stands between (then it is the table's) and the budget allows it. So does
a bracket that opens ahead of a label and closes behind the clause ("9 [4. Extension of Code"). No word is changed, and a unit never
gives a heading away that is its only line.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from pipeline.config.settings import ChunkSettings
from pipeline.model import Line, NodeKind
from pipeline.stages.chunks.tokens import Counter
from pipeline.stages.chunks.units import Role, Sheaf, Unit
from pipeline.wording import Strand, Woven

HEADING = re.compile(r"(?![a-zß-öø-ÿ])[^\W\d](?:[^\d:;.?!@]*[^\W\d_])?")
"""A heading's words: "Illustrations", "Of the Right of Private Defence"; not "Code Excl 12", "II. Terrorism", "Period: 3 years"."""
OPENING = re.compile(r"[*†‡\d\s]{0,6}[\[(]")
"""A bracket that opens at the end, perhaps with a footnote mark: "9 ["."""


def move_endings(units: Iterable[Unit], sheaf: Sheaf, settings: ChunkSettings, count: Counter) -> Iterator[Unit]:
    """The units, what belongs to the next one moved there."""
    tables = [at for line_id, at in sheaf.order.items() if line_id in sheaf.taken]
    before: Unit | None = None
    for unit in units:
        after = unit
        if before is not None and _may_follow(before, unit, sheaf, tables):
            before, after = _moved(before, unit, sheaf, settings, count)
        if before is not None and before.woven.text:
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
    """Both units, the end of the first moved to the second where it belongs there and there is room."""
    text = before.woven.text
    at = text.rfind("\n") + 1
    opens = OPENING.fullmatch(text, at) is not None
    if not opens and not _is_heading(before.woven, at, sheaf.lines, settings):
        return before, unit
    joined = _joined(_part(before.woven, at, len(text)), unit.woven, " " if opens else "\n")
    if count(unit.woven.text) <= settings.size < count(joined.text):
        return before, unit
    rest = _part(before.woven, 0, max(0, at - 1))
    return msgspec.structs.replace(before, woven=rest), msgspec.structs.replace(unit, woven=joined)


def _is_heading(woven: Woven, at: int, lines: Mapping[str, Line], settings: ChunkSettings) -> bool:
    """Whether the last line, from ``at`` on, is the heading of something else."""
    words = woven.text[at:].split()
    if not at or not 0 < len(words) <= settings.heading_words:
        return False
    if words[-1] in settings.unfinished or not HEADING.fullmatch(woven.text, at):
        return False
    ahead = [strand for strand in woven.strands if strand.end < at]
    own = [strand for strand in woven.strands if strand.start >= at]
    return bool(ahead and own) and _style(lines[ahead[-1].span.line_id]) != _style(lines[own[0].span.line_id])


def _style(line: Line) -> tuple[str, float, bool, bool]:
    """Face, size and weight of most of the line."""
    longest = max(line.runs, key=lambda run: run.end - run.start, default=None)
    return (longest.font, longest.size, longest.bold, longest.italic) if longest else ("", 0.0, False, False)


def _part(woven: Woven, start: int, end: int) -> Woven:
    """``text[start:end]``, cut at a line break."""
    held = (strand for strand in woven.strands if start <= strand.start and strand.end <= end)
    return Woven(woven.text[start:end], tuple(Strand(strand.start - start, strand.end - start, strand.span) for strand in held))


def _joined(first: Woven, second: Woven, glue: str) -> Woven:
    """Both as one text."""
    by = len(first.text) + len(glue)
    moved = (Strand(strand.start + by, strand.end + by, strand.span) for strand in second.strands)
    return Woven(f"{first.text}{glue}{second.text}", (*first.strands, *moved))
