"""Candidates: every row beginning that may be a label, with what speaks for and against it before any sequence is looked at.

For each: where the label stands, where its text and the text's further rows begin, how surely a row starts there, and what it costs to
pass it over. A second label directly behind the first ("(c) (i)"), or behind a short run-in title ("2.14. Taxes. (a)"), is a candidate
of its own that stands only if the first does.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.config.settings import ClauseSettings
from pipeline.model import Record
from pipeline.stages.clauses.labels import Form, Found, find_bare, find_label
from pipeline.stages.clauses.rows import Row

RUN_IN = re.compile(r"(?<=[.:;–—-])\s+(?=\((?:a|i|1|A|I)\)\s)")
"""Where a first item follows a run-in title: "Taxes. (a) Each"."""
REFERENCE = re.compile(
    r"\s*(?:,|;|\)|of\b|and\b|or\b|to\b|above\b|below\b|hereof\b|shall\b|is\b|are\b|und\b|oder\b|des\b|der\b|del\b|de la\b|y\b|o\b)"
)
"""What follows a reference to a clause and never the label of one: "Section 8.02, the original"."""
LOWER = re.compile(r"\s*[a-zà-ÿ]")


class Candidate(Record, frozen=True):
    """A possible label.

    ``x``, ``text_x`` and ``body`` are points from the column's left edge: of the label, of the words behind it, and of the rows that go on
    from there. ``accept`` and ``reject`` are costs that hold whatever the sequence says.
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
    accept: float
    reject: float
    evidence: str

    @property
    def forms(self) -> tuple[Form, ...]:
        """The possible readings."""
        return self.found.forms


def find_candidates(
    rows: Sequence[Row], settings: ClauseSettings, forced: frozenset[int] = frozenset(), barred: frozenset[int] = frozenset()
) -> tuple[Candidate, ...]:
    """All candidates in reading order. ``forced`` and ``barred`` rows are a person's word that a clause starts there, or not."""
    bare: list[tuple[int, int, Found, bool]] = []
    for at, row in enumerate(rows):
        if row.tabular or at in barred:
            continue
        bare.extend(_labels_on(rows, at, at in forced, settings))
    hanging = _hanging(rows, bare, settings)
    return tuple(_candidate(rows, place, hanging, forced, settings) for place in bare)


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


def _hanging(rows: Sequence[Row], places: Sequence[tuple[int, int, Found, bool]], settings: ClauseSettings) -> dict[str, bool]:
    """For each way of writing a label, whether the rows of its items go on under their text (hanging) or under their label."""
    votes: dict[str, Counter[bool]] = {}
    firsts = {at for at, *_ in places}
    for at, start, found, _ in places:
        below = at + 1
        if start or below >= len(rows) or below in firsts or rows[below].starts > settings.wrap_starts or rows[below].tabular:
            continue
        text_x = x_at(rows[at], found.end)
        votes.setdefault(_written(found), Counter())[abs(rows[below].x - text_x) < abs(rows[below].x - rows[at].x)] += 1
    return {written: count[True] >= count[False] for written, count in votes.items()}


def _written(found: Found) -> str:
    return f"{found.prefix}{found.forms[-1].core}{found.suffix}"


def _candidate(
    rows: Sequence[Row],
    place: tuple[int, int, Found, bool],
    hanging: dict[str, bool],
    forced: frozenset[int],
    settings: ClauseSettings,
) -> Candidate:
    at, start, found, chained = place
    row = rows[at]
    x, text_x = (x_at(row, start) if start else row.x), x_at(row, found.end)
    first = row.lines[0]
    accept, reject, evidence = _weights(row, start, found, chained, settings)
    if at in forced:
        accept, reject, evidence = 0.0, settings.costs.forced, "overruled by the configuration"
    return Candidate(
        row=at,
        start=start,
        found=found,
        x=x,
        text_x=text_x,
        body=_body(rows, at, x, text_x, hanging.get(_written(found)), settings),
        bold=bool(first.runs) and first.runs[0].bold,
        size=row.size,
        centred=row.centred,
        chained=chained,
        accept=accept,
        reject=reject,
        evidence=evidence,
    )


def _body(rows: Sequence[Row], at: int, x: float, text_x: float, hanging: bool | None, settings: ClauseSettings) -> float:
    """Where the rows of an item begin: seen on the row below where that runs on, else as in the other items of its kind."""
    below = rows[at + 1] if at + 1 < len(rows) else None
    tolerance = settings.indent_tolerance
    if rows[at].centred:
        return 0.0 if below is None or below.centred else below.x
    if below is not None and not below.tabular and not below.centred and find_label(below.text) is None:
        if below.starts <= settings.wrap_starts:
            return below.x
        titled = rows[at].bold and not below.bold
        if titled and below.x >= x - tolerance:
            return below.x
    if hanging is None:
        hanging = text_x - x > settings.hanging_gap * rows[at].size
    return text_x if hanging else x


def _weights(row: Row, start: int, found: Found, chained: bool, settings: ClauseSettings) -> tuple[float, float, str]:
    """What accepting and what passing over cost, and the words for it."""
    costs = settings.costs
    rest = row.text[found.end :]
    if chained:
        return 0.0, costs.reject_chained, "follows a label on the same row"
    accept = costs.wrap * (1 - row.starts)
    evidence = "begins a paragraph" if row.starts >= 1 else f"begins a row (certainty {row.starts:.2f})"
    if REFERENCE.match(rest) or (found.name and (LOWER.match(rest) or (not found.printed[0].isupper() and found.name.isalpha()))):
        return accept + costs.reference, costs.reject_weak, "reads on like a reference"
    if found.bare:
        return accept + costs.bare, costs.reject_bare, evidence
    strong = bool(found.name) or found.forms[0].dotted or bool(found.prefix)
    reject = costs.reject_strong if strong else costs.reject_plain
    return accept, costs.reject_weak + (reject - costs.reject_weak) * row.starts, evidence
