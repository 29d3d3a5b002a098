"""The clause tree as Markdown: titles are headings, clauses without one are items of nested lists, tables kept are tables.

Every character of a document that Markdown or HTML would read as a sign is escaped: the words look as they are printed, and nothing
of a document becomes a link, a picture or HTML.
"""

import re
from collections.abc import Sequence

from pipeline.export.outline import Entry, EntryKind, tell_set_aside
from pipeline.store.rows import TableRow

SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~$!&])")
OPENING = re.compile(r"^(\s*)(?:([-+=:])|(\d+)([.)])(?=\s|$))", re.MULTILINE)
"""What opens a list or underlines a heading where a line begins with it: "- ", "1. ", "==="."""
SCHEME = re.compile(r"(?i)\b(https?|ftp|mailto|xmpp)(:)|\b(www)(\.)|(?<=\w)(@)(?=\w)")
"""What some readers make links of without being asked: "https:", "www.", "a@b"."""
MOST_HEADINGS = 6
ITEM = "  "


def make_markdown(title: str, entries: Sequence[Entry], address: str = "") -> bytes:
    """The document under ``title``. Pages of clauses lead to ``address`` where that is given."""
    parts = [f"# {escape(title)}"]
    items: list[int] = []
    for entry in entries:
        while items and items[-1] >= entry.depth:
            items.pop()
        indent = ITEM * len(items)
        heads = _is_titled(entry) and not items and entry.depth < MOST_HEADINGS
        if not heads and entry.kind in (EntryKind.CLAUSE, EntryKind.HEADING):
            items.append(entry.depth)
        parts += _indented(_write(entry, address, heads=heads), indent)
    return ("\n\n".join(parts) + "\n").encode()


def _is_titled(entry: Entry) -> bool:
    return bool(entry.title) and entry.kind in (EntryKind.CLAUSE, EntryKind.HEADING)


def _write(entry: Entry, address: str, *, heads: bool) -> list[str]:
    if entry.kind is EntryKind.SET_ASIDE:
        return [f"*{escape(tell_set_aside(entry))}*"]
    if entry.kind is EntryKind.TABLE:
        caption = [f"**{escape(entry.title)}** {_page(entry, address)}"] if entry.title else []
        return [*caption, *(_table(table) for table in entry.tables)]
    paragraphs = [escape(part) for part in entry.text.split("\n") if part.strip()]
    if entry.kind is EntryKind.TEXT:
        return paragraphs
    name = escape(" ".join(f"{entry.label} {entry.title}".split()))
    if heads:
        return [f"{'#' * (entry.depth + 1)} {name} {_page(entry, address)}", *paragraphs]
    first, *others = paragraphs or [""]
    opening = " ".join(part for part in (f"**{name}**" if name else "", first, _page(entry, address)) if part)
    return [f"- {opening}", *_indented(others, ITEM)]


def _page(entry: Entry, address: str) -> str:
    return f"([p. {entry.page}](<{address}#page={entry.page}>))" if address else f"(p. {entry.page})"


def _table(table: TableRow) -> str:
    width = max(table.columns, len(table.header), *(len(row) for row in table.cells), 1)
    head, *rows = [[*row, *[""] * (width - len(row))] for row in (table.header, *table.cells)]
    lines = [head, ["---"] * width]
    ruled = ["| " + " | ".join(row) + " |" for row in ([_cell(cell) for cell in lines[0]], lines[1])]
    return "\n".join([*ruled, *("| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows)])


def _cell(text: str) -> str:
    return escape(" ".join(text.split()))


def _indented(parts: Sequence[str], indent: str) -> list[str]:
    return ["\n".join(f"{indent}{line}" for line in part.split("\n")) for part in parts]


def escape(text: str) -> str:
    """``text`` as Markdown that reads as the text itself."""
    plain = SIGNS.sub(lambda sign: "&amp;" if sign[0] == "&" else f"\\{sign[0]}", text)
    plain = OPENING.sub(lambda found: f"{found[1]}\\{found[2]}" if found[2] else f"{found[1]}{found[3]}\\{found[4]}", plain)
    return SCHEME.sub(lambda found: "".join(_as_entity(part) for part in found.groups() if part), plain)


def _as_entity(part: str) -> str:
    """A sign that must not join what stands beside it to a link, written as its number."""
    return f"&#{ord(part)};" if part in ":.@" else part
