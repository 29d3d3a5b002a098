"""Tables that a person copied: verified cell by cell against their pages, and then the table.

In this order: the sheet of the page that the copy is of (the extracted table named or most alike; else one read off the page by
the copy's own labels); copy and sheet side by side; each cell compared. Rows of which every cell is verified are the table, in the
words of the page, under the extracted one's id; what was extracted stays beside it as ``<id>.extracted``, released, for comparison.
A row with a cell that is not verified is left out. Nothing of a copy is taken on trust.

TAB010 a cell, a head or a row label that the page does not have there; TAB011 no such table on those pages; TAB012 a page that is
not the table's; TAB013 a row or a column of the page that the copy lacks.
"""

from collections.abc import Iterator, Sequence

import msgspec

from pipeline.config.settings import Transcription
from pipeline.geometry import union
from pipeline.model import (
    Boilerplate,
    CellBox,
    ClauseTree,
    Document,
    Finding,
    Origin,
    Reason,
    Record,
    Severity,
    Stage,
    Table,
    TableAction,
    TableKind,
    Tables,
)
from pipeline.stages.tables.claims import Match, Sheet, is_head, make_key, match
from pipeline.stages.tables.places import clauses_before, make_reading
from pipeline.stages.tables.tracing import trace
from pipeline.wording import squeeze

FIRST_ROW = 2
"""Line of the CSV on which its first row stands: the heads stand on line 1."""
ENOUGH = 0.5
"""Share of a copy's cells that an extracted table must have in place; else the page is read anew."""
LIKE = 0.25
"""Share of a copy's cells that a table must have in place to be compared with it. Labels alone, which charts for other plans have
too, are a fifth of a grid or less."""
EXTRACTED = ".extracted"
RULE = "transcribed"


class Compared(Record, frozen=True):
    """A copy beside its sheet: the rows that are verified (their places in the sheet), and what is wrong with the others."""

    copy: Transcription
    sheet: Sheet
    laid: Match
    rows: tuple[int, ...]
    findings: tuple[Finding, ...]


def transcribe(
    tables: Tables, document: Document, boilerplate: Boilerplate, clauses: ClauseTree, copies: Sequence[Transcription]
) -> Tables:
    """``tables`` with those that were copied by hand in place of what was extracted, and a finding for each cell that is not so."""
    held, findings = list(tables.tables), list(tables.findings)
    aside = frozenset(mark.line_id for mark in boilerplate.marks)
    for copy in copies:
        found = _find_table(copy, held)
        sheet = _find_sheet(copy, found, document, aside)
        if sheet is None:
            findings.append(_no_table(copy))
            continue
        compared = _compare(copy, sheet)
        findings.extend(compared.findings)
        held = _put(compared, found, held, _clause_of(sheet, document, clauses, aside))
    return Tables(tuple(held), tuple(findings))


def _find_sheet(copy: Transcription, found: Table | None, document: Document, aside: frozenset[str]) -> Sheet | None:
    """The extracted table where it is like enough; else what can be read off the page; else the extracted one all the same."""
    sheet = _make_sheet(found) if found and found.cells else None
    if sheet and match(copy.rows, sheet).same >= ENOUGH * _count(copy):
        return sheet
    return trace(copy.rows, [page for page in document.pages if page.number in copy.pages], aside) or sheet


def _clause_of(sheet: Sheet, document: Document, clauses: ClauseTree, aside: frozenset[str]) -> str:
    """The clause that the table stands in."""
    reading = make_reading(document, aside)
    first = min((reading.order[line_id] for line_id in sheet.line_ids), default=0)
    return clauses_before(reading, clauses, frozenset(sheet.line_ids)).last(first)


def _count(copy: Transcription) -> int:
    return sum(map(len, copy.rows[1:]))


def _find_table(copy: Transcription, tables: Sequence[Table]) -> Table | None:
    """The table on one of the pages that is most like the copy, of those with its name; None where none is like it at all."""
    near = [table for table in tables if set(table.pages) & set(copy.pages) and not table.id.endswith(EXTRACTED)]
    if copy.table:
        near = [table for table in near if table.id == copy.table or squeeze(copy.table) in _words(table)]
    alike = [(match(copy.rows, _make_sheet(table)).same if table.cells else 0, -at) for at, table in enumerate(near)]
    same, at = max(alike, default=(0, 0))
    return near[-at] if same >= LIKE * _count(copy) else None


