"""`clausetrace compare`: the same document cut in equal pieces and by clause, as an HTML page."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option

if TYPE_CHECKING:
    from pipeline.config.settings import Configuration
    from pipeline.retrieval.comparing.facts import Comparison, Wish

EXAMPLES = """\b
Examples:
  clausetrace compare prospectus.pdf
  clausetrace compare wordings/care.pdf wordings/home.pdf -o compare.html
  clausetrace compare prospectus --facts 500
  clausetrace compare prospectus --words maternity"""


@click.command("compare", epilog=EXAMPLES)
@click.argument("documents", nargs=-1, required=True, metavar="FILE...")
@click.option("-o", "--output", default="compare.html", show_default=True, metavar="FILE", help="The page that is written.")
@click.option("--facts", default=200, show_default=True, type=click.IntRange(min=1), help="Facts of each document that are shown.")
@click.option("--words", default="", metavar="WORDS", help="Facts with these words [those with a figure, a date or a code].")
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
@config_option
@out_option
def command(documents: tuple[str, ...], output: str, *, facts: int, words: str, password_file: str, config: str, out: str) -> None:
    """Show what a quick cut loses: pick a fact, and see whether its piece still says where it came from.

    FILE is a file, which is run first, an output folder, or a doc_id under --out. On one side of the page stand equal pieces (white
    space to one space, 400 characters, step 350, trimmed, no label), on the other the very pieces that are indexed; repeated text
    is grey. The page is one file and needs no network. Needs the extra `audit`.
    """
    from pipeline import __version__
    from pipeline.config.load import load_configuration
    from pipeline.errors import OutputError
    from pipeline.retrieval.comparing.facts import Wish
    from pipeline.retrieval.comparing.write import require_templates, write_comparison

    require_templates()
    configuration = load_configuration(config).configuration
    passwords = load_passwords(password_file)
    compared = [_compare(document, out, configuration, passwords, Wish(words, facts)) for document in documents]
    try:
        Path(output).write_text(write_comparison(compared, words, __version__), encoding="utf-8", newline="\n")
    except OSError as error:
        raise OutputError(f"{output} cannot be written ({error.strerror}); choose another place with -o") from None
    click.echo(f"{output}: {_count(len(compared), 'document')}, {_count(sum(len(each.facts) for each in compared), 'fact')}")


def _compare(document: str, out: str, configuration: "Configuration", passwords: tuple[str, ...], wish: "Wish") -> "Comparison":
    from pipeline.cli.documents import find_folder
    from pipeline.retrieval.comparing.facts import compare_cuts
    from pipeline.store.read import load_chunks, load_clauses, load_pages

    folder = find_folder(document, out, configuration, passwords)
    return compare_cuts(load_chunks(folder), load_clauses(folder), load_pages(folder), configuration.chunks, wish)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
