"""The ratios of a document, out of what each round of measuring took.

The round in the middle (by the run's ratio to bare text; of an even number the lower) stands for all, so that its shares belong to
one and the same run and add up to it. The extremes are told beside it.
"""

from collections.abc import Mapping, Sequence
from statistics import median_low

from pipeline.bench.kinds import PageKinds
from pipeline.model import Record

DIGITS, SECOND_DIGITS = 4, 3
PARTS = ("open", "extract", "boilerplate", "clauses", "tables", "chunks", "checks", "write")
"""The parts of a run in their order: the file read and hashed, the stages, the checks (chunks read again), the files written."""


class Round(Record, frozen=True):
    """CPU seconds of one round: bare text, pdfplumber (0 where it was left out), the parts of the run, a page of each kind."""

    bare: float
    plumber: float
    parts: Mapping[str, float]
    grid_page: float
    prose_page: float

    @property
    def run(self) -> float:
        """The whole run."""
        return sum(self.parts.values())


class Measured(Record, frozen=True):
    """What the rounds over one document took. ``plumber_pages`` is how many pages pdfplumber read, of ``pages``.

    ``first_page``: CPU seconds of a first run over one page, which loads what every later one finds loaded (the vocabulary that
    counts tokens); it is start-up and in no round.
    """

    pages: int
    first_page: float
    plumber_pages: int
    kinds: PageKinds
    rounds: tuple[Round, ...]


class Account(Record, frozen=True):
    """The costs of one document, as they are printed and written. 0.0 stands for a ratio that there is no ground for.

    ``run_of_bare``: the whole run as a multiple of PDFium's bare text, with the least and the most of all rounds beside it.
    ``run_of_plumber``: as a multiple of pdfplumber's text. ``shares``: of each part of the run (0 to 1, together 1);
    ``parts_of_bare``: the same parts as multiples of bare text. ``grid_of_prose``: a page of rate grids as a multiple of a page
    of prose, in extract and tables. ``seconds`` are context only.
    """

    document: str
    pages: int
    rounds: int
    run_of_bare: float
    run_of_bare_least: float
    run_of_bare_most: float
    run_of_plumber: float
    plumber_of_bare: float
    plumber_pages: int
    shares: dict[str, float]
    parts_of_bare: dict[str, float]
    grid_of_prose: float
    grid_pages: int
    prose_pages: int
    peak_memory_mb: float
    seconds: dict[str, float]


class StartUp(Record, frozen=True):
    """CPU seconds before the first document: the interpreter, and what a run imports. Not part of any ratio."""

    interpreter: float
    imports: float


class Bench(Record, frozen=True):
    """What ``--json`` writes."""

    version: str
    start_up: StartUp
    documents: list[Account]


def make_account(document: str, measured: Measured, peak_memory_mb: float) -> Account:
    """The ratios of one document."""
    ratios = [_ratio(one.run, one.bare) for one in measured.rounds]
    middle = measured.rounds[ratios.index(median_low(ratios))]
    return Account(
        document=document,
        pages=measured.pages,
        rounds=len(measured.rounds),
        run_of_bare=round(median_low(ratios), DIGITS),
        run_of_bare_least=round(min(ratios), DIGITS),
        run_of_bare_most=round(max(ratios), DIGITS),
        run_of_plumber=round(_ratio(middle.run, middle.plumber), DIGITS),
        plumber_of_bare=round(_ratio(middle.plumber, middle.bare), DIGITS),
        plumber_pages=measured.plumber_pages,
        shares={part: round(_ratio(middle.parts.get(part, 0.0), middle.run), DIGITS) for part in PARTS},
        parts_of_bare={part: round(_ratio(middle.parts.get(part, 0.0), middle.bare), DIGITS) for part in PARTS},
        grid_of_prose=round(_middle_kind(measured.rounds), DIGITS),
        grid_pages=len(measured.kinds.grids),
        prose_pages=len(measured.kinds.prose),
        peak_memory_mb=peak_memory_mb,
        seconds={
            name: round(value, SECOND_DIGITS)
            for name, value in (
                ("first_page", measured.first_page),
                ("bare", middle.bare),
                ("run", middle.run),
                ("pdfplumber", middle.plumber),
            )
        },
    )


def _middle_kind(rounds: Sequence[Round]) -> float:
    return median_low([_ratio(one.grid_page, one.prose_page) for one in rounds])


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def make_start_up(rounds: Sequence[tuple[float, float]]) -> StartUp:
    """The middle of what several fresh interpreters took to start and to import."""
    starts, imports = zip(*rounds, strict=True)
    return StartUp(round(median_low(starts), SECOND_DIGITS), round(median_low(imports), SECOND_DIGITS))
