"""`clausetrace evaluate --sweep`: the search measured at many values of a setting, of one index that is opened once."""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from pipeline.cli.evaluating import Evaluation, make_search

if TYPE_CHECKING:
    from pipeline.config.retrieval import RetrievalSettings
    from pipeline.retrieval.evaluation.curve import Point, Reading, Spike
    from pipeline.retrieval.evaluation.judging import Outcome
    from pipeline.retrieval.evaluation.measures import Figure
    from pipeline.retrieval.evaluation.swept import Swept
    from pipeline.retrieval.index.opened import SearchIndex

Command = TypeVar("Command", bound=Callable[..., Any])
BAR = 30
"""Columns of a bar for the whole."""


class Sweep(NamedTuple):
    """What is swept ("" for nothing), from and to which value in how many steps, by which figure, and where it is drawn."""

    setting: str
    low: float | None
    high: float | None
    steps: int
    objective: str
    output: str


OPTIONS = (
    click.option(
        "--sweep",
        "setting",
        default="",
        metavar="SETTING",
        help="Try a setting of searching, named as in the YAML, at many values.",
    ),
    click.option("--from", "low", type=float, default=None, metavar="X", help="First value of --sweep [the setting's own lowest]."),
    click.option(
        "--to",
        "high",
        type=float,
        default=None,
        metavar="X",
        help="Last value [its highest, else twice the one in force].",
    ),
    click.option("--steps", type=click.IntRange(min=3), default=21, show_default=True, metavar="N", help="Values of --sweep."),
    click.option(
        "--objective",
        default="balanced",
        show_default=True,
        metavar="FIGURE",
        help="What --sweep looks for a flat top of: half questions found, half absent ones not answered; or a figure by its name.",
    ),
    click.option(
        "-o", "--output", default="", metavar="FILE", help="Where --sweep draws [sweep-SETTING.png in this folder] (extra: audit)."
    ),
)


def sweep_options(command: Command) -> Command:
    """Gives a command the options of a sweep, as one argument ``sweep``."""

    @wraps(command)
    def collected(*arguments: Any, **named: Any) -> Any:
        return command(*arguments, sweep=Sweep(**{name: named.pop(name) for name in Sweep._fields}), **named)

    return reduce(lambda wrapped, option: option(wrapped), reversed(OPTIONS), collected)  # type: ignore[return-value]


def run_sweep(evaluation: Evaluation, sweep: Sweep, *, as_json: bool) -> None:
    """Prints how a setting fares and draws it. With ``as_json`` it is drawn only where a file is named. Raises UsageError."""
    from pipeline.retrieval.evaluation.curve import read_curve
    from pipeline.retrieval.evaluation.swept import choose_values, find_swept, refuse_values

    settings = evaluation.configuration.retrieval
    output = _choose_file(sweep)
    swept = find_swept(sweep.setting, settings)
    values = choose_values(swept, sweep.low, sweep.high, sweep.steps)
    refuse_values(settings, swept, values)
    points = list(_measure(evaluation, swept, values, sweep.objective))
    reading = read_curve(points, sweep.objective, whole=swept.whole)
    if as_json:
        _print_json(swept, points, reading)
    else:
        click.echo("\n".join(_write(swept, points, reading)))
    if sweep.output or not as_json:
        _draw(output, (swept, points, reading), named=bool(sweep.output))


def _choose_file(sweep: Sweep) -> str:
    from pipeline.config.names import safe_name
    from pipeline.errors import UsageError

    output = sweep.output or f"sweep-{safe_name(sweep.setting.rpartition('.')[2])}.png"
    if not output.lower().endswith(".png"):
        raise UsageError(f"-o {output}: a curve is drawn as .png; give a name that ends so")
    return output


def _measure(evaluation: Evaluation, swept: "Swept", values: Sequence[float], objective: str) -> "Iterator[Point]":
    """A point for each value. What the index holds is read once; near words are looked for anew where they are what changes."""
    import sys

    from pipeline.retrieval.evaluation.curve import make_point
    from pipeline.retrieval.evaluation.swept import with_value

    for number, value in enumerate(values, 1):
        if sys.stderr.isatty():
            click.echo(f"\r{number} of {len(values)} values", err=True, nl=number == len(values))
        settings = with_value(evaluation.configuration.retrieval, swept, value)
        yield make_point(value, _judge(evaluation, settings, _index_for(evaluation, settings)), objective)


