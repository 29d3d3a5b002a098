"""`clausetrace diff`: what changed between two versions of a document, with an exit code for CI."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option, printable

if TYPE_CHECKING:
    from pipeline.cli.diff_sides import Side
    from pipeline.config.diff import DiffSettings
    from pipeline.diff.records import Difference

EXAMPLES = """\b
Examples:
  clausetrace diff policy-2023.pdf policy-2025.pdf
  clausetrace diff policy-2023.pdf policy-2025.pdf --html redline.html
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
@click.option("--html", default="", metavar="FILE", help="Write a redline with both pages beside each other (extra: audit).")
@click.option("--old-pdf", default="", metavar="FILE", help="With --html: the PDF of OLD, where it is no longer where it was run.")
@click.option("--new-pdf", default="", metavar="FILE", help="With --html: the PDF of NEW, likewise.")
@click.option(
    "--fail-on",
    default=ANYTHING,
    show_default=True,
    metavar="KIND,...",
    help="End with exit code 1 on these: reworded, added, removed, moved, renumbered, split, merged, retitled, tables, "
    "weighty; anything; never.",
)
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(
    old: str,
    new: str,
    config: str,
    out: str,
    *,
    as_json: bool,
    markdown: bool,
    html: str,
    old_pdf: str,
    new_pdf: str,
    fail_on: str,
    password_file: str,
) -> int:
    """Say what changed from OLD to NEW, clause by clause, and cell by cell in tables.

    OLD and NEW are documents: a file, which is run first, an output folder, or a doc_id under --out. Page and line breaks,
    columns, headers and footers, hyphens, case, spacing and stops are no change. A changed number, date, amount, percentage or
    negation is marked as weighty. What only follows a parent that moved or was renumbered is listed with the parent.
    """
    from pipeline.cli.diff_sides import load_side
    from pipeline.config.load import load_configuration

    _refuse(as_json=as_json, markdown=markdown, html=html, pdfs=(old_pdf, new_pdf))
    failing = parse_kinds(fail_on)
    configuration, passwords = load_configuration(config).configuration, load_passwords(password_file)
    # The first is read before the second is run: v1/policy.pdf and v2/policy.pdf have one folder of results.
    sides = load_side(old, out, configuration, passwords), load_side(new, out, configuration, passwords)
    difference = compare_sides(sides, configuration.diff)
    if html:
        _save_html(difference, sides, (html, old_pdf, new_pdf), passwords, configuration.diff)
    _show(difference, as_json=as_json, markdown=markdown, briefly=bool(html))
    return DIFFERS if failing & kinds_of(difference) else 0


def _refuse(*, as_json: bool, markdown: bool, html: str, pdfs: tuple[str, str]) -> None:
    """Raises UsageError where options contradict each other, DependencyMissing where what --html needs is not installed."""
    from pipeline.errors import UsageError

    if as_json and markdown:
        raise UsageError("--json and --markdown are two outputs; choose one")
    if any(pdfs) and not html:
        raise UsageError("--old-pdf and --new-pdf are for the pages of --html; give --html FILE too")
    if html:
        from pipeline.diff.redline.write import require_templates

        require_templates()


def _save_html(
    difference: "Difference",
    sides: "tuple[Side, Side]",
    files: tuple[str, str, str],
    passwords: tuple[str, ...],
    settings: "DiffSettings",
) -> None:
    """Writes the redline and says so on stderr, since stdout may be for a program."""
    from pathlib import Path

    from pipeline.cli.diff_html import Wanted, save_redline

    html, *pdfs = files
    lacks = save_redline(difference, sides, Wanted(Path(html), (pdfs[0], pdfs[1]), passwords), settings)
    for lack in lacks:
        click.echo(printable(lack), err=True)
    click.echo(f"{html} is written", err=True)


def _show(difference: "Difference", *, as_json: bool, markdown: bool, briefly: bool) -> None:
    """On stdout: all of it in the form that was asked for; beside an HTML file and nothing else, the sums."""
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(difference), indent=2).decode())
    elif markdown:
        from pipeline.cli.diff_markdown import write_markdown

        click.echo("\n".join(write_markdown(difference)))
    else:
        from pipeline.cli.diff_terminal import show_difference

        show_difference(difference, briefly=briefly)


def parse_kinds(fail_on: str) -> set[str]:
    """The kinds that --fail-on names. Raises UsageError where there is none of a name."""
    from pipeline.diff.records import Kind
    from pipeline.errors import UsageError

    known = [*Kind, TABLES, WEIGHTY, ANYTHING, NEVER]
    named = {part.strip() for part in fail_on.split(",")}
    if unknown := sorted(named - set(known)):
        raise UsageError(f"--fail-on {fail_on}: there is no {unknown[0]!r}; choose among {', '.join(known)}")
    return named


def kinds_of(difference: "Difference") -> set[str]:
    """All that a difference is, in the words of --fail-on."""
    kinds = {kind.value for change in difference.clauses for kind in change.kinds}
    kinds |= {TABLES} if difference.tables else set()
    weighs = any(change.weighty for change in difference.clauses) or any(table.weighty for table in difference.tables)
    kinds |= {WEIGHTY} if weighs else set()
    return kinds if difference.same else kinds | {ANYTHING}


def compare_sides(sides: "tuple[Side, Side]", settings: "DiffSettings") -> "Difference":
    """All that changed from the first to the second, cells of tables too."""
    from pipeline.diff.compare import compare
    from pipeline.diff.tables import compare_tables

    old, new = sides
    return compare(old.version, new.version, compare_tables(old.tables, new.tables, settings), settings)
