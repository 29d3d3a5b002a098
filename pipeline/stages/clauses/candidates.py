"""Candidates: every row beginning that may be a label, with what speaks for and against it before any sequence is looked at.

For each: where the label stands, where its text and the text's further rows begin, how surely a row starts there, and what it
costs to pass it over. A second label directly behind the first ("(c) (i)"), or behind a short run-in title ("2.14. Taxes. (a)"),
is a candidate of its own that stands only if the first does.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from pipeline.config.settings import ClauseSettings
from pipeline.model import LabelStyle, Record
from pipeline.stages.clauses.bodies import Habit, LabelPlace, find_edge, find_habits, written
from pipeline.stages.clauses.labels import Form, Found, find_bare, find_label
from pipeline.stages.clauses.listed import is_listed
from pipeline.stages.clauses.rows import Row, body_style, label_end, markdown_level, x_at

RUN_IN = re.compile(r"(?<=[.:;–—-])\s+(?=\((?:a|i|1|A|I)\)\s)|(?<=[.:][–—])(?=\((?:a|i|1|A|I)\)\s)|(?<=[)）])\s*(?=①)")
"""Where a first item follows a run-in title: "Taxes. (a) Each", "Stalking.—(1) Any", "제2조(정의) ① 이"."""
PUNCTUATION = re.compile(r"\s*[,;)]")
"""What never follows a label, whatever its kind."""
REFERENCE = re.compile(r"\s*(?:of|and|or|to|above|below|hereof|shall|is|are|und|oder|des|der|del|de la|y|o)\b")
"""What follows the mention of a clause elsewhere: "Section 8.02 of the original"."""
AMENDED = re.compile(r"(?:\d{1,3}\s?)?\[(?=\(?\d{1,4}[A-Z]{0,2}[.)])")
"""What an amended statute prints before a label: "1[40. Punishment", "[(2) The State"."""
RAISED_DIGITS = 2
LOWER = re.compile(r"\s*[a-zà-ÿ]")


class Candidate(Record, frozen=True):
    """A possible label.

    ``x``, ``text_x`` and ``edge`` are points from the column's anchor: of the label, of the words behind it, and from where on rows
    that go on from there. ``accept`` and ``reject`` are costs that hold whatever the sequence says; ``wrap`` is what it costs
    besides that the row may run on from the one above, and ``level`` that it begins under that one, which is text. ``bold`` is said
    of the label, ``solid`` of its whole row.
    """

    row: int
    start: int
    found: Found
    x: float
    text_x: float
    edge: float
    bold: bool
    solid: bool
    size: float
    centred: bool
    chained: bool
    listed: bool
    level: bool
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
    labelled: frozenset[int]


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
    places: list[LabelPlace] = []
    for at, row in enumerate(rows):
        if not row.tabular and at not in barred:
            places.extend(_labels_on(row, at, at in forced, settings))
    known = _Known(forced, entries, body_style(rows)[1], frozenset(place.row for place in places))
    habits = find_habits(rows, places, settings)
    return tuple(_candidate(rows, place, habits, known, settings) for place in places)


def _labels_on(row: Row, at: int, forced: bool, settings: ClauseSettings) -> Iterator[LabelPlace]:
    """The label at the row's start, those directly behind it, and a first item behind a run-in title."""
    amended = AMENDED.match(row.text)
    start = amended.end() if amended else 0
    found = find_label(row.text, start) or (None if start else _raised(row, settings))
    if found is None and not start:
        bare = find_bare(row.text)
        found = bare if bare is not None and (forced or _shown_by_type(row, bare, settings)) else None
    if found is None:
        return
    yield LabelPlace(at, start, found, False)
    followers = list(_followers(row, at, found.end, settings))
    yield from followers
    if not followers or found.name or found.forms[0].dotted:
        yield from _run_in(row, at, followers[-1].found if followers else found, settings)


def _followers(row: Row, at: int, end: int, settings: ClauseSettings) -> Iterator[LabelPlace]:
    for _ in range(settings.labels_on_row):
        start = end + len(row.text[end:]) - len(row.text[end:].lstrip())
        second = find_label(row.text, start)
        if second is None or second.name or second.bare or (not second.prefix and second.suffix == "."):
            return
        yield LabelPlace(at, start, second, True)
        end = second.end


def _run_in(row: Row, at: int, found: Found, settings: ClauseSettings) -> Iterator[LabelPlace]:
    for match in RUN_IN.finditer(row.text, found.end, found.end + settings.run_in_title):
        second = find_label(row.text, match.end())
        if second is not None:
            yield LabelPlace(at, match.end(), second, True)
            return