def _words(table: Table) -> str:
    return squeeze(" ".join((table.caption, *table.header)))


def _make_sheet(table: Table) -> Sheet:
    width = max(map(len, table.cells), default=0)
    header = (*table.header, *[""] * (width - len(table.header)))
    return Sheet(header, table.cells, table.cell_boxes, table.row_labels, table.line_ids)


def _no_table(copy: Transcription) -> Finding:
    pages = ", ".join(map(str, copy.pages))
    named = f" called {copy.table!r}" if copy.table else ""
    message = f"{copy.csv}: there is no table{named} on page {pages} that is like it; none of it is verified. Check pages and table"
    return Finding("TAB011", Severity.ERROR, Stage.TABLES, message, copy.pages[0])


def _compare(copy: Transcription, sheet: Sheet) -> Compared:
    laid = match(copy.rows, sheet)
    heads = list(_check_heads(copy, sheet, laid))
    findings, verified = list(heads), []
    for at, row in enumerate(copy.rows[1:]):
        wrong = list(_check_row(copy, sheet, laid, at, row))
        findings.extend(wrong)
        if not wrong and not heads:
            verified.append(laid.rows[at])
    findings.extend(_check_pages(copy, sheet, laid))
    findings.extend(_left_out(copy, sheet, laid))
    return Compared(copy, sheet, laid, tuple(verified), tuple(findings))


def _check_heads(copy: Transcription, sheet: Sheet, laid: Match) -> Iterator[Finding]:
    """The columns that have no place on the page, and the heads that read otherwise there. Either leaves no cell verified."""
    for column, place in enumerate(laid.columns):
        claimed = copy.rows[0][column]
        if place < 0:
            heads = ", ".join(f'"{head}"' for head in sheet.header)
            said = f"no column with that head and those cells in that place; its heads are {heads}"
            yield _wrong(copy, 1, f'column {column + 1} "{claimed}"', said, _first_box(sheet))
        elif not is_head(claimed, sheet.header[place]):
            yield _wrong(
                copy, 1, f'head of column {column + 1}: it claims "{claimed}"', f'"{sheet.header[place]}"', _first_box(sheet)
            )


def _check_row(copy: Transcription, sheet: Sheet, laid: Match, at: int, row: Sequence[str]) -> Iterator[Finding]:
    """The cells of a row that the page does not have in their place."""
    line, name, place = at + FIRST_ROW, next(filter(None, row), ""), laid.rows[at]
    if place < 0:
        elsewhere = [other for other, cells in enumerate(sheet.cells) if make_key(cells[0]) == make_key(row[0])]
        said = f"that row as row {elsewhere[0] + 1}, out of this order" if elsewhere else "no such row"
        yield _wrong(copy, line, f'row "{name}"', said, sheet.boxes[elsewhere[0]][0] if elsewhere else _first_box(sheet))
        return
    for column, other in enumerate(laid.columns):
        if other < 0:
            continue
        printed, box = sheet.cells[place][other], sheet.boxes[place][other]
        what = f'row "{name}", column "{copy.rows[0][column]}": it claims "{row[column]}"'
        if make_key(row[column]) != make_key(printed):
            yield _wrong(copy, line, what, f'"{printed}"' if printed else "nothing there", box)
        elif box.page not in copy.pages:
            yield _wrong(copy, line, what, "it", box, code="TAB012")


def _first_box(sheet: Sheet) -> CellBox:
    return sheet.boxes[0][0]


def _wrong(copy: Transcription, line: int, what: str, said: str, box: CellBox, code: str = "TAB010") -> Finding:
    message = f"{copy.csv}, line {line}, {what}; page {box.page} has {said}"
    return Finding(code, Severity.ERROR, Stage.TABLES, message, box.page, bbox=box.bbox)


