"""`clausetrace schema`: the JSON Schema of an output file."""

import click

EXAMPLES = """\b
Examples:
  clausetrace schema
  clausetrace schema chunks > chunks.schema.json"""


@click.command("schema", epilog=EXAMPLES)
@click.argument("name", required=False, default="", metavar="[NAME]")
def command(name: str) -> None:
    """Print the JSON Schema of an output file.

    NAME is chunks, clauses, pages, lines, furniture, sentences, tables, findings, run, timings, batch (out/run.json), changes or
    export. Without it, the names and their files are listed. Of a .jsonl file, the schema is that of one row.
    """
    import json

    from pipeline.errors import UsageError
    from pipeline.store.schema import FILES, make_schema

    if not name:
        for known, (file, _) in FILES.items():
            click.echo(f"{known:<10} {file}")
    elif name in FILES:
        click.echo(json.dumps(make_schema(name), indent=2, ensure_ascii=False))
    else:
        raise UsageError(f"there is no schema {name!r}; there are {', '.join(FILES)}")
