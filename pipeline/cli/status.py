"""`clausetrace status`: how every document of an output folder stands, and why one would be done again."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, printable

if TYPE_CHECKING:
    from pipeline.batch.status import Standing

EXAMPLES = """\b
Examples:
  clausetrace status
  clausetrace status out -c clausetrace.yaml
  clausetrace status out --json
  clausetrace status out --fail-on stale"""
FAILED, NOT_DONE = 3, 1


@click.command("status", epilog=EXAMPLES)
@click.argument("out", required=False, default="out", metavar="[OUT]")
@config_option
@click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON.")
@click.option(
    "--fail-on",
    type=click.Choice(["stale", "never"]),
    default="never",
    show_default=True,
    help="End with exit code 1 where a document is stale or gone.",
)
def command(out: str, config: str, *, as_json: bool, fail_on: str) -> int:
    """Say how every document of OUT (default: out) stands.

    done: a run would leave it as it is. stale: its file, the settings, the program or its results changed since (which is said,
    and from which stage on it would be done again). failed: with the reason. gone: its file is no longer there; `clausetrace clean`
    removes what came of it. duplicate: the same bytes as another. Give the configuration that the runs have. Exit code 3 where one
    failed.
    """
    from pipeline.batch.status import State, find_standings
    from pipeline.config.load import load_configuration
    from pipeline.store.remote.reading import here

    standings = find_standings(here(out), load_configuration(config).configuration)
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(standings), indent=2).decode())
    else:
        _print(standings, out)
    states = {standing.state for standing in standings}
    if State.FAILED in states:
        return FAILED
    return NOT_DONE if fail_on == "stale" and states & {State.STALE, State.GONE} else 0


def _print(standings: "list[Standing]", out: str) -> None:
    from pipeline.batch.status import State

    name = max((len(standing.doc_id) for standing in standings), default=0)
    state = max(len(each) for each in State)
    for standing in standings:
        told = [standing.message] if standing.message else []
        if standing.state is State.STALE:
            told.append(f"to do: {standing.first_stage}")
        click.echo(printable(f"{standing.doc_id:<{name}}  {standing.state:<{state}}  {'; '.join(told)}".rstrip()))
    counts = [(each, sum(standing.state is each for standing in standings)) for each in State]
    many = f"{len(standings)} document{'' if len(standings) == 1 else 's'}"
    click.echo(f"{many} in {out}: {', '.join(f'{count} {each}' for each, count in counts if count)}")
    if any(standing.state is State.GONE for standing in standings):
        click.echo(f"`clausetrace clean {out}` removes what came of documents that have gone.")
