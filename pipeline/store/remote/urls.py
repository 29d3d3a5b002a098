"""Places that are no local path: `s3://`, `gs://`, `az://`, `https://`. Words alone; no library, no network.

What is shown of an address leaves out what may be secret: a user and password before the host, and the query of a signed address.
"""

import re
from urllib.parse import unquote, urlsplit

from pipeline.errors import UsageError

REMOTE = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+)://(?P<rest>.*)", re.DOTALL)
"""Matches s3://bucket/folder and https://host/file.pdf; not C:/folder, nor out/a."""
LIBRARIES = {"s3": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "az": "adlfs", "abfs": "adlfs", "https": "aiohttp", "http": "aiohttp"}
"""The schemes that are known, and what fsspec needs for each."""
WEB = ("https", "http")
"""Servers of single files: to be read, not to be listed or written."""


def is_remote(place: str) -> bool:
    """Whether ``place`` is an address rather than a local path."""
    return REMOTE.fullmatch(place) is not None


def is_web(place: str) -> bool:
    """Whether ``place`` is on a web server."""
    found = REMOTE.fullmatch(place)
    return found is not None and found["scheme"].lower() in WEB


def scheme_of(place: str) -> str:
    """The scheme of an address. Raises UsageError for one that is not known."""
    found = REMOTE.fullmatch(place)
    scheme = found["scheme"].lower() if found else ""
    if scheme not in LIBRARIES:
        known = ", ".join(f"{name}://" for name in ("s3", "gs", "az", "https"))
        raise UsageError(f"{shown(place)}: {scheme}:// is not known; what is read and written are local paths and {known}")
    return scheme


def shown(place: str) -> str:
    """An address as it may be printed; a local path as it is."""
    found = REMOTE.fullmatch(place)
    if not found:
        return place
    rest = re.split(r"[?#]", found["rest"], maxsplit=1)[0] if found["scheme"].lower() in WEB else found["rest"]
    host, slash, path = rest.partition("/")
    return f"{found['scheme']}://{host.rpartition('@')[2]}{slash}{path}"


def name_of(place: str) -> str:
    """The last part of an address: the file's name, as a person reads it."""
    path = unquote(urlsplit(place).path) if is_web(place) else place
    return path.rstrip("/").rpartition("/")[2]


def join(base: str, name: str) -> str:
    """The address of ``name`` below ``base``."""
    return f"{base.rstrip('/')}/{name}" if name else base
