"""`clausetrace diff`: what changed between two versions of a document, with an exit code for CI."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option

if TYPE_CHECKING:
    from pipeline.config.settings import Configuration
    from pipeline.diff.records import Difference

EXAMPLES = """\b
Examples:
  clausetrace diff policy-2023.pdf policy-2025.pdf
  clausetrace diff out/policy-2023 out/policy-2025 --markdown > changes.md
  clausetrace diff policy-2023 policy-2025 --fail-on removed,weighty

Exit codes: 0 nothing changed (with --fail-on: nothing of those); 1 something did; 2 usage, or a document that is not there or
cannot be read."""
DIFFERS = 1
TROUBLE = 2
ANYTHING, WEIGHTY, TABLES, NEVER = "anything", "weighty", "tables", "never"


@click.command("diff", epilog=EXAMPLES)
@click.argument("old")
@click.argument("new")
@config_option
@out_option
@click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
@click.option("--markdown", is_flag=True, help="Print Markdown, for a pull request.")
@click.option(
    "--fail-on",
    default=ANYTHING,
    show_default=True,
    metavar="KIND,...",
    help="End with exit code 1 on these: reworded, added, removed, moved, renumbered, split, merged, retitled, tables, "
    "weighty; anything; never.",
)
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(old: str, new: str, config: str, out: str, *, as_json: bool, markdown: bool, fail_on: str, password_file: str) -> int:
    """Say what changed from OLD to NEW, clause by clause, and cell by cell in tables.

    OLD and NEW are documents: a file, which is run first, an output folder, or a doc_id under --out. Page and line breaks,
    columns, headers and footers, hyphens, case, spacing and stops are no change. A changed number, date, amount, percentage or
    negation is marked as weighty. What only follows a parent that moved or was renumbered is listed with the parent.
    """
    from pipeline.config.load import load_configuration
    from pipeline.errors import UsageError

    if as_json and markdown:
        raise UsageError("--json and --markdown are two outputs; choose one")
    failing = _parse_kinds(fail_on)
    difference = _compare((old, new), out, load_configuration(config).configuration, load_passwords(password_file))
    if as_json:
        _print_json(difference)
    elif markdown:
        from pipeline.cli.diff_markdown import write_markdown

        click.echo("\n".join(write_markdown(difference)))
    else:
        from pipeline.cli.diff_terminal import show_difference

        show_difference(difference)
    return DIFFERS if failing & _kinds_of(difference) else 0


def _parse_kinds(fail_on: str) -> set[str]:
    """The kinds that --fail-on names. Raises UsageError where there is none of a name."""
    from pipeline.diff.records import Kind
    from pipeline.errors import UsageError

    known = [*Kind, TABLES, WEIGHTY, ANYTHING, NEVER]
    named = {part.strip() for part in fail_on.split(",")}
    if unknown := sorted(named - set(known)):
        raise UsageError(f"--fail-on {fail_on}: there is no {unknown[0]!r}; choose among {', '.join(known)}")
    return named


def _kinds_of(difference: "Difference") -> set[str]:
    """All that a difference is, in the words of --fail-on."""
    kinds = {kind.value for change in difference.clauses for kind in change.kinds}
    kinds |= {TABLES} if difference.tables else set()
    weighs = any(change.weighty for change in difference.clauses) or any(table.weighty for table in difference.tables)
    kinds |= {WEIGHTY} if weighs else set()
    return kinds if difference.same else kinds | {ANYTHING}


def _compare(docs: tuple[str, str], out: str, configuration: "Configuration", passwords: tuple[str, ...]) -> "Difference":
    from pipeline.diff.compare import compare
    from pipeline.diff.tables import compare_tables
    from pipeline.diff.units import make_version
    from pipeline.store.read import load_chunks, load_clauses, load_tables

    names, versions, tables = [], [], []
    for doc in docs:  # the first is read before the second is run: v1/policy.pdf and v2/policy.pdf have one folder of results
        folder = _find(doc, out, configuration, passwords)
        names.append(folder.name)
        versions.append(make_version(load_clauses(folder), load_chunks(folder)))
        tables.append(load_tables(folder))
    return compare(versions[0], versions[1], (names[0], names[1]), compare_tables(tables[0], tables[1]))


def _find(doc: str, out: str, configuration: "Configuration", passwords: tuple[str, ...]) -> Path:
    """A document's folder. 1 means that something changed, so a document that cannot be read is trouble: 2."""
    from pipeline.cli.documents import find_folder
    from pipeline.errors import DocumentError, InputError

    try:
        return find_folder(doc, out, configuration, passwords)
    except DocumentError as error:
        raise InputError(str(error)) from None


def _print_json(difference: "Difference") -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(difference), indent=2).decode())
