"""The passages that a question is asked of: found by a search of an index, or those of a file that `search --json` wrote."""

from collections.abc import Callable
from functools import reduce, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from pipeline.cli.indexes import access_option, collection_option, index_option, search_options

if TYPE_CHECKING:
    from pipeline.config.settings import Configuration
    from pipeline.retrieval.answers import Answer
    from pipeline.retrieval.hits import Hit
    from pipeline.retrieval.places import TablePlace

Command = TypeVar("Command", bound=Callable[..., Any])
STDIN = "-"


class Asked(NamedTuple):
    """How passages are to be found. ``k`` 0 stands for the setting, ``folder`` is the index; ``hits`` names a file in place of
    a search.
    """

    k: int
    unit: str
    window: int
    bound: str
    mode: str
    docs: tuple[str, ...]
    archived: bool
    folder: str
    collection: str
    access: tuple[str, ...]
    hits: str


class Found(NamedTuple):
    """What was found: passages, or, of a question for a figure of tables that no passage holds, where these are."""

    hits: list["Hit"]
    places: list["TablePlace"]


OPTIONS = (
    click.option("-k", "k", type=int, default=0, metavar="N", help="Passages at most; 1 or more [ask.hits of the YAML]."),
    *search_options,
    index_option,
    collection_option,
    access_option,
    click.option(
        "--hits", default="", metavar="FILE", help="Passages that `search --json` found, or - for stdin, in place of a search."
    ),
)


def question_options(command: Command) -> Command:
    """Gives a command the options of a search, as one argument ``asked``."""

    @wraps(command)
    def collected(*arguments: Any, **named: Any) -> Any:
        named["folder"] = named.pop("index")
        asked = Asked(**{name: named.pop(name) for name in Asked._fields})
        return command(*arguments, asked=asked, **named)

    return reduce(lambda wrapped, option: option(wrapped), reversed(OPTIONS), collected)  # type: ignore[return-value]


def find_passages(question: str, asked: Asked, configuration: "Configuration", out: str) -> Found:
    """The passages for a question. Raises UsageError where it cannot be asked so, InputError where there is no index."""
    if asked.hits:
        return Found(_load_hits(asked.hits), [])
    answer = _search(question, asked, configuration, out)
    return Found(answer.hits, answer.places)


def _search(question: str, asked: Asked, configuration: "Configuration", out: str) -> "Answer":
    from pipeline.cli.indexes import open_searched, place_of
    from pipeline.retrieval.index.records import Unit
    from pipeline.retrieval.search import find_answer
    from pipeline.retrieval.wanted import Mode, Wanted, refuse
    from pipeline.retrieval.windows import Bound

    unit, bound = Unit(asked.unit), Bound(asked.bound)
    wanted = Wanted(asked.k or configuration.ask.hits, Mode(asked.mode), unit, asked.window, bound, asked.docs, asked.archived)
    refuse(question, wanted)
    index = open_searched(place_of(out, asked.folder, asked.collection), configuration.retrieval, asked.access)
    return find_answer(question, index, configuration.retrieval, wanted)


def _load_hits(file: str) -> list["Hit"]:
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


def write_place(place: "TablePlace") -> str:
    """Where a figure stands that no passage holds, and how to look it up."""
    from pipeline.cli.options import printable

    pages = f"page {place.pages[0]}" if len(place.pages) == 1 else f"pages {place.pages[0]}-{place.pages[-1]}"
    return f"That is in the tables of {printable(place.title)} set aside as rates, {pages}. Look it up: {printable(place.look_up)}"