def _check_pages(copy: Transcription, sheet: Sheet, laid: Match) -> Iterator[Finding]:
    """The pages named on which no row of the copy stands."""
    used = {sheet.boxes[row][0].page for row in laid.rows if row >= 0}
    for page in copy.pages:
        if used and page not in used:
            message = (
                f"{copy.csv}: none of its rows stands on page {page}; the table is on page {', '.join(map(str, sorted(used)))}"
            )
            yield Finding("TAB012", Severity.ERROR, Stage.TABLES, message, page)


def _left_out(copy: Transcription, sheet: Sheet, laid: Match) -> Iterator[Finding]:
    """One warning for the rows and columns of the page that the copy does not have."""
    columns, rows = laid.left_out(sheet)
    lacking = [*(f'column "{sheet.header[column]}"' for column in columns), *(f'row "{sheet.cells[row][0]}"' for row in rows)]
    if lacking:
        box = _first_box(sheet)
        message = f"{copy.csv} lacks what page {box.page} has: {', '.join(lacking)}"
        yield Finding("TAB013", Severity.WARNING, Stage.TABLES, message, box.page, bbox=box.bbox)


def _put(compared: Compared, found: Table | None, tables: Sequence[Table], clause_id: str) -> list[Table]:
    """The tables with the copied one in its place, and behind it what was extracted: every table that has some of its lines."""
    lines = frozenset(compared.sheet.line_ids)
    replaced = [table for table in tables if table is found or not lines.isdisjoint(table.line_ids)]
    if not replaced:
        made = _make_table(compared, _blank(_new_id(tables), compared, clause_id), ())
        before = [table for table in tables if table.pages and table.pages[0] <= made.pages[0]]
        return [*before, made, *tables[len(before) :]]
    base = found or replaced[0]
    made = _make_table(compared, base, tuple(line_id for table in replaced for line_id in table.line_ids))
    put: list[Table] = []
    for table in tables:
        put.extend([made] if table is base else [])
        put.append(_put_aside(table, compared.copy, base) if table in replaced else table)
    return put


def _new_id(tables: Sequence[Table]) -> str:
    numbers = (int(table.id[1:].partition(".")[0]) for table in tables)
    return f"t{max(numbers, default=0) + 1}"


def _put_aside(table: Table, copy: Transcription, base: Table) -> Table:
    """What was extracted: its cells are kept, its lines are the copy's."""
    reason = Reason(RULE, f"{copy.csv} stands in its place as {base.id}")
    return msgspec.structs.replace(table, id=f"{table.id}{EXTRACTED}", action=TableAction.RELEASED, line_ids=(), reason=reason)


def _blank(table_id: str, compared: Compared, clause_id: str) -> Table:
    """A table of which nothing was extracted."""
    pages = tuple(dict.fromkeys(row[0].page for row in compared.sheet.boxes))
    boxes = tuple((page, union(box.bbox for row in compared.sheet.boxes for box in row if box.page == page)) for page in pages)
    return Table(
        table_id, pages, boxes, TableKind.DATA, TableAction.KEPT, Origin.TRANSCRIBED, compared.copy.table, (), clause_id, (),
        compared.sheet.labels, (), (), (), Reason("not_extracted", "read off the page by the labels of the copy"),
    )  # fmt: skip


def _make_table(compared: Compared, found: Table, lines: Sequence[str]) -> Table:
    """The table in the words of the page, of the rows that are verified; only a layout changes its kind and what becomes of it."""
    sheet, places = compared.sheet, [place for place in compared.laid.columns if place >= 0]
    rows = len(compared.copy.rows) - 1
    is_layout = found.kind is TableKind.LAYOUT
    return msgspec.structs.replace(
        found,
        kind=TableKind.DATA if is_layout else found.kind,
        action=TableAction.KEPT if is_layout else found.action,
        origin=Origin.TRANSCRIBED,
        header=tuple(sheet.header[place] for place in places),
        row_labels=sum(place < sheet.labels for place in places),
        cells=tuple(tuple(sheet.cells[row][place] for place in places) for row in compared.rows),
        cell_boxes=tuple(tuple(sheet.boxes[row][place] for place in places) for row in compared.rows),
        line_ids=tuple(dict.fromkeys((*lines, *sheet.line_ids))),
        reason=Reason(RULE, f"{compared.copy.csv}: {len(compared.rows)} of its {rows} rows verified; {found.reason.rule}"),
        groups=(),
        notes=(),
    )
