"""A document on its way to another machine and back: its bytes go there, the bytes of all that was written come here.

Nodes need no disk in common. What comes back is written into the run's own folder, and takes its place from there as any other.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from pipeline.batch.jobs import Done, Job
from pipeline.errors import Unreadable
from pipeline.model import Record
from pipeline.store.folders import flush_tree, new_folder, unwritable, write_file
from pipeline.store.rows import DocumentRun, Timings


class Parcel(Record, frozen=True):
    """A document as it goes out: what is to be done, and the file's bytes."""

    job: Job
    content: bytes


class Returned(Record, frozen=True):
    """A document as it comes back. ``files`` maps names, with /, to bytes."""

    files: Mapping[str, bytes]
    run: DocumentRun
    timings: Timings


def pack(job: Job) -> Parcel:
    """Raises Unreadable where the file cannot be read."""
    path = Path(job.path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{job.identity.source} cannot be read ({error.strerror}); check its place and permissions") from None
    return Parcel(msgspec.structs.replace(job, origin=job.origin or str(path.absolute())), content)


def unpack(parcel: Parcel, folder: Path) -> Job:
    """The job as it is done where the parcel arrived: its file and what it writes lie in ``folder``."""
    file, out = folder / f"file{Path(parcel.job.path).suffix}", folder / "out"
    file.write_bytes(parcel.content)
    out.mkdir()
    return msgspec.structs.replace(parcel.job, path=str(file), out=str(out))


def pack_result(done: Done) -> Returned:
    """All files that were written."""
    folder = Path(done.folder)
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    return Returned(files, done.run, done.timings)


def unpack_result(returned: Returned, job: Job) -> Done:
    """Writes what came back into a new folder of the job's ``out``. Raises OutputError where that cannot be written."""
    out = Path(job.out)
    try:
        folder = new_folder(out, job.identity.doc_id)
        for name, content in returned.files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            write_file(file, content)
        flush_tree(folder)
    except OSError as error:
        raise unwritable(out, error) from None
    return Done(str(folder), returned.run, returned.timings)
