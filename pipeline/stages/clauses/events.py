"""Events: rows and candidates in the order in which the search meets them.

A row is a candidate, an unnumbered heading, or text; the caption of a table is none, since it leaves all lists as they are. Text
becomes an event only where it may be set back, that is at the start of something or left of the row above; all other rows go to
whatever is open and need no decision.
"""

import re
from collections.abc import Mapping, Sequence

from pipeline.config.settings import ClauseSettings
from pipeline.stages.clauses.candidates import Candidate
from pipeline.stages.clauses.headings import Heading
from pipeline.stages.clauses.rows import Row, ends_sentence, row_above
from pipeline.stages.clauses.run_in import find_run_ins
from pipeline.stages.clauses.state import CandidateEvent, Event, HeadingEvent, TextEvent, is_first

POINTS_ON = re.compile(r"[:–—-]$")
"""How a lead-in points at the list behind it: "as follows:", "any of these –". No: "as follows."."""
WORD = re.compile(r"\w+$")
NOTE_MARKS = ("*", "†", "‡", "#")
"""What begins a note to a table or a figure: it stands where the table ends, and says nothing about the lists around it."""


def make_events(
    rows: Sequence[Row], candidates: Sequence[Candidate], headings: Mapping[int, Heading], settings: ClauseSettings
) -> list[Event]:
    """The events of a document in reading order."""
    by_row: dict[int, list[int]] = {}
    for index, candidate in enumerate(candidates):
        by_row.setdefault(candidate.row, []).append(index)
    firsts = [at for at, indices in by_row.items() if any(is_first(form) for form in candidates[indices[0]].forms)]
    leads, names = _find_leads(rows, firsts, by_row, settings), find_run_ins(rows, firsts, by_row, settings)
    events: list[Event] = []
    at = 0
    while at < len(rows):
        row, heading = rows[at], headings.get(at)
        if at in by_row:
            otherwise = _heading_event(rows, at, heading) if heading is not None and not heading.caption else None
            if otherwise is not None:
                otherwise = otherwise._replace(name=candidates[by_row[at][0]].found.name)
            events.extend(CandidateEvent(index, otherwise) for index in by_row[at])
        elif heading is not None:
            if not heading.caption:
                events.append(_heading_event(rows, at, heading))
            at = heading.last - 1
        elif _may_be_set_back(rows, at, settings):
            above = row_above(rows, at)
            under_table = above is not None and above.tabular
            events.append(TextEvent(at, row.x, _surely(rows, at), leads.get(at, 0), under_table, names.get(at)))
        at += 1
    return events


def _heading_event(rows: Sequence[Row], at: int, heading: Heading) -> HeadingEvent:
    row = rows[at]
    colon = rows[heading.last - 1].text.rstrip().endswith(":")
    return HeadingEvent(at, row.x, row.centred, row.lines[0].column > 0, heading, colon)


def _may_be_set_back(rows: Sequence[Row], at: int, settings: ClauseSettings) -> bool:
    row = rows[at]
    if row.tabular or row.centred or row.text.startswith(NOTE_MARKS):
        return False
    above = row_above(rows, at)
    return above is None or row.starts > settings.wrap_starts or row.x < above.x - settings.indent_tolerance or above.tabular


def _surely(rows: Sequence[Row], at: int) -> float:
    """How surely a row that is set back begins something: the row above ended early, or ended its sentence."""
    row = rows[at]
    return 1.0 if row.fits or row.paragraph or (at > 0 and ends_sentence(rows[at - 1].text, early=False)) else row.starts


def _find_leads(
    rows: Sequence[Row], firsts: Sequence[int], by_row: Mapping[int, list[int]], settings: ClauseSettings
) -> dict[int, int]:
    """Short lead-ins before the first item of a list, by their first row: the row behind them."""
    leads: dict[int, int] = {}
    for at in firsts:
        if at == 0 or not _breaks_off(rows[at - 1].text.rstrip(), settings):
            continue
        first = at - 1
        while first > at - settings.lead_rows and rows[first].starts <= settings.wrap_starts and first - 1 not in by_row:
            first -= 1
        if rows[first].starts > settings.wrap_starts:
            leads[first] = at
    return leads


def _breaks_off(text: str, settings: ClauseSettings) -> bool:
    """Whether words end as no sentence does: "any one of", "as follows:"."""
    last = WORD.search(text)
    return POINTS_ON.search(text) is not None or (last is not None and last.group() in settings.unfinished)
