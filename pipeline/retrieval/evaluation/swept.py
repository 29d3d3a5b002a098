"""Settings of searching that can be tried at many values of an index that stands: each by its dotted name, with its own range.

What an index is made with is none of them (the models of its vectors), nor is what shapes the chunks: such a value needs a run or
an index of its own. Neither is what is no number.
"""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from pipeline.config.base import Settings
from pipeline.config.retrieval import EmbedderSettings, RetrievalSettings
from pipeline.errors import UsageError
from pipeline.model import Record

SECTION = "retrieval"
DIGITS = 6
LEAST_REACH = {int: 10, float: 1.0}
"""How far above its lowest value a setting without a highest is tried at least."""
LEAST_VALUES = 3
"""Values without which there is no curve: a peak shows by its neighbours."""
NEEDS_INDEX = (
    "{name} is what an index is made with, so that each value needs one of its own: clausetrace index --index DIR -c FILE, then "
    "evaluate each with --json and compare them with --against"
)
NO_SEARCH = (
    "{name} is no setting of searching. Where it shapes the chunks each value needs a run and an index of its own: evaluate each "
    "with --json and compare them with --against"
)


class Swept(Record, frozen=True):
    """A setting: its dotted name, the range it is tried in, its value in force, and whether its values are whole numbers."""

    name: str
    low: float
    high: float
    now: float
    whole: bool

    @property
    def path(self) -> list[str]:
        """Its keys, from the section of searching down."""
        return self.name.split(".")[1:]


def find_swept(name: str, settings: RetrievalSettings) -> Swept:
    """The setting of a dotted name ("retrieval." may be left out). Raises UsageError where it cannot be swept."""
    full = name if "." in name and name.split(".")[0] not in RetrievalSettings.model_fields else f"{SECTION}.{name}"
    if not full.startswith(f"{SECTION}."):
        raise UsageError(f"--sweep {NO_SEARCH.format(name=name)}")
    known = dict(_find_all(settings, SECTION))
    if full in known:
        return _make_swept(full, *known[full])
    section, key = _find_section(full, settings)
    if isinstance(section, EmbedderSettings):
        raise UsageError(f"--sweep {NEEDS_INDEX.format(name=full)}")
    if section is not None and key in type(section).model_fields:
        raise UsageError(f"--sweep {full} is no number; those that can be swept are {', '.join(known)}")
    near = get_close_matches(full, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"those that can be swept are {', '.join(known)}"
    raise UsageError(f"--sweep {full}: there is no such setting; {hint}")


def _find_all(settings: Settings, above: str) -> Iterator[tuple[str, tuple[FieldInfo, float]]]:
    """The numbers that can be swept, by dotted name."""
    for name, field in type(settings).model_fields.items():
        value = getattr(settings, name)
        if isinstance(value, Settings) and not isinstance(value, EmbedderSettings):
            yield from _find_all(value, f"{above}.{name}")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield f"{above}.{name}", (field, value)


def _find_section(full: str, settings: RetrievalSettings) -> tuple[Settings | None, str]:
    """The section in which a name stands, None where there is none, and the last key."""
    section: Any = settings
    *path, key = full.split(".")[1:]
    for each in path:
        section = getattr(section, each, None)
    return (section if isinstance(section, Settings) else None), key


def _make_swept(name: str, field: FieldInfo, now: float) -> Swept:
    kind = int if field.annotation is int else float
    lows = [bound for each in field.metadata if (bound := getattr(each, "ge", getattr(each, "gt", None))) is not None]
    highs = [bound for each in field.metadata if (bound := getattr(each, "le", getattr(each, "lt", None))) is not None]
    low = max(lows, default=0)
    return Swept(name, low, min(highs, default=max(2 * now, low + LEAST_REACH[kind])), now, kind is int)


def choose_values(swept: Swept, low: float | None, high: float | None, steps: int) -> list[float]:
    """The values to try: ``steps`` from ``low`` to ``high``, evenly spread, and the one in force where it is between them.

    Raises UsageError where they are fewer than three.
    """
    first, last = swept.low if low is None else low, swept.high if high is None else high
    spread = [first + (last - first) * step / (steps - 1) for step in range(steps)]
    held = {round(value) if swept.whole else round(value, DIGITS) for value in spread}
    if first <= swept.now <= last:
        held.add(swept.now)
    if len(held) < LEAST_VALUES:
        raise UsageError(f"--from {first:g} --to {last:g} gives {len(held)} values of {swept.name}; a curve needs {LEAST_VALUES}")
    return sorted(held)


def with_value(settings: RetrievalSettings, swept: Swept, value: float) -> RetrievalSettings:
    """``settings`` with another value. Raises UsageError where the setting cannot have it."""
    told = settings.model_dump()
    section = told
    for key in swept.path[:-1]:
        section = section[key]
    section[swept.path[-1]] = int(value) if swept.whole else value
    try:
        return RetrievalSettings.model_validate(told)
    except ValidationError as error:
        raise UsageError(
            f"{swept.name} cannot be {value:g}: {error.errors()[0]['msg']}; choose others with --from and --to"
        ) from None


def refuse_values(settings: RetrievalSettings, swept: Swept, values: Sequence[float]) -> None:
    """Raises UsageError where one of ``values`` cannot be, ahead of any evaluation."""
    for value in values:
        with_value(settings, swept, value)
