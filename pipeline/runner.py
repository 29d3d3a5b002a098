"""One document from its bytes to its result, in memory: the stages in their order, then the checks.

Reads and writes nothing, prints nothing, and decides nothing that a stage could: it hands each stage what it asks for, and tells a
report where the work is.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol

import msgspec

from pipeline.checks import check
from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.errors import NoSuchPages, TooLarge
from pipeline.guesses import OFFER, offer_guesses
from pipeline.model import Boilerplate, Checks, ClauseTree, Document, Identity, Record, Result, SourceKind, Stage, Tables
from pipeline.second_grid import make_grid_reader
from pipeline.stages.boilerplate import find_boilerplate
from pipeline.stages.chunks import make_chunks
from pipeline.stages.clauses import parse_clauses
from pipeline.stages.extract import extract
from pipeline.stages.extract.plain import find_title
from pipeline.stages.extract.ranges import ReadAhead
from pipeline.stages.tables import find_tables, transcribe


class Report(Protocol):
    """Is told where the work is."""

    def page(self, number: int, of: int) -> None:
        """Page ``number`` (from 1) of ``of`` is begun; 0: what is worked out of ``of`` pages together."""

    def stage(self, name: str) -> None:
        """The stage ``name`` is begun."""


class Silent:
    """A report that nobody reads."""

    def page(self, number: int, of: int) -> None:
        """Says nothing."""

    def stage(self, name: str) -> None:
        """Says nothing."""


class Wishes(Record, frozen=True):
    """What the caller asks for besides the configuration.

    ``pages``: those to read, all where empty. ``given_up``: pages not to be tried, and why. ``fixture_pages``: the right text of
    pages, where a person confirmed it.
    """

    pages: tuple[int, ...] = ()
    given_up: Mapping[int, str] = {}
    password: str = ""
    fixture_pages: Mapping[int, str] = {}


class Task(Record, frozen=True):
    """A document to be done: its bytes, what is known of it, the settings, its own entry among them, and what is asked for."""

    content: bytes
    identity: Identity
    configuration: Configuration
    own: DocumentSettings
    wishes: Wishes = Wishes()


SILENT = Silent()
NOTHING_KEPT: Mapping[Stage, Any] = MappingProxyType({})
STAGES = (Stage.EXTRACT, Stage.BOILERPLATE, Stage.CLAUSES, Stage.TABLES, Stage.CHUNKS)


def run_document(
    task: Task, report: Report = SILENT, kept: Mapping[Stage, Any] = NOTHING_KEPT, ahead: ReadAhead | None = None
) -> Result:
    """Everything that the stages find. Raises DocumentError where the file cannot be read.

    ``kept`` is what the first stages gave before, for as many as are known to give the same again; they are not run.
    ``ahead`` gives pages that another process has read.
    """
    given: dict[Stage, Any] = {}
    for stage in STAGES:
        if _is_kept(stage, task, kept):
            given[stage] = _again(stage, task, kept)
            continue
        report.stage(stage)
        given[stage] = read_document(task, report, ahead) if stage is Stage.EXTRACT else run_stage(stage, task, given, report)
    if Stage.CHECKS in kept:
        checks = kept[Stage.CHECKS]
    else:
        report.stage(Stage.CHECKS)
        checks = _check(task, given)
    document, boilerplate, clauses, tables, chunks = (given[stage] for stage in STAGES)
    return Result(document, boilerplate, clauses, tables, chunks, checks)


def _is_kept(stage: Stage, task: Task, kept: Mapping[Stage, Any]) -> bool:
    """Text and Markdown are read again each time: that costs nothing, and what is said of them names their file."""
    return stage in kept and (stage is not Stage.EXTRACT or task.identity.kind is SourceKind.PDF)


def _again(stage: Stage, task: Task, kept: Mapping[Stage, Any]) -> Record:
    """What ``stage`` gave before; of a document, with what is known of it now."""
    given: Record = kept[stage]
    return _offered(msgspec.structs.replace(given, identity=task.identity), task) if isinstance(given, Document) else given


def _check(task: Task, given: Mapping[Stage, Any]) -> Checks:
    document, boilerplate, clauses, tables, chunks = (given[stage] for stage in STAGES)
    return check(
        task.content,
        document,
        boilerplate,
        clauses,
        tables,
        chunks,
        task.configuration.provenance,
        password=task.wishes.password,
        fixture_pages=task.wishes.fixture_pages,
    )


def run_stage(stage: Stage, task: Task, earlier: Mapping[Stage, Any], report: Report = SILENT) -> Record:
    """What one of the five stages gives, from what those before it gave."""
    settings, overrules = task.configuration, task.own.overrules
    if stage is Stage.EXTRACT:
        return read_document(task, report)
    document: Document = earlier[Stage.EXTRACT]
    if stage is Stage.BOILERPLATE:
        return find_boilerplate(document, settings.boilerplate, overrules)
    boilerplate: Boilerplate = earlier[Stage.BOILERPLATE]
    if stage is Stage.CLAUSES:
        return parse_clauses(document, boilerplate, settings.clauses, overrules)
    clauses: ClauseTree = earlier[Stage.CLAUSES]
    if stage is Stage.TABLES:
        return _find_tables(task, document, boilerplate, clauses)
    tables: Tables = earlier[Stage.TABLES]
    return make_chunks(document, boilerplate, clauses, tables, settings.chunks)


def read_document(task: Task, report: Report = SILENT, ahead: ReadAhead | None = None) -> Document:
    """The document as read, with what it seems to say of its title and date as findings."""
    most = task.configuration.limits.pages

    def on_page(number: int, of: int) -> None:
        asked = len(task.wishes.pages) or of
        if asked > most:
            raise TooLarge(f"{task.identity.source} has {asked} pages, more than {most}; raise limits.pages, or choose --pages")
        report.page(number, of)

    document = extract(
        task.content,
        _titled(task),
        task.configuration.extract,
        password=task.wishes.password,
        pages=task.wishes.pages,
        unreadable=task.wishes.given_up,
        on_page=on_page,
        ahead=ahead,
    )
    if task.wishes.pages and not any(page.number in task.wishes.pages for page in document.pages):
        raise NoSuchPages(f"{task.identity.source} has none of the pages asked for with --pages")
    return _offered(document, task)


def _offered(document: Document, task: Task) -> Document:
    """``document`` with what it seems to say of its title and date, where the configuration does not say it."""
    offers = offer_guesses(document, title=not task.own.title, updated=not task.own.updated)
    found = (finding for finding in document.findings if finding.code != OFFER)
    return msgspec.structs.replace(document, findings=(*found, *offers))


def _titled(task: Task) -> Identity:
    """The identity; of a Markdown file that the configuration gives no title, with its first heading."""
    identity = task.identity
    if identity.kind is not SourceKind.MARKDOWN or task.own.title:
        return identity
    return msgspec.structs.replace(identity, title=find_title(task.content, identity.source) or identity.title)


def _find_tables(task: Task, document: Document, boilerplate: Boilerplate, clauses: ClauseTree) -> Tables:
    grid = make_grid_reader(task.content, task.wishes.password) if task.identity.kind is SourceKind.PDF else None
    tables = find_tables(document, boilerplate, clauses, task.configuration.tables, task.own.overrules, second_grid=grid)
    return transcribe(tables, document, boilerplate, clauses, task.own.transcriptions) if task.own.transcriptions else tables