def _index_for(evaluation: Evaluation, settings: "RetrievalSettings") -> "SearchIndex":
    """The open index; opened again with the same models where other words count as near: it keeps the near words that it found."""
    from pipeline.retrieval.index.opened import open_index
    from pipeline.retrieval.near import Nearness

    nearness = Nearness(settings.near_floor, settings.near_words)
    if nearness == evaluation.models.nearness:
        return evaluation.searched
    return open_index(evaluation.place, evaluation.models._replace(nearness=nearness), evaluation.tags)


def _judge(evaluation: Evaluation, settings: "RetrievalSettings", index: "SearchIndex") -> "list[Outcome]":
    from pipeline.retrieval.evaluation.judging import judge
    from pipeline.retrieval.evaluation.measures import AMONG
    from pipeline.retrieval.wanted import Mode

    search = make_search(evaluation, Mode.HYBRID, settings, index)
    return [judge(question, search.show(question, AMONG[-1])) for question in evaluation.asked]


def _print_json(swept: "Swept", points: "Sequence[Point]", reading: "Reading") -> None:
    import msgspec

    told = {
        "setting": swept.name,
        "in_force": swept.now,
        **msgspec.to_builtins(reading),
        "points": [{"value": point.value, "figures": point.figures} for point in points],
    }
    click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())


def _write(swept: "Swept", points: "Sequence[Point]", reading: "Reading") -> Iterator[str]:
    names = [figure.name for figure in points[0].figures]
    yield f"{swept.name:>12}  " + "".join(f"{name:>{len(name) + 2}}" for name in names)
    width = max(12, len(swept.name))
    for point in points:
        cells = "".join(f"{_write_value(figure):>{len(figure.name) + 2}}" for figure in point.figures)
        bar = "█" * round(BAR * point.mean)
        yield f"{point.value:>{width}g}  {cells}  {bar:<{BAR}}  {_mark(swept, point.value, reading)}".rstrip()
    yield ""
    yield from _write_reading(swept, points, reading)


def _write_value(figure: "Figure") -> str:
    return f"{figure.value:.2f}" if figure.questions else "-"


def _mark(swept: "Swept", value: float, reading: "Reading") -> str:
    marks = {
        "flat": reading.first <= value <= reading.last,
        "spike": any(value in spike.values for spike in reading.spikes),
        "in force": value == swept.now,
    }
    return ", ".join(name for name, holds in marks.items() if holds)


def _write_reading(swept: "Swept", points: "Sequence[Point]", reading: "Reading") -> Iterator[str]:
    worth = 100 * reading.one_question
    yield f"{reading.questions} questions count in {reading.objective!r}, one is worth {worth:.1f} points at most"
    span = f"from {reading.first:g} to {reading.last:g}"
    if reading.everywhere:
        yield f"flat all the way {span}, within one question of {reading.level:.2f}; {swept.now:g}, in force, may stay"
        yield f"the middle: {reading.middle:g}"
    else:
        inside = "in it" if reading.first <= swept.now <= reading.last else "outside it"
        yield f"widest flat stretch: {span}, within one question of {reading.level:.2f}; {swept.now:g}, in force, is {inside}"
        yield f"proposed: {swept.name} {reading.middle:g}, its middle"
    yield from _write_still(points, reading)
    yield from (_write_spike(spike) for spike in reading.spikes)


def _write_still(points: "Sequence[Point]", reading: "Reading") -> Iterator[str]:
    ends = [
        f"up to {reading.still_to:g}" if reading.still_to > points[0].value else "",
        f"from {reading.still_from:g} on" if reading.still_from < points[-1].value else "",
    ]
    if any(ends):
        yield f"{' and '.join(filter(None, ends))} no question changes"


def _write_spike(spike: "Spike") -> str:
    where = " and ".join(f"{value:g}" for value in spike.values)
    gain = f"{100 * spike.gain:+.1f} points ({100 * spike.low:+.1f} to {100 * spike.high:+.1f})"
    said = "within the noise: no reason to choose it" if spike.chance else "more than chance gives: look there in finer steps"
    return f"spike at {where}: {gain}, {said}"


def _draw(output: str, curve: "tuple[Swept, Sequence[Point], Reading]", *, named: bool) -> None:
    """Draws a curve. Without matplotlib that is said, and is an error only where a picture was asked for by name."""
    from pathlib import Path

    from pipeline.errors import DependencyMissing
    from pipeline.retrieval.evaluation.drawing import draw_curve
    from pipeline.store.folders import replace_file

    try:
        picture = draw_curve(*curve)
    except DependencyMissing as error:
        if named:
            raise
        click.echo(str(error), err=True)
        return
    replace_file(Path(output), picture)
    click.echo(f"{output} is written", err=True)
