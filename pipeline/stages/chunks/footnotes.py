"""The footnotes of a table: which note each mark in it stands for, and which rows it governs.

A mark is a star, dagger or caret, a small raised figure ("5,000[^2]") or one in brackets ("Cash (3)"), in a cell, a head or the
caption. Its note stands below the table on one of its pages, in a row of its own inside it, or as an item of a list that follows in
the table's clause or beside it ("c. **For"), and begins with the same mark; a figure at the beginning of a line is a note's only
where the table has that mark and no clause counts with it, one in brackets only in a row of the table. A mark in a cell governs its
row, one in a head each row that has something in that column, one in the caption all rows. A note in a row of the table without a
mark, or with one that nothing bears, governs all rows. A mark without a note is left as it stands.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pipeline.model import Clause, Line, Record, Table
from pipeline.stages.chunks.units import Sheaf
from pipeline.wording import FOOTNOTE_MARK, MARK_SIZE, Opening, join_lines, weave

SIGN = re.compile(r"\*+|†+|‡+|#+(?![\d#])|\^+(?![\d^])|(?<=\S\s)\(\d{1,2}\)")
"""A mark that needs no raising to be one: "Rs. 5,000*", "Room rent **", "10%†", "^Geography", "Cash (3)". No: "#1", "(3) Cash"."""
SIGN_OPENS = re.compile(r"[(\[]?(?P<mark>\*+|†+|‡+|#+(?![\d#])|\^+(?![\d^]))[)\]]?[\s:.\-–]*(?=\S)")
"""A note's first line by its sign: "*Subject to", "** per day", "(#) as defined", "^Claims shall"."""
BRACKET_OPENS = re.compile(r"(?P<mark>\(\d{1,2}\))\s*(?=\S)")
"""A note in a row of its own by its figure: "(1) subject to a continuous"."""
FIGURE_OPENS = re.compile(r"[(\[]?(?P<mark>\d{1,2})[)\].:]?\s*(?=\S)")
"""A note's first line by its figure: "1 Not available", "[2] per policy year"."""
NOTE_LINES = 16
"""Lines of text below a table in which its notes are looked for: the longest block seen has nine."""
NOTE_WRAPS = 8
"""Lines of one note, at most."""
NEXT_LINE = 1.0
"""White space between two lines of a note, in heights of the line, at most."""


BELOW = 1 << 30
"""Where a note stands that is no row of its table: behind them all."""


class Note(Record, frozen=True):
    """A note: its mark, its words with the mark, and the row of the table that it is."""

    mark: str
    text: str
    at: int


class Footnotes:
    """The notes of one table, by the rows that they govern."""

    def __init__(self, table: Table, sheaf: Sheaf, owners: Mapping[str, bool]) -> None:
        """``owners`` holds the lines of the text, by id, and whether a label that was accepted stands in each."""
        self._table = table
        self._in_heads = [_marks(head) for head in table.header]
        self._in_caption = _marks(table.caption)
        used = {*self._in_caption, *(mark for marks in self._in_heads for mark in marks)}
        rows = (row for at, row in enumerate(table.cells) if at not in table.notes)
        used |= {mark for row in rows for cell in dict.fromkeys(row) for mark in _marks(cell)}
        self._notes = list(_find_notes(table, used, sheaf, owners)) if used else []
        marked = {note.at for note in self._notes}
        self._of_all = [table.cells[at][0] for at in table.notes if at not in marked]

    def of_row(self, at: int) -> list[str]:
        """The notes that govern a row, as they are printed, in the order of their marks; all of the table's where ``at`` is -1."""
        if at < 0:
            return list(dict.fromkeys(note.text for note in self._notes if note.at == BELOW))
        row = self._table.cells[at]
        if any(note.at == at for note in self._notes):
            return []
        heads = (mark for marks, cell in zip(self._in_heads, row, strict=False) if cell.strip() for mark in marks)
        marks = dict.fromkeys((*(mark for cell in row for mark in _marks(cell)), *heads, *self._in_caption))
        found = (self._nearest(mark, at) for mark in marks)
        return list(dict.fromkeys(text for text in (*found, *self._of_all) if text))

    def _nearest(self, mark: str, at: int) -> str:
        """The next note of a mark below a row; one that stands above it where there is none."""
        own = [note for note in self._notes if note.mark == mark]
        return next((note.text for note in own if note.at > at), own[-1].text if own else "")


