"""`clausetrace explain`: why a result is as it is, as text, as JSON or as a picture."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = """\b
Examples:
  clausetrace explain furniture prospectus
  clausetrace explain furniture prospectus -o shares.svg
  clausetrace explain clause prospectus 4.1.ii.c
  clausetrace explain page prospectus.pdf 12 -o page.png
  clausetrace explain code NUM001"""
LEAST_DPI, USUAL_DPI, MOST_DPI = 30, 110, 600

json_option = click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
password_option = click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")


@click.group("explain", epilog=EXAMPLES)
def command() -> None:
    """Say why: what was set aside and at which threshold, why a clause stands where it stands, a page with all decisions on it,
    what the code of a finding means.

    DOC is a doc_id under --out, an output folder, or a file, which is then run first.
    """


@command.command("furniture", epilog="\b\nExample:\n  clausetrace explain furniture prospectus -o shares.png")
@click.argument("doc", metavar="DOC")
@config_option
@out_option
@click.option("-o", "--output", default="", metavar="FILE", help="Draw it into this .png or .svg (extra: audit) in place of text.")
@json_option
@password_option
def furniture(doc: str, config: str, out: str, *, output: str, as_json: bool, password_file: str) -> None:
    """Draw on how many pages lines recur, the gap in that, the threshold in the gap, and the nearest lines on both sides."""
    from pipeline.explain.shares import explain_furniture, write_furniture
    from pipeline.store.stages import load_result

    kind = _suffix(output, ("png", "svg"))
    result = load_result(_find(doc, config, out, load_passwords(password_file)))
    account = explain_furniture(result.document, result.boilerplate)
    if output:
        from pipeline.explain.plot import PlotKind, plot_furniture

        _save(output, plot_furniture(account, PlotKind(kind)), aside=as_json)
    if as_json:
        _print_json(account)
    elif not output:
        for line in write_furniture(account):
            click.echo(line)


@command.command("clause", epilog="\b\nExample:\n  clausetrace explain clause prospectus 4.1.ii.c")
@click.argument("doc", metavar="DOC")
@click.argument("clause_id", metavar="ID")
@config_option
@out_option
@json_option
@password_option
def clause(doc: str, clause_id: str, config: str, out: str, *, as_json: bool, password_file: str) -> None:
    """Say why each label on the path of clause ID was accepted, what other reading was near, and what was rejected around it."""
    from pipeline.explain.clause import explain_clause, write_clause
    from pipeline.store.stages import load_result

    account = explain_clause(load_result(_find(doc, config, out, load_passwords(password_file))), clause_id)
    if as_json:
        _print_json(account)
        return
    for line in write_clause(account):
        click.echo(line)


@command.command("page", epilog="\b\nExample:\n  clausetrace explain page prospectus 12 -o page.png")
@click.argument("doc", metavar="DOC")
@click.argument("number", metavar="PAGE", type=click.IntRange(min=1))
@config_option
@out_option
@click.option("-o", "--output", default="", metavar="FILE", help="Where to draw it [page-0012.png in this folder].")
@click.option("--pdf", default="", metavar="FILE", help="The PDF, where it is no longer where it was when it was run.")
@click.option("--lines", is_flag=True, help="Write the number of each line before it.")
@click.option("--dpi", type=click.IntRange(LEAST_DPI, MOST_DPI), default=USUAL_DPI, show_default=True, help="Dots an inch.")
@click.option("--json", "as_json", is_flag=True, help="Print the shapes that would be drawn, as JSON, and draw nothing.")
@password_option
def page(
    doc: str,
    number: int,
    config: str,
    out: str,
    *,
    output: str,
    pdf: str,
    lines: bool,
    dpi: int,
    as_json: bool,
    password_file: str,
) -> None:
    """Draw PAGE with its columns, furniture, clauses, tables and rejected labels on it. Pages count from 1."""
    from pipeline.explain.picture import Drawing, draw_page, refuse_page
    from pipeline.explain.shapes import find_shapes
    from pipeline.store.stages import load_result

    _suffix(output, ("png",))
    passwords = load_passwords(password_file)
    folder = _find(doc, config, out, passwords)
    result = load_result(folder)
    refuse_page(result, number)
    if as_json:
        _print_json(find_shapes(result, number))
        return
    from pipeline.batch.opening import with_passwords
    from pipeline.cli.originals import load_original

    content = load_original(folder, result.document.identity, (pdf,) if pdf else (doc,), named=bool(pdf))
    picture = with_passwords(passwords, lambda password: draw_page(content, result, number, Drawing(dpi, lines), password))
    _save(output or f"page-{number:04d}.png", picture)


@command.command("code", epilog="\b\nExample:\n  clausetrace explain code NUM001")
@click.argument("name", metavar="[CODE]", default="")
@json_option
def code(name: str, *, as_json: bool) -> None:
    """Say what the CODE of a finding means and what to do about it; without one, list all as Markdown."""
    from pipeline.explain.codes import explain_code, write_code, write_codes
    from pipeline.model.codes import CODES

    if as_json:
        _print_json(explain_code(name) if name else list(CODES.values()))
        return
    for line in write_code(explain_code(name)) if name else write_codes():
        click.echo(line)


def _find(doc: str, config: str, out: str, passwords: tuple[str, ...]) -> "Path":

    from pipeline.cli.documents import find_folder
    from pipeline.config.load import load_configuration

    return find_folder(doc, out, load_configuration(config).configuration, passwords)


def _suffix(output: str, known: tuple[str, ...]) -> str:
    """What kind of picture a file's name asks for. Raises UsageError where it is none of ``known``."""
    from pipeline.errors import UsageError

    suffix = output.rpartition(".")[2].lower() if output else known[0]
    if suffix not in known:
        raise UsageError(
            f"-o {output}: a picture is written as {' or '.join('.' + name for name in known)}; give a name that ends so"
        )
    return suffix


def _save(output: str, picture: bytes, *, aside: bool = False) -> None:
    """Writes a picture and says so; ``aside`` on stderr, where stdout is for a program."""
    from pathlib import Path

    from pipeline.store.folders import replace_file

    replace_file(Path(output), picture)
    click.echo(f"{output} is written", err=aside)


def _print_json(account: object) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(account), indent=2).decode())
