"""Pages of rate grids against pages of prose: what reading them and deciding about their tables costs, a page.

A page of grids is one whose tables are all set aside as rates; a page of prose one with text and no table at all. Each kind is read
alone, so that neither pays for the other, and in the stages that see tables: extract and tables.
"""

from collections.abc import Sequence

from pipeline.bench.readings import timed
from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.model import Document, Identity, Record, TableAction, TableKind, Tables
from pipeline.second_grid import make_grid_reader
from pipeline.stages.boilerplate import find_boilerplate
from pipeline.stages.clauses import parse_clauses
from pipeline.stages.extract import extract
from pipeline.stages.tables import find_tables


class PageKinds(Record, frozen=True):
    """The numbers of the pages of grids and of the pages of prose."""

    grids: tuple[int, ...]
    prose: tuple[int, ...]


class Given(Record, frozen=True):
    """A document as it is given to the stages."""

    content: bytes
    identity: Identity
    configuration: Configuration
    own: DocumentSettings
    password: str


def find_kinds(document: Document, tables: Tables) -> PageKinds:
    """Which pages are of which kind; mixed and empty ones are of neither."""
    rates = {page for table in tables.tables if _is_rates(table.kind, table.action) for page in table.pages}
    others = {page for table in tables.tables if not _is_rates(table.kind, table.action) for page in table.pages}
    written = [page.number for page in document.pages if page.letters]
    return PageKinds(
        grids=tuple(number for number in written if number in rates - others),
        prose=tuple(number for number in written if number not in rates | others),
    )


def _is_rates(kind: TableKind, action: TableAction) -> bool:
    return kind is TableKind.RATES and action is TableAction.EXCLUDED


def cost_of_pages(given: Given, pages: Sequence[int]) -> float:
    """CPU seconds of extract and tables over these pages alone, a page; 0 where there are none."""
    if not pages:
        return 0.0
    settings, overrules = given.configuration, given.own.overrules
    reading, document = timed(
        lambda: extract(given.content, given.identity, settings.extract, password=given.password, pages=frozenset(pages))
    )
    boilerplate = find_boilerplate(document, settings.boilerplate, overrules)
    clauses = parse_clauses(document, boilerplate, settings.clauses, overrules)
    grid = make_grid_reader(given.content, given.password)
    deciding, _ = timed(
        lambda: find_tables(document, boilerplate, clauses, settings.tables, overrules, second_grid=grid),
    )
    return (reading + deciding) / len(pages)
