"""What is to be read: folders walked through, files told apart, each given its doc_id. Reads the files' bytes, to tell equal ones.

Names that begin with a dot are passed over in folders, and so is the output folder. Order: as given, inside a folder by name.
A doc_id is, in this order: what the YAML names; what a run gave to the same bytes under a name that has gone; the file's stem.
Two files that would have one doc_id are an error before any work; equal bytes are done once.
"""

import difflib
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from pipeline.config.names import safe_name
from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.errors import InputError
from pipeline.model import Identity, Record, SourceKind, Status
from pipeline.store.remote.objects import exists
from pipeline.store.remote.urls import is_remote, shown
from pipeline.store.rows import BatchRun, Ending, How
from pipeline.wording import ORDERS

KINDS = {
    ".pdf": SourceKind.PDF,
    ".md": SourceKind.MARKDOWN,
    ".markdown": SourceKind.MARKDOWN,
    ".txt": SourceKind.TEXT,
}
READABLE = ", ".join(KINDS)
BLOCK = 1 << 20
BYTES_PER_MB = 1_000_000


NOWHERE: Mapping[str, str] = MappingProxyType({})


class Found(Record, frozen=True):
    """A file to be read. ``root`` is the folder given (or the file's own), ``source`` the path from there, with /.

    ``sha256`` is empty where the file cannot be read or is over the limit; then ``trouble`` says which. ``origin`` is the address
    of which ``path`` is a copy, "" where the file itself is there.
    """

    path: Path
    root: Path
    source: str
    size: int = 0
    sha256: str = ""
    trouble: str = ""
    origin: str = ""

    def place_of(self, source: str) -> str:
        """Where a file of this name would be, relative to the folder given."""
        return self.origin.removesuffix(self.source) + source if self.origin else str(self.root / source)

    @property
    def stem(self) -> str:
        """The file's name without its suffix."""
        return self.source.rpartition("/")[2].rpartition(".")[0]


class Input(Record, frozen=True):
    """A document to be done, or one that equals another (``duplicate_of`` is then that one's doc_id).

    ``named_after`` is the source from which it got its doc_id: its own, or one that it had before it was renamed.
    """

    found: Found
    identity: Identity
    own: DocumentSettings
    duplicate_of: str = ""
    named_after: str = ""


def refuse_remote(address: str) -> list[Found]:
    """Raises InputError: what only a run copies to this machine."""
    raise InputError(f"{shown(address)} is no local folder; only `clausetrace run` reads others")


def find_files(places: Sequence[str], out: Path, find_remote: Callable[[str], list[Found]] = refuse_remote) -> list[Found]:
    """The files of ``places`` in order, each once. Raises InputError for a place that is not there or holds nothing readable.

    ``find_remote`` gives the files at an address.
    """
    found: dict[str, Found] = {}
    for place in places:
        for file in find_remote(place) if is_remote(place) else _inside(Path(place), out):
            found.setdefault(file.origin or str(file.path.resolve()), file)
    return list(found.values())


def _inside(place: Path, out: Path) -> list[Found]:
    if not place.is_dir():
        return [_single(place)]
    inside = [Found(path, place, _source(path.relative_to(place))) for path in _walk(place, out.absolute())]
    if not inside:
        raise InputError(f"{place} has nothing to read; put {READABLE} files into it or name another folder")
    return inside


def _single(place: Path) -> Found:
    if not place.exists():
        raise InputError(f"{_source(place)} is not there; check the path")
    if not place.is_file():
        raise InputError(f"{_source(place)} is neither a file nor a folder")
    if place.suffix.lower() not in KINDS:
        raise InputError(f"{_source(place)} cannot be read; files that can be end in {READABLE}")
    return Found(place, place.parent, _source(Path(place.name)))


def _walk(folder: Path, out: Path, above: frozenset[Path] = frozenset()) -> Iterator[Path]:
    """Readable files by name, folders among them; a link that leads back up is not followed."""
    real = folder.resolve()
    if real in above or folder.absolute() == out:
        return
    for entry in sorted(_entries(folder), key=lambda entry: entry.name):
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _walk(entry, out, above | {real})
        elif entry.suffix.lower() in KINDS and entry.is_file():
            yield entry


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError as error:
        raise InputError(f"{_source(folder)} cannot be read ({error.strerror}); check its permissions") from None


def _source(path: Path) -> str:
    """A path as text, with /; bytes that are no UTF-8 and characters that a terminal takes for orders become question marks."""
    return ORDERS.sub("\ufffd", os.fsencode(path.as_posix()).decode("utf-8", "replace"))


def read_hash(found: Found, most_mb: int) -> Found:
    """``found`` with its size and SHA-256, or with the trouble there was."""
    if found.trouble:
        return found
    try:
        size = found.path.stat().st_size
        if size > most_mb * BYTES_PER_MB:
            return msgspec.structs.replace(found, size=size, trouble="too_large")
        digest = hashlib.sha256()
        with found.path.open("rb") as opened:
            while block := opened.read(BLOCK):
                digest.update(block)
    except OSError as error:
        return msgspec.structs.replace(found, trouble=error.strerror or str(error))
    return msgspec.structs.replace(found, size=size, sha256=digest.hexdigest())


def identify(
    files: Sequence[Found], configuration: Configuration, before: BatchRun | None, places: Mapping[str, str] = NOWHERE
) -> list[Input]:
    """Each file with its doc_id and what the YAML says of it.

    ``places`` says where the file of each doc_id was when it was last read.
    """
    kept = _kept_ids(files, configuration, before, places)
    inputs = [identify_one(file, configuration, *kept.get(file.sha256, NOT_KEPT)) for file in files]
    first = _choose_first(inputs, before)
    return [_as_duplicate(one, first[one.found.sha256]) if one.found.sha256 in first else one for one in inputs]


