"""`clausetrace clean`: removes what came of documents that are no longer there."""

import click

from pipeline.cli.options import config_option, printable

EXAMPLES = """\b
Examples:
  clausetrace clean --dry-run
  clausetrace clean out
  clausetrace clean out --missing-folders"""


@click.command("clean", epilog=EXAMPLES)
@click.argument("out", required=False, default="out", metavar="[OUT]")
@config_option
@click.option("--dry-run", is_flag=True, help="Say what would be removed, and remove nothing.")
@click.option("--missing-folders", is_flag=True, help="Also where the whole folder of the inputs is missing.")
@click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON.")
def command(out: str, config: str, *, dry_run: bool, missing_folders: bool, as_json: bool) -> None:
    """Remove the results in OUT (default: out) of documents whose file is no longer there.

    A file that was renamed is still there. Kept, and named: results in whose folder something lies that no run wrote, and those of
    an input folder that is missing as a whole, which may be a disk that is not mounted.
    """
    from pathlib import Path

    from pipeline.batch.clean import Fate, clean
    from pipeline.config.load import load_configuration
    from pipeline.errors import UsageError
    from pipeline.store.remote.urls import is_remote, shown

    if is_remote(out):
        raise UsageError(f"{shown(out)}: what stands on an object store is removed with the store's own tools")
    removals = clean(Path(out), load_configuration(config).configuration, folders=missing_folders, dry=dry_run)
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(removals), indent=2).decode())
        return
    for removal in removals:
        click.echo(
            printable(
                f"{'would be ' * (dry_run and removal.fate is Fate.REMOVED)}{removal.fate}: {removal.doc_id}  ({removal.message})"
            )
        )
    if not removals:
        click.echo(f"no document of {out} has gone")
