"""A document's folder on an object store: put in place, put right, and fetched.

A store has no rename of folders, so `run.json`, which says what belongs together, is the one object that decides:

- A new document: its files first, those of `.stages/` before all others, `run.json` last. Without that there is no document.
- One that takes another's place: its files go beside the other's, into `.new-<run>/`. Then one write of `run.json` turns from the
  old document to the new one: it names the files where they lie. Then they are copied to their own names, `run.json` is written as
  it will stay, and what is left over is removed.

So whoever starts from `run.json` and reads the files that it names finds one whole document at every moment, and its hashes say so.
A run that was killed leaves one of these states, and `settle` brings each to its end without doing the document again.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from pipeline.store.folders import NEW, RUN, STAGES, TIMINGS, indented
from pipeline.store.remote.objects import Listed, Place, at_once, save_copy
from pipeline.store.rows import DocumentRun

BESIDE = re.compile(rf"(?P<beside>{re.escape(NEW)}[0-9a-f]+/)(?P<name>.+)")
"""Matches .new-3f2a/chunks.jsonl."""
UNSAFE = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|]')
READ_AGAIN = 5
"""How often a document is fetched again that changed while it was fetched."""
Names = Mapping[str, Listed]


def publish(place: Place, doc_id: str, folder: Path, there: Iterable[str], token: str) -> None:
    """Puts the files of ``folder`` in their place.

    ``there`` are the names of the document's objects that are there now, after ``settle``.
    """
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    run = files.pop(RUN).read_bytes()
    there = set(there)
    if RUN in there:
        beside = f"{NEW}{token}/"
        _put(place, f"{doc_id}/{beside}", files)
        place.write(f"{doc_id}/{RUN}", _named_beside(run, beside))
        settle(place, doc_id, there | {f"{beside}{name}" for name in files})
        return
    _put(place, f"{doc_id}/", {name: file for name, file in files.items() if name.startswith(STAGES)})
    _put(place, f"{doc_id}/", {name: file for name, file in files.items() if not name.startswith(STAGES)})
    place.write(f"{doc_id}/{RUN}", run)


def _put(place: Place, below: str, files: Mapping[str, Path]) -> None:
    at_once(lambda name: place.write(f"{below}{name}", files[name].read_bytes()), files)


def _remove(place: Place, doc_id: str, names: Iterable[str]) -> None:
    at_once(lambda name: place.remove(f"{doc_id}/{name}"), sorted(names))


def settle(place: Place, doc_id: str, there: Iterable[str]) -> None:
    """Ends what a run began with a document. ``there`` are the names of its objects.

    Touches nothing in a folder that no run has written, or another version.
    """
    there = set(there)
    if RUN not in there:
        if any(name.startswith(f"{STAGES}/") for name in there):
            _remove(place, doc_id, there)
        return
    run = _load(place.read(f"{doc_id}/{RUN}"))
    if run is None:
        return
    beside = _beside_of(run)
    if beside:
        names = [name.removeprefix(beside) for name in there if name.startswith(beside)]
        at_once(lambda name: place.copy(f"{doc_id}/{beside}{name}", f"{doc_id}/{name}"), names)
        run = _named_here(run, beside)
        place.write(f"{doc_id}/{RUN}", indented(run))
        _remove(place, doc_id, there - {RUN, *names})
    else:
        _remove(place, doc_id, (name for name in there if _is_left_over(name, run)))


def _is_left_over(name: str, run: DocumentRun) -> bool:
    """Whether a run wrote an object that is no part of the document: beside its place, or a table that the document has no more."""
    return BESIDE.fullmatch(name) is not None or (name.startswith("tables/") and name not in run.files)


def _named_beside(run: bytes, beside: str) -> bytes:
    known = msgspec.json.decode(run, type=DocumentRun)
    return indented(msgspec.structs.replace(known, files={f"{beside}{name}": sha for name, sha in known.files.items()}))


def _named_here(run: DocumentRun, beside: str) -> DocumentRun:
    return msgspec.structs.replace(run, files={name.removeprefix(beside): sha for name, sha in run.files.items()})


def _beside_of(run: DocumentRun) -> str:
    """The folder in which the files lie that ``run`` names; "" where they are in their own places."""
    found = BESIDE.fullmatch(next(iter(run.files), ""))
    return found["beside"] if found else ""


def _load(content: bytes) -> DocumentRun | None:
    try:
        return msgspec.json.decode(content, type=DocumentRun)
    except msgspec.DecodeError:
        return None


def by_document(names: Names) -> dict[str, dict[str, Listed]]:
    """What is listed of each document, under the names within its folder. Names that could lead out of a folder are left out."""
    found: dict[str, dict[str, Listed]] = {}
    for name, listed in names.items():
        doc_id, slash, inner = name.partition("/")
        if slash and is_safe(name):
            found.setdefault(doc_id, {})[inner] = listed
    return found


def is_safe(name: str) -> bool:
    """Whether a name within a folder stays in it, as a path on every system."""
    return not UNSAFE.search(name) and all(part not in ("", ".", "..") for part in name.split("/"))


def fetch(place: Place, doc_id: str, names: Iterable[str], into: Path) -> None:
    """Copies a whole document into ``into``, all of one run. ``names`` are those of its objects."""
    for _ in range(READ_AGAIN):
        content, beside = _fetch_run(place, doc_id, into)
        wanted = {name: f"{doc_id}/{beside}{name}" for name in _wanted(names, beside)}
        at_once(lambda named: _save(place, named[1], into / named[0]), wanted.items())
        if place.read(f"{doc_id}/{RUN}") == content:
            return
        names = [name.removeprefix(f"{doc_id}/") for name in place.list_names() if name.startswith(f"{doc_id}/")]


def _fetch_run(place: Place, doc_id: str, into: Path) -> tuple[bytes, str]:
    """Copies `run.json` as it will stand; gives it as it stands, and the folder in which the files lie that it names."""
    content = place.read(f"{doc_id}/{RUN}")
    run = _load(content)
    beside = _beside_of(run) if run else ""
    into.mkdir(parents=True, exist_ok=True)
    (into / RUN).write_bytes(indented(_named_here(run, beside)) if run and beside else content)
    return content, beside


def _wanted(names: Iterable[str], beside: str) -> list[str]:
    """The document's own files, without `run.json`: those in ``beside`` where they lie there."""
    if beside:
        return [name.removeprefix(beside) for name in names if name.startswith(beside)]
    return [name for name in names if not name.startswith(NEW) and name != RUN]


def _save(place: Place, name: str, file: Path) -> None:
    """A file that goes while it is fetched belonged to the document before."""
    try:
        save_copy(place, name, file)
    except FileNotFoundError:
        return


def fetch_facts(place: Place, doc_id: str, into: Path) -> None:
    """Copies what a plan looks at: `run.json`, as it will stand, and `timings.json`."""
    _, beside = _fetch_run(place, doc_id, into)
    _save(place, f"{doc_id}/{beside}{TIMINGS}", into / TIMINGS)
