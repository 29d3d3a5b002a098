"""What pydantic says about a configuration, put as a person can use it: file, line, key, what is wrong, what would be right.

Several errors of one value (a union tried one by one) become one mistake. An unknown key gets the nearest known one.
"""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from pipeline.config.settings import Configuration
from pipeline.config.strict_yaml import Mistake, Path, dotted


class Mark(NamedTuple):
    """Where a key or an entry stands."""

    file: str
    line: int


EXPECTED = {
    "bool_type": "must be true or false",
    "int_type": "must be a whole number (no quotes, no leading zero)",
    "float_type": "must be a number",
    "string_type": "must be text; put it in quotes",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be a mapping of keys to values",
    "model_type": "must be a mapping of keys to values",
    "missing": "is missing",
    "greater_than": "must be above {gt:g}",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than": "must be below {lt:g}",
    "less_than_equal": "must be at most {le:g}",
    "string_too_short": "must not be empty",
    "too_short": "must have at least {min_length} entries",
    "string_pattern_mismatch": "must match {pattern}",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "value_error": "{error}",
}
"""How each kind of pydantic error reads; any other kind reads as pydantic words it."""
MUST_BE = "must be "
BOUNDS = {"gt": "above", "ge": "from", "lt": "below", "le": "to"}
"""How the limits of a number read behind "must be a number", in this order."""


def find_mistakes(error: ValidationError, marks: Mapping[Path, Mark], own: str) -> list[Mistake]:
    """One mistake a place, in the order of the lines. ``marks`` says where each path was written; ``own`` is the user's file."""
    by_path: dict[Path, list[ErrorDetails]] = {}
    for details in error.errors():
        by_path.setdefault(_written(details, marks, own), []).append(details)
    return sorted(_mistake(path, group, marks) for path, group in by_path.items())


def _written(details: ErrorDetails, marks: Mapping[Path, Mark], own: str) -> Path:
    """The part of an error's place that stands in the file; a missing key and an unknown one count as standing there.

    Where two keys do not go together, it is the one that the user wrote.
    """
    path = details["loc"]
    beside = details.get("ctx", {}).get("beside")
    if beside:
        return max((path, (*path[:-1], beside)), key=lambda one: one in marks and marks[one].file == own)
    shown = len(path) - 1 if details["type"] == "missing" else len(path)
    while shown and path[:shown] not in marks:
        shown -= 1
    return path if details["type"] == "missing" else path[:shown]


def _mistake(path: Path, group: Sequence[ErrorDetails], marks: Mapping[Path, Mark]) -> Mistake:
    place = path
    while place not in marks:
        place = place[:-1]
    first, *others = dict.fromkeys(_reason(details, path) for details in group)
    message = " or ".join((first, *(reason.removeprefix(MUST_BE) for reason in others)))
    return Mistake(marks[place].file, marks[place].line, dotted(path), message)


def _reason(details: ErrorDetails, path: Path) -> str:
    if details["type"] == "extra_forbidden":
        return _unknown_key(path)
    wording = EXPECTED.get(details["type"])
    if wording is None:
        return details["msg"]
    worded = wording.format(**details.get("ctx", {}))
    return worded + _range(path) if details["type"] in ("int_type", "float_type") else worded


def _range(path: Path) -> str:
    """What a number may be at ``path``: " from 0 to 1"; "" where nothing bounds it."""
    bounds = _bounds(_find(path)[1])
    return "".join(f" {words} {bounds[bound]:g}" for bound, words in BOUNDS.items() if bound in bounds)


def _bounds(held: Any) -> dict[str, float]:
    """The limits of a number in a field or in its annotation, also inside a union."""
    found = {bound: getattr(held, bound) for bound in BOUNDS if getattr(held, bound, None) is not None}
    for inner in (*getattr(held, "metadata", ()), *get_args(getattr(held, "annotation", held))):
        found |= _bounds(inner)
    return found


def _unknown_key(path: Path) -> str:
    known = known_keys(path[:-1])
    near = difflib.get_close_matches(str(path[-1]), known, n=1)
    if near:
        return f"is no key; did you mean {near[0]}?"
    return f"is no key; known here are {', '.join(known)}" if known else "is no key; nothing is set here"


def known_keys(path: Path) -> list[str]:
    """The keys that the settings at ``path`` have, as written in YAML, sorted."""
    annotation, _ = _find(path)
    model = _settings(annotation)
    return sorted(field.alias or name for name, field in model.model_fields.items()) if model and annotation is model else []


def _find(path: Path) -> tuple[Any, FieldInfo | None]:
    """What is annotated at ``path``, and the field there; no field for the whole and for an entry of a list or a mapping."""
    annotation: Any = Configuration
    field: FieldInfo | None = None
    for element in path:
        model = _settings(annotation)
        inside = annotation is model and model is not None
        field = _field(model, element) if inside and model else None
        annotation = model if not inside else field.annotation if field else None
    return annotation, field


def _field(model: type[BaseModel], element: str | int) -> FieldInfo | None:
    return next((field for name, field in model.model_fields.items() if element in (name, field.alias)), None)


def _settings(annotation: Any) -> type[BaseModel] | None:
    """The settings class in an annotation: itself, or inside dict[str, X], tuple[X, ...], Annotated or a union."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (found for argument in get_args(annotation) if (found := _settings(argument)) is not None)
    return next(inner, None)
