"""The package as a library: documents in, results out. Nothing is printed, and no file is written.

`ingest` reads one document in this process. `ingest_many` reads any number in worker processes with the limits of the
configuration, as a run does: a document that hangs, grows or crashes costs itself alone.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pipeline.batch.inputs import BYTES_PER_MB, KINDS, READABLE, Found, find_own, identify_one
from pipeline.batch.opening import with_passwords
from pipeline.batch.watching import Unwatched
from pipeline.config.hashes import hash_settings
from pipeline.config.load import load_configuration, load_packaged
from pipeline.config.settings import Configuration
from pipeline.errors import ClausetraceError, DocumentError, TooLarge, Unreadable, UsageError
from pipeline.model import Record, Result
from pipeline.store.make import make_chunk_rows

if TYPE_CHECKING:
    from pipeline.runner import Report

Place = str | os.PathLike[str]
MAGIC, MAGIC_WITHIN = b"%PDF-", 1024
"""How a PDF that has no name is known."""
NAMELESS_PDF, NAMELESS_TEXT = "document.pdf", "document.txt"
WORK = "pipeline.batch.ingest:ingest_in_worker"
AHEAD = 2
"""Documents for each worker that are under way or waiting to be taken: enough that none waits for the caller."""


class Asked(Record, frozen=True):
    """A document to be read: its place, or its bytes and what they are called."""

    path: str
    content: bytes
    name: str
    configuration: Configuration
    pages: tuple[int, ...]
    passwords: tuple[str, ...]


def load_config(file: Place = "") -> Configuration:
    """The settings of a YAML file; without one, those of `clausetrace.yaml` in the current folder, else the packaged ones.

    Raises ConfigError with one line a mistake: file, line, key, what to do.

    >>> load_config("fixtures/none.yaml")
    Traceback (most recent call last):
    pipeline.errors.ConfigError: fixtures/none.yaml cannot be read (No such file or directory); check the path
    """
    return load_configuration(os.fspath(file)).configuration


def ingest(
    path_or_bytes: Place | bytes,
    config: Configuration | None = None,
    *,
    name: str = "",
    pages: Sequence[int] = (),
    passwords: Sequence[str] = (),
) -> Result:
    r"""The result of one document, read in this process.

    ``config``: from `load_config`; the packaged settings where None. ``name``: what bytes are called (its suffix says what they
    are, its stem is the doc_id); PDF and text are told apart where it is left out. ``pages``: from 1, all where empty.
    ``passwords`` are tried in turn. Time and memory are not limited here.

    Raises DocumentError where it cannot be read: NotAPdf, Damaged, PasswordNeeded, WrongEncoding, Unreadable, TooLarge or
    NoSuchPages.

    >>> result = ingest(b"1. Scope\n2. Exclusions\n(a) fever;\n(b) gout.\n", name="policy.txt")
    >>> [chunk.clause_key for chunk in result.chunks.chunks]
    ['policy/1#1', 'policy/2#1']
    >>> result.chunks.chunks[0].label
    'policy › 1.'
    """
    return _read(_ask(path_or_bytes, name, config, pages, passwords), {}, None)


def ingest_many(
    documents: Iterable[Place | bytes],
    config: Configuration | None = None,
    *,
    workers: int | None = None,
    passwords: Sequence[str] = (),
) -> Iterator[Result | DocumentError]:
    r"""The result of each document, or the error that kept it from one, in the order of ``documents``.

    ``workers``: processes, the cores of this machine where None. Documents are taken from ``documents`` as they are needed, and
    no more than twice as many as there are workers are held at a time: it may be endless. Processes end with the iterator.

    Raises UsageError at once where ``workers`` is below 1. An error of a document is handed on, never raised, and names it.

    >>> found = ingest_many([b"1. Scope\n", b"%PDF- cut short"], workers=1)
    >>> [type(each).__name__ for each in found]
    ['Result', 'Damaged']
    """
    from pipeline.batch.pool import usual_workers

    if workers is not None and workers < 1:
        raise UsageError(f"ingest_many needs at least one worker, not {workers}")
    asked = (_ask(document, "", config, (), passwords) for document in documents)
    return _ingest_many(asked, config or _packaged(), workers or usual_workers())


def chunk_rows(result: Result, config: Configuration | None = None) -> list[dict[str, Any]]:
    r"""The rows that a run writes to `chunks.jsonl`, as plain dictionaries.

    ``config`` is the one that the result was made with: its hash stands in each row.

    >>> [row["text"] for row in chunk_rows(ingest(b"1. Scope\n"))]
    ['1. Scope']
    """
    configuration, identity = config or _packaged(), result.document.identity
    settings = hash_settings(configuration, find_own(configuration, identity.source, identity.doc_id))
    return [msgspec.to_builtins(row) for row in make_chunk_rows(result, settings)]


@cache
def _packaged() -> Configuration:
    return load_packaged()


def _ask(document: Place | bytes, name: str, config: Configuration | None, pages: Sequence[int], passwords: Sequence[str]) -> Asked:
    configuration = config or _packaged()
    if isinstance(document, bytes):
        usual = NAMELESS_PDF if MAGIC in document[:MAGIC_WITHIN] else NAMELESS_TEXT
        return Asked("", document, name or usual, configuration, tuple(sorted(pages)), tuple(passwords))
    path = os.fspath(document)
    return Asked(path, b"", name or Path(path).name, configuration, tuple(sorted(pages)), tuple(passwords))


def _ingest_many(asked: Iterable[Asked], configuration: Configuration, workers: int) -> Iterator[Result | DocumentError]:
    from pipeline.batch.pool import run_in_order

    names: dict[int, str] = {}

    def noted() -> Iterator[Asked]:
        for index, each in enumerate(asked):
            names[index] = each.name
            yield each

    answers = run_in_order(WORK, noted(), workers, configuration.limits, Unwatched(), AHEAD * workers)
    for index, answer in enumerate(answers):
        name = names.pop(index)
        if isinstance(answer, DocumentError):
            yield answer if str(answer).startswith(name) else type(answer)(f"{name}: {answer}")
        elif isinstance(answer, ClausetraceError):
            raise answer
        else:
            yield msgspec.msgpack.decode(answer, type=Result)


def ingest_in_worker(asked: Asked, given_up: Mapping[int, str], report: "Report") -> bytes:
    """What a worker hands back: the result as msgpack, which crosses to the other side in less time than pickled records do."""
    return msgspec.msgpack.encode(_read(asked, given_up, report))


def _read(asked: Asked, given_up: Mapping[int, str], report: "Report | None") -> Result:
    from pipeline.runner import SILENT, Task, Wishes, run_document

    content = asked.content or _load(asked)
    kind = Path(asked.name).suffix.lower()
    if kind not in KINDS:
        raise Unreadable(f"{asked.name} cannot be read; names that can be end in {READABLE}")
    sha256 = hashlib.sha256(content).hexdigest()
    one = identify_one(Found(Path(asked.name), Path(), asked.name, len(content), sha256), asked.configuration, "")

    def with_one(password: str) -> Result:
        wishes = Wishes(asked.pages, given_up, password)
        return run_document(Task(content, one.identity, asked.configuration, one.own, wishes), report or SILENT)

    return with_passwords(asked.passwords, with_one)


def _load(asked: Asked) -> bytes:
    if not asked.path:
        return b""
    most = asked.configuration.limits.file_mb
    try:
        if Path(asked.path).stat().st_size > most * BYTES_PER_MB:
            raise TooLarge(f"{asked.name} is larger than {most} MB; raise limits.file_mb")
        return Path(asked.path).read_bytes()
    except OSError as error:
        raise Unreadable(f"{asked.name} cannot be read ({error.strerror}); check its place and permissions") from None
