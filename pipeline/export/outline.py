"""A document as one list of entries in reading order: clauses, unnumbered headings, loose text, tables. Markdown, HTML and
Docling's form are written from it.

Clauses come in the order of `clauses.jsonl`, with their own words; words that follow a clause's children, or a table inside it,
have an entry of their own behind those. Where the first line of what is no clause stands between lines of clauses, there its entry
goes: lines of `lines.jsonl` that one owner has without a break are one entry. Neighbouring tables that were set aside are one entry
that names them. Furniture, contents lists, watermarks, hidden and garbled lines have none.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby

from pipeline.model import Fate, Record, TableAction
from pipeline.store.rows import ClauseRow, LineRow, PlaceRow, TableRow

SHOWN = frozenset({Fate.BODY, Fate.HEADING, Fate.ASIDE, Fate.TABLE_KEPT, Fate.TABLE_EXCLUDED})
BRACKETS = re.compile(r"\[[^\]]*\](?:~\d+)?$")
"""The last unnumbered heading of an id: "[conditions]" of "section-B.3.1[conditions]"."""

Group = tuple[str, list[LineRow]]
"""An owner and lines of it."""


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
    groups = _group(lines, _owners(clauses, lines), {*known, *by_id})
    parted = _part_clauses(clauses, groups)
    entries: list[Entry] = []
    told: set[str] = set()
    done = 0
    for at, (owner, group) in enumerate(groups):
        if owner in known:
            upto = max(done, known[owner] + 1)
            entries += [parted[clause.id] for clause in clauses[done:upto]]
            done = upto
            entries += [parted[at]] if at in parted else []
        elif owner in by_id:
            entries += [] if owner in told else [_table(by_id[owner], clauses, known)]
            told.add(owner)
        elif group[0].fate is not Fate.HEADING or " ".join(line.text for line in group) not in captions:
            entries.append(_loose(owner, group, _depth(owner, clauses, known)))
    entries += [parted[clause.id] for clause in clauses[done:]]
    return list(_joined(entries))


def _owners(clauses: Sequence[ClauseRow], lines: Sequence[LineRow]) -> dict[str, str]:
    """The owner of each line. Words under an unnumbered heading that a clause counts among its own are the clause's."""
    own = {line_id: clause.id for clause in clauses for line_id in clause.line_ids}
    return {line.id: line.owner if line.fate is Fate.HEADING else own.get(line.id, line.owner) for line in lines}


def _group(lines: Sequence[LineRow], owners: Mapping[str, str], named: Container[str]) -> list[Group]:
    """Lines without a break of one owner; of those that are neither clause nor table also of one fate."""
    shown = [(owners[line.id], line) for line in lines if line.fate in SHOWN]
    runs = groupby(shown, key=lambda owned: (owned[0], "" if owned[0] in named else owned[1].fate))
    return [(owner, [line for _, line in run]) for (owner, _), run in runs]


def _part_clauses(clauses: Sequence[ClauseRow], groups: Sequence[Group]) -> dict[str | int, Entry]:
    """An entry for each clause, by id, and for its words in each later group that holds whole paragraphs, by the group's index."""
    later: dict[str, list[int]] = {}
    for at, (owner, _) in enumerate(groups):
        later.setdefault(owner, []).append(at)
    parted: dict[str | int, Entry] = {}
    for clause in clauses:
        paragraphs = clause.text.split("\n") if clause.text else []
        for at in reversed(later.get(clause.id, [])[1:]):
            kept = _without_end(paragraphs, _letters(line.text for line in groups[at][1]))
            if kept < len(paragraphs):
                parted[at] = _text(groups[at][1], "\n".join(paragraphs[kept:]), clause.level + 1)
                paragraphs = paragraphs[:kept]
        parted[clause.id] = _clause(clause, "\n".join(paragraphs))
    return parted


def _without_end(paragraphs: Sequence[str], letters: str) -> int:
    """How many paragraphs are left when those at the end that have just these letters go; all where none have."""
    for kept in range(len(paragraphs) - 1, -1, -1):
        end = _letters(paragraphs[kept:])
        if len(end) >= len(letters):
            return kept if end == letters else len(paragraphs)
    return len(paragraphs)


def _letters(texts: Iterable[str]) -> str:
    """Spacing, line breaks and hyphens at line ends left out of account."""
    return "".join(filter(str.isalnum, "".join(texts)))


def _clause(clause: ClauseRow, text: str) -> Entry:
    named = clause.label, clause.title, text
    return Entry(EntryKind.CLAUSE, clause.id, clause.clause_key, clause.level, *named, clause.page, tuple(clause.bboxes))


def _text(lines: Sequence[LineRow], words: str, depth: int) -> Entry:
    return Entry(EntryKind.TEXT, "", "", depth, "", "", words, lines[0].page, _places(lines))


def _loose(owner: str, lines: Sequence[LineRow], depth: int) -> Entry:
    words = " ".join(line.text for line in lines)
    if lines[0].fate is Fate.HEADING:
        return Entry(EntryKind.HEADING, owner, "", depth, "", words, "", lines[0].page, _places(lines))
    return _text(lines, words, depth + 1)


def _places(lines: Sequence[LineRow]) -> tuple[PlaceRow, ...]:
    return tuple(PlaceRow(line.page, line.bbox) for line in lines)


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
