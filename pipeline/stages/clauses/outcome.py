"""The outcome: filled nodes written as records, with the findings that a person should see.

Nodes get their titles, paths and ids; gaps, repeated ordinals, doubtful readings and labels passed over become findings.
"""

import math
from collections.abc import Iterator, Sequence

from pipeline.config.settings import ClauseSettings
from pipeline.model import (
    Clause,
    Finding,
    NodeKind,
    Reason,
    Rejected,
    Severity,
    Span,
    Stage,
)
from pipeline.stages.clauses.candidates import Candidate
from pipeline.stages.clauses.ids import ancestors, give_ids, path_of
from pipeline.stages.clauses.labels import Form
from pipeline.stages.clauses.missing import tell_missing
from pipeline.stages.clauses.rows import Row, body_style
from pipeline.stages.clauses.state import CandidateEvent, Event, Step
from pipeline.stages.clauses.titles import split_title
from pipeline.stages.clauses.tree import Node, Slice, explain_move, to_spans


def write_clauses(
    rows: Sequence[Row], nodes: Sequence[Node], candidates: Sequence[Candidate], settings: ClauseSettings
) -> tuple[tuple[Clause, ...], tuple[Finding, ...]]:
    """The clauses in reading order, and the findings of their sequences."""
    size, bold = body_style(rows)
    for node in nodes:
        if node.kind is NodeKind.CLAUSE:
            split_title(node, rows, size, bold, settings)
    ids = give_ids(nodes, lambda node: _words(node.title, rows))
    clauses = [_clause(node, ids, rows, candidates) for node in nodes]
    findings = [
        *_gaps(nodes, ids, rows, candidates),
        *(f for node in nodes for f in _findings(node, ids, rows, candidates, settings)),
    ]
    return tuple(clauses), tuple(findings)


def _words(slices: Sequence[Slice], rows: Sequence[Row]) -> str:
    return " ".join(rows[row].text[start:end].strip() for row, start, end in slices)


def _spans(slices: Sequence[Slice], rows: Sequence[Row]) -> tuple[Span, ...]:
    return tuple([span for row, start, end in slices for span in to_spans(rows[row], start, end)])


def _rival(node: Node, candidates: Sequence[Candidate]) -> tuple[float, str]:
    """The reading that came next, and how much dearer it was at its place."""
    if node.step is None:
        return math.inf, ""
    near = node.step.near
    return (
        node.step.dearer,
        "no label" if near is None else f"{near.form.style} {near.form.value[-1]}, which {explain_move(near, candidates)}",
    )


def _clause(node: Node, ids: dict[int, str], rows: Sequence[Row], candidates: Sequence[Candidate]) -> Clause:
    label_spans = _spans([node.label_slice], rows) if node.label_slice else ()
    dearer, why = _rival(node, candidates)
    near = (Reason("near", f"{why} (dearer by {dearer:.1f})"),) if why else ()
    return Clause(
        id=ids[id(node)],
        kind=node.kind,
        parent=ids[id(node.parent)] if node.parent is not None else "",
        path=path_of(node),
        level=len(ancestors(node)),
        page=rows[node.row].page,
        label=node.label,
        title=_words(node.title, rows),
        label_span=label_spans[0] if label_spans else None,
        title_spans=_spans(node.title, rows),
        own=_spans(node.own, rows),
        tail=_spans(node.tail, rows),
        confidence=_confidence(dearer),
        reason=node.reason,
        alternatives=near,
    )


def _confidence(difference: float) -> float:
    """From how much dearer the next reading was: 0.5 where two are alike, towards 1."""
    return round(1 - 0.5 * math.exp(-max(0.0, difference)), 3)


def _gaps(nodes: Sequence[Node], ids: dict[int, str], rows: Sequence[Row], candidates: Sequence[Candidate]) -> Iterator[Finding]:
    """Gaps in sequences; none where numbers run on from part to part, as from a list written alike in an earlier part."""
    seen: set[tuple[str, str, str, tuple[int, ...]]] = set()
    for node in nodes:
        move = node.step.move if node.step else None
        if node.label is None or node.form is None or node.step is None or node.place is None or move is None:
            continue
        value = node.form.value
        written = (node.form.core, node.label.prefix, node.label.suffix)
        runs_on = node.step.kind == "open" and (*written, _before(node.form)) in seen
        if move.gap > 0 and not runs_on:
            message = tell_missing(move, node.place, candidates)
            yield _finding("NUM001", Severity.WARNING, message, node, ids, rows[node.row])
        seen.add((*written, value))


def _before(form: Form) -> tuple[int, ...]:
    """The place in the count before a label's; before the first insertion, 76-2, that of 76 itself."""
    value = form.value
    return value[:-1] if len(value) > 1 and not form.dotted and value[-1] == 1 else (*value[:-1], value[-1] - 1)


def _findings(
    node: Node, ids: dict[int, str], rows: Sequence[Row], candidates: Sequence[Candidate], settings: ClauseSettings
) -> Iterator[Finding]:
    row = rows[node.row]
    if node.label is None or node.step is None or node.step.move is None:
        return
    move = node.step.move
    printed = node.label.printed
    if move.kind == "repeat":
        yield _finding("NUM004", Severity.WARNING, f"{printed} is printed twice in a row", node, ids, row)
    dearer, why = _rival(node, candidates)
    if node.step.near is not None and dearer < settings.doubt:
        yield _finding("NUM003", Severity.NOTE, f"{printed} could as well be {why}", node, ids, row)


def _finding(code: str, severity: Severity, message: str, node: Node, ids: dict[int, str], row: Row) -> Finding:
    line = row.lines[0]
    return Finding(code, severity, Stage.CLAUSES, message, row.page, ids[id(node)], line.bbox, (line.id,), row.text)


def find_rejected(
    rows: Sequence[Row], candidates: Sequence[Candidate], events: Sequence[Event], steps: Sequence[Step], settings: ClauseSettings
) -> tuple[tuple[Rejected, ...], tuple[Finding, ...]]:
    """Candidates passed over, each with what its acceptance would have needed; the likely ones as findings."""
    rejected: list[Rejected] = []
    findings: list[Finding] = []
    for step in steps:
        event = events[step.event]
        if step.kind != "reject" or not isinstance(event, CandidateEvent):
            continue
        candidate = candidates[event.candidate]
        row = rows[candidate.row]
        line = row.lines[0]
        reason = Reason("rejected", f"no list was waiting for it; {candidate.evidence}; cost {candidate.reject:.1f}")
        rejected.append(Rejected(line.id, candidate.found.printed, reason))
        if candidate.reject >= settings.report_rejected:
            message = f"{candidate.found.printed} looks like a label and was taken for text"
            findings.append(Finding("NUM002", Severity.NOTE, Stage.CLAUSES, message, row.page, "", line.bbox, (line.id,), row.text))
    return tuple(rejected), tuple(findings)
