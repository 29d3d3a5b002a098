"""`clausetrace export`: the chunks of all documents in one file with what changed, or the tables of one with typed columns."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option

if TYPE_CHECKING:
    from pathlib import Path

    from pandas import DataFrame

EXAMPLES = """\b
Examples:
  clausetrace export --all --to jsonl -o index/
  clausetrace export --all --to parquet
  clausetrace export prospectus --to parquet -o tables/
  clausetrace export prospectus --to csv --table t5 --table t6"""
TABLES, COMBINED = "export", "export-all"
"""Where each is written that is not told where."""


@click.command("export", epilog=EXAMPLES)
@click.argument("doc", required=False, default="", metavar="[DOC]")
@config_option
@out_option
@click.option("--all", "everything", is_flag=True, help="The chunks of all documents in one file, and what changed in them.")
@click.option("--to", "form", type=click.Choice(["jsonl", "csv", "parquet"]), required=True, help="The form of the files.")
@click.option("-o", "--output", default="", metavar="FOLDER", help="Where they are written [export; with --all export-all].")
@click.option("--table", "wanted", multiple=True, metavar="ID", help="This table alone (may be given again) [all with cells].")
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(
    doc: str, config: str, out: str, *, everything: bool, form: str, output: str, wanted: tuple[str, ...], password_file: str
) -> None:
    """Write the chunks of all documents for an index, or the tables of DOC with typed columns.

    With --all: chunks.jsonl (or .csv, .parquet) with the chunks of every document under --out, changes.jsonl with those that were
    added, changed, refreshed or removed since the last such export into the same folder, and export.json, which numbers the
    exports. The folder is replaced as a whole. An index that holds export N applies the changes of one that says "since": N, and
    loads all chunks anew where another number stands there.

    With DOC (extra: excel), one file a table: FOLDER/DOC.t5.csv. Whole numbers in any grouping are numbers (1,24,810 is 124810),
    percentages shares (12.5% is 0.125), dashes and empty cells no value; a column in which any cell is something else stays text.
    Each row ends with its page.
    """
    from pathlib import Path

    from pipeline.errors import UsageError
    from pipeline.store.remote.reading import here

    if everything:
        if doc or wanted:
            raise UsageError("--all exports the chunks of all documents; leave out DOC and --table")
        _export_all(here(out), Path(output or COMBINED), form)
        return
    if not doc:
        raise UsageError("name a document whose tables are wanted, or give --all for the chunks of all")
    if form == "jsonl":
        raise UsageError(f"tables go to csv or parquet; chunks of {doc} are in {out}/{doc}/chunks.jsonl, those of all with --all")
    folder = _find_folder(doc, out, config, password_file)
    _export_tables(folder, form, Path(output or TABLES), wanted)


def _export_all(out: "Path", target: "Path", form: str) -> None:
    from pipeline.batch.exports import export_all
    from pipeline.batch.status import is_gone

    about = export_all(out, target, form)
    changes = f"{about.added:,} added, {about.changed:,} changed, {about.refreshed:,} refreshed, {about.removed:,} removed"
    click.echo(f"{target} is export {about.number}: {about.chunks:,} chunks of {len(about.documents):,} documents; {changes}")
    gone = [document.doc_id for document in about.documents if is_gone(out, document.doc_id)]
    if gone:
        click.echo(f"In it, though their files are no longer there: {', '.join(gone)}; `clausetrace clean {out}` removes them.")


def _find_folder(doc: str, out: str, config: str, password_file: str) -> "Path":
    from pipeline.cli.documents import find_folder
    from pipeline.config.load import load_configuration

    return find_folder(doc, out, load_configuration(config).configuration, load_passwords(password_file))


def _export_tables(folder: "Path", form: str, target: "Path", wanted: tuple[str, ...]) -> None:
    from pipeline.errors import UsageError
    from pipeline.export.frames import make_frame
    from pipeline.export.typed import make_columns
    from pipeline.store.read import load_tables

    tables = {table.id: table for table in load_tables(folder) if table.cells}
    unknown = next((name for name in wanted if name not in tables), "")
    if unknown or not tables:
        raise UsageError(f"{folder.name} has no table {unknown or 'with cells'}; it has {', '.join(tables) or 'none'}")
    target.mkdir(parents=True, exist_ok=True)
    for name in wanted or tables:
        file = target / f"{folder.name}.{name}.{form}"
        _save(make_frame(make_columns(tables[name])), file, form)
        click.echo(f"{file} is written")


def _save(frame: "DataFrame", file: "Path", form: str) -> None:
    if form == "csv":
        from pipeline.store.folders import replace_file

        replace_file(file, frame.to_csv(index=False, lineterminator="\n").encode())
        return
    from pipeline.errors import DependencyMissing
    from pipeline.export.frames import INSTALL

    try:
        import fastparquet
    except ImportError:
        raise DependencyMissing(f"export to Parquet needs fastparquet; {INSTALL}") from None
    fastparquet.write(str(file), frame)
