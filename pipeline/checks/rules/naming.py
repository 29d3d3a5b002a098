"""Which clause a person means: by its id (``section-C.4.2.o``), or by the last parts of it where they name one alone (``4.2.o``,
``4.2(o)``).

What has no number, such as a side note or a preamble, is meant by the clause id of its chunks. A name that fits none gets the ids
that are near it, and the labels that stand where it would.
"""

import difflib
import re
from collections.abc import Iterator, Sequence

from pipeline.checks.rules.words import has, list_names
from pipeline.checks.written import Written
from pipeline.model import Record, TableAction
from pipeline.store.rows import ClauseRow, LineRow

HEADING = re.compile(r"\[[^\]]*\]")
"""A heading without a number in an id: "[option-a]"."""
HEADINGS_AT_END = re.compile(r"(?:\[[^\]]*\])+$")
"""Headings without a number that stand under a clause: "[sub-limits]" in "3.11.d[sub-limits]"."""
BETWEEN = re.compile(r"[.()\s›>/]+")
"""What parts the labels of a path, in an id or as a person writes it: "4.2 (o)", "4.2 > o"."""
NEAR = 3
"""Ids that are offered for one that is not there."""


class Named(Record, frozen=True):
    """A clause as it is looked at. ``own`` are its words, ``whole`` its label, title, words and those of all under it, kept tables
    among them. ``endings`` are the places where it may end: its own words, and the last clause under it.
    """

    id: str
    page: int
    label: str
    title: str
    own: str
    whole: str
    endings: tuple[str, ...]
    lines: tuple[LineRow, ...]


def find_named(name: str, written: Written) -> list[str]:
    """The ids that ``name`` may mean: one where it is clear, several where it is not, none where nothing fits."""
    ids = [clause.id for clause in written.clauses]
    if name in ids:
        return [name]
    if found := [one for one in ids if fits(name, one)]:
        return found
    return [name] if any(chunk.metadata.clause_id == name for chunk in written.chunks) else []


def fits(name: str, clause_id: str) -> bool:
    """Whether an id ends with the parts of ``name``; the first of them may lack the word before it ("C" for "section-C")."""
    return any(_ends(parts, _parts(name)) for parts in (_parts(clause_id), _parts(HEADING.sub("", clause_id))))


def _parts(name: str) -> list[str]:
    return [part for part in BETWEEN.split(name) if part]


def _ends(parts: Sequence[str], asked: Sequence[str]) -> bool:
    if not 0 < len(asked) <= len(parts):
        return False
    last = parts[-len(asked) :]
    return list(last[1:]) == list(asked[1:]) and (last[0] == asked[0] or last[0].endswith(f"-{asked[0]}"))


def offer_near(name: str, written: Written) -> str:
    """What is said of a name that fits nothing: ids near it, and what stands where it would."""
    near = difflib.get_close_matches(name, _endings(written.clauses), n=NEAR)
    titled = [clause.id for clause in written.clauses if has(clause.title, name)]
    offered = f"; near are {', '.join(near)}" if near else ""
    offered += f"; titles with these words have {list_names(titled)}" if titled else ""
    parent = find_parent(name, written)
    if parent is None:
        return offered
    labels = [clause.path[-1] for clause in written.clauses if clause.parent == parent.id]
    return f"{offered}; under {parent.id} (page {parent.page}) there is {list_names(labels) or 'nothing'}"


def _endings(clauses: Sequence[ClauseRow]) -> list[str]:
    """Every id and every ending of it, as a person may write it."""
    parts = [_parts(clause.id) for clause in clauses]
    return list(dict.fromkeys(".".join(one[at:]) for one in parts for at in range(len(one))))


def find_parent(name: str, written: Written) -> ClauseRow | None:
    """The clause under which ``name`` would stand, where its other parts name one alone."""
    above = ".".join(_parts(name)[:-1])
    fitting = [clause for clause in written.clauses if fits(above, clause.id)]
    return fitting[0] if len(fitting) == 1 else None


def look_at(clause_id: str, written: Written) -> Named:
    """A clause with its words, or what stands under this clause id in the chunks."""
    clause = next((clause for clause in written.clauses if clause.id == clause_id), None)
    if clause is None:
        return _look_at_chunks(clause_id, written)
    under = list(_under(clause, written.clauses))
    ids = {one.id for one in under}
    kept = [table for table in written.tables if table.action is TableAction.KEPT]
    tables = [table for table in kept if HEADINGS_AT_END.sub("", table.clause_id) in ids or table.clause_id in ids]
    cells = [" ".join((table.caption, *table.header, *(cell for row in table.cells for cell in row))) for table in tables]
    whole = " ".join([*(" ".join((one.label, one.title, one.text)) for one in under), *cells])
    line_ids = {line_id for one in under for line_id in one.line_ids}
    lines = tuple(line for line in written.lines if line.id in line_ids)
    endings = (clause.text or clause.title, under[-1].text or under[-1].title)
    return Named(clause.id, clause.page, clause.label, clause.title, clause.text, whole, endings, lines)


def _under(clause: ClauseRow, clauses: Sequence[ClauseRow]) -> Iterator[ClauseRow]:
    """The clause and all under it, in reading order."""
    ids = {clause.id}
    for one in clauses:
        if one.id in ids or one.parent in ids:
            ids.add(one.id)
            yield one


def _look_at_chunks(clause_id: str, written: Written) -> Named:
    chunks = [chunk for chunk in written.chunks if chunk.metadata.clause_id == clause_id]
    text = " ".join(chunk.text[chunk.overlap :] for chunk in chunks)
    lines = tuple(line for line in written.lines if line.owner == clause_id)
    title = chunks[0].headings[-1] if chunks[0].headings else ""
    return Named(clause_id, chunks[0].metadata.page_first, "", title, text, text, (text,), lines)
