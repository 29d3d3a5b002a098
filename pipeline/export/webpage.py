"""The clause tree as one HTML file: sections in sections, a list of contents, tables kept as tables.

It holds no script and loads nothing, and a policy in its head forbids both; everything that comes from the document is escaped.
"""

from collections.abc import Iterable, Sequence
from html import escape

from pipeline.export.outline import Entry, EntryKind, tell_set_aside
from pipeline.store.rows import TableRow

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
section section { margin-left: 1rem; }
h2, h3, h4, h5, h6 { margin: 1.2em 0 .3em; line-height: 1.25; }
p { margin: .3em 0; }
.page { font-size: .8rem; font-weight: normal; opacity: .75; white-space: nowrap; }
.aside { font-style: italic; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; font-size: .9rem; overflow-wrap: normal; }
caption { text-align: left; font-weight: bold; }
th, td { border: 1px solid #8888; min-width: 4rem; padding: .2rem .5rem; text-align: left; vertical-align: top; }
nav li { list-style: none; }
:target { outline: 2px solid; outline-offset: .3rem; }
@media print { nav { display: none; } .wide { overflow: visible; } table { font-size: .7rem; } body { max-width: none; } }
"""
LISTED = 2
"""How deep the list of contents goes."""
DEEPEST = 6
"""HTML's last heading."""


def make_webpage(title: str, language: str, entries: Sequence[Entry], address: str = "") -> bytes:
    """The document under ``title``. Pages lead to ``address`` where that is given."""
    head = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(language)}">' if language else "<html>",
        '<head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style></head>",
        f"<body><header><h1>{escape(title)}</h1></header>",
    ]
    return "\n".join([*head, *_contents(entries), "<main>", *_body(entries, address), "</main></body></html>", ""]).encode()


def _contents(entries: Iterable[Entry]) -> list[str]:
    listed = [entry for entry in entries if entry.id and _name(entry) and entry.depth <= LISTED and _opens(entry)]
    if not listed:
        return []
    items = [
        f'<li style="margin-left: {entry.depth - 1}rem"><a href="#{escape(entry.id)}">{escape(_name(entry))}</a></li>'
        for entry in listed
    ]
    return ['<nav aria-label="Contents"><details><summary>Contents</summary><ul>', *items, "</ul></details></nav>"]


def _opens(entry: Entry) -> bool:
    """Whether what is deeper stands inside it."""
    return entry.kind in (EntryKind.CLAUSE, EntryKind.HEADING)


def _name(entry: Entry) -> str:
    return " ".join(part for part in (entry.label, entry.title) if part)


def _body(entries: Iterable[Entry], address: str) -> list[str]:
    written: list[str] = []
    opened: list[int] = []
    for entry in entries:
        while opened and opened[-1] >= entry.depth:
            opened.pop()
            written.append("</section>")
        if _opens(entry):
            opened.append(entry.depth)
            written.append(f'<section id="{escape(entry.id)}">' if entry.id else "<section>")
        written += _write(entry, address)
    return [*written, *["</section>"] * len(opened)]


def _write(entry: Entry, address: str) -> list[str]:
    if entry.kind is EntryKind.SET_ASIDE:
        return [f'<p class="aside">{escape(tell_set_aside(entry))}</p>']
    if entry.kind is EntryKind.TABLE:
        return [_table(table, _page(entry, address)) for table in entry.tables]
    paragraphs = [escape(part) for part in entry.text.split("\n") if part.strip()]
    if entry.kind is EntryKind.TEXT:
        return [f"<p>{part}</p>" for part in paragraphs]
    name, page = escape(_name(entry)), _page(entry, address)
    if entry.title:
        level = min(entry.depth + 1, DEEPEST)
        return [f"<h{level}>{name} {page}</h{level}>", *(f"<p>{part}</p>" for part in paragraphs)]
    first, *others = paragraphs or [""]
    return [f"<p><strong>{name}</strong> {first} {page}</p>", *(f"<p>{part}</p>" for part in others)]


def _page(entry: Entry, address: str) -> str:
    if address:
        return f'<a class="page" href="{escape(address)}#page={entry.page}">p. {entry.page}</a>'
    return f'<span class="page">p. {entry.page}</span>'


def _table(table: TableRow, page: str) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.header)
    rows = "\n".join(_row(row, table.row_labels) for row in table.cells)
    caption = f"<caption>{escape(table.caption)} {page}</caption>"
    opening = f'<div class="wide" tabindex="0" role="region" aria-label="{escape(table.caption or table.id)}">'
    return f"{opening}<table>{caption}<thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></div>"


def _row(cells: Sequence[str], labels: int) -> str:
    named = "".join(f'<th scope="row">{escape(cell)}</th>' for cell in cells[:labels])
    return f"<tr>{named}{''.join(f'<td>{escape(cell)}</td>' for cell in cells[labels:])}</tr>"
