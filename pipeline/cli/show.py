"""What a stage gives, a line a thing, for a person who looks at one stage alone."""

from collections.abc import Iterable, Iterator, Mapping

from pipeline.model import Boilerplate, Chunks, ClauseTree, Document, Finding, Line, Record, Tables

WORDS = 90
"""Characters of a text that are shown."""


def show_stage(document: Record, given: Record) -> Iterator[str]:
    """Lines to print. ``document`` is what was extracted: it gives the words of the lines that ``given`` names."""
    if isinstance(given, Document):
        yield from _show_document(given)
    elif isinstance(given, Boilerplate) and isinstance(document, Document):
        yield from _show_boilerplate(given, {line.id: line for page in document.pages for line in page.lines})
    elif isinstance(given, ClauseTree):
        yield from _show_clauses(given)
    elif isinstance(given, Tables):
        yield from _show_tables(given)
    elif isinstance(given, Chunks):
        yield from _show_chunks(given)
    yield from _show_findings(getattr(given, "findings", ()))


def _show_document(document: Document) -> Iterator[str]:
    yield f"{document.identity.source}: {len(document.pages)} pages, {len(document.outline)} bookmarks"
    for page in document.pages:
        columns = f"{len(page.columns)} columns, " if len(page.columns) > 1 else ""
        areas = f", {len(page.areas)} areas" if page.areas else ""
        yield f"page {page.number} ({page.label}): {columns}{len(page.lines)} lines, {len(page.rules)} rules{areas}"


def _show_boilerplate(boilerplate: Boilerplate, lines: Mapping[str, Line]) -> Iterator[str]:
    gap = boilerplate.gap
    yield f"threshold {gap.threshold:.3f} ({gap.rule}), gap from {gap.low:.3f} to {gap.high:.3f}"
    for side, near in (("below", gap.below), ("above", gap.above)):
        for share, text in near:
            yield f"  {side} {share:.3f}  {_short(text)}"
    for mark in boilerplate.marks:
        yield f"{mark.line_id:<12} {mark.kind:<12} {mark.share:.2f}  {_short(lines[mark.line_id].text)}  ({mark.reason.rule})"


def _show_clauses(tree: ClauseTree) -> Iterator[str]:
    for clause in tree.clauses:
        label = f"{clause.label.printed} " if clause.label else ""
        yield f"{'  ' * (clause.level - 1)}{label}{_short(clause.title)}  [{clause.id}]  p{clause.page}  ({clause.reason.rule})"
    for rejected in tree.rejected:
        yield f"no label: {rejected.printed}  {rejected.line_id}  ({rejected.reason.rule}: {_short(rejected.reason.evidence)})"


def _show_tables(tables: Tables) -> Iterator[str]:
    for table in tables.tables:
        pages = f"p{table.pages[0]}" if len(table.pages) == 1 else f"p{table.pages[0]}-{table.pages[-1]}"
        size = f"{len(table.cells)} rows, {max(map(len, table.cells), default=0)} columns"
        yield f"{table.id}  {pages}  {table.kind} {table.action}  {size}  {_short(table.caption)}  ({table.reason.rule})"


def _show_chunks(chunks: Chunks) -> Iterator[str]:
    for chunk in chunks.chunks:
        yield f"{chunk.chunk_index:>5}  {chunk.kind:<8} {chunk.tokens:>4} tokens  {chunk.label}"
        yield f"       {_short(chunk.text)}"


def _show_findings(findings: Iterable[Finding]) -> Iterator[str]:
    for finding in findings:
        yield f"{finding.severity} {finding.code} p{finding.page}: {finding.message}"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= WORDS else words[: WORDS - 1] + "…"
