"""What is asked of one document: its own entry and its family's brought together, each with the place in the YAML where it stands.

Floors of the document go before those of its family, and these before those of all; what a family requires to be signed off goes
before what is required of all; expectations and acceptances add up.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from pipeline.config.audit import Required, parse_required
from pipeline.config.load import Loaded
from pipeline.config.mistakes import Mark
from pipeline.config.requirements import Acceptance, Expectation, FamilySettings, Floors
from pipeline.config.settings import DocumentSettings
from pipeline.config.strict_yaml import Path

Entry = TypeVar("Entry")
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


class Signed(NamedTuple):
    """How much must be signed off, and where it is written."""

    required: Required
    at: str


class Asked(NamedTuple):
    """All that is asked of a document."""

    floors: tuple[Floor, ...] = ()
    expect: tuple[Expected, ...] = ()
    accept: tuple[Accepted, ...] = ()
    signed: tuple[Signed, ...] = ()


def gather(loaded: Loaded, entry: str, family: str, *, in_force: bool) -> Asked:
    """What is asked of the document with the entry of this name ("" where it has none), of this family.

    A family's floors and expectations are asked of versions in force alone, its acceptances hold for all.
    """
    configuration, marks = loaded.configuration, loaded.marks
    of_family = ("families", family), configuration.families.get(family, FamilySettings())
    own = ("documents", entry), configuration.documents.get(entry, DocumentSettings())
    asking = (of_family, own) if in_force else (own,)
    floors = [floor for place, each in ((("check",), configuration.check), *asking) for floor in _floors(each.floors, place, marks)]
    signing = of_family if of_family[1].required else (("audit",), configuration.audit)
    return Asked(
        floors=tuple({(floor.name, floor.bound): floor for floor in floors}.values()),
        expect=tuple(Expected(*pair) for place, each in asking for pair in _placed(each.expect, (*place, "expect"), marks)),
        accept=tuple(
            Accepted(*pair) for place, each in (of_family, own) for pair in _placed(each.accept, (*place, "accept"), marks)
        ),
        signed=tuple(_signed(signing[1].required, (*signing[0], "required"), marks)) if in_force else (),
    )


def _signed(required: str | tuple[str, ...], place: Path, marks: Mapping[Path, Mark]) -> Iterator[Signed]:
    if isinstance(required, str):
        yield Signed(parse_required(required), _at(place, marks))
        return
    for words, at in _placed(required, place, marks):
        yield Signed(parse_required(words), at)


def _placed(entries: Iterable[Entry], place: Path, marks: Mapping[Path, Mark]) -> Iterator[tuple[Entry, str]]:
    return ((entry, _at((*place, number), marks)) for number, entry in enumerate(entries))


def _floors(floors: Floors, place: Path, marks: Mapping[Path, Mark]) -> Iterator[Floor]:
    for bound, amounts in (("at_least", floors.at_least), ("at_most", floors.at_most)):
        for name, value in amounts:
            if value is not None:
                yield Floor(name, bound, value, _at((*place, "floors", bound, name), marks))


def _at(path: Path, marks: Mapping[Path, Mark]) -> str:
    """File and line, as editors and annotations read them: ``clausetrace.yaml:31``; "" where that is not known."""
    mark = marks.get(path)
    return f"{mark.file}:{mark.line}" if mark and mark.file != OWN_FILE else ""
