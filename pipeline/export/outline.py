"""A document as one list of entries in reading order: clauses, unnumbered headings, loose text, tables. Markdown, HTML and
Docling's form are written from it.

Clauses come in the order of `clauses.jsonl`, with their own words. Where the first line of what is no clause stands between lines
of clauses, there its entry goes: lines of `lines.jsonl` that one owner has without a break are one entry. Neighbouring tables that
were set aside are one entry that names them. Furniture, contents lists, watermarks, hidden and garbled lines have none.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby

from pipeline.model import Fate, Record, TableAction
from pipeline.store.rows import ClauseRow, LineRow, PlaceRow, TableRow

SHOWN = frozenset({Fate.BODY, Fate.HEADING, Fate.ASIDE, Fate.TABLE_KEPT, Fate.TABLE_EXCLUDED})
BRACKETS = re.compile(r"\[[^\]]*\](?:~\d+)?$")
"""The last unnumbered heading of an id: "[conditions]" of "section-B.3.1[conditions]"."""


class EntryKind(StrEnum):
    """What an entry is."""

    CLAUSE = "clause"
    HEADING = "heading"
    TEXT = "text"
    TABLE = "table"
    SET_ASIDE = "set aside"


class Entry(Record, frozen=True):
    """A clause, a heading, text or tables. ``depth`` counts from 1; ``key`` is the clause_key, or "" of what is no clause."""

    kind: EntryKind
    id: str
    key: str
    depth: int
    label: str
    title: str
    text: str
    page: int
    places: tuple[PlaceRow, ...]
    tables: tuple[TableRow, ...] = ()


def make_outline(clauses: Sequence[ClauseRow], lines: Sequence[LineRow], tables: Sequence[TableRow]) -> list[Entry]:
    """The entries of a document. ``lines`` are in reading order."""
    known = {clause.id: at for at, clause in enumerate(clauses)}
    by_id = {table.id: table for table in tables}
    captions = {" ".join(table.caption.split()) for table in tables if table.caption}
    entries: list[Entry] = []
    told: set[str] = set()
    done = 0
    for (owner, fate), group in _group(lines):
        if owner in known:
            entries += [_clause(clause) for clause in clauses[done : known[owner] + 1]]
            done = max(done, known[owner] + 1)
        elif owner in by_id:
            entries += [] if owner in told else [_table(by_id[owner], clauses, known)]
            told.add(owner)
        elif fate is not Fate.HEADING or " ".join(line.text for line in group) not in captions:
            entries.append(_loose(owner, fate, group, clauses, known))
    entries += [_clause(clause) for clause in clauses[done:]]
    return list(_joined(entries))


def _group(lines: Sequence[LineRow]) -> Iterator[tuple[tuple[str, Fate], list[LineRow]]]:
    shown = (line for line in lines if line.fate in SHOWN)
    return ((name, list(group)) for name, group in groupby(shown, key=lambda line: (line.owner, line.fate)))


def _clause(clause: ClauseRow) -> Entry:
    named = clause.label, clause.title, clause.text
    return Entry(EntryKind.CLAUSE, clause.id, clause.clause_key, clause.level, *named, clause.page, tuple(clause.bboxes))


def _loose(owner: str, fate: Fate, lines: Sequence[LineRow], clauses: Sequence[ClauseRow], known: Mapping[str, int]) -> Entry:
    words = " ".join(line.text for line in lines)
    places = tuple(PlaceRow(line.page, line.bbox) for line in lines)
    depth = _depth(owner, clauses, known)
    if fate is Fate.HEADING:
        return Entry(EntryKind.HEADING, owner, "", depth, "", words, "", lines[0].page, places)
    return Entry(EntryKind.TEXT, "", "", depth + 1, "", "", words, lines[0].page, places)


def _table(table: TableRow, clauses: Sequence[ClauseRow], known: Mapping[str, int]) -> Entry:
    kind = EntryKind.TABLE if table.action is TableAction.KEPT else EntryKind.SET_ASIDE
    depth = _depth(table.clause_id, clauses, known) + 1
    return Entry(kind, table.id, "", depth, "", table.caption, "", table.pages[0], tuple(table.bboxes), (table,))


def _depth(owner: str, clauses: Sequence[ClauseRow], known: Mapping[str, int]) -> int:
    """Of a heading: as many below the clause that its id names as headings stand in brackets behind it. Of others 1."""
    base, brackets = owner, 0
    while base not in known and (found := BRACKETS.search(base)):
        base, brackets = base[: found.start()], brackets + 1
    return max(clauses[known[base]].level + brackets if base in known else brackets, 1)


def _joined(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Neighbouring tables set aside become one entry, with the first one's place in the tree."""
    for aside, group in groupby(entries, key=lambda entry: entry.kind is EntryKind.SET_ASIDE):
        if not aside:
            yield from group
            continue
        run = list(group)
        places = tuple(place for entry in run for place in entry.places)
        tables = tuple(table for entry in run for table in entry.tables)
        named = run[0].id, "", run[0].depth, "", run[0].title, ""
        yield Entry(EntryKind.SET_ASIDE, *named, run[0].page, places, tables)


def tell_set_aside(entry: Entry) -> str:
    """Which tables were set aside, and where they are."""
    pages = sorted({page for table in entry.tables for page in table.pages})
    first, last = entry.tables[0].id, entry.tables[-1].id
    names = first if first == last else f"{first} to {last}"
    where = f"page {pages[0]}" if len(pages) == 1 else f"pages {pages[0]} to {pages[-1]}"
    return f"{len(entry.tables):,} table{'s' * (len(entry.tables) > 1)} set aside ({names}, {where})"
