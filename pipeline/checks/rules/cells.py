"""What a person expects of a table: that it is there and kept, and what a cell of it holds.

A table is meant by its id, or by words of its caption or of its heads; a row by words of the cells that name it, a column by words
of its head. Of several that have the words those count that are nothing else, so that "Gold" is not "Gold Plus".
"""

from collections.abc import Iterator, Sequence

from pipeline.checks.outcome import Problem
from pipeline.checks.rules.words import has, list_names, same
from pipeline.checks.written import Written
from pipeline.config.asked import Expected
from pipeline.model import Severity, TableAction
from pipeline.store.rows import TableRow


def find_cell_problems(one: Expected, written: Written) -> Iterator[Problem]:
    """What is not as an expectation of a table asks."""
    asked = one.asked
    tables = _find_tables(asked.table, written, asked.page)
    if asked.absent:
        yield from (_problem("EXP002", f"table {table.id} should not be there", table, one) for table in tables)
    elif not tables:
        kept = [table.caption or table.id for table in written.tables if table.action is TableAction.KEPT]
        on_page = f" on page {asked.page}" if asked.page else ""
        message = f"no kept table is called {asked.table!r}{on_page}; there {_list(kept)}"
        yield Problem("EXP001", Severity.ERROR, message, asked.page, asked_at=one.at)
    elif asked.row or asked.column:
        yield from _check_cells(one, tables)


def _find_tables(name: str, written: Written, page: int) -> list[TableRow]:
    kept = [table for table in written.tables if table.action is TableAction.KEPT and page in (0, *table.pages)]
    by_id = [table for table in kept if table.id == name]
    by_caption = [kept[at] for at in _best(name, [(table.caption,) for table in kept])]
    return by_id or by_caption or [kept[at] for at in _best(name, [tuple(table.header) for table in kept])]


def _check_cells(one: Expected, tables: Sequence[TableRow]) -> Iterator[Problem]:
    """A row or column that none of the tables has, or a cell that holds something else wherever there is one."""
    asked = one.asked
    for what, words, names_of in (("row", asked.row, _row_names), ("column", asked.column, _column_names)):
        names = [name for table in tables for name in names_of(table)]
        if words and not _best(words, names):
            shown = list(dict.fromkeys(" ".join(name) for name in names))
            yield _problem("EXP001", f"table {tables[0].id} has no {what} {words!r}; there {_list(shown)}", tables[0], one)
            return
    cells = [
        (table, at, column)
        for table in tables
        for at in _best(asked.row, _row_names(table))
        for column in _best(asked.column, _column_names(table))
    ]
    if asked.is_ and not cells:
        message = f"no table has both the row {asked.row!r} and the column {asked.column!r}"
        yield _problem("EXP001", message, tables[0], one)
    elif asked.is_ and not any(same(table.cells[at][column], asked.is_) for table, at, column in cells):
        yield _wrong_cell(one, *cells[0])


def _row_names(table: TableRow) -> list[tuple[str, ...]]:
    return [tuple(row[: table.row_labels or 1]) for row in table.cells]


def _column_names(table: TableRow) -> list[tuple[str, ...]]:
    return [(head,) for head in table.header]


def _wrong_cell(one: Expected, table: TableRow, at: int, column: int) -> Problem:
    asked, found = one.asked, table.cells[at][column]
    message = f'table {table.id}, row "{asked.row}", column "{asked.column}": it has "{found}", and "{asked.is_}" is asked for'
    page, *box = table.cell_boxes[at][column] if at < len(table.cell_boxes) else [table.pages[0]]
    return Problem("EXP007", Severity.ERROR, message, int(page), tuple(box), table.clause_id, found, asked_at=one.at)


def _best(words: str, names: Sequence[tuple[str, ...]]) -> list[int]:
    """The places of the names of which a part is ``words``; where none is, of those that have them."""
    exact = [at for at, name in enumerate(names) if words and any(same(part, words) for part in name)]
    return exact or [at for at, name in enumerate(names) if words and has(" ".join(name), words)]


def _list(names: Sequence[str]) -> str:
    return f"{'is' if len(names) == 1 else 'are'} {list_names(names, quoted=True) or 'none'}"


def _problem(code: str, message: str, table: TableRow, one: Expected) -> Problem:
    box = tuple(table.bboxes[0].bbox) if table.bboxes else ()
    return Problem(code, Severity.ERROR, message, table.pages[0], box, table.clause_id, table.caption, asked_at=one.at)
