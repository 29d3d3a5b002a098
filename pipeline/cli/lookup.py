"""`clausetrace lookup`: a figure out of the tables of a document, with its page and box."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option

if TYPE_CHECKING:
    from pipeline.retrieval.lookup import Answer, Figure, Offer

EXAMPLES = """\b
Examples:
  clausetrace lookup prospectus --table premium --where age=35 sum_insured=500000 plan="Gold" zone=1
  clausetrace lookup prospectus --where "sum insured=5 Lakh" age=35 --json"""
SHOWN_VALUES = 12
"""Values of an axis that are listed before the rest is counted."""


@click.command("lookup", epilog=EXAMPLES)
@click.argument("words", nargs=-1, required=True, metavar="DOC [NAME=VALUE...]")
@config_option
@out_option
@click.option("--table", default="", metavar="WORDS", help="Words of the table's caption or heads, or its id [any table].")
@click.option("--where", multiple=True, metavar="NAME=VALUE...", help="Conditions, one or several.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(
    words: tuple[str, ...], config: str, out: str, *, table: str, where: tuple[str, ...], as_json: bool, password_file: str
) -> None:
    """Find a figure in the tables of DOC: its value, page and box.

    A NAME is that of a column or of what holds for a whole table, as printed or nearly so (sum_insured, "sum insured"); where no
    table uses it, its VALUE is looked for in row labels, heads and captions. 35 falls in 31-35; 500000 is 5,00,000 and 5 Lakh.
    Where nothing fits, the nearest tables are listed with all that they can be asked for.
    """
    import msgspec

    from pipeline.cli.documents import find_folder
    from pipeline.config.load import load_configuration
    from pipeline.retrieval.lookup import Question, look_up
    from pipeline.store.read import load_tables

    doc, conditions = _parse(words, where)
    configuration = load_configuration(config).configuration
    folder = find_folder(doc, out, configuration, load_passwords(password_file))
    answer = look_up(load_tables(folder), Question(table, conditions))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        return
    for line in _write(answer):
        click.echo(line)


def _parse(words: tuple[str, ...], where: tuple[str, ...]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """DOC, and the conditions: what stands behind the first of --where comes among the words."""
    from pipeline.errors import UsageError

    plain = [word for word in words if "=" not in word] or list(words[:1])
    if len(plain) > 1:
        raise UsageError(f"{plain[1]!r} is no condition; write NAME=VALUE, and quote what has spaces")
    given = [*where, *(word for word in words if word != plain[0])]
    for condition in given:
        name, sign, value = condition.partition("=")
        if not (sign and name.strip() and value.strip()):
            raise UsageError(f"{condition!r} is no condition; write NAME=VALUE, as in age=35")
    return plain[0], tuple((name.strip(), value.strip()) for name, _, value in (each.partition("=") for each in given))


def _write(answer: "Answer") -> list[str]:
    if answer.figures:
        several = [f"{len(answer.figures)} figures fit; add a condition that tells them apart:"] if len(answer.figures) > 1 else []
        return [*several, *(line for figure in answer.figures for line in _write_figure(figure))]
    if not answer.offers:
        return ["No tables to look in."]
    more = f", the nearest {len(answer.offers)} of {answer.tables}" if answer.tables > len(answer.offers) else ""
    return [f"No figure fits. There is{more}:", *(line for offer in answer.offers for line in _write_offer(offer))]


def _write_figure(figure: "Figure") -> list[str]:
    box = " ".join(f"{edge:g}" for edge in figure.bbox)
    row = "; ".join(f"{name}: {value}" if name else value for name, value in figure.row)
    return [
        f"{figure.value}  page {figure.page}  box [{box}]  table {figure.table}",
        f"  {' '.join(figure.caption.split())}",
        f"  {row}; column: {figure.column}",
    ]


def _write_offer(offer: "Offer") -> list[str]:
    pages = f"page {offer.pages[0]}" if len(offer.pages) == 1 else f"pages {offer.pages[0]}-{offer.pages[-1]}"
    unfit = f"  (does not fit: {', '.join(offer.unfit)})" if offer.unfit else ""
    lines = [f"table {offer.table}, {pages}: {' '.join(offer.caption.split())}{unfit}"]
    for axis in offer.axes:
        rest = len(axis.values) - SHOWN_VALUES
        lines.append(f"  {axis.name}: {', '.join(axis.values[:SHOWN_VALUES])}{f' and {rest} more' if rest > 0 else ''}")
    return lines
