"""Inputs at addresses: listed as folders are, and copied to this machine, where a run reads them.

What cannot be read costs itself alone; a folder that cannot be listed, or an address with nothing at it, ends the run before any
work. A file over the limit of bytes is not copied. Copies have numbers for names, so that nothing of an address becomes a path.
"""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from pipeline.batch.inputs import BYTES_PER_MB, KINDS, READABLE, Found
from pipeline.errors import InputError, TooLarge
from pipeline.store.remote.copies import new_copies
from pipeline.store.remote.documents import is_safe
from pipeline.store.remote.objects import Listed, Place, at_once
from pipeline.store.remote.urls import is_web, join, name_of, shown


def find_remote(address: str, out: str, most_mb: int) -> list[Found]:
    """The files at an address, copied, in the order of a local folder. Raises InputError where there is nothing to read.

    ``out`` is the address that results go to, "" where they stay here: what is below it is no input.
    """
    place = Place(address)
    try:
        single = _look_at_single(place)
        listed = {"": single} if single else _readable(place, out)
    except OSError as error:
        raise InputError(f"{place} cannot be read ({error.strerror or error}); check the address and the credentials") from None
    copies = new_copies()
    files = [(name, listed[name], copies / f"{number}{_suffix(name or address)}") for number, name in enumerate(listed)]
    return at_once(lambda file: _copy(place, *file, most_mb), files)


def _look_at_single(place: Place) -> Listed | None:
    """What is at the address itself, None where that is a folder. Raises InputError where it is no file that can be read."""
    web, kind = is_web(place.address), _suffix(place.address)
    if not kind and web:
        raise InputError(f"{place} cannot be read; of a web server single files can be, and their names end in {READABLE}")
    if not kind:
        return None
    try:
        single = place.look()
    except OSError:
        return Listed(None, None)
    if web and single is None:
        raise InputError(f"{place} is not there; check the address")
    return single


def _readable(place: Place, out: str) -> dict[str, Listed]:
    """The readable files below an address, by name, in the order in which a local folder is walked."""
    base, names = place.address, place.list_names()
    chosen = sorted((name for name in names if _is_input(name, join(base, name), out)), key=lambda name: PurePosixPath(name).parts)
    if not chosen:
        raise InputError(f"{place} has nothing to read; put {READABLE} files there or name another address")
    return {name: names[name] for name in chosen}


def _is_input(name: str, address: str, out: str) -> bool:
    hidden = any(part.startswith(".") for part in name.split("/"))
    below_out = bool(out) and address.startswith(out.rstrip("/") + "/")
    return bool(_suffix(name)) and is_safe(name) and not hidden and not below_out


def _suffix(address: str) -> str:
    """The suffix of a readable file, "" for others."""
    suffix = PurePosixPath(name_of(address)).suffix.lower()
    return suffix if suffix in KINDS else ""


def _copy(place: Place, name: str, listed: Listed, file: Path, most_mb: int) -> Found:
    source, origin = name or name_of(place.address), join(place.address, name)
    found = Found(file, file.parent, source, listed.size or 0, origin=shown(origin))
    most = most_mb * BYTES_PER_MB
    if (listed.size or 0) > most:
        return _in_trouble(found, TooLarge.code)
    try:
        with file.open("wb") as opened:
            for block in _at_most(place.read_blocks(name), most):
                opened.write(block)
    except _Over:
        file.unlink()
        return _in_trouble(found, TooLarge.code)
    except OSError as error:
        file.unlink(missing_ok=True)
        return _in_trouble(found, error.strerror or type(error).__name__)
    return found


class _Over(Exception):
    """A file turned out larger than the limit, whatever its server said."""


def _at_most(blocks: Iterator[bytes], most: int) -> Iterator[bytes]:
    size = 0
    for block in blocks:
        size += len(block)
        if size > most:
            raise _Over
        yield block


def _in_trouble(found: Found, trouble: str) -> Found:
    return Found(found.path, found.root, found.source, found.size, trouble=trouble, origin=found.origin)
