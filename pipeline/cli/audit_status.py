"""`clausetrace audit status`: how much of each document is signed off, as a table, as a list of clauses, or as JSON."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.audit.standing import Judged, Tally, tally
from pipeline.batch.verdicts import find_verdict_files, judge_result
from pipeline.cli.documents import find_folder, find_folders
from pipeline.config.load import load_configuration
from pipeline.explain.shares import shorten
from pipeline.model import Record
from pipeline.store.stages import load_result

SHOWN = 70
"""Characters of a clause's title and words."""


class Asked(NamedTuple):
    """What the command was told."""

    docs: tuple[str, ...]
    config: str
    out: str
    verdicts: str
    passwords: tuple[str, ...]


class ClauseStatus(Record, frozen=True):
    """How a clause stands. ``was`` is the key under which its verdict was given, where that is another."""

    key: str
    state: str
    was: str
    who: str
    when: str
    note: str
    page: int
    words: str


class DocumentStatus(Record, frozen=True):
    """How a document stands: the sums, the share of clauses accepted (0 to 1), and each clause."""

    doc_id: str
    family: str
    sums: Tally
    share: float
    clauses: tuple[ClauseStatus, ...]


def find_statuses(asked: Asked) -> tuple[DocumentStatus, ...]:
    """The documents asked for, or all."""
    loaded = load_configuration(asked.config)
    files = find_verdict_files(loaded, asked.verdicts)
    configuration = loaded.configuration
    folders = [find_folder(doc, asked.out, configuration, asked.passwords) for doc in asked.docs] or find_folders(asked.out)
    found = []
    for place in folders:
        result = load_result(place)
        identity = result.document.identity
        judged = judge_result(result, files)
        sums = tally(judged)
        clauses = tuple(_clause_status(one) for one in judged)
        found.append(DocumentStatus(identity.doc_id, identity.family, sums, round(sums.share, 4), clauses))
    return tuple(found)


def _clause_status(judged: Judged) -> ClauseStatus:
    leaf, standing = judged.leaf, judged.standing
    row = standing.row
    words = shorten(" ".join(filter(None, (leaf.label, leaf.title, leaf.text))), SHOWN)
    return ClauseStatus(
        key=leaf.key,
        state=standing.state.value,
        was=row.key if row and standing.moved else "",
        who=row.who if row else "",
        when=row.when if row else "",
        note=row.note if row else "",
        page=leaf.page,
        words=words,
    )


def write_statuses(statuses: Sequence[DocumentStatus], listed: Sequence[str]) -> Iterator[str]:
    """A row a document, and behind each the clauses that stand as ``listed`` says."""
    wide = max(len("document"), *(len(status.doc_id) for status in statuses))
    yield f"{'document':<{wide}}  {'clauses':>8} {'accepted':>9} {'':>5} {'rejected':>9} {'changed':>8} {'open':>7} {'moved':>6}"
    for status in statuses:
        sums = status.sums
        yield (
            f"{status.doc_id:<{wide}}  {sums.clauses:>8,} {sums.accepted:>9,} {status.share:>5.0%} {sums.rejected:>9,} "
            f"{sums.changed:>8,} {sums.open:>7,} {sums.moved:>6,}"
        )
        yield from (_write_clause(clause) for clause in status.clauses if clause.state in listed)


def _write_clause(clause: ClauseStatus) -> str:
    by = f", {clause.who} {clause.when}".rstrip() if clause.who or clause.when else ""
    note = f": {shorten(clause.note, SHOWN)}" if clause.note else ""
    return f"  {clause.state:<9} p{clause.page:<4} {clause.key}  {clause.words}{by}{note}"
