"""Pages for the boilerplate tests: running text that says nothing twice, and furniture where it is wanted."""

import random
from collections.abc import Callable, Iterable, Sequence

import msgspec

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Area, Boilerplate, Document, Line, MarkKind, Page
from pipeline.stages.boilerplate import find_boilerplate
from tests.builders import document, line, page

SETTINGS = BoilerplateSettings()
SYLLABLES = ("ba", "co", "di", "fe", "gu", "ha", "jo", "ka", "li", "mo", "ne", "pu", "ra", "so", "ti", "ve", "wa", "zu")
BODY_TOP, PITCH, ROWS = 80.0, 14.0, 50
FOOT, HEAD = 800.0, 40.0

FURNITURE = frozenset({MarkKind.HEADER, MarkKind.FOOTER, MarkKind.SIDE, MarkKind.PAGE_NUMBER})

Furnish = Callable[[int], Iterable[Line]]


def prose(seed: int, rows: int = ROWS, *, first: float = BODY_TOP, number: int = 1) -> list[Line]:
    """``rows`` lines of made-up words, no two lines alike."""
    chance = random.Random(seed)
    texts = (" ".join("".join(chance.choices(SYLLABLES, k=3)) for _ in range(8)) for _ in range(rows))
    return [line(text, page=number, row=1000 + row, top=first + PITCH * row) for row, text in enumerate(texts)]


def at(text: str, number: int, top: float, **how: object) -> Line:
    """A line of its own row at ``top`` points."""
    return line(text, page=number, row=how.pop("row", int(top)), top=top, **how)  # type: ignore[arg-type]


def turned(drawn: Line, degrees: int) -> Line:
    """The line, read at an angle."""
    return msgspec.structs.replace(drawn, rotation=degrees)


def pages_of(count: int, furnish: Furnish, rows: int = ROWS) -> Document:
    """``count`` pages of running text, each with what ``furnish`` draws on it."""
    return document(*(furnished(number, [*furnish(number), *prose(number, rows, number=number)]) for number in range(1, count + 1)))


def furnished(number: int, lines: Sequence[Line], areas: Sequence[Area] = ()) -> Page:
    """A page of ``lines``, numbered from the top down."""
    ordered = sorted(lines, key=lambda ln: (ln.bbox[1], ln.bbox[0]))
    named = [msgspec.structs.replace(ln, id=f"p{number}.l{index:03d}", page=number) for index, ln in enumerate(ordered)]
    return page(*named, number=number, areas=areas)


def found(read: Document, settings: BoilerplateSettings = SETTINGS) -> Boilerplate:
    """What the stage finds."""
    return find_boilerplate(read, settings)


def texts(read: Document, boilerplate: Boilerplate, kinds: Iterable[MarkKind] = FURNITURE) -> list[str]:
    """The words of the marked lines, in order of the pages."""
    wanted, marked = set(kinds), {mark.line_id: mark.kind for mark in boilerplate.marks}
    return [ln.text for pg in read.pages for ln in pg.lines if marked.get(ln.id) in wanted]
