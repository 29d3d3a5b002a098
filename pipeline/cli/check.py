"""`clausetrace check`: whether what a run wrote can be trusted, with an exit code for CI."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.checks.outcome import Problem
    from pipeline.checks.written import Written
    from pipeline.config.settings import Configuration
    from pipeline.model import Severity

EXAMPLES = """\b
Examples:
  clausetrace check
  clausetrace check prospectus
  clausetrace check wordings/policy-2024.pdf -c clausetrace.yaml
  clausetrace check --fail-on warning --json > problems.json"""
FOUND = 1
SHOWN_PAGES = 5


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
@click.option("--json", "as_json", is_flag=True, help="Print all problems, as JSON.")
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
def command(docs: tuple[str, ...], config: str, out: str, *, fail_on: str, as_json: bool, password_file: str) -> int:
    """Say what is wrong with documents, and fail where it is severe.

    DOC is a doc_id under --out, an output folder, or a file, which is then run first; without any, all documents under --out. A
    cell of a transcription that its page does not have, a chunk that is not found where it says, a line without a fate, an id given
    twice, files or settings that changed since the run: each is an error, with the page to look at.
    """
    from pipeline.checks.written import find_problems
    from pipeline.cli.documents import find_folder, find_folders
    from pipeline.config.load import load_configuration

    configuration = load_configuration(config).configuration
    passwords = load_passwords(password_file)
    folders = [find_folder(doc, out, configuration, passwords) for doc in docs] or find_folders(out)
    found = {folder.name: _load(folder, configuration) for folder in folders}
    problems = {name: find_problems(written) for name, written in found.items()}
    if as_json:
        _print_json(problems)
    else:
        for name, written in found.items():
            for line in _write(name, written, problems[name], _listed(fail_on)):
                click.echo(line)
    failing = () if fail_on == "never" else _listed(fail_on)
    return FOUND if any(problem.severity in failing for each in problems.values() for problem in each) else 0


def _listed(fail_on: str) -> "tuple[Severity, ...]":
    """The severities that count, and are listed: those from ``fail_on`` on; errors are always listed."""
    from pipeline.model import Severity

    order = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
    return order[: {"warning": 2, "note": 3}.get(fail_on, 1)]


def _load(folder: "Path", configuration: "Configuration") -> "Written":
    from pipeline.batch.inputs import find_own
    from pipeline.checks.written import Written
    from pipeline.config.hashes import hash_settings
    from pipeline.errors import InputError
    from pipeline.store.folders import load_run
    from pipeline.store.read import find_changed, load_chunks, load_findings

    run = load_run(folder)
    if run is None:
        raise InputError(f"{folder} was not written by this version; run `clausetrace run` on its file first")
    own = find_own(configuration, run.input.source, run.input.doc_id)
    return Written(run, load_findings(folder), load_chunks(folder), find_changed(folder, run), hash_settings(configuration, own))


def _write(name: str, written: "Written", problems: "list[Problem]", listed: "tuple[Severity, ...]") -> list[str]:
    """One line a problem that counts, where to look, and a sum."""
    shown = [problem for problem in problems if problem.severity in listed]
    lines = [f"{name}: {problem.severity} {problem.code} {_place(problem)}{problem.message}" for problem in shown]
    pages = sorted({problem.page for problem in shown if problem.page})
    lines += [f"  to look at it: clausetrace explain page {name} {page}" for page in pages[:SHOWN_PAGES]]
    counts, ledger = written.run.counts, written.run.ledger
    by_severity = ", ".join(
        f"{sum(problem.severity == each for problem in problems)} {each}s" for each in ("error", "warning", "note")
    )
    lines.append(f"{name}: {by_severity}; {counts.chunks_verified} of {counts.chunks} chunks verified; ledger {ledger.share:.2%}")
    return lines


def _place(problem: "Problem") -> str:
    box = f" [{' '.join(f'{edge:g}' for edge in problem.bbox)}]" if problem.bbox else ""
    return f"page {problem.page}{box}: " if problem.page else ""


def _print_json(problems: "dict[str, list[Problem]]") -> None:
    import msgspec

    rows = [{"doc_id": name, **msgspec.to_builtins(problem)} for name, each in problems.items() for problem in each]
    click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
