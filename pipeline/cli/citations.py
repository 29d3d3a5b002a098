"""`clausetrace citations`: whether the citations of an answer hold, with an exit code for CI."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.options import config_option, printable

if TYPE_CHECKING:
    from pipeline.retrieval.citations import Checked, Excerpt, Fault

EXAMPLES = """\b
Examples:
  clausetrace prompt "Is room rent limited?" --json > prompt.json
  clausetrace citations answer.txt --sources prompt.json
  clausetrace ask "Is room rent limited?" --json > answer.json
  clausetrace citations answer.json
  my-model < prompt.json | clausetrace citations - --sources prompt.json

Exit codes: 0 every citation holds; 1 a false citation (with --strict also a figure without one); 2 usage, or a file that
cannot be read."""
FALSE = 1
USUAL_SOURCES = ("sources.json", "prompt.json")
"""Looked for beside the answer where --sources is not given."""
STDIN = "-"


@click.command("citations", epilog=EXAMPLES)
@click.argument("answer", metavar="ANSWER")
@click.option("--sources", default="", metavar="FILE", help="What the numbers mean: the output of `prompt --json`, or its sources.")
@click.option("--strict", is_flag=True, help="Fail on a figure without a citation too.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
@config_option
def command(answer: str, sources: str, strict: bool, as_json: bool, config: str) -> int:
    """Check the citations of ANSWER, a text file (or -), or what `ask --json` printed.

    Every [n] must name an excerpt, and every figure must stand in the excerpt cited for it: amounts, percentages, times, dates and
    codes are compared by value, whatever their form (Rs. 5,000, 5000, five thousand rupees; 36 months, three years). Words are not
    compared. Where --sources is not given, sources.json or prompt.json beside the answer is taken.
    """
    import msgspec

    from pipeline.config.load import load_configuration
    from pipeline.retrieval.citations import check_citations

    text, excerpts = _load(answer, sources)
    checked = check_citations(text, excerpts, frozenset(load_configuration(config).configuration.chunks.abbreviations))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(checked), indent=2).decode())
    else:
        click.echo("\n".join(write_checked(checked)))
    return FALSE if checked.is_false or (strict and checked.faults) else 0


def write_checked(checked: "Checked") -> list[str]:
    """What a check found, for a person."""
    lines = [line for fault in checked.faults for line in _write_fault(fault)]
    if not checked.citations and not checked.figures:
        return ["The answer has no citation and no figure: there is nothing to check."]
    false = sum(fault.kind != "uncited" for fault in checked.faults)
    uncited = len(checked.faults) - false
    cited = (
        f"{_count(checked.citations, 'citation')} of {_count(len(checked.cited), 'excerpt')}, {_count(checked.figures, 'figure')}"
    )
    outcome = [f"{false} false" if false else "", f"{uncited} without a citation" if uncited else ""]
    return [*lines, f"{cited}: {', '.join(filter(None, outcome)) or 'all hold'}"]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _write_fault(fault: "Fault") -> list[str]:
    printed, numbers = printable(fault.printed), _numbers(fault.cited)
    elsewhere = f"; it stands in {_numbers(fault.found_in)}" if fault.found_in else "; it stands in no excerpt"
    said = {
        "no_excerpt": f"false    {printed}: there is no excerpt {numbers}",
        "not_there": f"false    {printed} does not stand in {numbers}{elsewhere}",
        "uncited": f"uncited  {printed} has no citation{elsewhere}",
    }
    return [said[fault.kind], f"         {printable(fault.sentence)}"]


def _numbers(numbers: list[int]) -> str:
    return " ".join(f"[{number}]" for number in numbers)


def _load(answer: str, sources: str) -> tuple[str, list["Excerpt"]]:
    """The answer's text and what its numbers mean. Raises UsageError."""
    from pipeline.errors import UsageError

    given = _read(answer)
    told = _parse(given) if given.lstrip().startswith("{") else None
    if isinstance(told, dict) and isinstance(told.get("answer"), str):
        return told["answer"], excerpts_of(_parse(_read(sources)) if sources else told, sources or answer)
    beside = [] if answer == STDIN else [Path(answer).parent / name for name in USUAL_SOURCES]
    place = sources or next((str(file) for file in beside if file.is_file()), "")
    if not place:
        raise UsageError("what the numbers mean is not known; give --sources FILE, with the output of `clausetrace prompt --json`")
    return given, excerpts_of(_parse(_read(place)), place)


def _read(name: str) -> str:
    from pipeline.errors import UsageError

    try:
        content = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
        return content.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{name} cannot be read ({error.strerror}); name the file of an answer, or - for stdin") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name} is not UTF-8; save it as UTF-8") from None


def _parse(text: str) -> Any:
    """JSON, None where it is none."""
    import msgspec

    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None


def excerpts_of(told: Any, place: str) -> list["Excerpt"]:
    """The excerpts of what `prompt --json` or `ask --json` printed, or of a list of them."""
    import msgspec

    from pipeline.errors import UsageError
    from pipeline.retrieval.citations import Excerpt
    from pipeline.retrieval.completion import make_excerpt
    from pipeline.retrieval.prompting import Source

    rows = told.get("sources") if isinstance(told, dict) else told
    try:
        return [make_excerpt(source) for source in msgspec.convert(rows, list[Source])]
    except msgspec.ValidationError:
        pass  # written by hand perhaps: number and text alone
    try:
        return msgspec.convert(rows, list[Excerpt])
    except msgspec.ValidationError as error:
        form = "a list of objects with number and text, or what `clausetrace prompt --json` prints"
        raise UsageError(f"{place} has no sources ({error}); they are {form}") from None
