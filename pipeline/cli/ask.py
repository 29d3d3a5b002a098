"""`clausetrace ask`: a question answered by a model out of the passages found, with their pages, the answer's citations checked."""

import sys
from typing import TYPE_CHECKING

import click

from pipeline.cli.finding import Asked, Found, find_passages, question_options, write_place
from pipeline.cli.options import config_option, out_option, printable

if TYPE_CHECKING:
    from pipeline.config.settings import Configuration
    from pipeline.retrieval.completion import Answered
    from pipeline.retrieval.hits import Hit
    from pipeline.retrieval.prompting import Source

EXAMPLES = """\b
Examples:
  clausetrace ask "Is room rent limited?"
  clausetrace ask "Is maternity covered?" --doc prospectus -k 8 --json > answer.json
  CLAUSETRACE_API_KEY=... clausetrace ask "Is room rent limited?" -c clausetrace.yaml

\b
The YAML names the endpoint and the model:
  ask:
    endpoint: http://localhost:11434/v1
    model: qwen3:8b

Exit codes: 0 answered, or nothing found to answer from; 1 a false citation in the answer; 2 usage, or no answer came."""
FALSE = 1
NOTHING = "No passage found. No model was asked."


@click.command("ask", epilog=EXAMPLES)
@click.argument("question")
@question_options
@click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
@config_option
@out_option
def command(question: str, *, asked: Asked, as_json: bool, config: str, out: str) -> int:
    """Answer QUESTION by a model, out of the passages found, and check the answer's citations.

    The question and the passages are sent to the endpoint that the YAML names (ask.endpoint, in OpenAI's form), and to nobody where
    none is named. The key comes from the environment: CLAUSETRACE_API_KEY. Printed are the answer, the passages it cites with links
    to their pages, and what `citations` finds. Where no passage is found, no model is asked; a figure of a table that was set aside
    is answered with where that table is and how to look it up.
    """
    from pipeline.config.load import load_configuration

    configuration = load_configuration(config).configuration
    found = find_passages(question, asked, configuration, out)
    answered = _ask(question, found.hits, configuration) if found.hits else None
    if as_json:
        _print_json(question, answered, found)
    elif answered is None:
        click.echo("\n".join(map(write_place, found.places)) or NOTHING)
    else:
        click.echo("\n".join(_write(answered, _find_places(answered.sources, out))))
    return FALSE if answered and answered.checked.is_false else 0


def _ask(question: str, hits: "list[Hit]", configuration: "Configuration") -> "Answered":
    from pipeline.retrieval.completion import make_answered, make_endpoint, make_request, read_reply
    from pipeline.retrieval.index.posting import post
    from pipeline.retrieval.prompting import make_prompt

    settings = configuration.ask
    endpoint = make_endpoint(settings)
    prompt = make_prompt(question, hits)
    if sys.stderr.isatty():
        click.echo(f"asking {settings.model} at {endpoint.address} ...", err=True)
    reply = read_reply(post(endpoint, make_request(prompt, settings)), endpoint.address)
    return make_answered(question, reply, prompt.sources, frozenset(configuration.chunks.abbreviations))


def _print_json(question: str, answered: "Answered | None", found: Found) -> None:
    import msgspec

    from pipeline.retrieval.citations import Checked
    from pipeline.retrieval.completion import Answered

    nothing = Answered(question, "", "", False, [], Checked([], 0, 0, []))
    told = {**msgspec.to_builtins(answered or nothing), "places": found.places}
    click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())


def _find_places(sources: "list[Source]", out: str) -> dict[str, str]:
    """The address of each document's file on this machine, by doc_id; of one that is not there any more, none."""
    from pathlib import Path

    from pipeline.store.folders import load_timings
    from pipeline.store.remote.urls import is_remote

    if is_remote(out):
        return {}
    known = {source.doc_id: load_timings(Path(out) / source.doc_id) for source in sources}
    return {doc_id: Path(each.path).as_uri() for doc_id, each in known.items() if each and Path(each.path).is_file()}


def _write(answered: "Answered", places: dict[str, str]) -> list[str]:
    """The answer, the sources that it cites, the others by number, and what the check found."""
    from pipeline.cli.citations import write_checked

    cited = [source for source in answered.sources if source.number in answered.checked.cited]
    rest = [f"[{source.number}]" for source in answered.sources if source not in cited]
    return [
        *map(printable, answered.answer.split("\n")),
        *(["", "The answer was cut at the limit of tokens (max_tokens in ask.parameters)."] if answered.cut else []),
        "",
        *(["Sources:"] if cited else ["The answer cites no source."]),
        *(line for source in cited for line in _write_source(source, places)),
        *([f"  given and not cited: {' '.join(rest)}"] if rest else []),
        "",
        *write_checked(answered.checked),
    ]


def _write_source(source: "Source", places: dict[str, str]) -> list[str]:
    page = f", p. {printable(source.page_label or str(source.page))}" if source.page else ""
    place = places.get(source.doc_id)
    link = f"{place}#{source.link.partition('#')[2]}".rstrip("#") if place else source.link
    return [f"  [{source.number}] {printable(source.label)}{page}", f"      {printable(link)}"]