def _shown_by_type(row: Row, found: Found, settings: ClauseSettings) -> bool:
    """Whether a bare number is set as a label: alone on its row, apart from its text, or bold before it."""
    heading = row.solid and row.starts >= settings.heading_starts
    if len(row.text) == found.end:
        return (row.paragraph or heading) and not found.normal.islower()
    if row.text[found.end] == "(" or markdown_level(row):
        return True
    if x_at(row, found.end) - label_end(row, found.printed) > settings.hanging_gap * row.size:
        return True
    roman = found.normal.isupper() and set(found.normal) <= set("IVXL")
    return (found.normal[0].isdigit() and _bold_at(row) and row.starts >= settings.heading_starts) or (roman and heading)


def _raised(row: Row, settings: ClauseSettings) -> Found | None:
    """A small number before the words of a row, as laws number their paragraphs: "¹ Steuerbar sind"."""
    line = row.lines[0]
    if not line.runs or not row.starts:
        return None
    first = line.runs[0]
    digits = line.text[first.start : first.end].strip()
    behind = row.text[first.end :].lstrip()[:1]
    small = first.size < settings.raised_size * row.size
    if not (small and digits.isdigit() and len(digits) <= RAISED_DIGITS and behind.isalpha()):
        return None
    return Found(digits, digits, first.end, "", "", "", False, (Form("raised", (int(digits),), LabelStyle.DECIMAL),))


def _bold_at(row: Row) -> bool:
    first = row.lines[0]
    return bool(first.runs) and first.runs[0].bold


def _candidate(
    rows: Sequence[Row], place: LabelPlace, habits: Mapping[str, Habit], known: _Known, settings: ClauseSettings
) -> Candidate:
    row, found = rows[place.row], place.found
    habit = habits.get(written(found))
    x = x_at(row, place.start) if place.start else row.x
    text_x = x_at(row, found.end) if row.text[found.end :].strip() else x + (habit.text if habit else 0.0)
    weights = _weights(row, place, known, settings)
    return Candidate(
        row=place.row,
        start=place.start,
        found=found,
        x=x,
        text_x=text_x,
        edge=find_edge(rows, place, x, text_x, habits, settings),
        bold=_bold_at(row),
        solid=row.solid,
        size=row.size,
        centred=row.centred,
        chained=place.chained,
        listed=weights.listed,
        level=_is_level(rows, place, known, settings),
        wrap=weights.wrap,
        accept=weights.accept,
        reject=weights.reject,
        evidence=weights.evidence,
    )


def _is_level(rows: Sequence[Row], place: LabelPlace, known: _Known, settings: ClauseSettings) -> bool:
    """Whether a row begins under the one above, which has no label: it stands further back only if that one does, too."""
    above = place.row - 1
    return above >= 0 and above not in known.labelled and abs(rows[above].x - rows[place.row].x) <= settings.indent_tolerance


def _refers(found: Found, rest: str) -> bool:
    """Whether a label with a name is a mention of a clause elsewhere: lower case itself, or in the middle of a sentence."""
    lower = found.name.isalpha() and found.printed[0].islower() and found.name not in ("lit", "nr")
    return lower or bool(REFERENCE.match(rest)) or bool(LOWER.match(rest))


class _Weights(Record, frozen=True):
    """What running on, accepting and passing over cost, and the words for it."""

    wrap: float
    accept: float
    reject: float
    evidence: str
    listed: bool = False


def _weights(row: Row, place: LabelPlace, known: _Known, settings: ClauseSettings) -> _Weights:
    costs = settings.costs
    if place.row in known.forced:
        return _Weights(0.0, 0.0, costs.forced, "overruled by the configuration")
    if place.chained:
        return _Weights(0.0, 0.0, costs.reject_chained, "follows a label on the same row")
    if markdown_level(row):
        return _Weights(0.0, 0.0, costs.reject_listed, "is a Markdown heading", listed=True)
    if known.entries and is_listed(row.text, known.entries):
        return _Weights(0.0, 0.0, costs.reject_listed, "stands in the contents list or the outline", listed=True)
    return _weights_by_look(row, place.found, known, settings)


def _weights_by_look(row: Row, found: Found, known: _Known, settings: ClauseSettings) -> _Weights:
    costs, rest = settings.costs, row.text[found.end :]
    wrap = costs.wrap * (1 - row.starts)
    evidence = "begins a paragraph" if row.starts >= 1 else f"begins a row (certainty {row.starts:.2f})"
    if PUNCTUATION.match(rest) or (found.name and _refers(found, rest)):
        return _Weights(wrap, costs.reference, costs.reject_weak, "reads on like a reference")
    if found.bare:
        return _Weights(wrap, costs.bare, costs.reject_bare, evidence)
    strong = bool(found.name) or found.forms[0].dotted or bool(found.prefix)
    reject = costs.reject_strong if strong else costs.reject_plain
    if row.solid and not known.body_bold and row.starts >= settings.heading_starts:
        return _Weights(wrap * costs.heading_wrap, 0.0, reject + costs.reject_heading, f"{evidence}, set as a heading")
    return _Weights(wrap, 0.0, costs.reject_weak + (reject - costs.reject_weak) * row.starts, evidence)
