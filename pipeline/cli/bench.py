"""`clausetrace bench`: what a run costs, as ratios of CPU time within one measuring."""

import sys
from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords

if TYPE_CHECKING:
    from pipeline.bench.account import Bench

EXAMPLES = """\b
Examples:
  clausetrace bench prospectus.pdf
  clausetrace bench wordings/*.pdf --repeat 5 --json costs.json
  clausetrace bench prospectus.pdf --all-pages"""
USUAL_ROUNDS, MOST_ROUNDS, SAMPLE = 3, 99, 20
PASSES = 2
"""Bars a document: once for the peak of memory, once for all rounds."""


@click.command("bench", epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@config_option
@click.option(
    "--repeat", type=click.IntRange(1, MOST_ROUNDS), default=USUAL_ROUNDS, show_default=True, help="Rounds; the middle one counts."
)
@click.option("--json", "json_file", default="", metavar="FILE", help="Write the figures as JSON too.")
@click.option("--all-pages", is_flag=True, help=f"Let pdfplumber read every page, not {SAMPLE} of each document.")
@click.option("--without-pdfplumber", is_flag=True, help="Leave the comparison with pdfplumber out.")
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(
    files: tuple[str, ...],
    config: str,
    *,
    repeat: int,
    json_file: str,
    all_pages: bool,
    without_pdfplumber: bool,
    password_file: str,
) -> None:
    """Measure what a run over PDFs costs, as ratios.

    The work after start-up and imports, with all files written (into a temporary folder) and every chunk read again from its page,
    is compared with PDFium's bare text of the same pages and with pdfplumber's extract_text, in CPU time of one process. Seconds
    are printed as context only: they are a matter of the machine.
    """
    from pathlib import Path

    from pipeline import __version__
    from pipeline.batch.measure import Wanted, measure_start_up, run_bench, save_bench
    from pipeline.batch.plan import Request
    from pipeline.bench.account import Bench
    from pipeline.cli.progress import Progress, Unseen
    from pipeline.config.load import load_configuration

    request = Request(
        places=files,
        out=Path(),
        configuration=load_configuration(config).configuration,
        passwords=load_passwords(password_file),
    )
    wanted = Wanted(repeat, 0 if all_pages else SAMPLE, not without_pdfplumber)
    with Progress() if sys.stderr.isatty() else Unseen() as progress:
        accounts = list(run_bench(request, wanted, progress.watch(["measuring"] * PASSES * len(files))))
    bench = Bench(__version__, measure_start_up(repeat), accounts)
    _show(bench)
    if json_file:
        save_bench(Path(json_file), bench)
        click.echo(f"{json_file} is written", err=True)


def _show(bench: "Bench") -> None:
    from pipeline.cli.costs import show_costs

    show_costs(bench)
