"""`clausetrace init`: a configuration for a folder of documents, with what they seem to say of themselves as guesses."""

import click

from pipeline.cli.options import load_passwords

EXAMPLES = """\b
Examples:
  clausetrace init wordings/
  clausetrace init wordings/ -o wordings.yaml
  clausetrace init wordings/ -o -"""


@click.command("init", epilog=EXAMPLES)
@click.argument("folder", metavar="FOLDER")
@click.option(
    "-o", "--output", default="", metavar="FILE", help="Where to write it; - prints it [clausetrace.yaml in this folder]."
)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(folder: str, output: str, *, force: bool, password_file: str) -> None:
    """Write a commented configuration for the documents in FOLDER.

    Titles in the files' metadata and dates printed on their first pages are written as comments, marked as guesses: a person looks
    at them and decides.
    """
    from pathlib import Path

    from pipeline.batch.inputs import find_files
    from pipeline.batch.offer import FIRST_PAGES, make_offer
    from pipeline.batch.plan import Request
    from pipeline.batch.pool import usual_workers
    from pipeline.cli.progress import Unseen
    from pipeline.config.load import USUAL_NAME, load_packaged
    from pipeline.errors import OutputError
    from pipeline.store.folders import replace_file

    out = Path("out")
    find_files((folder,), out)
    file = Path(output or USUAL_NAME)
    if output != "-" and file.exists() and not force:
        raise OutputError(f"{file} is there already; look at it, choose another with -o, or write over it with --force")
    request = Request(
        places=(folder,),
        out=out,
        configuration=load_packaged(),
        pages=FIRST_PAGES,
        passwords=load_passwords(password_file),
        force=True,
        workers=usual_workers(),
    )
    offer = make_offer(request, Unseen())
    if output == "-":
        click.echo(offer, nl=False)
        return
    replace_file(file, offer.encode())
    named = "" if str(file) == USUAL_NAME else f" -c {file}"
    click.echo(f"{file} is written; look at it, then: clausetrace run {folder}{named}, and clausetrace check{named}")
