"""`clausetrace changes`: what changed in documents since a commit of their git repository, with an exit code for CI."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.batch.since import Pair
    from pipeline.cli.changes_lines import Changed

EXAMPLES = """\b
Examples:
  clausetrace changes policies
  clausetrace changes policies --since origin/main
  clausetrace changes policies --since origin/main --markdown changes.md --fail-on removed,weighty

Exit codes: 0 nothing changed (with --fail-on: nothing of those); 1 something did; 2 usage; 3 a version cannot be read."""
DIFFERS, FAILED = 1, 3
PRINTED = "-"


@click.command("changes", epilog=EXAMPLES)
@click.argument("places", nargs=-1, required=True, metavar="PLACE...")
@click.option("--since", default="HEAD", show_default=True, metavar="COMMIT", help="What to compare with: a branch, tag or commit.")
@config_option
@click.option("--out", default="out", metavar="FOLDER", show_default=True, help="Where results are written.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
@click.option("--markdown", default="", metavar="FILE", help="Write Markdown, for a summary or a pull request; - prints it.")
@click.option(
    "--fail-on",
    default="anything",
    show_default=True,
    metavar="KIND,...",
    help="End with exit code 1 on these, as of `clausetrace diff`; a file that came or went is added or removed.",
)
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(
    places: tuple[str, ...], since: str, config: str, out: str, *, as_json: bool, markdown: str, fail_on: str, password_file: str
) -> int:
    """Say what changed in documents since a commit, as files are now, committed or not.

    PLACE is a file or a folder, as for `clausetrace run`. Both versions of what changed are run where they were not yet. A file
    under a new name is compared with the version that it takes the place of where the YAML names that (`supersedes`).
    """
    from pipeline.cli.changes_lines import count_changed, find_kinds, write_changes
    from pipeline.cli.diff import NEVER, _parse_kinds
    from pipeline.errors import UsageError

    if as_json and markdown == PRINTED:
        raise UsageError("--json and --markdown - would both be printed; give --markdown a FILE")
    failing = _parse_kinds(fail_on)
    changed, shown = _find(places, since, out, (config, password_file))
    if markdown:
        _save(markdown, "\n".join(write_changes(changed, shown)) + "\n")
    if as_json:
        _print_json(changed)
    elif markdown != PRINTED:
        _show(changed)
        click.echo(count_changed(changed, shown))
    if any(one.trouble for one in changed):
        return FAILED
    return DIFFERS if NEVER not in failing and failing & find_kinds(changed) else 0


def _find(places: tuple[str, ...], since: str, out: str, files: tuple[str, str]) -> "tuple[list[Changed], str]":
    """What changed, and the commit as a person reads it."""
    from functools import partial

    from pipeline.batch.history import open_repository
    from pipeline.batch.plan import Request
    from pipeline.batch.pool import usual_workers
    from pipeline.batch.since import find_pairs
    from pipeline.cli.run import run_with_progress
    from pipeline.config.load import load_configuration
    from pipeline.errors import UsageError
    from pipeline.store.remote.urls import is_remote

    if is_remote(out):
        raise UsageError(f"--out {out}: both versions are compared on this machine; name a local folder")
    repository = open_repository(since)
    request = Request(
        places=places,
        out=Path(out),
        configuration=load_configuration(files[0]).configuration,
        passwords=load_passwords(files[1]),
        workers=usual_workers(),
    )
    pairs = find_pairs(repository, request, partial(run_with_progress, quiet=False))
    return [_compare(pair, repository.shown) for pair in pairs], repository.shown


def _compare(pair: "Pair", commit: str) -> "Changed":
    from pipeline.cli.changes_lines import Changed
    from pipeline.diff.compare import compare
    from pipeline.diff.tables import compare_tables
    from pipeline.diff.units import make_version
    from pipeline.store.read import load_chunks, load_clauses, load_tables

    change = pair.change
    if not pair.is_compared:
        return Changed(change.then.value, change.old, change.new, pair.trouble, ())
    old, new = Path(pair.old), Path(pair.new)
    versions = [make_version(load_clauses(folder), load_chunks(folder)) for folder in (old, new)]
    names = f"{change.old} at {commit}", "now" if change.new == change.old else change.new
    difference = compare(versions[0], versions[1], names, compare_tables(load_tables(old), load_tables(new)))
    return Changed(change.then.value, change.old, change.new, "", (difference,))


def _show(changed: "Sequence[Changed]") -> None:
    """What became of each document; of one with two versions, what changed in it."""
    from pipeline.cli.changes_lines import name_changed
    from pipeline.cli.diff_terminal import show_difference

    for one in changed:
        click.echo(name_changed(one))
        for difference in one.differences:
            show_difference(difference)
        click.echo()


def _save(file: str, text: str) -> None:
    from pipeline.store.folders import replace_file

    if file == PRINTED:
        click.echo(text, nl=False)
        return
    Path(file).absolute().parent.mkdir(parents=True, exist_ok=True)
    replace_file(Path(file), text.encode())


def _print_json(changed: "Sequence[Changed]") -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(changed), indent=2).decode())
