"""What pydantic says about a configuration, put as a person can use it: file, line, key, what is wrong, what would be right.

Several errors of one value (a union tried one by one) become one mistake. An unknown key gets the nearest known one.
"""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, ValidationError
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
    "greater_than": "must be above {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be below {lt}",
    "less_than_equal": "must be at most {le}",
    "string_too_short": "must not be empty",
    "too_short": "must have at least {min_length} entries",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "value_error": "{error}",
}
"""How each kind of pydantic error reads; any other kind reads as pydantic words it."""


def find_mistakes(error: ValidationError, marks: Mapping[Path, Mark]) -> list[Mistake]:
    """One mistake a place, in the order of the lines. ``marks`` says where each path was written."""
    by_path: dict[Path, list[ErrorDetails]] = {}
    for details in error.errors():
        by_path.setdefault(_written(details, marks), []).append(details)
    return sorted(_mistake(path, group, marks) for path, group in by_path.items())


def _written(details: ErrorDetails, marks: Mapping[Path, Mark]) -> Path:
    """The part of an error's place that stands in the file; a missing key and an unknown one count as standing there."""
    path = details["loc"]
    shown = len(path) - 1 if details["type"] == "missing" else len(path)
    while shown and path[:shown] not in marks:
        shown -= 1
    return path if details["type"] == "missing" else path[:shown]


def _mistake(path: Path, group: Sequence[ErrorDetails], marks: Mapping[Path, Mark]) -> Mistake:
    place = path
    while place not in marks:
        place = place[:-1]
    reasons = list(dict.fromkeys(_reason(details, path) for details in group))
    return Mistake(marks[place].file, marks[place].line, dotted(path), " or ".join(reasons))


def _reason(details: ErrorDetails, path: Path) -> str:
    if details["type"] == "extra_forbidden":
        return _unknown_key(path)
    wording = EXPECTED.get(details["type"])
    if wording is None:
        return details["msg"]
    return wording.format(**details.get("ctx", {}))


def _unknown_key(path: Path) -> str:
    known = known_keys(path[:-1])
    near = difflib.get_close_matches(str(path[-1]), known, n=1)
    if near:
        return f"is no key; did you mean {near[0]}?"
    return f"is no key; known here are {', '.join(known)}" if known else "is no key; nothing is set here"


def known_keys(path: Path) -> list[str]:
    """The keys that the settings at ``path`` have, as written in YAML, sorted."""
    annotation: Any = Configuration
    for element in path:
        model = _settings(annotation)
        annotation = _field(model, element) if annotation is model and model else model
    model = _settings(annotation)
    return sorted(field.alias or name for name, field in model.model_fields.items()) if model and annotation is model else []


def _field(model: type[BaseModel], element: str | int) -> Any:
    for name, field in model.model_fields.items():
        if element in (name, field.alias):
            return field.annotation
    return None


def _settings(annotation: Any) -> type[BaseModel] | None:
    """The settings class in an annotation: itself, or inside dict[str, X], tuple[X, ...], Annotated or a union."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (found for argument in get_args(annotation) if (found := _settings(argument)) is not None)
    return next(inner, None)
