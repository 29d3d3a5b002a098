"""Whether an answer's citations hold: each number in brackets names an excerpt, and each figure stands in the excerpt cited for it.

A figure's excerpt is the one whose citation follows it in its sentence; one that stands ahead of it there counts as well ("as [1]
says, ..."). A citation at the beginning of a sentence, or on a line of its own, belongs to the sentence before where that has none.
A sentence without any takes the next one on its line. Figures are compared as ``figures`` tells: their values, whatever their form,
and their units; a figure in the line above the excerpt (label, page) counts as a mere number. What is compared is figures alone:
whether the words of a statement are the excerpt's is not told here.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec

from pipeline.model import Record
from pipeline.retrieval.figures import Figure, Kind, find_figures, stands_in
from pipeline.retrieval.lookup import IN_LAKH, IN_UNITS
from pipeline.stages.chunks.sentences import Extent, find_sentences

ONE_CITATION = r"[\[【]\s*\d{1,4}(?:\s*[-–,;]\s*\d{1,4})*\s*[\]】]"
CITATION = re.compile(rf"{ONE_CITATION}(?:[ ,;]*{ONE_CITATION})*")
"""Matches [1], [1, 3], [2-4], [1][3]. No: [^2], which is a footnote mark, and [2019 edition]."""
LEADING = re.compile(rf"(?:{CITATION.pattern}[ \t.]*)+")
RANGE = re.compile(r"(?P<first>\d+)\s*[-–]\s*(?P<last>\d+)|(?P<one>\d+)")
LIST_LABEL = re.compile(r"^[ \t]*(?:[-*•]\s*)?\d{1,3}[.)](?=\s)", re.MULTILINE)
"""The number of an item of the answer's own list: no figure of it."""
MOST_IN_RANGE = 50
AROUND = 300
"""Characters on either side of a fault up to which its sentence is told."""


class Excerpt(Record, frozen=True):
    """What a number in brackets means: the words of an excerpt, and the line above it."""

    number: int
    text: str
    label: str = ""
    page_label: str = ""
    link: str = ""


class FaultKind(StrEnum):
    """What is wrong with a citation, or missing."""

    NO_EXCERPT = "no_excerpt"
    NOT_THERE = "not_there"
    UNCITED = "uncited"


FALSE = (FaultKind.NO_EXCERPT, FaultKind.NOT_THERE)
"""What makes a citation a false one. A figure without any is only told."""


class Fault(Record, frozen=True):
    """Something wrong: the citation or figure as printed, where it stands in the answer (characters, half-open), its sentence.

    ``cited`` are the excerpts named for it, ``found_in`` those that do hold the figure.
    """

    kind: FaultKind
    printed: str
    start: int
    end: int
    sentence: str
    cited: list[int]
    found_in: list[int]


class Checked(Record, frozen=True):
    """What was checked: the numbers cited, each once; how many citations and figures there are; what is wrong, in order."""

    cited: list[int]
    citations: int
    figures: int
    faults: list[Fault]

    @property
    def is_false(self) -> bool:
        """Whether a citation is false."""
        return any(fault.kind in FALSE for fault in self.faults)


class Cited(Record, frozen=True):
    """A citation, or several beside one another: their stretch, and the numbers they name."""

    start: int
    end: int
    numbers: tuple[int, ...]


def check_citations(answer: str, excerpts: Sequence[Excerpt], abbreviations: Collection[str]) -> Checked:
    """What holds and what does not of the citations of ``answer``, whose numbers mean ``excerpts``."""
    held = {excerpt.number: _find_held(excerpt) for excerpt in excerpts}
    statements = find_statements(answer, abbreviations)
    citations, figures = list(find_citations(answer)), _find_answered(answer)
    faults = [*_check_numbers(answer, citations, held, statements), *_check_figures(answer, figures, citations, held, statements)]
    numbers = sorted({number for cited in citations for number in cited.numbers})
    return Checked(numbers, len(citations), len(figures), sorted(faults, key=lambda fault: fault.start))


def _find_held(excerpt: Excerpt) -> list[Figure]:
    """The figures that an excerpt holds; those of a table told in lakh have that value too."""
    figures = find_figures(excerpt.text)
    scales = {IN_UNITS[found["unit"].lower()] for found in IN_LAKH.finditer(excerpt.text)}
    scaled = [
        msgspec.structs.replace(figure, values=tuple(value * scale for value in figure.values if isinstance(value, float)))
        for scale in scales
        for figure in figures
        if figure.kind is Kind.NUMBER and figure.scale == 1.0
    ]
    above = [_as_reference(figure) for line in (excerpt.label, excerpt.page_label) for figure in find_figures(line)]
    return [*figures, *scaled, *above]


