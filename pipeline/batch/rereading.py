"""Has another library read a document again: finds the file that was run, and holds what was written of it against that reading."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from pipeline.checks.outcome import Outcome
from pipeline.checks.reread import Reader, reread, say_absent
from pipeline.checks.written import Written
from pipeline.config.requirements import CheckSettings
from pipeline.errors import ClausetraceError
from pipeline.model import Severity, SourceKind
from pipeline.rereading.libraries import Library
from pipeline.store.rows import InputRow

ALL = "all"
NONE = "none"
Load = Callable[[Path, InputRow], bytes]
"""Gives the bytes of the file that a document's folder came from. Raises ClausetraceError where it is not there."""


class Second(NamedTuple):
    """A second reading: who reads, how the file is found, and whether a person asked for it, so that its absence is an error."""

    reader: Reader
    load: Load
    asked: bool


def make_second(settings: CheckSettings, passwords: Sequence[str], load: Load, *, asked: bool) -> Second | None:
    """The second reading that the settings name; None where they name no reader."""
    if settings.reader == NONE:
        return None
    sample = 0 if settings.sample == ALL else int(settings.sample)
    return Second(Reader(Library(settings.reader), sample, tuple(passwords)), load, asked)


def hold_second(second: Second | None, folder: Path, written: Written) -> tuple[Outcome, ...]:
    """The rule of the independent reader; nothing where there is none, or the document is no PDF."""
    if second is None or written.run.input.kind is not SourceKind.PDF:
        return ()
    try:
        content = second.load(folder, written.run.input)
    except ClausetraceError as error:
        severity = Severity.ERROR if second.asked else Severity.NOTE
        return (say_absent(str(error), second.reader.library, severity=severity),)
    return (reread(written, content, second.reader),)
