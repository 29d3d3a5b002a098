"""From a result to the rows of its files, in the order of the document. Decides nothing.

What may be the document's own fault (a chunk not verified, a gap) stands in the rows; what can only be the program's (an id given
twice) is raised, before anything is written.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from pipeline.errors import IdTaken
from pipeline.geometry import Box, round_edges, rounded, union
from pipeline.model import (
    LEAD_IN,
    Chunk,
    Clause,
    Line,
    NodeKind,
    PlaceCheck,
    Result,
    Severity,
    Span,
    Table,
    TableAction,
    index_lines,
)
from pipeline.store.rows import (
    BarRow,
    ChunkRow,
    ClauseRow,
    CountsRow,
    DimensionRow,
    FindingRow,
    FurnitureRow,
    GapRow,
    LedgerRow,
    LineRow,
    MetadataRow,
    NearRow,
    PageRow,
    PlaceRow,
    ProvenanceRow,
    TableRow,
)
from pipeline.wording import hash_words, join_spans, join_title, make_lexicon

SHARE_DIGITS = 6
"""Shares are written to a millionth: exact for any document within the page limit."""


def refuse_taken_ids(result: Result) -> None:
    """Raises IdTaken where two lines, clauses, tables or chunks have one id, or two chunks one key."""
    index = index_lines(result.document)
    groups: dict[str, Iterable[str]] = {
        "line": [line.id for line in index.every] if len(index.lines) < len(index.every) else (),
        "clause": (clause.id for clause in result.clauses.clauses),
        "table": (table.id for table in result.tables.tables),
        "chunk": (chunk.id for chunk in result.chunks.chunks),
        "chunk key": (chunk.clause_key for chunk in result.chunks.chunks),
    }
    for what, ids in groups.items():
        taken = [name for name, times in Counter(ids).items() if times > 1]
        if taken:
            source = result.document.identity.source
            raise IdTaken(f"{source}: {what} id {taken[0]!r} is given twice ({len(taken)} such); this is a fault of the program")


def make_chunk_rows(result: Result, config_hash: str) -> Iterator[ChunkRow]:
    """``chunks.jsonl``."""
    labels = {page.number: page.label for page in result.document.pages}
    for chunk, checks in zip(result.chunks.chunks, result.checks.places, strict=True):
        yield ChunkRow(
            id=chunk.id,
            chunk_index=chunk.chunk_index,
            clause_key=chunk.clause_key,
            kind=chunk.kind,
            strategy=chunk.strategy,
            label=chunk.label,
            text=chunk.text,
            context=chunk.context,
            embed_text=chunk.embed_text,
            overlap=chunk.overlap,
            tokens=chunk.tokens,
            tokens_label=chunk.tokens_label,
            content_hash=chunk.content_hash,
            config_hash=config_hash,
            clause_path=list(chunk.clause_path),
            headings=list(chunk.headings),
            metadata=_metadata(chunk, result, labels),
            provenance=_provenance(chunk, checks),
            warnings=list(chunk.warnings),
        )


def _metadata(chunk: Chunk, result: Result, labels: Mapping[int, str]) -> MetadataRow:
    identity = result.document.identity
    pages = [place.page for place in chunk.places]
    first = min(pages, default=0)
    return MetadataRow(
        doc_id=identity.doc_id,
        family=identity.family,
        collection=identity.collection,
        title=identity.title,
        updated=identity.updated,
        status=identity.status,
        source=identity.source,
        source_sha256=identity.sha256,
        clause_id=chunk.clause_id,
        section_path=chunk.section_path,
        page_first=first,
        page_last=max(pages, default=0),
        page_label=labels.get(first, ""),
        part=chunk.part,
        parts=chunk.parts,
        language=identity.language,
        effective_from=identity.effective_from,
        effective_to=identity.effective_to,
        supersedes=identity.supersedes,
    )


def _provenance(chunk: Chunk, checks: tuple[PlaceCheck, ...]) -> list[ProvenanceRow]:
    return [
        ProvenanceRow(place.page, rounded(place.bbox), place.char_start, place.char_end, check.verified, check.fixture_page)
        for place, check in zip(chunk.places, checks, strict=True)
    ]


def make_clause_rows(result: Result) -> Iterator[ClauseRow]:
    """``clauses.jsonl``: the numbered ones alone; the parent is the nearest numbered one.

    Words under an unnumbered heading belong to the clause in which it stands; the lines of tables belong to none.
    """
    index = index_lines(result.document)
    lines, lexicon = index.lines, make_lexicon(result.document)
    nodes = {clause.id: clause for clause in result.clauses.clauses}
    own_spans = _own_spans(result, index.order)
    titles = {node.id: join_title(node.title_spans, lines, lexicon) or node.title for node in nodes.values()}
    identity = result.document.identity
    for clause in result.clauses.clauses:
        if clause.kind is not NodeKind.CLAUSE:
            continue
        above = list(_ancestors(clause, nodes))
        spans = own_spans[clause.id]
        own = [lines[line_id] for line_id in _line_ids(clause, spans)]
        text = join_spans(spans, lines, lexicon)
        yield ClauseRow(
            doc_id=identity.doc_id,
            clause_key=f"{identity.family}/{clause.id}",
            id=clause.id,
            parent=next((node.id for node in above if node.kind is NodeKind.CLAUSE), ""),
            path=list(clause.path),
            label=clause.label.printed if clause.label else "",
            title=titles[clause.id],
            headings=[titles[node.id] for node in (*reversed(above), clause) if node.title],
            level=clause.level,
            page=clause.page,
            page_end=max((line.page for line in own), default=clause.page),
            text=text,
            content_hash=hash_words(text),
            bboxes=_boxes(own),
            line_ids=[line.id for line in own],
            confidence=round(clause.confidence, SHARE_DIGITS),
            reason=clause.reason,
        )


def _ancestors(clause: Clause, nodes: Mapping[str, Clause]) -> Iterator[Clause]:
    """The nodes above, the nearest first."""
    while clause.parent:
        clause = nodes[clause.parent]
        yield clause


def _own_spans(result: Result, place: Mapping[str, int]) -> dict[str, list[Span]]:
    """By clause id, the words of each clause in the order of the document, those under its unnumbered headings with them.

    A heading that has no words of its own before its list is itself no word of the clause. Lines of tables are left out.
    """
    in_tables = bytearray(len(place))  # by place: a set of the ids of all cells would be the most memory that writing takes
    for line_id in chain.from_iterable(table.line_ids for table in result.tables.tables):
        if line_id in place:
            in_tables[place[line_id]] = True

    def free(spans: Iterable[Span]) -> list[Span]:
        return [span for span in spans if not in_tables[place[span.line_id]]]

    spans = {clause.id: free((*clause.own, *clause.tail)) for clause in result.clauses.clauses}
    for clause in reversed(result.clauses.clauses):
        if clause.kind is NodeKind.HEADING and clause.parent and clause.reason.rule != LEAD_IN:
            spans[clause.parent].extend((*(clause.title_spans if free(clause.own) else ()), *spans[clause.id]))
    return {of: sorted(own, key=lambda span: (place[span.line_id], span.start)) for of, own in spans.items()}


def _line_ids(clause: Clause, spans: Iterable[Span]) -> list[str]:
    label: tuple[Span, ...] = (clause.label_span,) if clause.label_span else ()
    return list(dict.fromkeys(span.line_id for span in (*label, *clause.title_spans, *spans)))


def _boxes(lines: Iterable[Line]) -> list[PlaceRow]:
    """One box for each column of each page."""
    columns: dict[tuple[int, int], list[Box]] = {}
    for line in lines:
        columns.setdefault((line.page, line.column), []).append(line.bbox)
    return [PlaceRow(page, rounded(union(boxes))) for (page, _), boxes in columns.items()]


def make_page_rows(result: Result) -> Iterator[PageRow]:
    """``pages.jsonl``."""
    for page in result.document.pages:
        width, height = rounded((page.width, page.height, 0.0, 0.0))[:2]
        yield PageRow(page.number, page.label, width, height, max(len(page.columns), 1), page.text)


def make_line_rows(result: Result) -> Iterator[LineRow]:
    """``lines.jsonl``: the ledger, line by line."""
    entries = iter(result.checks.ledger.entries)
    for page in result.document.pages:
        written = round_edges([line.bbox for line in page.lines])
        yield from [
            LineRow(
                line.id,
                line.page,
                [written[x0], written[top], written[x1], written[bottom]],
                line.text,
                entry.fate,
                entry.owner,
                entry.reason,
            )
            for line, entry in zip(page.lines, entries, strict=False)
            for x0, top, x1, bottom in (line.bbox,)
        ]


def make_furniture_rows(result: Result) -> Iterator[FurnitureRow]:
    """``furniture.jsonl``."""
    lines = index_lines(result.document).lines
    for mark in result.boilerplate.marks:
        line = lines[mark.line_id]
        share = round(mark.share, SHARE_DIGITS)
        yield FurnitureRow(line.id, line.page, line.text, mark.kind, rounded(line.bbox), share, mark.reason)


def make_table_rows(result: Result) -> Iterator[TableRow]:
    """``tables.jsonl``."""
    for table in result.tables.tables:
        yield TableRow(
            id=table.id,
            pages=list(table.pages),
            kind=table.kind,
            action=table.action,
            origin=table.origin,
            caption=table.caption,
            dimensions=[DimensionRow(name, value) for name, value in table.dimensions],
            clause_id=table.clause_id,
            bboxes=[PlaceRow(page, rounded(box)) for page, box in table.bboxes],
            header=list(table.header),
            row_labels=table.row_labels,
            rows=len(table.cells),
            columns=_count_columns(table),
            cells=[list(row) for row in table.cells],
            cell_boxes=_cell_boxes(table),
            reason=table.reason,
        )


def _cell_boxes(table: Table) -> list[list[list[float]]]:
    written = round_edges([cell.bbox for row in table.cell_boxes for cell in row])
    return [
        [
            [cell.page, written[x0], written[top], written[x1], written[bottom]]
            for cell in row
            for x0, top, x1, bottom in (cell.bbox,)
        ]
        for row in table.cell_boxes
    ]


def _count_columns(table: Table) -> int:
    return max(len(table.header), *(len(row) for row in table.cells), 0)


def make_finding_rows(result: Result) -> Iterator[FindingRow]:
    """``findings.jsonl``, in the order of the work."""
    for number, finding in enumerate(result.findings, 1):
        yield FindingRow(
            id=f"f{number}",
            code=finding.code,
            severity=finding.severity,
            stage=finding.stage,
            message=finding.message,
            page=finding.page,
            clause_id=finding.clause_id,
            bbox=[round(edge, 2) for edge in finding.bbox],
            line_ids=list(finding.line_ids),
            text=finding.text,
        )


def make_counts(result: Result) -> CountsRow:
    """How much of each there is."""
    actions = Counter(table.action for table in result.tables.tables)
    severities = Counter(finding.severity for finding in result.findings)
    return CountsRow(
        pages=len(result.document.pages),
        lines=sum(len(page.lines) for page in result.document.pages),
        clauses=sum(clause.kind is NodeKind.CLAUSE for clause in result.clauses.clauses),
        chunks=len(result.chunks.chunks),
        chunks_verified=sum(all(place.verified for place in places) for places in result.checks.places),
        furniture_lines=len(result.boilerplate.marks),
        tables_kept=actions[TableAction.KEPT],
        tables_excluded=actions[TableAction.EXCLUDED],
        tables_released=actions[TableAction.RELEASED],
        errors=severities[Severity.ERROR],
        warnings=severities[Severity.WARNING],
        notes=severities[Severity.NOTE],
    )


def make_ledger(result: Result) -> LedgerRow:
    """The two totals and what they agree on: 1 where nothing was lost and nothing counted twice."""
    ledger = result.checks.ledger
    most = max(ledger.counted, ledger.by_reader)
    share = min(ledger.counted, ledger.by_reader) / most if most else 1.0
    letters = {fate.value: count for fate, count in ledger.letters}
    return LedgerRow(letters, ledger.counted, ledger.by_reader, round(share, SHARE_DIGITS))


def make_gap(result: Result) -> GapRow:
    """The recurrence threshold with what lay on both sides of it."""
    gap = result.boilerplate.gap
    return GapRow(
        threshold=round(gap.threshold, SHARE_DIGITS),
        rule=gap.rule,
        low=round(gap.low, SHARE_DIGITS),
        high=round(gap.high, SHARE_DIGITS),
        below=[NearRow(round(share, SHARE_DIGITS), text) for share, text in gap.below],
        above=[NearRow(round(share, SHARE_DIGITS), text) for share, text in gap.above],
        shares=[BarRow(round(share, SHARE_DIGITS), lines) for share, lines in gap.shares],
    )
