"""What is asked of one document: its own entry and its family's brought together, each with the place in the YAML where it stands.

Floors of the document go before those of its family, and these before those of all; expectations and acceptances add up.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pipeline.config.mistakes import Mark
from pipeline.config.requirements import Acceptance, Expectation, FamilySettings, Floors
from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.config.strict_yaml import Path

OWN_FILE = "default.yaml"
"""The packaged settings: no place to send a person to."""


class Floor(NamedTuple):
    """A bound on an amount, and where it is set. ``bound`` is at_least or at_most."""

    name: str
    bound: str
    value: float
    at: str


class Expected(NamedTuple):
    """An expectation, and where it is written."""

    asked: Expectation
    at: str


class Accepted(NamedTuple):
    """An acceptance, and where it is written."""

    accepted: Acceptance
    at: str


class Asked(NamedTuple):
    """All that is asked of a document."""

    floors: tuple[Floor, ...] = ()
    expect: tuple[Expected, ...] = ()
    accept: tuple[Accepted, ...] = ()


def gather(configuration: Configuration, marks: Mapping[Path, Mark], entry: str, family: str, *, in_force: bool) -> Asked:
    """What is asked of the document with the entry of this name ("" where it has none), of this family.

    A family's floors and expectations are asked of versions in force alone, its acceptances hold for all.
    """
    of_family, own = configuration.families.get(family, FamilySettings()), configuration.documents.get(entry, DocumentSettings())
    at_family, at_own = ("families", family), ("documents", entry)
    bounds: dict[tuple[str, str], Floor] = {}
    for floors, place, applies in (
        (configuration.check.floors, ("check",), True),
        (of_family.floors, at_family, in_force),
        (own.floors, at_own, True),
    ):
        bounds |= {(floor.name, floor.bound): floor for floor in _floors(floors, (*place, "floors"), marks) if applies}
    expected = [Expected(one, _at((*at_own, "expect", number), marks)) for number, one in enumerate(own.expect)]
    if in_force:
        shared = [Expected(one, _at((*at_family, "expect", number), marks)) for number, one in enumerate(of_family.expect)]
        expected = [*shared, *expected]
    accepted = [
        Accepted(one, _at((*place, "accept", number), marks))
        for place, entries in ((at_family, of_family.accept), (at_own, own.accept))
        for number, one in enumerate(entries)
    ]
    return Asked(tuple(bounds.values()), tuple(expected), tuple(accepted))


def _floors(floors: Floors, place: Path, marks: Mapping[Path, Mark]) -> Iterator[Floor]:
    for bound, amounts in (("at_least", floors.at_least), ("at_most", floors.at_most)):
        for name, value in amounts:
            if value is not None:
                yield Floor(name, bound, value, _at((*place, bound, name), marks))


def _at(path: Path, marks: Mapping[Path, Mark]) -> str:
    """File and line, as editors and annotations read them: ``clausetrace.yaml:31``; "" where that is not known."""
    mark = marks.get(path)
    return f"{mark.file}:{mark.line}" if mark and mark.file != OWN_FILE else ""
