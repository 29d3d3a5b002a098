"""`clausetrace check`: whether what a run wrote can be trusted, with an exit code for CI."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.check_readers import Readers, make_second, reader_options, with_options
from pipeline.cli.check_reports import Wanted, print_annotations, refuse_two_outputs, report_options, write_reports
from pipeline.cli.options import config_option, load_passwords, out_option

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from pipeline.checks.outcome import Checked
    from pipeline.config.load import Loaded
    from pipeline.model import Severity

EXAMPLES = """\b
Examples:
  clausetrace check
  clausetrace check prospectus
  clausetrace check wordings/policy-2024.pdf -c clausetrace.yaml
  clausetrace check prospectus --reader pdfplumber --sample all
  clausetrace check prospectus --show-accept
  clausetrace check --junit junit.xml --sarif check.sarif --markdown check.md
  clausetrace check --fail-on warning --json > checked.json"""
FOUND = 1


@click.command("check", epilog=EXAMPLES)
@click.argument("docs", nargs=-1, metavar="[DOC...]")
@config_option
@out_option
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "note", "never"]),
    default="error",
    show_default=True,
    help="End with exit code 1 where something is as severe as this.",
)
@click.option("--json", "as_json", is_flag=True, help="Print every rule with all that broke it, as JSON.")
@click.option("--show-accept", is_flag=True, help="Print the YAML that accepts what counts; give each a reason.")
@reader_options
@report_options
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(
    docs: tuple[str, ...],
    config: str,
    out: str,
    *,
    fail_on: str,
    as_json: bool,
    show_accept: bool,
    readers: Readers,
    junit: str,
    sarif: str,
    markdown: str,
    annotations: bool | None,
    password_file: str,
) -> int:
    """Say what is wrong with documents, and fail where it is severe.

    DOC is a doc_id under --out, an output folder, or a file, which is then run first; without any, all documents under --out. A
    cell of a transcription that its page does not have, a chunk that is not found where it says, also by another library, a page
    that reads otherwise than the one stored for it, a line without a fate, an id given twice, a gap in the numbers that nobody
    accepted, files or settings that changed since the run, and whatever the YAML asks for and does not find: each is an error.
    """
    from pipeline.cli.check_lines import write_acceptances, write_document
    from pipeline.config.load import load_configuration

    wanted = Wanted(junit, sarif, markdown, annotations)
    refuse_two_outputs(wanted, {"--json": as_json, "--show-accept": show_accept})
    loaded = with_options(load_configuration(config), readers)
    checked, folders = _check(docs, out, loaded, readers, load_passwords(password_file))
    listed = _listed(fail_on)
    failing = () if fail_on == "never" else listed
    write_reports(checked, folders, failing, wanted)
    if as_json:
        _print_json(checked)
    elif show_accept:
        _print(write_acceptances(checked, listed))
    elif not wanted.prints:
        _print(line for document in checked for line in write_document(document, listed))
        print_annotations(checked, folders, failing, wanted)
    return FOUND if any(problem.counts(failing) for document in checked for problem in document.problems) else 0


def _check(
    docs: tuple[str, ...], out: str, loaded: "Loaded", readers: Readers, passwords: tuple[str, ...]
) -> "tuple[Sequence[Checked], Sequence[Path]]":
    """The documents with every rule held against them, and the folder of each; without names also those that failed."""
    from pipeline.batch.checking import check_documents, check_failed, find_unasked
    from pipeline.cli.documents import find_folder, find_folders

    folders = [find_folder(doc, out, loaded.configuration, passwords) for doc in docs] or find_folders(out)
    checked = list(check_documents(folders, loaded, make_second(loaded, readers, passwords)))
    if docs:
        return checked, folders
    place = folders[0].parent
    for message in find_unasked(place, loaded):
        click.echo(f"clausetrace: {message}", err=True)
    failed = list(check_failed(place, loaded))
    return [*checked, *failed], [*folders, *(place / document.doc_id for document in failed)]


def _listed(fail_on: str) -> "tuple[Severity, ...]":
    """The severities that count, and are listed: those from ``fail_on`` on; errors are always listed."""
    from pipeline.model import Severity

    order = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
    return order[: {"warning": 2, "note": 3}.get(fail_on, 1)]


def _print(lines: "Iterable[str]") -> None:
    for line in lines:
        click.echo(line)


def _print_json(checked: "Sequence[Checked]") -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(checked), indent=2).decode())
