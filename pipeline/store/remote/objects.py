"""One place on an object store or a web server: whole objects read, written, copied, removed and listed by name.

Every fault comes out as an OSError whose words can be shown: they are this program's own, since those of the libraries may hold
signed addresses. Credentials are looked for by the libraries, in their usual ways, and are never asked for here.
"""

import errno
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from pipeline.errors import DependencyMissing
from pipeline.model import Record
from pipeline.store.remote.urls import LIBRARIES, WEB, join, scheme_of, shown

INSTALL = "pip install 'clausetrace[remote]'"
AT_ONCE = 16
"""Objects that are read or written at a time: the wait for a store is long, the work on this side small."""
BLOCK = 1 << 20
MOMENTS = ("LastModified", "mtime", "updated", "last_modified")
"""What the libraries call the time at which a store took an object."""
FAULTS = (
    ("botocore.exceptions", "BotoCoreError"),
    ("botocore.exceptions", "ClientError"),
    ("aiohttp", "ClientError"),
    ("google.auth.exceptions", "GoogleAuthError"),
    ("gcsfs.retry", "HttpError"),
    ("azure.core.exceptions", "AzureError"),
)
"""What the libraries raise that is no OSError."""
NO_CREDENTIALS = ("NoCredentialsError", "PartialCredentialsError", "DefaultCredentialsError", "ClientAuthenticationError")
FORBIDDEN, GONE = (401, 403), (404, 410)
NO_BUCKET = "there is no such bucket"
Given = TypeVar("Given")
Wanted = TypeVar("Wanted")


class Listed(Record, frozen=True):
    """An object: its bytes, None where a web server does not say, and when the store took it, None where that is not told."""

    size: int | None
    modified: datetime | None


class Place:
    """A folder on an object store, or a file on a web server. Names are relative to it, with /."""

    def __init__(self, address: str) -> None:
        """Raises UsageError for a scheme that is not known, DependencyMissing where its library is not installed."""
        self.address = address.rstrip("/")
        scheme = scheme_of(address)
        self._web = scheme in WEB
        with in_words():
            self._files, self._base = _open(self.address, scheme)

    def __str__(self) -> str:
        return shown(self.address)

    def list_names(self) -> dict[str, Listed]:
        """Every object below, by name. Empty where there is none; raises FileNotFoundError where the bucket is not there."""
        with in_words(NO_BUCKET):
            self._files.invalidate_cache()
            found: Mapping[str, Any] = self._files.find(self._base, detail=True)
            if not found and not self._files.exists(self._base.partition("/")[0]):
                raise FileNotFoundError
        below = self._base + "/"
        return {path.removeprefix(below): _listed(told) for path, told in found.items() if path.startswith(below)}

    def look(self, name: str = "") -> Listed | None:
        """What the store says of one object; None where there is none."""
        try:
            with in_words():
                self._files.invalidate_cache()
                told = self._files.info(self._path(name))
        except FileNotFoundError:
            return None
        return _listed(told) if told.get("type") == "file" else None

    def read(self, name: str = "") -> bytes:
        """All bytes of an object."""
        with in_words():
            content: bytes = self._files.cat_file(self._path(name))
            return content

    def read_blocks(self, name: str = "") -> Iterator[bytes]:
        """An object block by block, so that who reads may stop early."""
        options = {"block_size": 0} if self._web else {"block_size": 8 * BLOCK, "cache_type": "readahead"}
        with in_words(), self._files.open(self._path(name), "rb", **options) as opened:
            while block := opened.read(BLOCK):
                yield block

    def write(self, name: str, content: bytes) -> None:
        """Puts an object in its place, whole: a reader sees the one before or this one."""
        with in_words(NO_BUCKET):
            self._files.pipe_file(self._path(name), content)

    def create(self, name: str, content: bytes) -> bool:
        """Puts an object where there is none; False where there is one. The store itself decides that, where it can."""
        try:
            with in_words(NO_BUCKET):
                self._files.pipe_file(self._path(name), content, mode="create")
        except FileExistsError:
            return False
        return True

    def copy(self, name: str, to: str) -> None:
        """Copies an object within the store."""
        with in_words():
            self._files.cp_file(self._path(name), self._path(to))

    def remove(self, name: str) -> None:
        """Removes an object; one that has gone is no fault."""
        try:
            with in_words():
                self._files.rm_file(self._path(name))
        except FileNotFoundError:
            return

    def _path(self, name: str) -> str:
        return join(self._base, name)


