"""`clausetrace audit`: each clause beside the picture of its page, verdicts on it, and how much of a document is signed off."""

import click

from pipeline.cli.options import config_option, load_passwords, out_option

EXAMPLES = """\b
Examples:
  clausetrace audit build prospectus
  clausetrace audit build prospectus.pdf -o prospectus-audit.html
  clausetrace audit serve out
  clausetrace audit status prospectus"""
MOST_MB = 36
"""Megabytes of pictures in a page: with the words of 300 pages, which take 2 to 3, the file stays under 40."""
LEAST_MB, LARGEST_MB = 1, 400
PORTS = (0, 65535)

verdicts_option = click.option(
    "--verdicts",
    default="",
    metavar="DIR",
    help="Where the CSVs of verdicts are [audit/ beside the configuration].",
)
password_option = click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")


@click.group("audit", epilog=EXAMPLES)
def command() -> None:
    """Look at each clause beside its page, say whether it is right, and keep what was said.

    A verdict goes by the clause's key and the hash of its title and words. In a new version only what reads otherwise is asked
    again; a clause that was only renumbered keeps its verdict.
    """


@command.command("build", epilog="\b\nExample:\n  clausetrace audit build prospectus -o prospectus-audit.html")
@click.argument("doc", metavar="DOC")
@config_option
@out_option
@verdicts_option
@click.option("-o", "--output", default="", metavar="FILE", help="Where to write it [audit.html in the document's folder].")
@click.option("--pdf", default="", metavar="FILE", help="The PDF, where it is no longer where it was when it was run.")
@click.option(
    "--most-mb",
    type=click.IntRange(LEAST_MB, LARGEST_MB),
    default=MOST_MB,
    show_default=True,
    help="Megabytes of pictures at most; many pages are drawn less sharply to keep to it.",
)
@password_option
def build(doc: str, config: str, out: str, *, verdicts: str, output: str, pdf: str, most_mb: int, password_file: str) -> None:
    """Write one HTML file with the pages, the clause tree and all that was decided; it needs no server and no network.

    DOC is a doc_id under --out, an output folder, or a file, which is then run first. The browser keeps the verdicts and exports
    them as CSV; those that are in --verdicts already come with the file.
    """
    from pipeline.cli.audit_build import Wanted, build_page

    wanted = Wanted(doc, config, out, verdicts, output, pdf, most_mb, load_passwords(password_file))
    for line in build_page(wanted):
        click.echo(line)


@command.command("serve", epilog="\b\nExample:\n  clausetrace audit serve out --port 8765")
@click.argument("out", default="out", metavar="[OUT]")
@config_option
@verdicts_option
@click.option("--port", type=click.IntRange(*PORTS), default=0, metavar="N", help="The port [one that is free].")
@click.option("--who", default="", metavar="NAME", help="Whose name verdicts bear, where the page has no other.")
@click.option("--open", "opens", is_flag=True, help="Open the address in a browser.")
@password_option
def serve(out: str, config: str, *, verdicts: str, port: int, who: str, opens: bool, password_file: str) -> None:
    """Serve the pages of all documents under OUT to this machine, and write verdicts straight to their CSVs. Ctrl-C ends it.

    The address has a token in it, drawn anew each time, and is not answered without. Where two people change the same verdict, the
    second one sees what the first one wrote, and nothing is lost.
    """
    from pipeline.cli.audit_serve import Serving, serve_pages

    serve_pages(Serving(out, config, verdicts, port, who, opens, load_passwords(password_file)))


@command.command("status", epilog="\b\nExample:\n  clausetrace audit status prospectus --list changed")
@click.argument("docs", nargs=-1, metavar="[DOC...]")
@config_option
@out_option
@verdicts_option
@click.option(
    "--list",
    "listed",
    type=click.Choice(["accepted", "rejected", "changed", "open"]),
    multiple=True,
    help="Name the clauses that stand so; may be given more than once.",
)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@password_option
def status(
    docs: tuple[str, ...], config: str, out: str, *, verdicts: str, listed: tuple[str, ...], as_json: bool, password_file: str
) -> None:
    """Say how much of each DOC is signed off, of all documents under --out where none is named.

    Changed are clauses whose words are no longer those that were judged; moved are those that only got another number.
    """
    from pipeline.cli.audit_status import Asked, find_statuses, write_statuses

    statuses = find_statuses(Asked(docs, config, out, verdicts, load_passwords(password_file)))
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(statuses), indent=2).decode())
        return
    for line in write_statuses(statuses, listed):
        click.echo(line)
