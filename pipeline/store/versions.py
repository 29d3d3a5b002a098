"""The versions that a result depends on: this program, down to its code, and the libraries that read and count."""

import hashlib
import platform
from functools import cache
from importlib import metadata
from pathlib import Path

from pipeline import __version__

PROGRAM = "clausetrace"
LIBRARIES = (
    "pypdfium2",
    "pdfplumber",
    "pypdf",
    "tokenizers",
    "wordllama",
    "livekit-blingfire",
    "google-re2",
    "rapidfuzz",
    "msgspec",
    "pydantic",
    "pyyaml",
)
EXTRAS = {
    "search": ("tantivy",),
    "audit": ("jinja2", "matplotlib"),
    "excel": ("fastparquet", "pandas", "xlsxwriter"),
    "ray": ("ray",),
    "remote": ("fsspec", "s3fs", "gcsfs", "adlfs", "aiohttp"),
}
SHOWN_DIGITS = 12


def version_of(library: str) -> str:
    """The installed version of ``library``, "" where it is not installed."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return ""


@cache
def load_versions() -> dict[str, str]:
    """Name to version, as ``run.json`` holds it. ``code`` changes with any line of this program, so that a checkout counts too."""
    found = {PROGRAM: __version__, "code": _hash_code(), "python": platform.python_version()}
    return found | {library: version_of(library) for library in LIBRARIES}


def _hash_code() -> str:
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:SHOWN_DIGITS]
