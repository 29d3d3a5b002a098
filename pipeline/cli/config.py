"""`clausetrace config`: check a file, print what is in force, print the schema."""

import click

from pipeline.cli.options import config_option

EXAMPLES = """\b
Examples:
  clausetrace config check clausetrace.yaml
  clausetrace config show -c clausetrace.yaml
  clausetrace config schema > clausetrace.schema.json
  clausetrace config default > clausetrace.yaml"""


@click.group("config", epilog=EXAMPLES)
def command() -> None:
    """Check and show the configuration."""


@command.command("check", epilog="\b\nExample:\n  clausetrace config check clausetrace.yaml")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def check(files: tuple[str, ...]) -> None:
    """Name every mistake in each FILE with its line and key; exit code 2 where there is one."""
    from pipeline.config.load import load_configuration
    from pipeline.errors import ConfigError

    mistakes = []
    for file in files:
        try:
            load_configuration(file)
        except ConfigError as error:
            mistakes.append(str(error))
        else:
            click.echo(f"{file} is right")
    if mistakes:
        raise ConfigError("\n".join(mistakes))


@command.command("show", epilog="\b\nExample:\n  clausetrace config show -c clausetrace.yaml")
@config_option
def show(config: str) -> None:
    """Print the settings in force, as YAML that can be read back."""
    import yaml

    from pipeline.config.load import load_configuration

    loaded = load_configuration(config)
    values = loaded.configuration.model_dump(mode="json", by_alias=True)
    click.echo(f"# in force: {loaded.file or 'the packaged default'}")
    click.echo(yaml.safe_dump(values, allow_unicode=True, sort_keys=False, width=120), nl=False)


@command.command("schema", epilog="\b\nExample:\n  clausetrace config schema > clausetrace.schema.json")
def schema() -> None:
    """Print the JSON Schema of the configuration, for editors that check while one types."""
    import json

    from pipeline.config.settings import Configuration
    from pipeline.store.rows import SCHEMA_VERSION

    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:clausetrace:config:{SCHEMA_VERSION}",
        "schema_version": SCHEMA_VERSION,
    }
    made = head | Configuration.model_json_schema(by_alias=True)
    click.echo(json.dumps(made, indent=2, ensure_ascii=False))


@command.command("default", epilog="\b\nExample:\n  clausetrace config default > clausetrace.yaml")
def default() -> None:
    """Print the packaged default: every key with its unit, its range and why its value."""
    from pipeline.config.load import default_file

    click.echo(default_file().read_text(encoding="utf-8"), nl=False)


@command.command("profiles", epilog="\b\nExample:\n  clausetrace config profiles")
def profiles() -> None:
    """List the packaged profiles: differences for a family of documents, named with `profile:`."""
    from pipeline.config.load import profile_names

    for name in profile_names():
        click.echo(name)
