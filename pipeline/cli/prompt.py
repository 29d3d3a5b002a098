"""`clausetrace prompt`: the messages that ground a model in the passages found for a question."""

import click

from pipeline.cli.finding import hits_option, load_hits

EXAMPLES = """\b
Examples:
  clausetrace prompt "Is room rent limited?"
  clausetrace prompt "Is room rent limited?" -k 5 --json > prompt.json
  clausetrace search "Is room rent limited?" --json | clausetrace prompt "Is room rent limited?" --hits -"""


@click.command("prompt", epilog=EXAMPLES)
@click.argument("question")
@hits_option
@click.option("--json", "as_json", is_flag=True, help="Print messages and sources as JSON, as `citations` takes them.")
def command(question: str, *, hits: str, as_json: bool) -> None:
    """Print the messages that have a model answer QUESTION from the passages found, and from nothing else.

    Two messages: the rules, and the excerpts with the question. No text of a document can get out of its excerpt. With --json the
    messages are as chat interfaces take them, with the sources that their numbers mean beside them. Nothing is sent.
    """
    import msgspec

    from pipeline.retrieval.prompting import make_prompt

    prompt = make_prompt(question, load_hits(hits))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(prompt), indent=2).decode())
        return
    for message in prompt.messages:
        click.echo(f"{message.role}:\n\n{message.content}\n")