def _marks(text: str) -> list[str]:
    """The marks in a text: signs as they stand, raised figures by their figure."""
    return [*FOOTNOTE_MARK.findall(text), *SIGN.findall(FOOTNOTE_MARK.sub("", text))]


def _find_notes(table: Table, used: set[str], sheaf: Sheaf, owners: Mapping[str, bool]) -> Iterator[Note]:
    """The notes of marks that the table uses, from the top down."""
    yield from (note for note in _notes_inside(table) if note.mark in used)
    seen: set[str] = set()
    for page in table.pages:
        below = _lines_below(table, page, sheaf, owners)
        openings = [_opening(line, used, is_labelled=owners[line.id]) for line in below]
        fresh = [bool(opening) or owners[line.id] for opening, line in zip(openings, below, strict=True)]
        for place, mark in enumerate(openings):
            if mark in used and mark not in seen:
                seen.add(mark)
                yield Note(mark, _note_at(below, fresh, place, sheaf), BELOW)
    yield from (note for note in _listed_notes(table, sheaf) if note.mark in used - seen)


def _listed_notes(table: Table, sheaf: Sheaf) -> Iterator[Note]:
    """Items behind the table, in its clause or beside it, whose words begin with a sign."""
    last = max((sheaf.order[line_id] for line_id in table.line_ids), default=-1)
    clause = sheaf.nodes.get(table.clause_id)
    if clause is None or last < 0:
        return
    for node in _below(sheaf.nodes.get(clause.parent, clause), sheaf):
        if node.label_span is None or node.page > table.pages[-1] + 1 or sheaf.order[node.label_span.line_id] < last:
            continue
        if opening := SIGN_OPENS.match(sheaf.first_words(node)):
            spans = (node.label_span, *node.title_spans, *node.own)
            text = weave(((span, Opening.RUN_ON) for span in spans), sheaf.lines, sheaf.lexicon).text
            yield Note(opening["mark"], text, BELOW)


def _below(node: Clause, sheaf: Sheaf) -> Iterator[Clause]:
    for child in sheaf.children.get(node.id, ()):
        yield child
        yield from _below(child, sheaf)


def _notes_inside(table: Table) -> Iterator[Note]:
    """Rows with one text across the table that begins with a mark."""
    for at, row in enumerate(table.cells):
        texts = {cell for cell in row if cell.strip()}
        if len(texts) == 1:
            [text] = texts
            if opening := SIGN_OPENS.match(text) or BRACKET_OPENS.match(text):
                yield Note(opening["mark"], text, at)


def _lines_below(table: Table, page: int, sheaf: Sheaf, owners: Mapping[str, bool]) -> Sequence[Line]:
    """The next lines of the text after the table's last line on a page."""
    last = max((sheaf.order[line_id] for line_id in table.line_ids if sheaf.lines[line_id].page == page), default=-1)
    if last < 0:
        return []
    found: list[Line] = []
    for place in range(last + 1, len(sheaf.ids)):
        line_id = sheaf.ids[place]
        line = sheaf.lines[line_id]
        if line.page != page or len(found) == NOTE_LINES:
            break
        if line_id in owners and line_id not in sheaf.taken:
            found.append(line)
    return found


def _opening(line: Line, used: set[str], *, is_labelled: bool) -> str:
    """The mark with which a line begins a note, "" where it begins none."""
    if opening := SIGN_OPENS.match(line.text):
        return opening["mark"]
    opening = FIGURE_OPENS.match(line.text)
    if opening is None or opening["mark"] not in used:
        return ""
    raised = len(line.runs) > 1 and line.runs[0].size < MARK_SIZE * line.size
    return opening["mark"] if raised or not is_labelled else ""


def _note_at(lines: Sequence[Line], fresh: Sequence[bool], at: int, sheaf: Sheaf) -> str:
    """The note that begins with ``lines[at]``, with those on which it goes on: none in which another note or a clause begins."""
    end = at + 1
    for before, after in pairwise(lines[at : at + NOTE_WRAPS]):
        same_row = before.row == after.row
        apart = after.bbox[1] - before.bbox[3] > NEXT_LINE * (before.bbox[3] - before.bbox[1])
        if fresh[end] or (not same_row and (apart or after.paragraph or after.column != before.column)):
            break
        end += 1
    return join_lines(((line.text, False) for line in lines[at:end]), sheaf.lexicon)
