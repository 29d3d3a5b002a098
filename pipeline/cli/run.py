"""`clausetrace run`: inputs in, a folder a document out, and a summary that a person can read."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from pipeline.cli.events import BATCH, NOTE, Events, errors_as_events, write_event
from pipeline.cli.options import config_option, load_passwords, out_option, parse_pages

if TYPE_CHECKING:
    from pipeline.batch.engines.engine import Engine
    from pipeline.batch.plan import Request
    from pipeline.batch.run import Outcome
    from pipeline.config.load import Loaded
    from pipeline.store.rows import Ending

Say = Callable[..., None]
"""Is given a `message` for stderr."""
Judge = Callable[[tuple["Ending", ...], Say], int]
"""Is given the rows of a run; gives the exit code."""
EXAMPLES = """\b
Examples:
  clausetrace run prospectus.pdf
  clausetrace run wordings/ notes.md --out out --workers 4
  clausetrace run wordings/ --only policy-2024 --pages 10-20
  clausetrace run wordings/ --dry-run
  clausetrace run wordings/ --engine ray --address 10.0.0.5:6379
  clausetrace run s3://bucket/wordings https://host/policy.pdf --out s3://bucket/out
  clausetrace run wordings/ --json --fail-on error > batch.json
  clausetrace run wordings/ --quiet --log json 2> events.jsonl"""
FAILED, FOUND = 3, 1
ENGINES = ("local", "ray")
SEVERITIES = ("error", "warning", "note")
"""The gravest first."""


@click.command("run", epilog=EXAMPLES)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@config_option
@out_option
@click.option("--quiet", is_flag=True, help="No progress and no summary; what failed is still said on stderr.")
@click.option("--json", "as_json", is_flag=True, help="Print out/run.json in place of the summary.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
@click.option("--only", multiple=True, metavar="DOC", help="Do this document of the inputs alone (may be given again).")
@click.option("--pages", default="", metavar="10-20", help="Read these pages alone: 7 or 10-20 or 1,4-6.")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Documents at a time [the cores at hand].")
@click.option("--engine", type=click.Choice(ENGINES), default="local", show_default=True, help="Who does the documents.")
@click.option("--address", default="", metavar="ADDRESS", help="The Ray cluster [RAY_ADDRESS, else one that is started here].")
@click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")
@click.option("--force", is_flag=True, help="Do again what is unchanged.")
@click.option(
    "--fail-on",
    type=click.Choice([*SEVERITIES, "never"]),
    default="never",
    show_default=True,
    help="End with exit code 1 where a finding is as severe as this.",
)
@click.option(
    "--log",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="json: stderr has a line of JSON for each document and stage that begins, ends or fails, and nothing else.",
)
@errors_as_events
def command(
    inputs: tuple[str, ...],
    config: str,
    out: str,
    *,
    quiet: bool,
    as_json: bool,
    dry_run: bool,
    only: tuple[str, ...],
    pages: str,
    workers: int | None,
    engine: str,
    address: str,
    password_file: str,
    force: bool,
    fail_on: str,
    log: str,
) -> int:
    """Turn PDFs, Markdown and text into clause chunks.

    INPUT is a file (.pdf, .md, .markdown, .txt) or a folder, which is read through, here or at s3://, gs://, az:// (of https://:
    a file). Each document gets a folder under --out. What is unchanged is not done again, of changed settings only what they shape.
    """
    from pipeline.batch.plan import Request
    from pipeline.batch.pool import usual_workers
    from pipeline.config.load import load_configuration
    from pipeline.store.shelf import open_shelf

    opened, loaded = open_shelf(out), load_configuration(config)
    request = Request(
        places=inputs,
        out=opened.out,
        shelf=opened.shelf,
        configuration=loaded.configuration,
        pages=parse_pages(pages),
        only=only,
        passwords=load_passwords(password_file),
        force=force,
        workers=workers or usual_workers(),
        engine=_choose_engine(engine, address, workers),
    )
    if dry_run:
        return _show_plan(request, as_json=as_json)
    judge = partial(_judge, fail_on, request.place, loaded)
    return _report(run_with_progress(request, quiet=quiet, log=log), request, judge, quiet=quiet, as_json=as_json, log=log)


def _report(outcome: "Outcome", request: "Request", judge: "Judge", *, quiet: bool, as_json: bool, log: str) -> int:
    """All that is said at the end, and the exit code that ``judge`` gives."""
    say = partial(write_event, NOTE, BATCH) if log == "json" else _say
    _tell(outcome, say, quiet=quiet, log=log)
    _show(outcome, request, quiet=quiet, as_json=as_json)
    return judge(outcome.now, say)


def _choose_engine(engine: str, address: str, workers: int | None) -> "Engine | None":
    """The engine that was asked for; None for the usual one."""
    from pipeline.errors import UsageError

    if engine == "ray":
        from pipeline.batch.engines.cluster import RayEngine

        return RayEngine(address, workers or 0)
    if address:
        raise UsageError("--address names a Ray cluster; give --engine ray with it")
    return None


def run_with_progress(request: "Request", *, quiet: bool, log: str = "text") -> "Outcome":
    """The batch, with its progress on stderr: a table where that is a terminal, now and then a line where it is none."""
    from pipeline.batch.run import run_batch
    from pipeline.cli.progress import choose_progress

    with Events() if log == "json" else choose_progress(quiet=quiet) as progress:
        return run_batch(request, progress.watch)


def _say(*, message: str) -> None:
    click.echo(f"clausetrace: {message}", err=True)


def _show_plan(request: "Request", *, as_json: bool) -> int:
    import json

    from pipeline.batch.plan import make_plan

    rows = [
        {
            "doc_id": planned.one.identity.doc_id,
            "source": planned.one.identity.source,
            "step": planned.step.value,
            "duplicate_of": planned.one.duplicate_of,
            "message": str(planned.trouble or ""),
        }
        for planned in make_plan(request)
    ]
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    for row in rows:
        more = row["message"] or (f"of {row['duplicate_of']}" if row["duplicate_of"] else "")
        click.echo(f"{row['step']:<10} {row['doc_id']}  <-  {row['source']}  {more}".rstrip())
    return 0


def _tell(outcome: "Outcome", say: Say, *, quiet: bool, log: str) -> None:
    """What failed, unless that was an event of its own, and what is to be noted."""
    for row in outcome.now:
        if row.message and log != "json":
            say(message=row.message)
    if not quiet:
        for entry, stem in outcome.near_misses:
            say(message=f"documents: {entry!r} in the configuration names no input; is {stem!r} meant?")
        for doc_id in outcome.shortened:
            say(message=f"{doc_id} held all pages and now holds those of --pages alone; run it again without")


def _show(outcome: "Outcome", request: "Request", *, quiet: bool, as_json: bool) -> None:
    if as_json:
        from pipeline.store.folders import indented

        click.echo(indented(outcome.batch).decode(), nl=False)
    elif not quiet:
        from pipeline.cli.summary import show_summary

        show_summary(outcome, request.out, request.place)


def _judge(fail_on: str, place: str, loaded: "Loaded", rows: tuple["Ending", ...], say: Say) -> int:
    """The exit code; where findings decide it, those that nobody accepted are counted on stderr."""
    from pipeline.store.rows import How

    counted = SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on in SEVERITIES else ()
    found = {row.doc_id: _count(row, counted, place, loaded) for row in rows}
    for doc_id, count in found.items():
        if count:
            file = f"{place}/{doc_id}/findings.jsonl"
            say(message=f"{doc_id} has {count:,} of severity {' or '.join(counted)} (--fail-on), see {file}")
    if any(row.how is How.FAILED for row in rows):
        return FAILED
    return FOUND if any(found.values()) else 0


def _count(row: "Ending", counted: tuple[str, ...], place: str, loaded: "Loaded") -> int:
    """The findings of a document that are as severe as ``counted``, without those that the YAML accepts."""
    found: int = sum(getattr(row, f"{severity}s") for severity in counted)
    if not found:
        return 0
    from pipeline.batch.checking import accepts_any, count_open

    if not accepts_any(row.source, row.doc_id, loaded):
        return found
    remaining = count_open(place, row.doc_id, loaded)
    return sum(remaining[severity] for severity in counted)
