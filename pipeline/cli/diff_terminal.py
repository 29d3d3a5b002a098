"""A difference on a terminal: a line a change, under it its words, removed ones struck out and added ones underlined.

Where there are no colours, removed words stand in [- -] and added ones in {+ +}.
"""

from collections.abc import Iterator
from itertools import islice

from rich.console import Console
from rich.text import Text

from pipeline.cli.diff_lines import SHOWN_CELLS, count_kinds, name_cell, name_change, name_table, shorten
from pipeline.diff.records import Change, Difference, Piece, TableChange

STYLES = {"removed": "red strike", "added": "green underline", "equal": "dim"}
SIGNS = {"removed": ("[-", "-]"), "added": ("{+", "+}"), "equal": ("", "")}


def show_difference(difference: Difference, *, briefly: bool) -> None:
    """Prints it on stdout; ``briefly`` the sums alone."""
    console = Console(highlight=False, soft_wrap=True)
    lines = [] if briefly else [line for change in difference.clauses for line in _change(change, plain=not console.is_terminal)]
    lines += [] if briefly else [line for table in difference.tables for line in _table(table, plain=not console.is_terminal)]
    for line in lines:
        console.print(line)
    console.print(Text(f"{difference.old} → {difference.new}: {count_kinds(difference)}"))


def _change(change: Change, *, plain: bool) -> Iterator[Text]:
    yield _head(", ".join(change.kinds), name_change(change), weighty=change.weighty)
    if change.words:
        yield Text("    ").append_text(Text(" ").join(_piece(piece, plain=plain) for piece in shorten(change.words)))
    if change.weights:
        yield Text(f"    weighs: {', '.join(change.weights)}", "bold")
    if change.follow:
        yield Text(f"    {len(change.follow)} clauses under it follow", "dim")


def _head(kinds: str, place: str, *, weighty: bool) -> Text:
    return Text("! " if weighty else "  ", "bold red").append(f"{kinds}: ", "bold").append(place)


def _piece(piece: Piece, *, plain: bool) -> Text:
    before, behind = SIGNS[piece.op] if plain else ("", "")
    return Text(f"{before}{piece.words}{behind}", STYLES[piece.op])


def _table(change: TableChange, *, plain: bool) -> Iterator[Text]:
    yield _head(f"table {change.kind}", name_table(change), weighty=change.weighty)
    for cell in islice(change.cells, SHOWN_CELLS):
        words = Text(" ").join(_piece(piece, plain=plain) for piece in shorten(cell.words))
        yield Text(f"    {name_cell(cell)}: ").append_text(words)
    if len(change.cells) > SHOWN_CELLS:
        yield Text(f"    and {len(change.cells) - SHOWN_CELLS} more cells", "dim")
