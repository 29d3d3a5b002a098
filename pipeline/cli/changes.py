"""`clausetrace changes`: what changed in documents since a commit of their git repository, with an exit code for CI."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pipeline.cli.options import config_option, load_passwords, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.batch.history import FileChange
    from pipeline.batch.plan import Request
    from pipeline.batch.since import Pair
    from pipeline.cli.changes_lines import Changed
    from pipeline.cli.diff_sides import Side
    from pipeline.diff.records import Difference
    from pipeline.store.rows import Ending

EXAMPLES = """\b
Examples:
  clausetrace changes policies
  clausetrace changes policies --since origin/main
  clausetrace changes policies --since origin/main --markdown changes.md --fail-on removed,weighty
  clausetrace changes policies --html redlines

Exit codes: 0 nothing changed (with --fail-on: nothing of those); 1 something did; 2 usage; 3 a version cannot be read."""
DIFFERS, FAILED = 1, 3
PRINTED = "-"


class Commit(NamedTuple):
    """The commit that is compared with, as a person reads it, and the folder for redlines, "" where none are wanted."""

    name: str
    html: str


@click.command("changes", epilog=EXAMPLES)
@click.argument("places", nargs=-1, required=True, metavar="PLACE...")
@click.option("--since", default="HEAD", show_default=True, metavar="COMMIT", help="What to compare with: a branch, tag or commit.")
@config_option
@click.option("--out", default="out", metavar="FOLDER", show_default=True, help="Where results are written.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
@click.option("--markdown", default="", metavar="FILE", help="Write Markdown, for a summary or a pull request; - prints it.")
@click.option("--html", default="", metavar="FOLDER", help="Write a redline of each document that has two versions (extra: audit).")
@click.option(
    "--fail-on",
    default="anything",
    show_default=True,
    metavar="KIND,...",
    help="End with exit code 1 on these, as of `clausetrace diff`; a file that came or went is added or removed.",
)
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(
    places: tuple[str, ...],
    since: str,
    config: str,
    out: str,
    *,
    as_json: bool,
    markdown: str,
    html: str,
    fail_on: str,
    password_file: str,
) -> int:
    """Say what changed in documents since a commit, as files are now, committed or not.

    PLACE is a file or a folder, as for `clausetrace run`. Both versions of what changed are run where they were not yet. A file
    under a new name is compared with the version that it takes the place of where the YAML names that (`supersedes`).
    """
    from pipeline.batch.history import open_repository
    from pipeline.batch.since import find_pairs
    from pipeline.cli.changes_lines import count_changed, find_kinds, write_changes
    from pipeline.cli.diff import NEVER, parse_kinds

    _refuse(out, as_json=as_json, markdown=markdown, html=html)
    failing = parse_kinds(fail_on)
    request = _make_request(places, config, out, load_passwords(password_file))
    repository = open_repository(since)
    pairs = find_pairs(repository, request, _run)
    changed = [_compare(pair, Commit(repository.shown, html), request) for pair in pairs]
    if markdown:
        _save(markdown, "\n".join(write_changes(changed, repository.shown)) + "\n")
    if as_json:
        _print_json(changed)
    elif markdown != PRINTED:
        _show(changed, briefly=bool(html))
        click.echo(count_changed(changed, repository.shown))
    if any(one.trouble for one in changed):
        return FAILED
    return DIFFERS if NEVER not in failing and failing & find_kinds(changed) else 0


def _refuse(out: str, *, as_json: bool, markdown: str, html: str) -> None:
    """Raises UsageError where options contradict each other, DependencyMissing where what --html needs is not installed."""
    from pipeline.errors import UsageError
    from pipeline.store.remote.urls import is_remote

    if as_json and markdown == PRINTED:
        raise UsageError("--json and --markdown - would both be printed; give --markdown a FILE")
    if is_remote(out):
        raise UsageError(f"--out {out}: both versions are compared on this machine; name a local folder")
    if html:
        from pipeline.diff.redline.write import require_templates

        require_templates()


def _make_request(places: tuple[str, ...], config: str, out: str, passwords: tuple[str, ...]) -> "Request":
    from pipeline.batch.plan import Request
    from pipeline.batch.pool import usual_workers
    from pipeline.config.load import load_configuration

    configuration = load_configuration(config).configuration
    return Request(places, Path(out), configuration, passwords=passwords, workers=usual_workers())


def _run(request: "Request") -> "Sequence[Ending]":
    from pipeline.cli.run import run_with_progress

    return run_with_progress(request, quiet=False).now


def _compare(pair: "Pair", commit: Commit, request: "Request") -> "Changed":
    from pipeline.cli.changes_lines import Changed
    from pipeline.cli.diff import compare_sides
    from pipeline.cli.diff_sides import load_side

    change = pair.change
    if not pair.is_compared:
        return Changed(change.then.value, change.old, change.new, pair.trouble, ())
    old, new = (load_side(folder, str(request.out), request.configuration, request.passwords) for folder in (pair.old, pair.new))
    difference = _name(compare_sides((old, new), request.configuration.diff), change, commit.name)
    if commit.html:
        _save_redline(difference, (old, new), Path(commit.html, change.new).with_suffix(".html"), request)
    return Changed(change.then.value, change.old, change.new, "", (difference,))


def _name(difference: "Difference", change: "FileChange", commit: str) -> "Difference":
    """The difference with its versions called as in the repository."""
    import msgspec

    now = "now" if change.new == change.old else change.new
    return msgspec.structs.replace(difference, old=f"{change.old} at {commit}", new=now)


def _save_redline(difference: "Difference", sides: "tuple[Side, Side]", file: Path, request: "Request") -> None:
    """Writes it and says so on stderr, since stdout may be for a program."""
    from pipeline.cli.diff_html import Wanted, save_redline

    file.absolute().parent.mkdir(parents=True, exist_ok=True)
    for lack in save_redline(difference, sides, Wanted(file, ("", ""), request.passwords), request.configuration.diff):
        click.echo(printable(lack), err=True)
    click.echo(f"{file} is written", err=True)


def _show(changed: "Sequence[Changed]", *, briefly: bool) -> None:
    """What became of each document; of one with two versions, what changed in it, ``briefly`` the sums alone."""
    from pipeline.cli.changes_lines import name_changed
    from pipeline.cli.diff_terminal import show_difference

    for one in changed:
        click.echo(name_changed(one))
        for difference in one.differences:
            show_difference(difference, briefly=briefly)
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
