"""What the stages decide about a document: what is set aside, the clause tree, the tables."""

from enum import StrEnum

from pipeline.geometry import Box
from pipeline.model.document import Finding, Reason, Record, Span

# ---------------------------------------------------------------- boilerplate


class MarkKind(StrEnum):
    """What a line that was set aside is."""

    HEADER = "header"
    FOOTER = "footer"
    SIDE = "side"
    PAGE_NUMBER = "page_number"
    WATERMARK = "watermark"
    CONTENTS = "contents"
    HIDDEN = "hidden"
    GARBLED = "garbled"
    LEFT_OUT = "left_out"
    OVERRULED = "overruled"


class Mark(Record, frozen=True):
    """A line set aside. ``share`` is the share of pages (0 to 1) on which its like stands, 0 where that played no part."""

    line_id: str
    kind: MarkKind
    share: float
    reason: Reason


class Gap(Record, frozen=True):
    """The evidence for the recurrence threshold: the gap in the distribution of shares, and what lay on both sides.

    ``shares`` holds one (share of pages, how many different lines have it) pair a bar, ascending; ``below`` and ``above`` name the
    nearest lines (share, normalised text) on either side. ``rule`` says how the threshold came about: gap, fallback or set by hand.
    """

    threshold: float
    rule: str
    low: float
    high: float
    below: tuple[tuple[float, str], ...] = ()
    above: tuple[tuple[float, str], ...] = ()
    shares: tuple[tuple[float, int], ...] = ()


class Boilerplate(Record, frozen=True):
    """The lines that are no part of the text, each with its reason."""

    marks: tuple[Mark, ...]
    gap: Gap
    findings: tuple[Finding, ...] = ()


# ---------------------------------------------------------------- clauses


class LabelStyle(StrEnum):
    """How a label counts."""

    DECIMAL = "decimal"
    LOWER_ALPHA = "lower_alpha"
    UPPER_ALPHA = "upper_alpha"
    LOWER_ROMAN = "lower_roman"
    UPPER_ROMAN = "upper_roman"
    EAST_ASIAN = "east_asian"
    CIRCLED = "circled"
    WORD = "word"
    MARKDOWN = "markdown"


class Label(Record, frozen=True):
    """A label as printed ("(iv)"), normalised ("iv"), its way of counting and its place in that (4).

    ``prefix`` is what stands before the number ("(", "section"), ``suffix`` what stands behind it (")", ".").
    """

    printed: str
    normal: str
    style: LabelStyle
    ordinal: int
    prefix: str = ""
    suffix: str = ""


LEAD_IN = "lead_in"
"""The rule in the reason of a heading node that is only the lead-in of a list which begins again: "What is not covered:"."""


class NodeKind(StrEnum):
    """What a node of the clause tree is. Only clauses stand in ``clauses.jsonl``."""

    CLAUSE = "clause"
    HEADING = "heading"
    OVERVIEW = "overview"
    ASIDE = "aside"


class Clause(Record, frozen=True):
    """A node of the clause tree.

    ``parent`` is the id of the node above it ("" at the top), numbered or not. ``path`` holds the numbered ancestors and the
    clause itself; of a heading, that of its nearest numbered ancestor. ``own`` are its words before its first child, label and
    title left out; ``tail`` those behind its children. ``label_span`` and ``title_spans`` say where label and title stand.
    ``confidence`` is 0 to 1. ``alternatives`` are the readings that came near: each the rule and evidence of one.
    """

    id: str
    kind: NodeKind
    parent: str
    path: tuple[str, ...]
    level: int
    page: int
    label: Label | None
    title: str
    label_span: Span | None
    title_spans: tuple[Span, ...]
    own: tuple[Span, ...]
    tail: tuple[Span, ...]
    confidence: float
    reason: Reason
    alternatives: tuple[Reason, ...] = ()


class Rejected(Record, frozen=True):
    """Something that looked like a label and was not taken for one."""

    line_id: str
    printed: str
    reason: Reason


class ClauseTree(Record, frozen=True):
    """The clauses and unnumbered headings in reading order. Every line that is not marked stands in exactly one node's spans,
    a line with two labels in two, its words divided between them.
    """

    clauses: tuple[Clause, ...]
    rejected: tuple[Rejected, ...] = ()
    findings: tuple[Finding, ...] = ()


# ---------------------------------------------------------------- tables


class TableKind(StrEnum):
    """What a table is for: looked up, read, or only a box around prose."""

    RATES = "rates"
    DATA = "data"
    LAYOUT = "layout"


class TableAction(StrEnum):
    """What was done with it."""

    EXCLUDED = "excluded"
    KEPT = "kept"
    RELEASED = "released"


class Origin(StrEnum):
    """Where the cells come from."""

    EXTRACTED = "extracted"
    TRANSCRIBED = "transcribed"


class CellBox(Record, frozen=True):
    """Where a cell's words stand."""

    page: int
    bbox: Box


class Table(Record, frozen=True):
    """A table. ``cells`` has rows of equal length, merged cells repeated; ``header`` one string a column, heads in several rows
    joined with " | ". ``line_ids`` are the lines that it takes out of the clauses; none where ``action`` is released.
    ``entry`` is how many columns make one entry where lists stand side by side ("No. | Item | No. | Item": 2), else 0. ``groups``
    holds for each row the row that heads it, -1 where none does; ``notes`` are the rows that are notes of the table.
    """

    id: str
    pages: tuple[int, ...]
    bboxes: tuple[tuple[int, Box], ...]
    kind: TableKind
    action: TableAction
    origin: Origin
    caption: str
    dimensions: tuple[tuple[str, str], ...]
    clause_id: str
    header: tuple[str, ...]
    row_labels: int
    cells: tuple[tuple[str, ...], ...]
    cell_boxes: tuple[tuple[CellBox, ...], ...]
    line_ids: tuple[str, ...]
    reason: Reason
    entry: int = 0
    groups: tuple[int, ...] = ()
    notes: tuple[int, ...] = ()

    def heads_of(self, at: int) -> tuple[int, ...]:
        """The rows that head row ``at``, the outermost first."""
        found: list[int] = []
        while 0 <= at < len(self.groups) and self.groups[at] >= 0:
            at = self.groups[at]
            found.insert(0, at)
        return tuple(found)


class Tables(Record, frozen=True):
    """Every table of the document, in reading order."""

    tables: tuple[Table, ...]
    findings: tuple[Finding, ...] = ()
