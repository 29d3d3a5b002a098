"""Why a clause stands where it stands: each label on its path with its reason and the reading that came near, its neighbours in the
list, and what looked like a label around it and was not taken.

Reads what the clause stage kept of its decisions; weighs nothing again.
"""

from collections.abc import Iterator, Mapping, Sequence

from pipeline.errors import UsageError
from pipeline.explain.shares import shorten
from pipeline.model import Clause, Document, Finding, Line, NodeKind, Reason, Record, Rejected, Result

NEAR = 8
"""Lines before and after a clause in which a label passed over stands "around" it: about one paragraph on either side."""
OFFERED = 5
"""Ids that are offered for one that is not there."""
LISTED = 12
"""Labels passed over further away that are listed as text; the record has all."""
SHOWN = 90
"""Characters of a line that are shown."""


class Decision(Record, frozen=True):
    """A node on the path: what it is, where it stands, why it was accepted, and what other readings were near."""

    id: str
    kind: NodeKind
    printed: str
    title: str
    style: str
    ordinal: int
    page: int
    line_id: str
    text: str
    reason: Reason
    confidence: float
    alternatives: tuple[Reason, ...]


class PassedOver(Record, frozen=True):
    """What looked like a label and was taken for text. ``lines_away`` from the clause, negative before it, 0 inside it."""

    line_id: str
    page: int
    printed: str
    text: str
    reason: Reason
    lines_away: int


class ClauseAccount(Record, frozen=True):
    """All that was decided about a clause. ``path`` is outermost first; ``before`` and ``after`` are ids of its neighbours among
    the children of its parent, "" where it is the first or the last.
    """

    doc_id: str
    id: str
    page: int
    page_end: int
    path: tuple[Decision, ...]
    before: str
    after: str
    children: tuple[str, ...]
    passed_over: tuple[PassedOver, ...]
    findings: tuple[Finding, ...]


def explain_clause(result: Result, clause_id: str) -> ClauseAccount:
    """The account of a clause, by its id or its clause key. Raises UsageError with the nearest ids where there is none."""
    nodes = {clause.id: clause for clause in result.clauses.clauses}
    clause = _find(nodes, clause_id, result.document)
    lines = [line for page in result.document.pages for line in page.lines]
    places = {line.id: at for at, line in enumerate(lines)}
    inside = sorted(places[line_id] for line_id in _line_ids(clause))
    chain = _chain(clause, nodes)
    family = [other.id for other in nodes.values() if other.parent == clause.parent and other.kind is clause.kind]
    at = family.index(clause.id)
    above = {node.id for node in chain}
    return ClauseAccount(
        doc_id=result.document.identity.doc_id,
        id=clause.id,
        page=clause.page,
        page_end=lines[inside[-1]].page if inside else clause.page,
        path=tuple(_decision(node, lines, places) for node in chain),
        before=family[at - 1] if at else "",
        after=family[at + 1] if at + 1 < len(family) else "",
        children=tuple(other.id for other in nodes.values() if other.parent == clause.id),
        passed_over=tuple(_passed_over(result.clauses.rejected, inside, lines, places)) if inside else (),
        findings=tuple(finding for finding in result.clauses.findings if finding.clause_id in above),
    )


def _find(nodes: Mapping[str, Clause], asked: str, document: Document) -> Clause:
    """The node asked for: an id, or a clause key with its family in front and its part behind."""
    plain = asked.removeprefix(f"{document.identity.family}/").partition("#")[0]
    for name in (asked, plain):
        if name in nodes:
            return nodes[name]
    from rapidfuzz import fuzz, process

    near = [found for found, *_ in process.extract(plain, list(nodes), scorer=fuzz.ratio, limit=OFFERED)]
    offer = f"nearest: {', '.join(near)}" if near else "it has no clauses"
    raise UsageError(f"{document.identity.doc_id} has no clause {asked!r}; {offer}")


