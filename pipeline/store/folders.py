"""The folder that runs write into: one at a time, each document's folder swapped in as a whole.

`out/.lock` is held while a run works. A document is written to `out/.new-...`, flushed to the disk, and only then takes the
place of `out/<doc_id>`, which steps aside as `out/.old-<doc_id>` for that moment. Whenever a run was killed, `recover` puts things
right. Never replaces a folder that no run has written.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from pipeline.errors import OutputError
from pipeline.model import Record
from pipeline.store.rows import BatchRun, DocumentRun, Timings

LOCK = ".lock"
NEW, OLD = ".new-", ".old-"
STAGES = ".stages"
RUN, TIMINGS = "run.json", "timings.json"
Row = TypeVar("Row", bound=Record)


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Holds ``out`` for this process, making it where it is missing.

    Raises OutputError where it cannot be written, or another run has it (and names that run's process).
    """
    fresh = not out.exists()
    try:
        out.mkdir(parents=True, exist_ok=True)
        with (out / LOCK).open("a+") as lock:
            if not _seize(lock.fileno()):
                lock.seek(0)
                raise OutputError(f"{out} is in use by process {lock.read().strip() or '?'}; wait for it, or choose another --out")
            lock.truncate(0)
            lock.write(str(os.getpid()))
            lock.flush()
            try:
                yield
            finally:
                lock.truncate(0)
                if fresh:
                    _remove_unused(out)
    except OSError as error:
        raise unwritable(out, error) from None


def _remove_unused(out: Path) -> None:
    """Takes away a folder that was made for a run that then wrote nothing into it."""
    if [entry.name for entry in out.iterdir()] == [LOCK]:
        (out / LOCK).unlink()
        out.rmdir()


def _seize(handle: int) -> bool:
    """Whether the lock is ours now; the system gives it up when the process ends, however it ends."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except PermissionError:
        if os.name == "nt":
            return False
        raise
    return True


def unwritable(out: Path, error: OSError) -> OutputError:
    """``error`` as a line that says what to do."""
    return OutputError(f"{out} cannot be written ({error.strerror or error}); choose another folder with --out")


def recover(out: Path) -> None:
    """Ends what a killed run left: a folder that had stepped aside comes back, half-written ones go."""
    for aside in sorted(out.glob(f"{OLD}*")):
        place = out / aside.name.removeprefix(OLD)
        if place.exists():
            shutil.rmtree(aside)
        else:
            aside.rename(place)
    for unfinished in sorted(out.glob(f"{NEW}*")):
        if unfinished.is_dir():
            shutil.rmtree(unfinished)
        else:
            unfinished.unlink()


def new_folder(out: Path, doc_id: str) -> Path:
    """An empty folder to write ``doc_id`` into: this process's own, so that one that should be dead writes into no other's."""
    folder = out / f"{NEW}{os.getpid()}-{doc_id}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def swap_in(out: Path, doc_id: str, new: Path) -> Path:
    """Puts what was written for ``doc_id`` in its place. Raises OutputError where a folder that no run wrote stands there."""
    place, aside = out / doc_id, out / f"{OLD}{doc_id}"
    refuse_foreign(place)
    if place.exists():
        place.rename(aside)
    new.rename(place)
    flush_folder(out)
    shutil.rmtree(aside, ignore_errors=True)
    return place


def refuse_foreign(place: Path) -> None:
    """Raises OutputError where ``place`` is there and holds something, but nothing that a run wrote."""
    if place.is_dir() and not place.is_symlink():
        written = {entry.name for entry in place.iterdir()}
        if not written or {RUN, STAGES} & written:
            return
    elif not place.exists() and not place.is_symlink():
        return
    raise OutputError(f"{place} is there and no result of clausetrace; choose another --out, or name another doc_id in the YAML")


def write_file(file: Path, content: bytes) -> None:
    """Writes a new file and flushes it to the disk."""
    write_parts(file, (content,))


def write_parts(file: Path, parts: Iterable[bytes]) -> None:
    """Writes a new file part by part, as they are made, and flushes it to the disk."""
    with file.open("wb") as opened:
        opened.writelines(parts)
        opened.flush()
        os.fsync(opened.fileno())


def sync_file(file: Path) -> None:
    """Flushes a file that was written bit by bit to the disk."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def replace_file(file: Path, content: bytes) -> None:
    """Writes ``file`` beside its place and swaps it in, so that it is never seen half-written."""
    beside = file.with_name(f"{NEW}{file.name}")
    write_file(beside, content)
    beside.replace(file)
    flush_folder(file.parent)


def flush_tree(folder: Path) -> None:
    """Flushes the folders of a tree to the disk; its files were flushed as they were written."""
    for inner in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        flush_folder(inner)


def flush_folder(folder: Path) -> None:
    """Flushes the names in a folder to the disk."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def load_batch(out: Path) -> BatchRun | None:
    """What ``out/run.json`` says; None where there is none that this version can read."""
    return _load(out / RUN, BatchRun)


def load_run(folder: Path) -> DocumentRun | None:
    """What a document's ``run.json`` says; None where there is none that this version can read."""
    return _load(folder / RUN, DocumentRun)


def load_timings(folder: Path) -> Timings | None:
    """What a document cost; None where that was not written."""
    return _load(folder / TIMINGS, Timings)


def _load(file: Path, kind: type[Row]) -> Row | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError):
        return None


def indented(row: Record) -> bytes:
    """A row as JSON that a person can read, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(row), indent=2) + b"\n"