def find_own(configuration: Configuration, source: str, doc_id: str = "") -> DocumentSettings:
    """What the YAML says of a file; nothing where it has no entry."""
    return configuration.documents.get(find_entry(configuration, source, doc_id), DocumentSettings())


def find_entry(configuration: Configuration, source: str, doc_id: str = "") -> str:
    """The name of a file's entry in the YAML: its path, name, stem, or the doc_id that it has kept; "" where there is none."""
    return next((name for name in _names(source, doc_id) if name in configuration.documents), "")


def is_in_force(configuration: Configuration, own: DocumentSettings, doc_id: str) -> bool:
    """Whether a document is the version of its family that holds: neither archived nor superseded by another."""
    superseded = {other.supersedes for other in configuration.documents.values() if other.supersedes}
    return own.status is Status.CURRENT and doc_id not in superseded


def _names(source: str, doc_id: str) -> tuple[str, ...]:
    """What an entry for a file may be called, what says most first."""
    name = source.rpartition("/")[2]
    return source, source.rpartition(".")[0], name, name.rpartition(".")[0], doc_id


def find_near_misses(configuration: Configuration, inputs: Sequence[Input]) -> list[tuple[str, str]]:
    """Entries of the YAML that name no input though they nearly do, each with the name that may be meant."""
    without = {one.found.stem for one in inputs if one.own == DocumentSettings()}
    used = {name for one in inputs for name in _names(one.found.source, one.identity.doc_id)}
    unused = [entry for entry in configuration.documents if entry not in used]
    return [(entry, meant) for entry in unused for meant in difflib.get_close_matches(entry, sorted(without), n=1)]


class _Kept(NamedTuple):
    """A doc_id that a file has from an earlier run, and the source from which it got it."""

    doc_id: str
    named_after: str


NOT_KEPT = _Kept("", "")


def _kept_ids(
    files: Sequence[Found], configuration: Configuration, before: BatchRun | None, places: Mapping[str, str]
) -> Mapping[str, _Kept]:
    """By SHA-256, for files that a run has done under a name that has gone, save where a name that is here claims the doc_id."""
    present = {file.source for file in files}
    claimed = {safe_name(file.stem) for file in files} | {own.doc_id for own in configuration.documents.values()}
    by_hash: dict[str, list[Found]] = {}
    for file in files:
        by_hash.setdefault(file.sha256, []).append(file)
    kept: dict[str, _Kept] = {}
    for row in before.documents if before else ():
        same = by_hash.get(row.source_sha256, []) if row.source_sha256 and row.how is not How.DUPLICATE else []
        if not same or row.doc_id in claimed:
            continue
        places_then = [file.place_of(row.source) for file in same]
        if row.doc_id in places:
            places_then.append(places[row.doc_id])
        gone = row.source not in present and not any(is_there(place) for place in places_then)
        was_renamed = row.named_after != row.source and any(file.source == row.source for file in same)
        if gone or was_renamed:
            kept[row.source_sha256] = _Kept(row.doc_id, row.named_after)
    return kept


def is_there(place: str) -> bool:
    """Whether there is a file at a path or an address; one that cannot be asked for counts as there."""
    return exists(place) if is_remote(place) else Path(place).exists()


def identify_one(file: Found, configuration: Configuration, kept: str, named_after: str = "") -> Input:
    """A file with what the YAML says of it. ``kept`` is the doc_id that it has from an earlier run, "" where it has none."""
    own = find_own(configuration, file.source, kept)
    doc_id = own.doc_id or kept or safe_name(file.stem)
    identity = Identity(
        doc_id=doc_id,
        family=own.family or doc_id,
        title=own.title or kept or file.stem,
        source=file.source,
        sha256=file.sha256,
        kind=KINDS[file.path.suffix.lower()],
        updated=own.updated,
        status=own.status,
        language=own.language,
        collection=own.collection,
        access=own.access,
        skip_pages=own.skip_pages,
        effective_from=own.effective_from,
        effective_to=own.effective_to,
        supersedes=own.supersedes,
    )
    return Input(file, identity, own, named_after=named_after if doc_id == kept and named_after else file.source)


def _choose_first(inputs: Iterable[Input], before: BatchRun | None) -> Mapping[str, Input]:
    """Of inputs with equal bytes the one that is done: the one that a run has done before, else the first."""
    rows: Iterable[Ending] = before.documents if before else ()
    done = {(row.source_sha256, row.doc_id) for row in rows if row.how not in (How.DUPLICATE, How.FAILED)}
    first: dict[str, Input] = {}
    for one in inputs:
        sha = one.found.sha256
        if sha and (sha not in first or ((sha, one.identity.doc_id) in done and (sha, first[sha].identity.doc_id) not in done)):
            first[sha] = one
    return first


def _as_duplicate(one: Input, first: Input) -> Input:
    return one if one is first else Input(one.found, one.identity, one.own, first.identity.doc_id, one.named_after)


def refuse_clashes(inputs: Iterable[Input]) -> None:
    """Raises InputError where two different files would be written to one folder, also where systems take "A" and "a" for one."""
    taken: dict[str, Input] = {}
    for one in inputs:
        if one.duplicate_of:
            continue
        other = taken.setdefault(one.identity.doc_id.casefold(), one)
        if other is not one:
            raise InputError(
                f"{_shown(other.found)} and {_shown(one.found)} would both be {one.identity.doc_id!r}; rename one, "
                f"or give it a doc_id in the YAML under documents: {one.found.source!r}"
            )


def _shown(found: Found) -> str:
    return found.origin or _source(found.path)