def _as_reference(figure: Figure) -> Figure:
    return msgspec.structs.replace(figure, kind=Kind.REFERENCE) if figure.kind is Kind.NUMBER and not figure.unit else figure


def _find_answered(answer: str) -> list[Figure]:
    """The figures of the answer; its citations and the labels of its own lists are none."""
    return find_figures(without_marks(answer))


def without_marks(answer: str) -> str:
    """An answer with blanks for its citations and the labels of its own lists: every other character keeps its place."""
    return LIST_LABEL.sub(_blank, CITATION.sub(_blank, answer))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def find_citations(text: str) -> Iterator[Cited]:
    """The citations of an answer, those beside one another as one."""
    for found in CITATION.finditer(text):
        yield Cited(found.start(), found.end(), tuple(dict.fromkeys(_read_numbers(found.group()))))


def _read_numbers(written: str) -> Iterator[int]:
    for part in RANGE.finditer(written):
        first, last = int(part["first"] or part["one"]), int(part["last"] or part["one"])
        yield from range(first, min(last, first + MOST_IN_RANGE) + 1) if first <= last else (first, last)


def find_statements(answer: str, abbreviations: Collection[str]) -> list[Extent]:
    """The sentences of the answer, each with the citations that belong to it."""
    statements: list[Extent] = []
    for start, end in find_sentences(answer, abbreviations):
        leading = LEADING.match(answer, start, end)
        if leading and statements and not CITATION.search(answer, *statements[-1]) and _may_belong(answer, statements[-1], leading):
            statements[-1] = statements[-1][0], leading.end()
            start = leading.end()
        if start < end:
            statements.append((start, end))
    return statements


def _may_belong(answer: str, before: Extent, leading: re.Match[str]) -> bool:
    """Whether citations stand on the line of the sentence before them, or on one of their own."""
    rest = answer[leading.end() :].partition("\n")[0]
    return "\n" not in answer[before[1] : leading.start()] or not rest.strip()


Held = Mapping[int, Sequence[Figure]]
"""The figures of each excerpt, by its number."""


def _check_numbers(answer: str, citations: Sequence[Cited], held: Held, statements: Sequence[Extent]) -> Iterator[Fault]:
    for cited in citations:
        if missing := [number for number in cited.numbers if number not in held]:
            printed = answer[cited.start : cited.end]
            sentence = _sentence_at(answer, cited.start, statements)
            yield Fault(FaultKind.NO_EXCERPT, printed, cited.start, cited.end, sentence, missing, [])


def _check_figures(
    answer: str, figures: Sequence[Figure], citations: Sequence[Cited], held: Held, statements: Sequence[Extent]
) -> Iterator[Fault]:
    for figure in figures:
        cited = _find_cited(answer, figure, citations, statements)
        known = [number for number in cited if number in held]
        found_in = [number for number, there in held.items() if any(stands_in(figure, each) for each in there)]
        if (cited and not known) or set(known) & set(found_in):
            continue
        kind = FaultKind.NOT_THERE if cited else FaultKind.UNCITED
        sentence = _sentence_at(answer, figure.start, statements)
        yield Fault(kind, figure.printed, figure.start, figure.end, sentence, list(cited), found_in)


def _find_cited(answer: str, figure: Figure, citations: Sequence[Cited], statements: Sequence[Extent]) -> list[int]:
    """The excerpts named for a figure: those next to it on both sides in its sentence, else the next ones on its line."""
    start, end = next((each for each in statements if each[0] <= figure.start < each[1]), (figure.start, figure.end))
    before = [cited for cited in citations if start <= cited.start < figure.start]
    behind = [cited for cited in citations if figure.start <= cited.start < end]
    if not before and not behind:
        line_end = answer.find("\n", end)
        behind = [cited for cited in citations if end <= cited.start < (line_end if line_end >= 0 else len(answer))]
    return [number for cited in (*before[-1:], *behind[:1]) for number in cited.numbers]


def _sentence_at(answer: str, at: int, statements: Sequence[Extent]) -> str:
    """The sentence in which a character stands; of one without end, what is near."""
    start, end = next((each for each in statements if each[0] <= at < each[1]), (at, at))
    return " ".join(answer[max(start, at - AROUND) : min(end, at + AROUND)].split())
