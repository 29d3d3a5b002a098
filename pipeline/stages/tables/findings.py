"""What a person should know of the tables: what was excluded, what could not be read, where the grid is in doubt.

TAB001 a run of excluded pages, with its captions; TAB002 a picture where a table may be; TAB003 a grid whose lines cut through
words; TAB004 rows of which it is not told what heads them.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise

from pipeline.config.settings import TableSettings
from pipeline.model import Document, Finding, Page, Severity, Stage, Table, TableAction, TableKind
from pipeline.stages.tables.shapes import Draft
from pipeline.wording import count_letters


def excluded_runs(tables: Sequence[Table]) -> list[Finding]:
    """One note for each run of pages with excluded tables: their captions, and how many tables there are."""
    excluded = [table for table in tables if table.action is TableAction.EXCLUDED and table.kind is TableKind.RATES]
    pages = sorted({page for table in excluded for page in table.pages})
    breaks = [0, *(i for i, (a, b) in enumerate(pairwise(pages), 1) if b > a + 1), len(pages)]
    found = []
    for start, end in pairwise(breaks):
        run = pages[start:end]
        if not run:
            continue
        held = [table for table in excluded if run[0] <= table.pages[0] <= run[-1]]
        captions = "; ".join(dict.fromkeys(table.caption for table in held if table.caption))
        where = f"page {run[0]}" if len(run) == 1 else f"pages {run[0]}-{run[-1]}"
        ids = held[0].id if len(held) == 1 else f"{held[0].id} to {held[-1].id}"
        message = f"{where}: {len(held)} tables set aside for look-up ({ids})"
        found.append(Finding("TAB001", Severity.NOTE, Stage.TABLES, message, run[0], text=captions))
    return found


def pictures(document: Document, settings: TableSettings) -> list[Finding]:
    """A warning for each page that is mostly a picture with few words beside it, in a document that has words elsewhere.

    A first page is a cover.
    """
    pictured = [page for page in document.pages if page.width and page.height and _is_pictured(page, settings)]
    if len(pictured) == len(document.pages):
        return []
    return [
        Finding(
            "TAB002",
            Severity.WARNING,
            Stage.TABLES,
            f"page {page.number} is a picture: a table in it is not read, and nothing of it can be found; see the page itself",
            page.number,
            text=" ".join(line.text for line in page.lines)[: settings.title_words * settings.title_words],
        )
        for page in pictured
        if page is not document.pages[0]
    ]


def _is_pictured(page: Page, settings: TableSettings) -> bool:
    covered = max(((b[2] - b[0]) * (b[3] - b[1]) for b in page.images), default=0.0)
    return covered >= settings.picture_share * page.width * page.height and count_letters(page.text) <= settings.picture_letters


def unsure_grids(drafts: Sequence[Draft], kept: Collection[int]) -> list[Finding]:
    """A warning for each kept table with a part whose grid lines cut through words."""
    return [
        Finding(
            "TAB003",
            Severity.WARNING,
            Stage.TABLES,
            f"page {part.page}: grid lines of a table cut through words; look at its cells",
            part.page,
            bbox=part.bbox,
            line_ids=part.line_ids[:1],
        )
        for i, draft in enumerate(drafts)
        if i in kept
        for part in draft.parts
        if part.unsure
    ]


def unsure_heads(doubts: Sequence[tuple[Draft, str]]) -> list[Finding]:
    """A warning for each kept table with something in doubt about its heads."""
    found = []
    for draft, doubt in doubts:
        part = draft.parts[0]
        message = f"page {part.page}: {doubt}; look at the page"
        found.append(
            Finding("TAB004", Severity.WARNING, Stage.TABLES, message, part.page, bbox=part.bbox, line_ids=part.line_ids[:1])
        )
    return found