def _chain(clause: Clause, nodes: Mapping[str, Clause]) -> list[Clause]:
    chain = [clause]
    while chain[-1].parent:
        chain.append(nodes[chain[-1].parent])
    return chain[::-1]


def _line_ids(clause: Clause) -> list[str]:
    label = (clause.label_span,) if clause.label_span else ()
    return [span.line_id for span in (*label, *clause.title_spans, *clause.own, *clause.tail)]


def _decision(node: Clause, lines: Sequence[Line], places: Mapping[str, int]) -> Decision:
    first = next(iter(_line_ids(node)), "")
    label = node.label
    return Decision(
        id=node.id,
        kind=node.kind,
        printed=label.printed if label else "",
        title=node.title,
        style=label.style.value if label else "",
        ordinal=label.ordinal if label else 0,
        page=node.page,
        line_id=first,
        text=lines[places[first]].text if first else "",
        reason=node.reason,
        confidence=node.confidence,
        alternatives=node.alternatives,
    )


def _passed_over(
    rejected: Sequence[Rejected], inside: Sequence[int], lines: Sequence[Line], places: Mapping[str, int]
) -> Iterator[PassedOver]:
    """Those on the clause's pages and the pages beside them, in reading order."""
    first, last = inside[0], inside[-1]
    pages = range(lines[first].page - 1, lines[last].page + 2)
    for one in sorted(rejected, key=lambda one: places[one.line_id]):
        at = places[one.line_id]
        if lines[at].page in pages:
            away = at - first if at < first else max(0, at - last)
            yield PassedOver(one.line_id, lines[at].page, one.printed, lines[at].text, one.reason, away)


def write_clause(account: ClauseAccount) -> Iterator[str]:
    """The account in lines of text."""
    pages = f"page {account.page}" if account.page == account.page_end else f"pages {account.page} to {account.page_end}"
    yield f"{account.doc_id} › {account.id}, {pages}"
    yield f"between {account.before or 'nothing'} and {account.after or 'nothing'}; {len(account.children)} nodes under it"
    yield ""
    yield "Why each label on the path was accepted:"
    for depth, decision in enumerate(account.path):
        yield from _write_decision(decision, "  " * (depth + 1))
    yield ""
    near = [one for one in account.passed_over if abs(one.lines_away) <= NEAR]
    far = [one for one in account.passed_over if abs(one.lines_away) > NEAR]
    yield "Passed over around it:" if near else f"Nothing that looks like a label was passed over within {NEAR} lines."
    for one in near:
        yield f"  {one.printed}  {one.line_id} ({_away(one.lines_away)}): {one.reason.evidence}"
        yield f"      {shorten(one.text, SHOWN)}"
    if far:
        yield f"Further ones on these pages and those beside them: {len(far)}"
        yield from (f"  {one.printed}  {one.line_id}  {shorten(one.text, SHOWN)}" for one in far[:LISTED])
        if len(far) > LISTED:
            yield f"  and {len(far) - LISTED} more; --json has all"
    if account.findings:
        yield ""
        yield "Findings on the path:"
        yield from (f"  {finding.severity} {finding.code} p{finding.page}: {finding.message}" for finding in account.findings)


def _write_decision(decision: Decision, indent: str) -> Iterator[str]:
    name = " ".join(filter(None, (decision.printed, shorten(decision.title, SHOWN)))) or decision.kind.value
    counts = f"{decision.style} {decision.ordinal}" if decision.style else decision.kind.value
    yield f"{indent}{name} · {decision.id} · {decision.line_id} · {counts}"
    yield f"{indent}    accepted: {decision.reason.evidence} ({decision.reason.rule}); confidence {decision.confidence:.2f}"
    for other in decision.alternatives:
        yield f"{indent}    near: {other.evidence}"


def _away(lines: int) -> str:
    if not lines:
        return "inside it"
    plural = "line" if abs(lines) == 1 else "lines"
    return f"{abs(lines)} {plural} {'before' if lines < 0 else 'after'} it"
