"""The folder of a combined export: what the last one knew, and a new one put in its place as a whole.

The files of an export and what is known of them for the next one stand in one folder, so that they are never of two exports. The
folder steps aside for the moment in which the new one takes its place; where an export was killed just then, `recover_export`
brings it back. A folder that holds anything else is never replaced.
"""

import hashlib
import os
import shutil
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from pipeline.errors import OutputError
from pipeline.store.export_rows import ExportRun
from pipeline.store.folders import NEW, OLD, flush_folder, flush_tree, indented, write_file

ABOUT, CHANGES = "export.json", "changes.jsonl"
CHUNKS = {form: f"chunks.{form}" for form in ("jsonl", "csv", "parquet")}
KNOWN = ".known.msgpack.z"
WRITTEN = {ABOUT, CHANGES, KNOWN, *CHUNKS.values()}
FASTEST = 1


def recover_export(target: Path) -> None:
    """Ends what a killed export left. Raises OutputError where ``target`` holds what no export wrote."""
    aside = _aside(target)
    if aside.is_dir():
        if target.exists():
            shutil.rmtree(aside)
        else:
            aside.rename(target)
    for entry in target.parent.iterdir() if target.parent.is_dir() else ():
        if entry.name.startswith(NEW) and entry.name.endswith(f"-{target.name}"):
            shutil.rmtree(entry, ignore_errors=True)
    _refuse_foreign(target)


def _aside(target: Path) -> Path:
    return target.with_name(f"{OLD}{target.name}")


def _refuse_foreign(target: Path) -> None:
    if not target.exists() and not target.is_symlink():
        return
    if target.is_symlink() or not target.is_dir():
        raise OutputError(f"{target} is there and no folder; choose another with -o")
    inside = {entry.name for entry in target.iterdir()}
    foreign = sorted(inside - WRITTEN) or ([] if ABOUT in inside else sorted(inside))
    if foreign:
        raise OutputError(f"{target} holds {foreign[0]}, which no export of all documents wrote; choose another folder with -o")


def load_export(target: Path) -> ExportRun | None:
    """What the last export says of itself; None where there was none. Raises OutputError where that cannot be read."""
    try:
        return msgspec.json.decode((target / ABOUT).read_bytes(), type=ExportRun)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise OutputError(f"{target / ABOUT} cannot be read ({error}); begin anew in another folder with -o") from None


def save_known(folder: Path, known: Iterable[object]) -> None:
    """Keeps what the next export compares with."""
    write_file(folder / KNOWN, zlib.compress(msgspec.msgpack.encode(list(known)), FASTEST))


def load_known(target: Path) -> bytes:
    """What the last export kept, as msgpack; of an empty list where there was none. Raises OutputError where it cannot be read."""
    try:
        return zlib.decompress((target / KNOWN).read_bytes())
    except FileNotFoundError:
        return msgspec.msgpack.encode([])
    except (OSError, zlib.error) as error:
        raise OutputError(f"{target / KNOWN} cannot be read ({error}); begin anew in another folder with -o") from None


@contextmanager
def new_export(target: Path) -> Iterator[Path]:
    """An empty folder to write an export into, which then takes the place of ``target``; where anything fails, it goes."""
    folder = target.with_name(f"{NEW}{os.getpid()}-{target.name}")
    try:
        folder.mkdir(parents=True)
        yield folder
        flush_tree(folder)
        if target.exists():
            target.rename(_aside(target))
        folder.rename(target)
        flush_folder(target.parent)
        shutil.rmtree(_aside(target), ignore_errors=True)
    except OSError as error:
        raise OutputError(f"{target} cannot be written ({error.strerror or error}); choose another folder with -o") from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def save_export(folder: Path, about: ExportRun) -> None:
    """What an export says of itself, written last."""
    write_file(folder / ABOUT, indented(about))


def hash_files(folder: Path) -> dict[str, str]:
    """Name to SHA-256 (hex) of the files of an export that others read."""
    names = sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))
    return {name: _hash(folder / name) for name in names}


def _hash(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
