"""Candidates: every row beginning that may be a label, with what speaks for and against it before any sequence is looked at.

For each: where the label stands, where its text and the text's further rows begin, how surely a row starts there, and what it
costs to pass it over. A second label directly behind the first ("(c) (i)"), or behind a short run-in title ("2.14. Taxes. (a)"),
is a candidate of its own that stands only if the first does.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median

from pipeline.config.settings import ClauseSettings
from pipeline.model import Record
from pipeline.stages.clauses.labels import Form, Found, find_bare, find_label
from pipeline.stages.clauses.listed import is_listed
from pipeline.stages.clauses.rows import Row, body_style

RUN_IN = re.compile(r"(?<=[.:;–—-])\s+(?=\((?:a|i|1|A|I)\)\s)|(?<=[)）])\s*(?=①)")
"""Where a first item follows a run-in title: "Taxes. (a) Each", "제2조(정의) ① 이"."""
PUNCTUATION = re.compile(r"\s*[,;)]")
"""What never follows a label, whatever its kind."""
REFERENCE = re.compile(r"\s*(?:of|and|or|to|above|below|hereof|shall|is|are|und|oder|des|der|del|de la|y|o)\b")
"""What follows the mention of a clause elsewhere: "Section 8.02 of the original"."""
UNBOUND = -1e6
"""The body of a label to which all rows belong, wherever they begin."""
LOWER = re.compile(r"\s*[a-zà-ÿ]")


class Candidate(Record, frozen=True):
    """A possible label.

    ``x``, ``text_x`` and ``body`` are points from the column's left edge: of the label, of the words behind it, and of the rows
    that go on from there. ``accept`` and ``reject`` are costs that hold whatever the sequence says; ``wrap`` is what it costs
    besides that the row may run on from the one above.
    """

    row: int
    start: int
    found: Found
    x: float
    text_x: float
    body: float
    bold: bool
    size: float
    centred: bool
    chained: bool
    listed: bool
    wrap: float
    accept: float
    reject: float
    evidence: str

    @property
    def forms(self) -> tuple[Form, ...]:
        """The possible readings."""
        return self.found.forms


class _Known(Record, frozen=True):
    """What is known beside the rows: a person's word, and what the document lists."""

    forced: frozenset[int]
    entries: frozenset[str]
    body_bold: bool


def find_candidates(
    rows: Sequence[Row],
    settings: ClauseSettings,
    *,
    forced: frozenset[int] = frozenset(),
    barred: frozenset[int] = frozenset(),
    entries: frozenset[str] = frozenset(),
) -> tuple[Candidate, ...]:
    """All candidates in reading order.

    ``forced`` and ``barred`` rows are a person's word that a clause starts there, or not; ``entries`` what contents and outline
    list.
    """
    known = _Known(forced, entries, body_style(rows)[1])
    bare: list[tuple[int, int, Found, bool]] = []
    for at, row in enumerate(rows):
        if row.tabular or at in barred:
            continue
        bare.extend(_labels_on(rows, at, at in forced, settings))
    habits = _find_habits(rows, bare, settings)
    return tuple(_candidate(rows, place, habits, known, settings) for place in bare)


def _labels_on(rows: Sequence[Row], at: int, forced: bool, settings: ClauseSettings) -> Iterator[tuple[int, int, Found, bool]]:
    row = rows[at]
    found = find_label(row.text)
    if found is None:
        bare = find_bare(row.text)
        found = bare if bare is not None and (forced or _shown_by_type(row, bare, settings)) else None
    if found is None:
        return
    yield at, 0, found, False
    start = found.end
    for _ in range(settings.labels_on_row):
        start += len(row.text[start:]) - len(row.text[start:].lstrip())
        second = find_label(row.text, start)
        if second is None or second.name or second.bare or (not second.prefix and second.suffix == "."):
            break
        yield at, start, second, True
        start = second.end
    else:
        return
    if start == found.end or found.name or found.forms[0].dotted:
        for match in RUN_IN.finditer(row.text, found.end, found.end + settings.run_in_title):
            second = find_label(row.text, match.end())
            if second is not None:
                yield at, match.end(), second, True
                return


def _shown_by_type(row: Row, found: Found, settings: ClauseSettings) -> bool:
    """Whether a bare number is set as a label: apart from its text, or bold before it."""
    if len(row.text) == found.end:
        return row.paragraph and not found.normal.isalpha()
    if row.text[found.end] == "(":
        return True
    gap = x_at(row, found.end) - _end_of(row, found)
    wide = gap > settings.hanging_gap * row.size
    first = row.lines[0]
    return wide or (bool(first.runs) and first.runs[0].bold and found.normal[0].isdigit() and row.starts >= settings.heading_starts)


def _end_of(row: Row, found: Found) -> float:
    words = max(1, len(found.printed.split()))
    edges = [edge for line in row.lines for edge in line.edges]
    return edges[min(words, len(edges)) - 1][1] - row.left if edges else row.x


def x_at(row: Row, offset: int) -> float:
    """Left edge (points from the column's) of the first word at or behind ``offset`` in the row's text."""
    for line, start in zip(row.lines, row.offsets, strict=True):
        if offset <= start:
            return line.bbox[0] - row.left
        if offset < start + len(line.text) and line.text[offset - start :].strip():
            word = len(line.text[: offset - start].split())
            if line.text[offset - start - 1 : offset - start].strip() and line.text[offset - start].strip():
                word -= 1
            return (line.edges[min(word, len(line.edges) - 1)][0] if line.edges else line.bbox[0]) - row.left
    return row.x


