"""Titles: which of a clause's first words are its heading.

By type: bold or larger words behind the label, up to where the body's type begins, and the rows below that are set the same way;
else, of a label with a name ("Article 6", "PART II"), the short row on which it stands or the one under it. A wholly bold
paragraph has no title.
"""

from collections.abc import Sequence

from pipeline.config.settings import ClauseSettings
from pipeline.stages.clauses.rows import Row, title_end
from pipeline.stages.clauses.tree import Node, Slice


def split_title(node: Node, rows: Sequence[Row], body_size: float, body_bold: bool, settings: ClauseSettings) -> None:
    """Moves the title's words from the front of ``node.own`` to ``node.title``."""
    mixed = any(not rows[row].bold for row, _, _ in node.own)
    apart_by_bold = mixed or not body_bold
    title: list[Slice] = []
    for piece in node.own:
        row = rows[piece[0]]
        if title and (row.paragraph or row.fits) and not row.centred:
            break
        end = _set_apart(row, piece, body_size * settings.heading_size, apart_by_bold)
        if end > piece[1]:
            title.append((piece[0], piece[1], end))
        if end < piece[2]:
            break
    if not title and node.label is not None and node.form is not None and ":" in node.form.core:
        title = _named_title(node, rows, settings)
    if title and not _whole_paragraph(node, title, rows, settings):
        _move(node, title)


def _set_apart(row: Row, piece: Slice, large: float, apart_by_bold: bool) -> int:
    """Where the words in a heading's type end, seen from the start of ``piece``."""
    end = piece[1]
    for line, offset in zip(row.lines, row.offsets, strict=True):
        for run in line.runs:
            low, high = offset + run.start, offset + run.end
            if high <= piece[1] or not row.text[max(low, piece[1]) : high].strip():
                continue
            if not (run.bold and apart_by_bold) and run.size < large:
                return min(title_end(row.text, piece[1], end), piece[2])
            end = high
    return min(max(end, piece[1]), piece[2])


def _named_title(node: Node, rows: Sequence[Row], settings: ClauseSettings) -> list[Slice]:
    if not node.own:
        return []
    row, start, end = node.own[0]
    words = rows[row].text[start:end].split()
    below = rows[row + 1] if row + 1 < len(rows) else None
    alone = below is None or not below.runs_on
    short = 0 < len(words) <= settings.heading_words and not rows[row].text.rstrip().endswith((".", ";", ","))
    return [(row, start, end)] if alone and short else []


def _whole_paragraph(node: Node, title: Sequence[Slice], rows: Sequence[Row], settings: ClauseSettings) -> bool:
    """Whether the words set apart are the clause itself: too many for a heading, and nothing stands under them."""
    if node.children or len(title) < len(node.own):
        return False
    return sum(len(rows[row].text[start:end].split()) for row, start, end in title) > settings.heading_words * 2


def _move(node: Node, title: Sequence[Slice]) -> None:
    taken = {piece[0]: piece[2] for piece in title}
    rest = [(row, max(start, taken.get(row, start)), end) for row, start, end in node.own]
    node.title = [*title]
    node.own = [piece for piece in rest if rows_words(piece)]


def rows_words(piece: Slice) -> bool:
    """Whether a stretch has any length."""
    return piece[2] > piece[1]
