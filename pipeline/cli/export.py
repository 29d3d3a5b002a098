"""`clausetrace export`: the chunks of all documents in one file with what changed, or one document in another form."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = """\b
Examples:
  clausetrace export prospectus --to xlsx
  clausetrace export prospectus --to xlsx --what chunks --link https://intranet.example/prospectus.pdf
  clausetrace export prospectus --to csv --what clauses -o clauses.csv
  clausetrace export prospectus --to csv --table t5 --table t6
  clausetrace export prospectus --to langchain
  clausetrace export --all --to jsonl -o index/
\b
What DOC gives (--what; the first is the default):
  xlsx                             clauses, chunks, tables
  csv, parquet                     tables, clauses, chunks
  markdown, html                   clauses (the tree, with the tables that were kept)
  langchain, llamaindex, haystack  chunks (a line of JSON each, for the libraries' own classes)
  docling                          the whole document, as a DoclingDocument"""
TABLES, COMBINED = "export", "export-all"
"""Where each is written that is not told where."""
FORMS = ["jsonl", "csv", "parquet", "xlsx", "markdown", "html", "langchain", "llamaindex", "haystack", "docling"]
COMBINED_FORMS = FORMS[:3]


@click.command("export", epilog=EXAMPLES)
@click.argument("doc", required=False, default="", metavar="[DOC]")
@config_option
@out_option
@click.option("--all", "everything", is_flag=True, help="The chunks of all documents in one file, and what changed in them.")
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The form of the files.")
@click.option("--what", type=click.Choice(["clauses", "chunks", "tables"]), help="What of DOC is written [see below].")
@click.option("-o", "--output", default="", metavar="PLACE", help="A folder, or the name of the file [export; --all: export-all].")
@click.option("--table", "wanted", multiple=True, metavar="ID", help="This table alone (may be given again) [all with cells].")
@click.option("--link", default="", metavar="ADDRESS", help="Where the PDF is read: pages in xlsx, markdown and html lead there.")
@click.option("--as-is", is_flag=True, help="CSV for a program: no apostrophe before what a spreadsheet would run.")
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(
    doc: str,
    config: str,
    out: str,
    *,
    everything: bool,
    form: str,
    what: str | None,
    output: str,
    wanted: tuple[str, ...],
    link: str,
    as_is: bool,
    password_file: str,
) -> None:
    """Write the chunks of all documents for an index, or the clauses, chunks or tables of DOC for another program.

    With --all: chunks.jsonl (or .csv, .parquet) with the chunks of every document under --out, changes.jsonl with those that were
    added, changed, refreshed or removed since the last such export into the same folder, and export.json, which numbers the
    exports. The folder is replaced as a whole. An index that holds export N applies the changes of one that says "since": N, and
    loads all chunks anew where another number stands there.

    With DOC, one file, as PLACE/DOC.clauses.xlsx; of tables as CSV or Parquet a file each, as PLACE/DOC.t5.csv. The extra excel is
    needed for xlsx, parquet and tables. In tables whole numbers in any grouping are numbers (1,24,810 is 124810), percentages
    shares (12.5% is 0.125), dashes and empty cells no value; a column with a cell that is something else is text. Each row ends
    with its page.

    No cell is run by a spreadsheet: in xlsx every text is a text; in CSV of DOC a text that begins with = + - @, a tab or a line
    end gets an apostrophe in front.
    """
    if everything:
        _refuse_beside_all(form, any((doc, wanted, what not in (None, "chunks"), link, as_is)))
        _export_all(out, output or COMBINED, form)
        return
    from pathlib import Path

    from pipeline.cli.export_document import Wanted, export_document, refuse_contradictions

    _refuse_without_all(doc, out, form)
    asked = Wanted(form=form, what=what or "", tables=wanted, link=link, as_is=as_is)
    refuse_contradictions(asked)
    for file in export_document(_find_folder(doc, out, config, password_file), Path(output or TABLES), asked):
        click.echo(f"{file} is written")


def _refuse_beside_all(form: str, narrowed: bool) -> None:
    from pipeline.errors import UsageError

    if narrowed:
        raise UsageError("--all exports the chunks of all documents; leave out DOC, --what, --table, --link and --as-is")
    if form not in COMBINED_FORMS:
        raise UsageError(f"--all goes to {', '.join(COMBINED_FORMS)}; name a document for --to {form}")


def _refuse_without_all(doc: str, out: str, form: str) -> None:
    from pipeline.errors import UsageError

    if not doc:
        raise UsageError("name a document, or give --all for the chunks of all")
    if form == "jsonl":
        raise UsageError(f"chunks of {doc} are in {out}/{doc}/chunks.jsonl, those of all with --all; choose another --to")


def _export_all(place: str, output: str, form: str) -> None:
    from pathlib import Path

    from pipeline.batch.exports import export_all
    from pipeline.batch.status import is_gone
    from pipeline.store.remote.reading import here

    out, target = here(place), Path(output)
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
