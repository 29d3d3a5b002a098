"""The passages that a question is asked of: found by a search, or those of a file that `search --json` wrote."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pipeline.retrieval.hits import Hit

STDIN = "-"
hits_option = click.option(
    "--hits", required=True, metavar="FILE", help="Passages that `search --json` found, or - for stdin, in place of a search."
)


def load_hits(file: str) -> list["Hit"]:
    """The hits in what `search --json` printed, or in a list of them. Raises UsageError where there are none to be read."""
    import sys
    from pathlib import Path

    import msgspec

    from pipeline.errors import UsageError
    from pipeline.retrieval.hits import Hit

    try:
        told = msgspec.json.decode(sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes())
        return msgspec.convert(told.get("hits") if isinstance(told, dict) else told, list[Hit])
    except OSError as error:
        raise UsageError(f"--hits {file} cannot be read ({error.strerror})") from None
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise UsageError(f"--hits {file} holds no hits ({error}); give what `clausetrace search --json` prints") from None
