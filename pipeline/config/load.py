"""From a YAML file to the settings in force.

The packaged default comes first, then the profile that the file names, then the file: laid over one another key by key; a list
replaces a list. All mistakes are told at once, before anything else is read.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path as File
from typing import NamedTuple

from pydantic import ValidationError

from pipeline.config.copies import parse_copy
from pipeline.config.mistakes import Mark, find_mistakes
from pipeline.config.settings import Configuration
from pipeline.config.strict_yaml import Mistake, Parsed, Path, Value, dotted, parse_yaml
from pipeline.errors import ConfigError

USUAL_NAME = "clausetrace.yaml"
PACKAGE = File(__file__).resolve().parent.parent
PLACES = (PACKAGE / "defaults", PACKAGE.parent / "config")
"""Where the packaged YAML files are: in an installed wheel, and in a checkout."""


class Loaded(NamedTuple):
    """The settings in force, the file that they came from ("" for the packaged default alone), and where each was written."""

    configuration: Configuration
    file: str
    marks: Mapping[Path, Mark]


class _Layer(NamedTuple):
    """One file's values, and where each stands."""

    name: str
    value: dict[str, Value]
    marks: Mapping[Path, Mark]
    mistakes: tuple[Mistake, ...]


def load_configuration(file: str = "", folder: str = ".") -> Loaded:
    """The settings of ``file``, else of ``clausetrace.yaml`` in ``folder``, else the packaged ones.

    Raises ConfigError with one line a mistake: file, line, key, what to do.
    """
    usual = File(folder) / USUAL_NAME
    chosen = file or (str(usual) if usual.is_file() else "")
    layers = [_load_layer(default_file(), "default.yaml")]
    if chosen:
        own = _with_transcriptions(_load_layer(File(chosen), chosen), File(chosen).parent)
        layers += [*_load_profile(own), own]
    configuration = _with_place_of_pages(_combine(layers), File(chosen).parent)
    return Loaded(configuration, chosen, {path: mark for layer in layers for path, mark in layer.marks.items()})


def _with_place_of_pages(configuration: Configuration, folder: File) -> Configuration:
    """``configuration`` with the folder of stored pages as seen from the current folder: it is named relative to the file's."""
    return with_pages_in((folder / configuration.provenance.fixture_pages).as_posix(), configuration)


def with_pages_in(place: str, configuration: Configuration) -> Configuration:
    """``configuration`` with the right text of pages kept in the folder ``place``."""
    provenance = configuration.provenance.model_copy(update={"fixture_pages": place})
    return configuration.model_copy(update={"provenance": provenance})


def load_packaged() -> Configuration:
    """The packaged settings, whatever stands in the current folder."""
    return _combine([_load_layer(default_file(), "default.yaml")])


def default_file() -> File:
    """The packaged default configuration."""
    return _packaged("default.yaml")


def profile_names() -> list[str]:
    """The profiles that a configuration can name, sorted."""
    return sorted(found.stem for place in PLACES for found in (place / "profiles").glob("*.yaml"))


def _packaged(name: str) -> File:
    for place in PLACES:
        if (place / name).is_file():
            return place / name
    raise ConfigError(f"{name} is not where it was installed ({PLACES[0]}); install clausetrace again")


def _load_profile(own: _Layer) -> list[_Layer]:
    name = own.value.get("profile", "")
    if not isinstance(name, str) or not name:
        return []
    if name not in profile_names():
        mark = own.marks["profile",]
        known = ", ".join(profile_names()) or "none"
        raise ConfigError(f"{mark.file}:{mark.line}: profile: there is no profile {name!r}; there are: {known}")
    return [_load_layer(_packaged(f"profiles/{name}.yaml"), f"profiles/{name}.yaml")]


def _load_layer(file: File, name: str) -> _Layer:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ConfigError(f"{name} cannot be read ({error.strerror}); check the path") from None
    return _make_layer(parse_yaml(content, name), name)


def _with_transcriptions(layer: _Layer, folder: File) -> _Layer:
    """``layer`` with the rows of every CSV that it names; one that cannot be read is a mistake where it is named."""
    mistakes = list(layer.mistakes)
    for path, entry in _find_transcriptions(layer.value):
        mark = layer.marks[path]
        name = entry.get("csv")
        if "rows" in entry:
            mistakes.append(Mistake(*mark, dotted((*path, "rows")), "is filled in from the CSV; leave it out"))
        if not isinstance(name, str) or not name:
            continue
        try:
            entry["rows"] = parse_copy((folder / name).read_bytes())
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            mistakes.append(
                Mistake(*mark, dotted((*path, "csv")), f"{name} cannot be read ({why}); its place is relative to this file")
            )
    return layer._replace(mistakes=tuple(mistakes))


def _find_transcriptions(value: dict[str, Value]) -> Iterator[tuple[Path, dict[str, Value]]]:
    documents = value.get("documents")
    for stem, own in documents.items() if isinstance(documents, dict) else ():
        copies = own.get("transcriptions") if isinstance(own, dict) else None
        for at, entry in enumerate(copies if isinstance(copies, list) else ()):
            if isinstance(entry, dict):
                yield ("documents", stem, "transcriptions", at), entry


def _make_layer(parsed: Parsed, name: str) -> _Layer:
    value, mistakes = parsed.value, parsed.mistakes
    if not isinstance(value, dict):
        if value is not None:
            mistakes = (*mistakes, Mistake(name, 1, "", "must be a mapping of keys to values"))
        value = {}
    return _Layer(name, value, {path: Mark(name, line) for path, line in parsed.lines.items()}, mistakes)


def _combine(layers: list[_Layer]) -> Configuration:
    merged: dict[str, Value] = {"documents": {}, "families": {}}
    marks: dict[Path, Mark] = {(): Mark("", 1)}
    mistakes: list[Mistake] = []
    for layer in layers:
        merged = _overlay(merged, layer.value)
        marks.update(layer.marks)
        mistakes += layer.mistakes
    try:
        configuration = Configuration.model_validate_json(json.dumps(_with_empty_entries(merged)))
    except ValidationError as error:
        mistakes += find_mistakes(error, marks, layers[-1].name)
    if mistakes:
        raise ConfigError("\n".join(map(str, sorted(mistakes))))
    return configuration


def _with_empty_entries(merged: dict[str, Value]) -> dict[str, Value]:
    """``merged`` with {} where a document or a family stands with nothing under its name."""
    filled = dict(merged)
    for section in ("documents", "families"):
        entries = merged[section]
        if isinstance(entries, dict):
            filled[section] = {name: {} if value is None else value for name, value in entries.items()}
    return filled


def _overlay(under: dict[str, Value], over: dict[str, Value]) -> dict[str, Value]:
    """``over`` laid on ``under``. A section with nothing under its name leaves the section as it is."""
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            merged[key] = _overlay(below, value)
        elif not (isinstance(below, dict) and value is None):
            merged[key] = value
    return merged