class _Habit(Record, frozen=True):
    """How labels written alike are set:

    ``hanging`` if the rows of an item go on under its text, ``offset`` points from label to text.
    """

    hanging: bool
    offset: float


def _find_habits(
    rows: Sequence[Row], places: Sequence[tuple[int, int, Found, bool]], settings: ClauseSettings
) -> dict[str, _Habit]:
    """For each way of writing a label, where its items' text stands."""
    votes: dict[str, Counter[bool]] = {}
    offsets: dict[str, list[float]] = {}
    firsts = {at for at, *_ in places}
    for at, start, found, _ in places:
        if start or not rows[at].text[found.end :].strip():
            continue
        text_x, written = x_at(rows[at], found.end), _written(found)
        offsets.setdefault(written, []).append(text_x - rows[at].x)
        below = at + 1
        if below < len(rows) and below not in firsts and rows[below].starts <= settings.wrap_starts and not rows[below].tabular:
            nearer = abs(rows[below].x - text_x) < abs(rows[below].x - rows[at].x)
            votes.setdefault(written, Counter())[nearer] += 1
    return {
        written: _Habit(votes[written][True] >= votes[written][False] if written in votes else True, median(all_))
        for written, all_ in offsets.items()
    }


def _written(found: Found) -> str:
    return f"{found.prefix}{found.forms[-1].core}{found.suffix}"


def _candidate(
    rows: Sequence[Row],
    place: tuple[int, int, Found, bool],
    habits: dict[str, _Habit],
    known: _Known,
    settings: ClauseSettings,
) -> Candidate:
    at, start, found, chained = place
    row = rows[at]
    habit = habits.get(_written(found), _Habit(True, 0.0))
    x = x_at(row, start) if start else row.x
    text_x = x_at(row, found.end) if row.text[found.end :].strip() else x + habit.offset
    first = row.lines[0]
    wrap, accept, reject, evidence = _weights(row, found, chained, known, settings)
    listed = not chained and bool(known.entries) and is_listed(row.text, known.entries)
    if listed:
        wrap, accept, reject, evidence = 0.0, 0.0, settings.costs.reject_listed, "stands in the contents list or the outline"
    if at in known.forced:
        wrap, accept, reject, evidence = 0.0, 0.0, settings.costs.forced, "overruled by the configuration"
    return Candidate(
        row=at,
        start=start,
        found=found,
        x=x,
        text_x=text_x,
        body=_body(rows, at, x, text_x, habit, settings, named=bool(found.name)),
        bold=bool(first.runs) and first.runs[0].bold,
        size=row.size,
        centred=row.centred,
        chained=chained,
        listed=listed,
        wrap=wrap,
        accept=accept,
        reject=reject,
        evidence=evidence,
    )


def _body(rows: Sequence[Row], at: int, x: float, text_x: float, habit: _Habit, settings: ClauseSettings, *, named: bool) -> float:
    """Where the rows of an item begin: seen on the row below where that runs on, else as in the other items of its kind."""
    below = rows[at + 1] if at + 1 < len(rows) else None
    tolerance = settings.indent_tolerance
    if named:
        return UNBOUND
    if rows[at].centred:
        return UNBOUND if below is None or below.centred else below.x
    if below is not None and not below.tabular and not below.centred and find_label(below.text) is None:
        if below.starts <= settings.wrap_starts:
            return below.x
        if rows[at].solid and rows[at].caps:
            return min(x, below.x)
        if rows[at].bold and rows[at].starts > settings.wrap_starts and below.x >= x - tolerance:
            return below.x
    return text_x if habit.hanging else x


def _refers(found: Found, rest: str) -> bool:
    """Whether a label with a name is a mention of a clause elsewhere: lower case itself, or in the middle of a sentence."""
    lower = found.name.isalpha() and found.printed[0].islower() and found.name not in ("lit", "nr")
    return lower or bool(REFERENCE.match(rest)) or bool(LOWER.match(rest))


def _weights(row: Row, found: Found, chained: bool, known: _Known, settings: ClauseSettings) -> tuple[float, float, float, str]:
    """What running on, accepting and passing over cost, and the words for it."""
    costs = settings.costs
    rest = row.text[found.end :]
    if chained:
        return 0.0, 0.0, costs.reject_chained, "follows a label on the same row"
    wrap = costs.wrap * (1 - row.starts)
    evidence = "begins a paragraph" if row.starts >= 1 else f"begins a row (certainty {row.starts:.2f})"
    if PUNCTUATION.match(rest) or (found.name and _refers(found, rest)):
        return wrap, costs.reference, costs.reject_weak, "reads on like a reference"
    if found.bare:
        return wrap, costs.bare, costs.reject_bare, evidence
    strong = bool(found.name) or found.forms[0].dotted or bool(found.prefix)
    reject = costs.reject_strong if strong else costs.reject_plain
    if row.solid and known.body_bold is False and row.starts >= settings.heading_starts:
        return wrap * costs.heading_wrap, 0.0, reject + costs.reject_heading, f"{evidence}, set as a heading"
    return wrap, 0.0, costs.reject_weak + (reject - costs.reject_weak) * row.starts, evidence
