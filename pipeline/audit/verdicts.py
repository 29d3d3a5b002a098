"""Verdicts: what people said of clauses, tables and cells, as rows of a CSV, and which of them still hold.

A verdict holds for words, not for a file: it stands where its key names the same words still. Where the key names other words, the
clause is asked again. Where a clause was only renumbered, which the hash of its words shows if no other clause has them, it keeps
its verdict under its new key. Nothing is ever taken over by key alone.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from pipeline.errors import InputError
from pipeline.model import Record
from pipeline.wording import hash_words

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a cell must not begin with in a spreadsheet: it would run as a formula. Such words are written behind a quote."""
QUOTE = "'"
NOTHING = hash_words("")
"""The hash of no words: it shows nothing of a clause."""


class Said(StrEnum):
    """What a verdict says. A note alone says neither."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    NOTED = "noted"


class Verdict(Record, frozen=True):
    """One row. ``when`` is a moment in UTC, as ISO 8601 has it, to the second."""

    key: str
    content_hash: str
    verdict: Said
    note: str = ""
    who: str = ""
    when: str = ""


COLUMNS = Verdict.__struct_fields__


class State(StrEnum):
    """How a clause stands: as its verdict says; changed since; never asked."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    CHANGED = "changed"
    OPEN = "open"


class Standing(Record, frozen=True):
    """How a clause stands and by which row, None where there is none. ``moved``: the row was given under another key."""

    state: State
    row: Verdict | None = None
    moved: bool = False


def judge(asked: Sequence[tuple[str, str]], verdicts: Iterable[Verdict]) -> dict[str, Standing]:
    """How each (key, hash) of a document stands, in order."""
    rows = {row.key: row for row in verdicts}
    hashes = dict(asked)
    gone = [row for row in rows.values() if hashes.get(row.key) != row.content_hash and _is_clause(row.key)]
    lacking = Counter(hash_ for key, hash_ in asked if _is_clause(key) and not _holds(rows.get(key), hash_))
    alone = {row.content_hash: row for row in gone if lacking[row.content_hash] == 1 and row.content_hash != NOTHING}
    for hash_, times in Counter(row.content_hash for row in gone).items():
        if times > 1:
            alone.pop(hash_, None)
    return {key: _stand(rows.get(key), hash_, alone if _is_clause(key) else {}) for key, hash_ in asked}


def _is_clause(key: str) -> bool:
    """Tables and their cells have longer keys; a cell's words stand in many cells."""
    return key.count("/") == 1


def _holds(row: Verdict | None, hash_: str) -> bool:
    return row is not None and row.content_hash == hash_


def _stand(row: Verdict | None, hash_: str, alone: Mapping[str, Verdict]) -> Standing:
    if row and row.content_hash == hash_:
        return Standing(_state(row), row)
    if hash_ in alone:
        return Standing(_state(alone[hash_]), alone[hash_], moved=True)
    return Standing(State.CHANGED, row) if row and row.verdict is not Said.NOTED else Standing(State.OPEN, row)


def _state(row: Verdict) -> State:
    return {Said.ACCEPTED: State.ACCEPTED, Said.REJECTED: State.REJECTED}.get(row.verdict, State.OPEN)


def format_verdicts(verdicts: Iterable[Verdict]) -> bytes:
    """The CSV: a head, then a row a verdict by key, so that two people's files differ only where they do."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in sorted(verdicts, key=lambda row: row.key):
        table.writerow([_guard(str(getattr(row, name))) for name in COLUMNS])
    return written.getvalue().encode()


def parse_verdicts(content: bytes, name: str) -> tuple[Verdict, ...]:
    """The rows of a CSV, none of an empty one. Raises InputError where it is none of verdicts, with the line."""
    if not content:
        return ()
    try:
        table = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{name} cannot be read as CSV ({error}); save it as UTF-8") from None
    if not table or tuple(table[0]) != COLUMNS:
        raise InputError(f"{name}, line 1: its columns must be {', '.join(COLUMNS)}; export it from the audit page again")
    return tuple(_parse_row(cells, f"{name}, row {number}") for number, cells in enumerate(table[1:], 2) if cells)


def _parse_row(cells: Sequence[str], where: str) -> Verdict:
    if len(cells) != len(COLUMNS):
        raise InputError(f"{where}: it has {len(cells)} cells and not {len(COLUMNS)}; mend it or take it out")
    key, hash_, said, note, who, when = map(_unguard, cells)
    if said not in list(Said):
        raise InputError(f"{where}: {said!r} is no verdict; there are {', '.join(Said)}")
    return Verdict(key, hash_, Said(said), note, who, when)


def _guard(text: str) -> str:
    return QUOTE + text if text.startswith((*FORMULAS, QUOTE)) else text


def _unguard(text: str) -> str:
    return text[1:] if text.startswith(QUOTE) else text
