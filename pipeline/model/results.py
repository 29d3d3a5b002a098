"""What comes out: the chunks, what was checked of them, and the whole of a run over one document."""

from enum import StrEnum

from pipeline.geometry import Box
from pipeline.model.decisions import Boilerplate, ClauseTree, Tables
from pipeline.model.document import Document, Fate, Finding, Reason, Record, Span

# ---------------------------------------------------------------- chunks


class ChunkKind(StrEnum):
    """What a chunk holds."""

    CLAUSE = "clause"
    TABLE = "table"
    ROW = "row"
    PREAMBLE = "preamble"
    SECTION = "section"
    ASIDE = "aside"


class Strategy(StrEnum):
    """How a chunk was cut."""

    CLAUSE = "clause"
    PARAGRAPH = "paragraph"
    TABLE = "table"


class Place(Record, frozen=True):
    """An unbroken run of lines in one column of one page: box, and half-open span of characters in the page's text.

    ``pieces`` are the exact stretches of lines of which it is made, for the check to read again one by one.
    """

    page: int
    bbox: Box
    char_start: int
    char_end: int
    pieces: tuple[Span, ...]


class Chunk(Record, frozen=True):
    """A labelled piece of the document. Keys as in ``chunks.jsonl``; metadata that repeats the document's is added on writing."""

    chunk_index: int
    id: str
    clause_key: str
    clause_id: str
    kind: ChunkKind
    strategy: Strategy
    label: str
    text: str
    context: str
    embed_text: str
    overlap: int
    tokens: int
    tokens_label: int
    content_hash: str
    clause_path: tuple[str, ...]
    headings: tuple[str, ...]
    section_path: str
    part: int
    parts: int
    places: tuple[Place, ...]
    warnings: tuple[str, ...] = ()


class Chunks(Record, frozen=True):
    """The chunks in the order of the document."""

    chunks: tuple[Chunk, ...]
    findings: tuple[Finding, ...] = ()


# ---------------------------------------------------------------- checks


class FixturePage(StrEnum):
    """Whether the right text of its page has the words of a place; none where no page is stored that a person confirmed."""

    MATCHED = "matched"
    DIFFERS = "differs"
    NONE = "none"


class PlaceCheck(Record, frozen=True):
    """What re-reading a place gave."""

    verified: bool
    reader: str
    fixture_page: FixturePage = FixturePage.NONE


class Entry(Record, frozen=True):
    """One line of the ledger: a line of the document and what became of it."""

    line_id: str
    fate: Fate
    owner: str
    reason: Reason


class Ledger(Record, frozen=True):
    """All entries, letters and digits by fate, and the two totals that must agree."""

    entries: tuple[Entry, ...]
    letters: tuple[tuple[Fate, int], ...]
    counted: int
    by_reader: int


class Checks(Record, frozen=True):
    """What was checked: for each chunk, its places in order; the ledger; and what is wrong."""

    places: tuple[tuple[PlaceCheck, ...], ...]
    ledger: Ledger
    findings: tuple[Finding, ...] = ()


# ---------------------------------------------------------------- the whole


class Result(Record, frozen=True):
    """All that a run knows of one document: what each stage gave, in their order, and what was checked."""

    document: Document
    boilerplate: Boilerplate
    clauses: ClauseTree
    tables: Tables
    chunks: Chunks
    checks: Checks

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that a person should look at, in the order of the work."""
        parts = (self.document, self.boilerplate, self.clauses, self.tables, self.chunks, self.checks)
        return tuple(finding for part in parts for finding in part.findings)
