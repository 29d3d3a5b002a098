"""Clauses: the lines that are text -> a tree of numbered clauses and unnumbered headings, each label accepted for its place in a
list.

rows -> candidates and headings -> events -> search -> tree -> titles, paths, ids. The whole document is decided at once
(``search``); the steps around it only gather evidence and write down the outcome. No line is dropped: what is not marked stands
in exactly one node.
"""

from collections.abc import Sequence

from pipeline.config.settings import ClauseSettings, Overrule
from pipeline.model import Boilerplate, ClauseTree, Document
from pipeline.stages.clauses.candidates import find_candidates
from pipeline.stages.clauses.covers import dissolve_covers
from pipeline.stages.clauses.events import make_events
from pipeline.stages.clauses.headings import find_headings
from pipeline.stages.clauses.listed import find_entries
from pipeline.stages.clauses.notes import find_notes
from pipeline.stages.clauses.outcome import find_rejected, make_asides, write_clauses
from pipeline.stages.clauses.overrules import apply_overrules
from pipeline.stages.clauses.rows import make_rows
from pipeline.stages.clauses.search import search
from pipeline.stages.clauses.tree import TreeBuilder

__all__ = ["parse_clauses"]


def parse_clauses(
    document: Document, boilerplate: Boilerplate, settings: ClauseSettings, overrules: Sequence[Overrule] = ()
) -> ClauseTree:
    """The clause tree of a document. A gap, a label passed over and a doubtful reading are findings, never exceptions."""
    every = make_rows(document, boilerplate, settings)
    notes = find_notes(every, settings)
    rows = [row for at, row in enumerate(every) if at not in notes]
    said = apply_overrules(rows, overrules)
    entries = find_entries(document, boilerplate, settings.entry_letters)
    candidates = find_candidates(rows, settings, forced=said.forced, barred=said.barred, entries=entries)
    labelled = frozenset(candidate.row for candidate in candidates)
    headings = find_headings(rows, labelled, settings)
    events = make_events(rows, candidates, headings, settings)
    steps = search(events, candidates, settings)
    nodes = dissolve_covers(TreeBuilder(rows, candidates, headings, settings.indent_tolerance).build(events, steps))
    clauses, findings = write_clauses(rows, nodes, candidates, settings)
    asides = make_asides(document, boilerplate, [every[at] for at in sorted(notes)])
    rejected, passed_over = find_rejected(rows, candidates, events, steps, settings)
    return ClauseTree((*clauses, *asides), rejected, (*said.findings, *findings, *passed_over))
