"""Pages with tables in a line, for tests: ``table_page(["Plan", "Room"], ["Gold", "4,500"])`` draws each cell's box."""

from collections.abc import Sequence

from pipeline.config.settings import Overrule, TableSettings
from pipeline.geometry import Box
from pipeline.model import (
    Area,
    Boilerplate,
    Clause,
    ClauseTree,
    Document,
    Gap,
    Line,
    NodeKind,
    Page,
    Reason,
    Rule,
    Shade,
    Span,
    Table,
    Tables,
)
from pipeline.stages.tables import GridReader, find_tables
from tests.builders import document, line

SETTINGS = TableSettings()
NOTHING = Boilerplate((), Gap(0.0, "none", 0.0, 0.0))
NO_CLAUSES = ClauseTree(())
LEFT, WIDE, HIGH, PAD = 72.0, 110.0, 20.0, 4.0
GREY = 0xD9D9D9


def box_of(row: int, col: int, rows: int = 1, cols: int = 1, *, top: float, left: float = LEFT, wide: float = WIDE) -> Box:
    """The box of a cell."""
    return (left + wide * col, top + HIGH * row, left + wide * (col + cols), top + HIGH * (row + rows))


def drawn_table(
    *rows: Sequence[str | None],
    page: int = 1,
    top: float = 100.0,
    left: float = LEFT,
    wide: float = WIDE,
    first_line: int = 0,
    bold: int = 0,
    shaded: int = 0,
    prose: bool = False,
    upright: bool = True,
) -> Page:
    """A page with one table. A cell of None goes on from the one to its left, one of "^" from the one above.

    The first ``bold`` rows are bold, the first ``shaded`` ones grey. Without ``upright`` only level rules are drawn.
    """
    width = max(map(len, rows))
    lines: list[Line] = []
    rules: dict[Box, None] = {}
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            if text is None or text == "^":
                continue
            cols = 1 + next((i for i, t in enumerate(row[c + 1 :]) if t is not None), len(row) - c - 1)
            tall = 1 + next((i for i, other in enumerate(rows[r + 1 :]) if other[c] != "^"), len(rows) - r - 1)
            x0, y0, x1, y1 = box_of(r, c, tall, cols, top=top, left=left, wide=wide)
            edges = [(x0, y0, x1, y0), (x0, y1, x1, y1)]
            rules |= dict.fromkeys([*edges, (x0, y0, x0, y1), (x1, y0, x1, y1)] if upright else edges)
            if text:
                lines += _lines(text, page, first_line + len(lines), x0 + PAD, (y0 + y1) / 2, bold=r < bold)
    xs = tuple(left + wide * c for c in range(width + 1))
    ys = tuple(top + HIGH * r for r in range(len(rows) + 1))
    shades = tuple(Shade(box_of(r, 0, 1, width, top=top, left=left, wide=wide), GREY) for r in range(shaded))
    area = Area((xs[0], ys[0], xs[-1], ys[-1]), xs, ys, True, prose)
    drawn = tuple(Rule(page, box) for box in rules)
    return Page(page, str(page), 595.0, 842.0, tuple(lines), drawn, shades, areas=(area,))


def _lines(text: str, page: int, first: int, x0: float, middle: float, *, bold: bool) -> list[Line]:
    texts = text.split("\n")
    tops = [middle - 4 * len(texts) + 8 * i for i in range(len(texts))]
    return [
        line(t, page=page, row=first + i, x0=x0, top=y, size=8, bold=bold) for i, (t, y) in enumerate(zip(texts, tops, strict=True))
    ]


def with_lines(page: Page, *lines: Line) -> Page:
    """``page`` with lines of text, in reading order by their tops, numbered anew."""
    ordered = sorted((*page.lines, *lines), key=lambda ln: (ln.bbox[1], ln.bbox[0]))
    numbered = [_renamed(ln, f"p{page.number}.l{i:03d}", i) for i, ln in enumerate(ordered)]
    return Page(
        page.number,
        page.label,
        page.width,
        page.height,
        tuple(numbered),
        page.rules,
        page.shades,
        page.images,
        page.areas,
        page.columns,
    )


def _renamed(ln: Line, name: str, row: int) -> Line:
    import msgspec

    return msgspec.structs.replace(ln, id=name, row=row)


def document_of(*pages: Page) -> Document:
    """A document of pages."""
    from tests.builders import document

    return document(*pages)


def tables_of(
    *pages: Page,
    boilerplate: Boilerplate = NOTHING,
    clauses: ClauseTree = NO_CLAUSES,
    overrules: Sequence[Overrule] = (),
    second: GridReader | None = None,
    settings: TableSettings = SETTINGS,
) -> Tables:
    """What the stage finds on ``pages``."""
    return find_tables(document(*pages), boilerplate, clauses, settings, overrules, second_grid=second)


def only(tables: Tables) -> Table:
    """The one table there is."""
    (table,) = tables.tables
    return table


def clause_of(name: str, title: str, *line_ids: str) -> Clause:
    """A clause whose own words are whole lines."""
    spans = tuple(Span(i, 0, 1) for i in line_ids)
    return Clause(name, NodeKind.CLAUSE, "", (name,), 1, 1, None, title, None, (), spans, (), 1.0, Reason("test", ""))


def bolded(page: Page, *texts: str) -> Page:
    """``page`` with the lines of these words set bold."""
    from msgspec.structs import replace

    lines = tuple(
        replace(ln, runs=tuple(replace(run, bold=True) for run in ln.runs)) if ln.text in texts else ln for ln in page.lines
    )
    return replace(page, lines=lines)


def painted(page: Page, *rows: int, ink: int = GREY, top: float = 100.0, width: int = 3) -> Page:
    """``page`` with whole rows of its table filled with ``ink``."""
    from msgspec.structs import replace

    shades = tuple(Shade(box_of(row, 0, 1, width, top=top), ink) for row in rows)
    return replace(page, shades=(*page.shades, *shades))


def beside(left: Page, right: Page) -> Page:
    """One page with the tables of both."""
    from msgspec.structs import replace

    return replace(left, lines=(*left.lines, *right.lines), rules=(*left.rules, *right.rules), areas=(*left.areas, *right.areas))
