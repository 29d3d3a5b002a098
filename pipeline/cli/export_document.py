"""Writes one document in the form of another program. What was asked is looked at before anything is read or written."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import DependencyMissing, InputError, OutputError, UsageError
from pipeline.model import Record
from pipeline.store.folders import load_run, replace_file
from pipeline.store.read import load_chunks, load_clauses, load_findings, load_furniture, load_lines, load_pages, load_tables
from pipeline.store.rows import InputRow, TableRow

if TYPE_CHECKING:
    from pandas import DataFrame

    from pipeline.export.outline import Entry
    from pipeline.export.workbook import Sheet

CHOICES = {
    "xlsx": ("clauses", "chunks", "tables"),
    "csv": ("tables", "clauses", "chunks"),
    "parquet": ("tables", "clauses", "chunks"),
    "markdown": ("clauses",),
    "html": ("clauses",),
    "langchain": ("chunks",),
    "llamaindex": ("chunks",),
    "haystack": ("chunks",),
    "docling": ("document",),
}
"""What may be written in a form; the first where nothing is said."""
LINKING = ("xlsx", "markdown", "html")
SUFFIXES = {"markdown": "md", "html": "html", "docling": "docling.json"}
"""Of forms whose name alone says what is in the file; `xlsx`, `csv` and `parquet` say it before."""
FRAMES = ("xlsx", "csv", "parquet")
ADDRESS = re.compile(r"(?i)https?://[^\s\"<>#]+")
"""Matches "https://host/prospectus.pdf". No: "javascript:alert(1)", "https://host/a.pdf#page=3"."""
FIRST = ("metadata.clause_id", "label", "text", "context", "metadata.page_first", "metadata.page_last", "kind", "warnings")
"""Columns of chunks that a person looks at first."""


class Wanted(Record, frozen=True):
    """What is to be written of a document, and how. ``what`` is "" for what the form gives by itself."""

    form: str
    what: str
    tables: tuple[str, ...]
    link: str
    as_is: bool


def refuse_contradictions(wanted: Wanted) -> None:
    """Raises UsageError where what was asked does not go together."""
    form, choices = wanted.form, CHOICES[wanted.form]
    what = wanted.what or choices[0]
    if what not in choices:
        raise UsageError(f"--to {form} writes {' or '.join(choices)}, not {what}; leave out --what, or choose another --to")
    if wanted.tables and what != "tables":
        raise UsageError("--table names tables; give --what tables with xlsx, csv or parquet, or leave it out")
    if wanted.link and (form not in LINKING or what == "tables"):
        raise UsageError(f"--link is for pages of clauses and chunks in {', '.join(LINKING)}; leave it out")
    if wanted.link and not ADDRESS.fullmatch(wanted.link):
        raise UsageError(f"--link {wanted.link!r} is no web address; give it as https://host/path.pdf, without #page")
    if wanted.as_is and form != "csv":
        raise UsageError("--as-is is for csv; leave it out")


def export_document(folder: Path, place: Path, wanted: Wanted) -> Iterator[Path]:
    """Writes what is wanted of the document in ``folder``; gives each file as it is written.

    Raises UsageError where a table is unknown, InputError where the document is not as its run wrote it, OutputError where
    ``place`` cannot be written, DependencyMissing where an extra is missing.
    """
    what = wanted.what or CHOICES[wanted.form][0]
    if what == "tables" and wanted.form != "xlsx":
        tables = _choose_tables(folder, wanted.tables)
        for table in tables:
            name = f"{folder.name}.{table.id}.{wanted.form}"
            yield _save(place, name, _make_table(table, wanted), alone=len(tables) == 1)
        return
    if wanted.form in FRAMES:
        content = {"clauses": _make_clauses, "chunks": _make_chunks, "tables": _make_tables_book}[what](folder, wanted)
        yield _save(place, f"{folder.name}.{what}.{wanted.form}", content, alone=True)
        return
    name = f"{folder.name}.{SUFFIXES.get(wanted.form, f'{wanted.form}.jsonl')}"
    yield _save(place, name, _make_whole(folder, wanted), alone=True)


def _save(place: Path, name: str, content: bytes, *, alone: bool) -> Path:
    """``place`` is a folder, or the file where it is one file and ends like it."""
    is_file = alone and place.suffix == Path(name).suffix and not place.is_dir()
    file = place if is_file else place / name
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, content)
    except OSError as error:
        raise OutputError(f"{file} cannot be written ({error.strerror or error}); choose another place with -o") from None
    return file


def _choose_tables(folder: Path, names: Sequence[str]) -> list[TableRow]:
    tables = {table.id: table for table in load_tables(folder) if table.cells}
    unknown = next((name for name in names if name not in tables), "")
    if unknown or not tables:
        raise UsageError(f"{folder.name} has no table {unknown or 'with cells'}; it has {', '.join(tables) or 'none'}")
    return [tables[name] for name in names or tables]


def _make_table(table: TableRow, wanted: Wanted) -> bytes:
    from pipeline.export.frames import make_frame
    from pipeline.export.typed import make_columns

    frame = make_frame(make_columns(table))
    if wanted.form == "parquet":
        return _make_parquet(frame)
    if not wanted.as_is:
        from pipeline.export.plain import guard

        frame = frame.rename(columns=guard).apply(lambda column: column.map(guard) if column.dtype == "string" else column)
    written: str = frame.to_csv(index=False, lineterminator="\n")
    return written.encode()


def _make_parquet(frame: "DataFrame") -> bytes:
    import tempfile

    from pipeline.export.frames import INSTALL

    try:
        import fastparquet
    except ImportError:
        raise DependencyMissing(f"export to Parquet needs fastparquet; {INSTALL}") from None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.parquet"
        fastparquet.write(str(file), frame)
        return file.read_bytes()


def _make_clauses(folder: Path, wanted: Wanted) -> bytes:
    from pipeline.export.clauses import COLUMNS, NUMBERS, WHOLE, make_clause_cells
    from pipeline.export.workbook import Sheet

    rows = make_clause_cells(load_clauses(folder), load_pages(folder), load_findings(folder))
    types = {**dict.fromkeys(WHOLE, "int64"), **dict.fromkeys(NUMBERS, "float64")}
    return _make_rows(folder, wanted, Sheet("clauses", COLUMNS, rows), types)


def _make_chunks(folder: Path, wanted: Wanted) -> bytes:
    from pipeline.export.flat import COLUMNS, WHOLE, flatten
    from pipeline.export.workbook import Sheet

    order = [*FIRST, *(name for name in COLUMNS if name not in FIRST)] if wanted.form == "xlsx" else COLUMNS
    at = [COLUMNS.index(name) for name in order]
    rows = [[cells[each] for each in at] for cells in map(flatten, load_chunks(folder))]
    return _make_rows(folder, wanted, Sheet("chunks", order, rows), dict.fromkeys(WHOLE, "int64"))


def _make_rows(folder: Path, wanted: Wanted, sheet: "Sheet", types: dict[str, str]) -> bytes:
    """``types`` are those of columns that are no text."""
    if wanted.form == "xlsx":
        from pipeline.export.workbook import make_workbook

        return make_workbook([sheet], load_pages(folder), wanted.link)
    if wanted.form == "csv":
        from pipeline.export.plain import make_csv

        return make_csv(sheet.columns, sheet.rows, guarded=not wanted.as_is)
    from pipeline.export.frames import make_plain_frame

    return _make_parquet(make_plain_frame(sheet.columns, sheet.rows, types))


def _make_tables_book(folder: Path, wanted: Wanted) -> bytes:
    from pipeline.export.typed import make_columns
    from pipeline.export.workbook import Sheet, make_workbook

    sheets = []
    for table in _choose_tables(folder, wanted.tables):
        columns = make_columns(table)
        rows = list(zip(*(column.values for column in columns), strict=True))
        sheets.append(Sheet(table.id, [column.name for column in columns], rows))
    return make_workbook(sheets, load_pages(folder))


def _make_whole(folder: Path, wanted: Wanted) -> bytes:
    from pipeline.export.frameworks import FRAMEWORKS

    if wanted.form in FRAMEWORKS:
        return FRAMEWORKS[wanted.form](load_chunks(folder))
    run = load_run(folder)
    if run is None:
        raise InputError(f"{folder} was not written by this version; run its document again")
    return WHOLE_FORMS[wanted.form](folder, run.input, _load_outline(folder), wanted.link)


def _load_outline(folder: Path) -> "list[Entry]":
    from pipeline.export.outline import make_outline

    return make_outline(load_clauses(folder), load_lines(folder), load_tables(folder))


def _make_markdown(_: Path, source: InputRow, entries: "list[Entry]", link: str) -> bytes:
    from pipeline.export.markdown import make_markdown

    return make_markdown(source.title, entries, link)


def _make_webpage(_: Path, source: InputRow, entries: "list[Entry]", link: str) -> bytes:
    from pipeline.export.webpage import make_webpage

    return make_webpage(source.title, source.language, entries, link)


def _make_docling(folder: Path, source: InputRow, entries: "list[Entry]", _: str) -> bytes:
    from pipeline.export.docling import make_docling

    return make_docling(source, load_pages(folder), entries, load_furniture(folder))


WHOLE_FORMS: "dict[str, Callable[[Path, InputRow, list[Entry], str], bytes]]" = {
    "markdown": _make_markdown,
    "html": _make_webpage,
    "docling": _make_docling,
}
"""How the tree is written, by form."""
