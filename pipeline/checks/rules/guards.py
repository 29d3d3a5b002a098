"""Guards of what was set aside as furniture: headers, footers, side tabs and page numbers, told apart from text by what text does.

FUR011 a line inside a table; FUR012 one that recurs on fewer pages than the threshold; FUR013 one that has text above and below it
on its page; FUR014 one whose words stand on no other page, where furniture does not change its words from page to page; FUR015 one
that begins with a label where the numbers have a gap, or that the contents list names and no text repeats. The furniture of 18 real
documents and of one statute set twelve times (4,670 lines) breaks none of them, nor does that of 39 files of parsers' test suites
and manuals (556 lines). What a person overruled is his own word, and watermarks, contents and hidden text lie anywhere: they are
not looked at.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pipeline.checks.outcome import Problem
from pipeline.checks.written import Written
from pipeline.model import Fate, MarkKind, Severity, TableAction
from pipeline.store.rows import ClauseRow, FurnitureRow, LineRow
from pipeline.wording import hash_words, squeeze

GUARDED = frozenset({MarkKind.HEADER, MarkKind.FOOTER, MarkKind.SIDE, MarkKind.PAGE_NUMBER})
IN_TEXT = frozenset({Fate.BODY, Fate.HEADING, Fate.TABLE_KEPT, Fate.TABLE_EXCLUDED})
"""Fates of the lines between which no furniture stands."""
ON_TABLE = frozenset({TableAction.KEPT, TableAction.EXCLUDED})
PLACE = 12.0
"""Points within which furniture stands at one place, as in ``boilerplate.place_tolerance``: one line."""
SLACK = 2.0
"""Points by which boxes of lines set solid overlap."""
ONE_OFF = 0.5
"""Share of the lines at a place whose words may stand on one page alone. Where a head names the section, sections of one page make
it 3 of 64 in the longest wording measured; text at the top of pages makes it nearly all."""
DIGITS = re.compile(r"\d+")
COUNTED = re.compile(r"\d+|[^\W\d_]+")
"""The runs of digits or letters of a label, the last of which counts: "c" in "(c)", "216" in "Art. 216"."""
MOST_LETTERS = 5
"""Letters of a run that counts: "xviii" is the longest roman numeral below 28."""
LEAST_LETTERS = 6
"""Letters of a heading that a contents list may name; shorter ones agree by chance."""


def find_text_set_aside(written: Written) -> Iterator[Problem]:
    """The lines that were set aside as furniture and behave as text, by guard."""
    rows = [row for row in written.furniture if row.kind in GUARDED]
    yield from _find_in_tables(rows, written)
    for row in rows:
        if row.share < written.run.boilerplate.threshold:
            threshold = written.run.boilerplate.threshold
            yield _problem("FUR012", row, f"recurs on {row.share:.1%} of the pages, and the threshold is {threshold:.1%}")
    yield from _find_amid_text(rows, written.lines)
    yield from _find_one_off(rows, written)
    yield from _find_labels(rows, written)
    yield from _find_lost_headings(rows, written.lines)


def _find_in_tables(rows: Sequence[FurnitureRow], written: Written) -> Iterator[Problem]:
    boxes = defaultdict(list)
    for table in written.tables:
        if table.action in ON_TABLE:
            for place in table.bboxes:
                boxes[place.page].append((table.id, place.bbox))
    for row in rows:
        x, y = (row.bbox[0] + row.bbox[2]) / 2, (row.bbox[1] + row.bbox[3]) / 2
        inside = [name for name, box in boxes[row.page] if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
        if inside:
            yield _problem("FUR011", row, f"stands inside table {inside[0]}")


def _find_amid_text(rows: Sequence[FurnitureRow], lines: Sequence[LineRow]) -> Iterator[Problem]:
    """Lines with text both above and below. Side tabs stand beside it, and a folio may stand on the baseline of any line."""
    tops: dict[int, float] = {}
    bottoms: dict[int, float] = {}
    for line in lines:
        if line.fate in IN_TEXT and line.bbox:
            tops[line.page] = min(tops.get(line.page, line.bbox[1]), line.bbox[1])
            bottoms[line.page] = max(bottoms.get(line.page, line.bbox[3]), line.bbox[3])
    for row in rows:
        if row.kind in (MarkKind.SIDE, MarkKind.PAGE_NUMBER) or row.page not in tops:
            continue
        if row.bbox[1] > tops[row.page] + SLACK and row.bbox[3] < bottoms[row.page] - SLACK:
            yield _problem("FUR013", row, "has text above it and below it")


def _find_one_off(rows: Sequence[FurnitureRow], written: Written) -> Iterator[Problem]:
    """Lines with words of one page alone, at places where most are such. Page numbers are told by their sequence."""
    worded = [row for row in rows if row.kind is not MarkKind.PAGE_NUMBER]
    pages: dict[str, set[int]] = defaultdict(set)
    for row in worded:
        pages[_masked(row.text)].add(row.page)
    heights = {page.page: page.height for page in written.pages}
    for place in _places(worded, heights):
        alone = [row for row in place if len(pages[_masked(row.text)]) == 1]
        if len(alone) > ONE_OFF * len(place):
            yield from (_problem("FUR014", row, "has words that are furniture on no other page") for row in alone)


def _masked(text: str) -> str:
    return squeeze(DIGITS.sub("", text))


def _places(rows: Sequence[FurnitureRow], heights: Mapping[int, float]) -> list[list[FurnitureRow]]:
    """The lines by kind and by distance from the edge that the kind goes by, those within a line's height together."""
    keyed = sorted((row.kind.value, _distance(row, heights), at) for at, row in enumerate(rows))
    places: list[list[FurnitureRow]] = []
    before = ("", 0.0)
    for kind, distance, at in keyed:
        if kind != before[0] or distance - before[1] > PLACE:
            places.append([])
            before = (kind, distance)
        places[-1].append(rows[at])
    return places


