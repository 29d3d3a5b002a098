"""What a check looks at: a document's files as they stand in its folder, and what a person asks of it. Reads nothing itself."""

from collections.abc import Collection, Sequence

from pipeline.config.asked import Asked
from pipeline.model import Record
from pipeline.store.rows import ChunkRow, ClauseRow, DocumentRun, FindingRow, FurnitureRow, InputRow, LineRow, PageRow, TableRow
from pipeline.store.stored_pages import StoredPage


class Written(Record, frozen=True):
    """A document as it stands in its folder. ``changed``: files that are not as they were written. ``settings_sha256``: of now.

    ``beside`` are the other documents of the output folder, ``configured`` the doc_ids that the YAML speaks of. ``failed`` is what
    the last run said where it failed and this is what an earlier one left.
    """

    run: DocumentRun
    findings: Sequence[FindingRow]
    chunks: Sequence[ChunkRow]
    clauses: Sequence[ClauseRow]
    pages: Sequence[PageRow]
    lines: Sequence[LineRow]
    furniture: Sequence[FurnitureRow]
    tables: Sequence[TableRow]
    changed: Sequence[str]
    settings_sha256: str
    asked: Asked = Asked()
    beside: Sequence[InputRow] = ()
    configured: Collection[str] = ()
    failed: str = ""
    stored: Sequence[StoredPage] = ()
