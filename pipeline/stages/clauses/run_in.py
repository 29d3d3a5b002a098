"""Run-in names: bold words with a colon ahead of a paragraph that leads in to a list or a table, as in "Documents to be submitted:
The claim is to be supported with ... a.".

Only what stands directly above the first item of a list, or above a table, is looked at. A name of one word is none: "Note:" says
what the words are, not what they are about. Whether such a paragraph is a part of its own is not said here: it is one where a
heading set like the name stands open at its place, which the search knows.
"""

from collections.abc import Collection, Sequence

from pipeline.config.settings import ClauseSettings
from pipeline.stages.clauses.headings import HeadingStyle
from pipeline.stages.clauses.rows import Row, bold_end
from pipeline.stages.clauses.state import RunIn

FEWEST_WORDS = 2
"""Of a name."""


def find_run_ins(
    rows: Sequence[Row], firsts: Collection[int], labelled: Collection[int], settings: ClauseSettings
) -> dict[int, RunIn]:
    """The names by the row on which they begin. ``firsts`` may begin a list, ``labelled`` are all rows that may have a label."""
    tables = (at for at in range(1, len(rows)) if rows[at].tabular and not rows[at - 1].tabular)
    found: dict[int, RunIn] = {}
    for at in (*firsts, *tables):
        first = _paragraph(rows, at, labelled, settings)
        name = _name(rows[first], settings) if first < at and first not in labelled else None
        if name is not None:
            found[first] = name
    return found


def _paragraph(rows: Sequence[Row], at: int, labelled: Collection[int], settings: ClauseSettings) -> int:
    """Where the paragraph above a row begins; ``at`` itself where none begins within the rows of a lead-in."""
    for first in range(at - 1, max(-1, at - 1 - settings.lead_rows), -1):
        if first in labelled or rows[first].tabular:
            return at
        if rows[first].starts > settings.wrap_starts:
            return first
    return at


def _name(row: Row, settings: ClauseSettings) -> RunIn | None:
    end = bold_end(row)
    name = row.text[:end].rstrip()
    words = len(name.split())
    if row.solid or row.centred or not name.endswith(":") or not FEWEST_WORDS <= words <= settings.heading_words:
        return None
    return RunIn(HeadingStyle(round(row.size, 1), True, False, 0), end)