def _distance(row: FurnitureRow, heights: Mapping[int, float]) -> float:
    """From the left edge for side tabs, from the bottom for footers, else from the top."""
    if row.kind is MarkKind.SIDE:
        return row.bbox[0]
    return heights.get(row.page, 0.0) - row.bbox[3] if row.kind is MarkKind.FOOTER else row.bbox[1]


def _find_labels(rows: Sequence[FurnitureRow], written: Written) -> Iterator[Problem]:
    """Lines that begin with a label as the numbers lack it: between the clauses on both sides of a gap, written as these are."""
    order = {line.id: at for at, line in enumerate(written.lines)}
    clauses = {clause.id: clause for clause in written.clauses}
    for clause in (clauses[row.clause_id] for row in written.findings if row.code == "NUM001" and row.clause_id in clauses):
        start, end = _stretch(clause, written.clauses, order)
        like = _pattern(clause.label)
        for row in rows:
            found = like.match(row.text) if like and start < order.get(row.line_id, -1) < end else None
            if found and (row.kind is not MarkKind.PAGE_NUMBER or found.end() < len(row.text)):
                yield _problem("FUR015", row, f"begins with a label, and one is missing before {clause.label} ({clause.id})")


def _pattern(label: str) -> re.Pattern[str] | None:
    """What begins as ``label`` does, whatever it counts: "(c)" for "(d)". None for a number or letter alone, as a folio is."""
    runs = list(COUNTED.finditer(label))
    if not runs or runs[-1][0] == label.strip():
        return None
    ahead = re.escape(label[: runs[-1].start()])
    ahead = re.sub(r"\d+", r"\\d+", ahead)
    counts = r"\d+" if runs[-1][0].isdigit() else rf"[^\W\d_]{{1,{MOST_LETTERS}}}"
    return re.compile(rf"{ahead}{counts}{re.escape(label[runs[-1].end() :])}(?!\w)")


def _stretch(clause: ClauseRow, clauses: Sequence[ClauseRow], order: Mapping[str, int]) -> tuple[int, int]:
    """From the first line of the clause before under the same parent, or of the parent, to the first line of this one."""
    at = next(at for at, one in enumerate(clauses) if one.id == clause.id)
    above = [one for one in clauses[:at] if clause.parent in (one.parent, one.id)]
    start = order.get(above[-1].line_ids[0], -1) if above and above[-1].line_ids else -1
    return start, order.get(clause.line_ids[0], -1) if clause.line_ids else -1


def _find_lost_headings(rows: Sequence[FurnitureRow], lines: Sequence[LineRow]) -> Iterator[Problem]:
    """Lines whose words the contents list names, where no line of the text has them: the heading itself was set aside."""
    listed = {_masked(line.text) for line in lines if line.fate is Fate.CONTENTS}
    wanted = {_masked(row.text) for row in rows if row.kind is not MarkKind.PAGE_NUMBER} & listed
    wanted = {words for words in wanted if len(words) >= LEAST_LETTERS}
    if not wanted:
        return
    text = " ".join(_masked(line.text) for line in lines if line.fate in IN_TEXT)
    first: dict[str, FurnitureRow] = {}
    for row in rows:
        first.setdefault(_masked(row.text), row)
    for words in sorted(wanted):
        if words not in text:
            yield _problem("FUR015", first[words], "has words that the contents list names and no text has")


def _problem(code: str, row: FurnitureRow, why: str) -> Problem:
    message = f'"{row.text}" is set aside as {row.kind.value.replace("_", " ")} ({row.reason.rule}) and {why}'
    return Problem(code, Severity.ERROR, message, row.page, tuple(row.bbox), "", row.text, hash_words(row.text))
