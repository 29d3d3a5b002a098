"""Checks: whether what a run says of a document is so, by other ways than those by which it was found.

``provenance`` reads each chunk's boxes again from the bytes with PDFium's bounded text and compares (PRV001); ``second_reader``
compares a sample of pages with an independent library (PRV002, PRV003); ``fixture_pages`` with what a person confirmed;
``ledger`` adds up what became of every line (LED001); ``holdings`` looks whether the chunks hold all of the text, once (LED002),
and whether the tree reads it in the order of the page (LED003). Nothing is mended here.
"""

from collections.abc import Mapping

from pipeline.checks.claims import Claims
from pipeline.checks.faults import make_findings
from pipeline.checks.holdings import find_disorder, find_lost
from pipeline.checks.ledger import make_ledger, share_lines
from pipeline.checks.provenance import check_places
from pipeline.checks.second_reader import compare_sample
from pipeline.checks.subject import Subject
from pipeline.config.settings import ProvenanceSettings
from pipeline.model import Boilerplate, Checks, Chunks, ClauseTree, Document, Tables

__all__ = ["check"]


def check(
    content: bytes,
    document: Document,
    boilerplate: Boilerplate,
    clauses: ClauseTree,
    tables: Tables,
    chunks: Chunks,
    settings: ProvenanceSettings,
    *,
    password: str = "",
    fixture_pages: Mapping[int, str] = {},
) -> Checks:
    """Everything that is checked of one document. ``fixture_pages`` holds the right text of pages that a person confirmed."""
    lines = {line.id: line for page in document.pages for line in page.lines}
    subject = Subject(content, document, frozenset(mark.line_id for mark in boilerplate.marks), password)
    places, unverified = check_places(subject, Claims(lines, tables), chunks, settings, fixture_pages)
    disagreements = compare_sample(subject, chunks, settings)
    shares = share_lines(clauses, tables)
    ledger, faults, differences = make_ledger(document, boilerplate, shares, tables)
    faults += [*find_lost(shares, tables, chunks, lines), *find_disorder(lines, clauses)]
    return Checks(places, ledger, (*unverified, *disagreements, *differences, *make_findings(faults, lines)))
