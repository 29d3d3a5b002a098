"""The table of costs as a person reads it: a row a figure, a column a document, ratios first, seconds last."""

from collections.abc import Callable, Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.bench.account import PARTS, Account, Bench

NONE = "–"
MEASURE = 10_000
"""Characters beyond any table's width: a table wider than the terminal is wrapped by it, and no figure is cut off."""
WORDS = {
    "open": "file read and hashed",
    "extract": "extract",
    "boilerplate": "boilerplate",
    "clauses": "clauses",
    "tables": "tables",
    "chunks": "chunks",
    "checks": "checks, chunks read again",
    "write": "files written",
}
"""What the parts of a run are called; a share stands beside its multiple of bare text."""


def show_costs(bench: Bench) -> None:
    """Prints the table on stdout."""
    console = Console(highlight=False)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("ratios of CPU time", no_wrap=True)
    for account in bench.documents:
        table.add_column(Text(account.document), justify="right", no_wrap=True)
    for name, cells in make_rows(bench):
        table.add_row(Text(name), *map(Text, cells))
    wide = Console(width=MEASURE).measure(table).maximum
    Console(highlight=False, width=max(wide, console.width)).print(table)


def make_rows(bench: Bench) -> Iterator[tuple[str, list[str]]]:
    """Each row: its name, and a cell a document."""
    for name, cell in ROWS:
        yield name, [cell(account) for account in bench.documents]
    for part in PARTS:
        yield f"  {WORDS[part]}", [_share(account, part) for account in bench.documents]
    for name, cell in CONTEXT:
        yield name, [cell(account) for account in bench.documents]
    start = f"{bench.start_up.interpreter:.2f}, {bench.start_up.imports:.2f}, "
    loading = [f"{start}{account.seconds['first_page']:.2f}" for account in bench.documents]
    yield "context: seconds of start, imports, first page (not counted)", loading


def _times(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio else NONE


def _spread(account: Account) -> str:
    spread = f" ({account.run_of_bare_least:.2f} to {account.run_of_bare_most:.2f})" if account.rounds > 1 else ""
    return f"{_times(account.run_of_bare)}{spread}"


def _sampled(account: Account) -> str:
    if not account.plumber_pages:
        return NONE
    scaled = "all pages" if account.plumber_pages == account.pages else f"{account.plumber_pages} of {account.pages} pages, scaled"
    return f"{_times(account.plumber_of_bare)} ({scaled})"


def _grids(account: Account) -> str:
    if not account.grid_of_prose:
        return NONE
    return f"{account.grid_of_prose:.2f} ({account.grid_pages} and {account.prose_pages} pages)"


def _share(account: Account, part: str) -> str:
    return f"{account.parts_of_bare[part]:.2f}  {account.shares[part]:6.1%}"


ROWS: tuple[tuple[str, Callable[[Account], str]], ...] = (
    ("whole run / PDFium's bare text", _spread),
    ("whole run / pdfplumber's extract_text", lambda account: f"{account.run_of_plumber:.3f}" if account.run_of_plumber else NONE),
    ("pdfplumber's extract_text / PDFium's bare text", _sampled),
    ("page of rate grids / page of prose, extract and tables", _grids),
    ("parts of the run / PDFium's bare text, share of the run", lambda account: ""),
)
CONTEXT: tuple[tuple[str, Callable[[Account], str]], ...] = (
    ("peak memory of a fresh worker, MB", lambda account: f"{account.peak_memory_mb:.0f}"),
    ("context: pages", lambda account: f"{account.pages:,}"),
    ("context: seconds of bare text, of the run", lambda account: f"{account.seconds['bare']:.2f}, {account.seconds['run']:.2f}"),
)
