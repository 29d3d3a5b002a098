"""The command `clausetrace`. Each command is a module of its own; it, and all that it needs, is imported when it is called.

Errors end here: one line on stderr that says what to do, and the exit code. What is no error of the package is a fault of the
program and keeps its trace.
"""

import importlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from pipeline.errors import ClausetraceError, OutputError

COMMANDS = {
    "run": "Turn PDFs, Markdown and text into clause chunks.",
    "stage": "Run one stage again and look at what it gives.",
    "status": "Say how the documents of an output folder stand: done, stale, failed, gone.",
    "clean": "Remove what came of documents that have gone.",
    "check": "Say what is wrong with documents, and fail where it is severe.",
    "tables": "List the tables of a document; write one as a CSV to correct by hand.",
    "pages": "Store the right text of pages for a person to confirm, and compare runs with it.",
    "export": "Write chunks for an index; or clauses, chunks, tables of one document for other programs.",
    "diff": "Say what changed between two versions of a document, clause by clause.",
    "changes": "Say what changed in the documents of a git repository since a commit.",
    "index": "Make documents searchable, or bring their index up to date.",
    "search": "Find the passages that answer a question.",
    "evaluate": "Measure the search on questions whose answers are known.",
    "lookup": "Find a figure in the tables of a document.",
    "prompt": "Print the messages that ground a model in what was found for a question.",
    "ask": "Have a model answer a question out of what was found, and check its citations.",
    "compare": "Show what a quick cut loses, beside the pieces by clause, as an HTML page.",
    "citations": "Check that the citations of an answer hold.",
    "explain": "Say why: furniture, a clause, a page with all decisions drawn on.",
    "audit": "Look at each clause beside its page, and sign it off.",
    "init": "Write a configuration for a folder of documents.",
    "config": "Check and show the configuration.",
    "bench": "Measure what a run costs, as ratios of CPU time.",
    "schema": "Print the JSON Schema of an output file.",
    "doctor": "Say whether everything that is needed is there.",
}
"""In the order of the help; each is the function `command` of the module of its name."""
INTERRUPTED = 130
EXAMPLES = """\b
Examples:
  clausetrace run prospectus.pdf
  clausetrace run wordings/ -c clausetrace.yaml --out out
  clausetrace init wordings/
  clausetrace stage clauses prospectus

Exit codes: 0 done; 1 a finding at or above --fail-on; 2 usage, configuration, unwritable output, nothing to do; 3 at least one
document failed; 130 interrupted."""


class LazyGroup(click.Group):
    """A group that knows the names of its commands and imports the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of a name; None where there is none."""
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"pipeline.cli.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from pipeline.cli.doctor import version_lines

        click.echo("\n".join(version_lines()))
        ctx.exit()


@click.group(cls=LazyGroup, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 130})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the versions that matter."
)
def cli() -> None:
    """Long PDFs of numbered clauses into labelled clause chunks that can be trusted, each checked against its page."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs a command and ends the process with its exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(run_command(arguments))


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; gives its exit code. ``arguments`` are those of this process where None."""
    try:
        ended: Any = cli.main(arguments, prog_name="clausetrace", standalone_mode=False)
        sys.stdout.flush()
        return ended if isinstance(ended, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted", INTERRUPTED)
    except ClausetraceError as error:
        return _say(str(error), error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _say(f"{place}{error.strerror or error}; check the place and its permissions", OutputError.exit_code)


def _say(message: str, code: int) -> int:
    from pipeline.cli.options import printable

    for line in message.splitlines():
        click.echo(f"clausetrace: {printable(line)}", err=True)
    return code
