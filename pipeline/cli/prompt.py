"""`clausetrace prompt`: the messages that ground a model in the passages found for a question."""

import click

from pipeline.cli.finding import Asked, find_passages, question_options, write_place
from pipeline.cli.options import config_option, out_option

EXAMPLES = """\b
Examples:
  clausetrace prompt "Is room rent limited?"
  clausetrace prompt "Is room rent limited?" -k 5 --json > prompt.json
  clausetrace search "Is room rent limited?" --json | clausetrace prompt "Is room rent limited?" --hits -"""


@click.command("prompt", epilog=EXAMPLES)
@click.argument("question")
@question_options
@click.option("--json", "as_json", is_flag=True, help="Print messages and sources as JSON, as `citations` takes them.")
@config_option
@out_option
def command(question: str, *, asked: Asked, as_json: bool, config: str, out: str) -> None:
    """Print the messages that have a model answer QUESTION from the passages found, and from nothing else.

    Two messages: the rules, and the excerpts with the question. No text of a document can get out of its excerpt. With --json the
    messages are as chat interfaces take them, with the sources that their numbers mean beside them. Nothing is sent. Where the
    question asks for a figure of a table that was set aside, stderr says where that is.
    """
    import msgspec

    from pipeline.config.load import load_configuration
    from pipeline.retrieval.prompting import make_prompt

    found = find_passages(question, asked, load_configuration(config).configuration, out)
    prompt = make_prompt(question, found.hits)
    for place in found.places:
        click.echo(write_place(place), err=True)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(prompt), indent=2).decode())
        return
    for message in prompt.messages:
        click.echo(f"{message.role}:\n\n{message.content}\n")
