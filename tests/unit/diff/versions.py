"""Versions of a document in a few lines: each clause as (path with dots, words) or (path, title, words), in reading order."""

from pipeline.config.diff import DiffSettings
from pipeline.diff.compare import compare
from pipeline.diff.records import Edition
from pipeline.diff.units import make_version
from pipeline.model import Reason
from pipeline.store.rows import ClauseRow


def make_clauses(*clauses, page=1):
    """Rows of clauses.jsonl: "4.a" is clause a under 4; a path like "4/4.1" has decimals in it."""
    return [_clause(index, clause, page) for index, clause in enumerate(clauses)]


def _clause(index, clause, page):
    name, title, text = clause if len(clause) == 3 else (clause[0], "", clause[1])
    path = name.split("/" if "/" in name else ".")
    parent = ".".join(path[:-1]) if "/" not in name else "/".join(path[:-1])
    return ClauseRow(
        doc_id="policy",
        clause_key=f"policy/{name}#1",
        id=name,
        parent=parent,
        path=path,
        label=path[-1],
        title=title,
        headings=[],
        level=len(path),
        page=page,
        page_end=page,
        text=text,
        content_hash="",
        bboxes=[],
        line_ids=[f"p1.l{index:03}"],
        confidence=1.0,
        reason=Reason("follows", ""),
    )


def compare_clauses(old, new):
    """The difference of two lists of clauses."""
    before = make_version(make_clauses(*old), (), Edition("old"))
    after = make_version(make_clauses(*new, page=2), (), Edition("new"))
    return compare(before, after, (), DiffSettings())


def told(difference):
    """(kinds, old ids, new ids) of every change."""
    return [
        ("+".join(change.kinds), [place.id for place in change.old], [place.id for place in change.new])
        for change in difference.clauses
    ]