def _open(address: str, scheme: str) -> tuple[Any, str]:
    try:
        import fsspec

        files, base = fsspec.core.url_to_fs(address)
    except ImportError:
        raise DependencyMissing(f"{shown(address)}: {scheme}:// needs fsspec and {LIBRARIES[scheme]}; {INSTALL}") from None
    return files, base if scheme in WEB else base.rstrip("/")


def _listed(told: Mapping[str, Any]) -> Listed:
    moment = next((told[key] for key in MOMENTS if told.get(key)), None)
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    return Listed(told.get("size"), moment if isinstance(moment, datetime) else None)


@contextmanager
def in_words(missing: str = "it is not there") -> Iterator[None]:
    """Turns what the libraries raise into an OSError with words that can be shown; ``missing`` is what a lack means."""
    try:
        yield
    except FileExistsError:
        raise
    except FileNotFoundError as error:
        cause = error.__cause__
        raise _worded(cause if isinstance(cause, _known_faults()) else error, missing) from None
    except PermissionError:
        raise PermissionError(errno.EACCES, "access is refused; check the credentials") from None
    except _known_faults() as error:
        raise _worded(error, missing) from None


def _known_faults() -> tuple[type[BaseException], ...]:
    """OSError, what the libraries that are loaded raise besides, and ValueError, which they raise for settings that are wrong."""
    loaded = ((sys.modules.get(module), name) for module, name in FAULTS)
    return OSError, ValueError, *(getattr(module, name) for module, name in loaded if module)


def _worded(error: BaseException, missing: str) -> OSError:
    kind, status = type(error).__name__, _status(error)
    if status in GONE or isinstance(error, FileNotFoundError):
        return FileNotFoundError(errno.ENOENT, missing)
    if kind in NO_CREDENTIALS:
        return PermissionError(errno.EACCES, "no valid credentials were found; give them as the store's own tools take them")
    if status in FORBIDDEN:
        return PermissionError(errno.EACCES, f"access is refused, status {status}; check the credentials")
    if status:
        return OSError(errno.EIO, f"the server answers with status {status}")
    if isinstance(error, ValueError):
        return OSError(errno.EINVAL, "what is set for the store (endpoint, account, region) is wrong or not all there")
    code = getattr(error, "errno", None) if isinstance(error, OSError) else None
    return OSError(code or errno.EIO, f"the store cannot be reached or does not answer as it should: {kind}")


def _status(error: BaseException) -> int | None:
    """The status with which a server answered, where it did."""
    answer = getattr(error, "response", None)
    told = answer.get("ResponseMetadata", {}).get("HTTPStatusCode") if isinstance(answer, dict) else None
    status = told or getattr(error, "status", getattr(error, "status_code", None))
    return status if isinstance(status, int) else None


def exists(address: str) -> bool:
    """Whether there is an object at an address; one that cannot be asked for counts as there."""
    try:
        return Place(address).look() is not None
    except (OSError, DependencyMissing):
        return True


def at_once(act: Callable[[Wanted], Given], wanted: Iterable[Wanted]) -> list[Given]:
    """What ``act`` gives for each, several at a time, in their order."""
    with ThreadPoolExecutor(AT_ONCE, "clausetrace-store") as pool:
        return list(pool.map(act, wanted))


def save_copy(place: Place, name: str, file: Path) -> None:
    """Copies an object into a new local file, making its folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(place.read(name))
