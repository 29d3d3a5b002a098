"""`clausetrace tables`: the tables of a document, and one of them as a CSV to correct by hand."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.store.rows import TableRow

EXAMPLES = """\b
Examples:
  clausetrace tables list prospectus
  clausetrace tables draft prospectus --table t5 -o comparison.csv"""
SHOWN = 70
"""Characters of a caption that are listed."""

password_option = click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")


@click.group("tables", epilog=EXAMPLES)
def command() -> None:
    """List the tables of a document; write one as a CSV to correct by hand.

    DOC is a doc_id under --out, an output folder, or a file, which is then run first.
    """


@command.command("list", epilog="\b\nExample:\n  clausetrace tables list prospectus")
@click.argument("doc", metavar="DOC")
@config_option
@out_option
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON, without their cells.")
@password_option
def list_tables(doc: str, config: str, out: str, *, as_json: bool, password_file: str) -> None:
    """List every table: id, pages, what was decided, rows and columns, caption."""
    _, tables = _load(doc, config, out, password_file)
    if as_json:
        import msgspec

        left = {"cells", "cell_boxes"}
        rows = [{key: value for key, value in msgspec.to_builtins(table).items() if key not in left} for table in tables]
        click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
        return
    for table in tables:
        caption = " ".join(table.caption.split())
        size = f"{table.rows} x {table.columns}"
        shown = caption if len(caption) <= SHOWN else caption[: SHOWN - 1] + "…"
        click.echo(
            f"{table.id:<6} {_pages(table):<9} {table.kind:<6} {table.action:<8} {table.origin:<11} {size:<9} {shown}".rstrip()
        )


@command.command("draft", epilog="\b\nExample:\n  clausetrace tables draft prospectus --table t5 -o comparison.csv")
@click.argument("doc", metavar="DOC")
@config_option
@out_option
@click.option("--table", "table_id", default="", metavar="ID", help="The table's id, or words of its caption [the only one kept].")
@click.option("-o", "--output", default="", metavar="FILE", help="Where to write it, never over a file that is there [stdout].")
@password_option
def draft(doc: str, config: str, out: str, *, table_id: str, output: str, password_file: str) -> None:
    """Write a table as it was extracted as a CSV, to be corrected by hand and named under transcriptions in the YAML."""
    from pathlib import Path

    from pipeline.errors import UsageError
    from pipeline.store.folders import write_file
    from pipeline.store.save import make_csv

    folder, tables = _load(doc, config, out, password_file)
    table = _choose(tables, table_id)
    heads = table.header if any(table.header) else [f"column {number}" for number in range(1, table.columns + 1)]
    content = make_csv([heads, *table.cells])
    if not output:
        click.echo(content.decode(), nl=False)
    elif Path(output).exists():
        raise UsageError(f"{output} is there already and may be corrected by hand; choose another name with -o")
    else:
        write_file(Path(output), content)
    for line in _entry(folder.name, table, output or "FILE.csv"):
        click.echo(line, err=True)


def _load(doc: str, config: str, out: str, password_file: str) -> "tuple[Path, list[TableRow]]":

    from pipeline.cli.documents import find_folder
    from pipeline.config.load import load_configuration
    from pipeline.store.read import load_tables

    folder = find_folder(doc, out, load_configuration(config).configuration, load_passwords(password_file))
    return folder, load_tables(folder)


def _choose(tables: "list[TableRow]", wanted: str) -> "TableRow":
    """The table of an id or with these words in its caption; the only one kept where nothing is asked. Raises UsageError."""
    from pipeline.errors import UsageError
    from pipeline.model import TableAction
    from pipeline.wording import squeeze

    known = [table for table in tables if table.cells]
    if wanted:
        found = [table for table in known if table.id == wanted]
        found = found or [table for table in known if squeeze(wanted) in squeeze(table.caption)]
    else:
        found = [table for table in known if table.action is TableAction.KEPT]
    if len(found) == 1:
        return found[0]
    there = ", ".join(f"{table.id} (page {table.pages[0]})" for table in (found or known)) or "none with cells"
    raise UsageError(f"choose a table with --table; there {'is' if len(found or known) == 1 else 'are'} {there}")


def _entry(name: str, table: "TableRow", file: str) -> list[str]:
    """What to write into the YAML."""
    words = " ".join(table.caption.split("|")[0].split())
    return [
        f"Correct it against page {', '.join(map(str, table.pages))}, then name it in the configuration:",
        "documents:",
        f"  {name}:",
        "    transcriptions:",
        f"      - csv: {file}",
        f"        pages: [{', '.join(map(str, table.pages))}]",
        *([f"        table: {_quoted(words)}"] if words else []),
    ]


def _quoted(words: str) -> str:
    import json

    return json.dumps(words, ensure_ascii=False)


def _pages(table: "TableRow") -> str:
    return f"p{table.pages[0]}" if len(table.pages) == 1 else f"p{table.pages[0]}-{table.pages[-1]}"
