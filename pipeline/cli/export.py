"""`clausetrace export`: the tables of a document with typed columns, as CSV or Parquet."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option

if TYPE_CHECKING:
    from pathlib import Path

    from pandas import DataFrame

EXAMPLES = """\b
Examples:
  clausetrace export prospectus --to parquet -o tables/
  clausetrace export prospectus --to csv --table t5 --table t6"""


@click.command("export", epilog=EXAMPLES)
@click.argument("doc", metavar="DOC")
@config_option
@out_option
@click.option("--to", "form", type=click.Choice(["csv", "parquet"]), required=True, help="The form of the files.")
@click.option("-o", "--output", default="export", metavar="FOLDER", show_default=True, help="Where they are written.")
@click.option("--table", "wanted", multiple=True, metavar="ID", help="This table alone (may be given again) [all with cells].")
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(doc: str, config: str, out: str, *, form: str, output: str, wanted: tuple[str, ...], password_file: str) -> None:
    """Write the tables of DOC with typed columns (extra: excel), one file a table: FOLDER/DOC.t5.csv.

    Whole numbers in any grouping are numbers (1,24,810 is 124810), percentages shares (12.5% is 0.125), dashes and empty cells no
    value; a column in which any cell is something else stays text. Each row ends with its page.
    """
    from pathlib import Path

    from pipeline.cli.documents import find_folder
    from pipeline.config.load import load_configuration
    from pipeline.errors import UsageError
    from pipeline.export.frames import make_frame
    from pipeline.export.typed import make_columns
    from pipeline.store.read import load_tables

    folder = find_folder(doc, out, load_configuration(config).configuration, load_passwords(password_file))
    tables = {table.id: table for table in load_tables(folder) if table.cells}
    unknown = next((name for name in wanted if name not in tables), "")
    if unknown or not tables:
        raise UsageError(f"{folder.name} has no table {unknown or 'with cells'}; it has {', '.join(tables) or 'none'}")
    target = Path(output)
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
