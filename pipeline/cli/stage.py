"""`clausetrace stage`: one stage again, from what those before it gave, and what it gives as a person can read it."""

import click

from pipeline.cli.options import config_option, load_passwords, out_option

STAGES = ("extract", "boilerplate", "clauses", "tables", "chunks")
EXAMPLES = """\b
Examples:
  clausetrace stage extract prospectus.pdf
  clausetrace stage clauses prospectus -c clausetrace.yaml
  clausetrace stage boilerplate out/prospectus
  clausetrace stage chunks prospectus --json > chunks.json"""


@click.command("stage", epilog=EXAMPLES)
@click.argument("stage", type=click.Choice(STAGES), metavar="STAGE")
@click.argument("doc", metavar="DOC")
@config_option
@out_option
@click.option("--json", "as_json", is_flag=True, help="Print all that the stage gives, as JSON.")
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(stage: str, doc: str, config: str, out: str, *, as_json: bool, password_file: str) -> None:
    """Run one stage again and look at what it gives.

    STAGE is extract, boilerplate, clauses, tables or chunks. DOC is a doc_id under --out, an output folder, or a file, which is
    then run first. What the stage gives is kept for the stages behind it; the document's own files stay as they are until it is
    run.
    """
    from pipeline.batch.alone import run_stage_alone
    from pipeline.cli.documents import find_folder
    from pipeline.cli.progress import Unseen
    from pipeline.config.load import load_configuration
    from pipeline.errors import UsageError
    from pipeline.model import Stage
    from pipeline.store.remote.urls import is_remote

    if is_remote(out) or is_remote(doc):
        raise UsageError("a stage keeps what it gives in a local folder; run the document into a local --out first")
    configuration = load_configuration(config).configuration
    passwords = load_passwords(password_file)
    folder = find_folder(doc, out, configuration, passwords)
    document, given = run_stage_alone(Stage(stage), folder, configuration, passwords, Unseen())
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(given), indent=2).decode())
        return
    from pipeline.cli.show import show_stage

    for line in show_stage(document, given):
        click.echo(line)
